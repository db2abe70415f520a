// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

/**
 * A body that passed the simulated link while a query ran. Nanoseconds since the query began.
 *
 * @param operation as the store calls it: {@code GET}, {@code GET_SUFFIX}, {@code PUT}
 * @param firstByte when its first byte passed the link
 * @param lastByte when all of it had passed
 */
public record Transfer(
    String operation, long bytes, long requested, long firstByte, long lastByte) {}
