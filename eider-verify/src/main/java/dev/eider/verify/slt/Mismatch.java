// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

/** A judgement against a record: what kind, what should have come, and what came. */
record Mismatch(Outcome.Kind kind, String expected, String seen) {}
