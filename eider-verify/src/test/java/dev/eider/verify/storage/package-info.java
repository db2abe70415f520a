// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * The native storage against its specification: a second reader of packs that shares no code with
 * the first, and packs that were damaged.
 */
@NullMarked
package dev.eider.verify.storage;

import org.jspecify.annotations.NullMarked;
