// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import java.util.List;
import java.util.UUID;

/**
 * One slot of the log.
 *
 * @param database the database it belongs to
 * @param number its place in the log, from 1
 * @param epoch of the writer
 * @param writer who wrote it
 * @param batch the number of this batch among the writer's
 * @param previous the {@link SlotCodec#chainHash} of the slot before it
 */
public record Slot(
    UUID database,
    long number,
    long epoch,
    UUID writer,
    long batch,
    Hash128 previous,
    List<SlotRecord> records) {
  public Slot {
    if (number < 1) {
      throw new IllegalArgumentException("slots are numbered from 1, not " + number);
    }
    records = List.copyOf(records);
  }
}
