// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

/**
 * A published checkpoint, as head names it.
 *
 * @param slot where its record is
 * @param coversThrough the last slot whose commits are in it: its version
 * @param chain the {@link SlotCodec#chainHash} of that slot
 * @param epoch the epoch of that slot
 */
public record Checkpoint(long slot, long coversThrough, Hash128 chain, long epoch, Root root) {}
