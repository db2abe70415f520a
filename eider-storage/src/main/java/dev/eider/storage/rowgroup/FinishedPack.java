// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.rowgroup;

import dev.eider.storage.format.v1.DistinctSketch;
import dev.eider.storage.format.v1.RowGroupMeta;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A pack that is ready to be stored.
 *
 * @param bytes all of it; charged to the writer's reservation until {@link PackWriter.Sink#accept}
 *     returns, from then on to whoever keeps them
 * @param groups its row groups; packs have number 0, and row ids begin where the writer was told
 * @param sketches by column, of all its rows; of columns of nested types they are empty
 */
public record FinishedPack(
    MemorySegment bytes, List<RowGroupMeta> groups, List<DistinctSketch> sketches) {
  public FinishedPack {
    groups = List.copyOf(groups);
    sketches = List.copyOf(sketches);
  }

  /** Rows of all row groups. */
  public long rows() {
    long rows = 0;
    for (RowGroupMeta group : groups) {
      rows += group.rows();
    }
    return rows;
  }
}
