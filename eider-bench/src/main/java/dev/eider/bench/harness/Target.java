// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

/** A number to reach: the ratio of each query of a section, subject against peer. */
public record Target(String subject, String peer, double atLeast) {}
