// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.sort;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import java.util.List;

/** Columns of segments, read by row address. Immutable; for any number of threads. */
public final class SegmentColumns {
  private final FlatVector[][] segments;
  private final ColumnGather[] columns;

  SegmentColumns(List<LogicalType> types, List<FlatVector[]> segmentList) {
    segments = segmentList.toArray(new FlatVector[0][]);
    columns = new ColumnGather[types.size()];
    for (int c = 0; c < columns.length; c++) {
      FlatVector[] vectors = new FlatVector[segments.length];
      for (int s = 0; s < vectors.length; s++) {
        vectors[s] = segments[s][c];
      }
      columns[c] = ColumnGather.of(types.get(c), vectors);
    }
  }

  /**
   * Makes rows {@code [0, count)} of the target the rows at the addresses. Text is not copied: it
   * lives as long as the segments.
   */
  public void gather(int column, int[] addresses, int count, FlatVector target) {
    columns[column].gather(addresses, count, target);
  }

  /** The columns of the segment an address lies in. */
  FlatVector[] segmentOf(int address) {
    return segments[address >>> RowSegments.BITS];
  }

  /** The place in that segment. */
  static int rowOf(int address) {
    return address & (RowSegments.ROWS - 1);
  }
}
