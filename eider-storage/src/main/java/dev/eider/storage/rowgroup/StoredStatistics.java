// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.rowgroup;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.table.ColumnStats;
import dev.eider.base.table.TableStats;
import dev.eider.base.type.Value;
import dev.eider.base.vector.ConstantVector;
import dev.eider.storage.format.v1.ColumnChunkMeta;
import dev.eider.storage.format.v1.DistinctSketch;
import dev.eider.storage.format.v1.RootPage;
import dev.eider.storage.format.v1.RowGroupMeta;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the metadata of row groups says of their table. */
public final class StoredStatistics {
  private StoredStatistics() {}

  /**
   * Statistics of a table.
   *
   * @param deleted rows of the row groups that are deleted
   * @param sketches by column, of all row groups together; empty: different values are not known
   */
  public static TableStats table(
      List<RowGroupMeta> groups, long deleted, List<DistinctSketch> sketches) {
    long rows = -deleted;
    for (RowGroupMeta group : groups) {
      rows += group.rows();
    }
    List<ColumnStats> columns = new ArrayList<>();
    int width = groups.isEmpty() ? 0 : groups.getFirst().columns().size();
    for (int c = 0; c < width; c++) {
      long distinct = -1;
      if (!sketches.isEmpty() && groups.getFirst().columns().get(c).distinct() >= 0) {
        distinct = Math.min(sketches.get(c).estimate(), rows);
      }
      columns.add(column(groups, c, distinct));
    }
    return new TableStats(rows, true, columns);
  }

  private static ColumnStats column(List<RowGroupMeta> groups, int column, long distinct) {
    Bounds bounds = new Bounds();
    for (RowGroupMeta group : groups) {
      ColumnChunkMeta chunk = group.columns().get(column);
      bounds.add(chunk.min(), chunk.max(), chunk.nulls(), group.rows());
    }
    return new ColumnStats(bounds.min, bounds.max, bounds.nulls, distinct);
  }

  /** What a root page says of a column of a leaf page. */
  public static RootPage.Zone zone(
      List<RowGroupMeta> groups, int column, @Nullable DistinctSketch sketch) {
    ColumnStats stats = column(groups, column, sketch == null ? -1 : sketch.estimate());
    return new RootPage.Zone(stats.min(), stats.max(), stats.nullCount(), stats.distinctEstimate());
  }

  /** Bounds of several parts: known when they are of each part that has values. */
  private static final class Bounds {
    private @Nullable Value min;
    private @Nullable Value max;
    private long nulls;
    private boolean any;

    void add(@Nullable Value low, @Nullable Value high, long partNulls, long rows) {
      nulls += partNulls;
      if (partNulls == rows) {
        return;
      }
      Value oldMin = min;
      Value oldMax = max;
      if (!any) {
        min = low;
        max = high;
      } else {
        min = low == null || oldMin == null ? null : order(low, oldMin) < 0 ? low : oldMin;
        max = high == null || oldMax == null ? null : order(high, oldMax) > 0 ? high : oldMax;
      }
      any = true;
    }

    private static int order(Value a, Value b) {
      return CompareKernels.compare(
          ConstantVector.of(a).value(), 0, ConstantVector.of(b).value(), 0);
    }
  }
}
