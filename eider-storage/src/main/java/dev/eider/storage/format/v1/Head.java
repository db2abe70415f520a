// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The one mutable object of a database.
 *
 * @param version counts its writes
 * @param writeId of the write that made it
 * @param epoch the greatest that was given to a writer
 * @param owner the writer; null when nobody has it open
 * @param ttlMillis how long the owner's lease lasts after each write
 * @param checkpoint the newest published one; null before the first
 * @param floor slots up to it may be gone
 * @param tailHint a slot that exists
 * @param collections rounds of garbage collection
 */
public record Head(
    UUID database,
    long version,
    UUID writeId,
    long epoch,
    @Nullable Owner owner,
    long ttlMillis,
    @Nullable Checkpoint checkpoint,
    long floor,
    long tailHint,
    long collections) {

  /** The first slot that an opener replays. */
  public long firstSlot() {
    return checkpoint == null ? floor + 1 : checkpoint.coversThrough() + 1;
  }

  /** The next version, by a write of its own. */
  public Head next(UUID id) {
    return new Head(
        database,
        version + 1,
        id,
        epoch,
        owner,
        ttlMillis,
        checkpoint,
        floor,
        tailHint,
        collections);
  }

  /** With another owner, or none. */
  public Head withOwner(@Nullable Owner changed, long newEpoch, long newTtlMillis) {
    return new Head(
        database,
        version,
        writeId,
        newEpoch,
        changed,
        newTtlMillis,
        checkpoint,
        floor,
        tailHint,
        collections);
  }

  /** With another checkpoint. */
  public Head withCheckpoint(Checkpoint changed) {
    return new Head(
        database,
        version,
        writeId,
        epoch,
        owner,
        ttlMillis,
        changed,
        floor,
        Math.max(tailHint, changed.slot()),
        collections);
  }

  /** With a later slot that exists. */
  public Head withTail(long slot) {
    return new Head(
        database,
        version,
        writeId,
        epoch,
        owner,
        ttlMillis,
        checkpoint,
        floor,
        Math.max(tailHint, slot),
        collections);
  }

  /** With another floor, after a round of garbage collection. */
  public Head withFloor(long changed) {
    return new Head(
        database,
        version,
        writeId,
        epoch,
        owner,
        ttlMillis,
        checkpoint,
        changed,
        tailHint,
        collections + 1);
  }
}
