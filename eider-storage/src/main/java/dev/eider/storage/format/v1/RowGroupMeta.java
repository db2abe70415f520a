// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import java.util.ArrayList;
import java.util.List;

/**
 * A row group: consecutive rows of a table, each column of which is a chunk.
 *
 * @param firstRow the id of its first row; the others follow
 * @param rows 1 to {@link PackFormat#ROW_GROUP_ROWS}
 * @param columns by column of whoever lists the row group
 */
public record RowGroupMeta(long firstRow, int rows, List<ColumnChunkMeta> columns) {
  public RowGroupMeta {
    columns = List.copyOf(columns);
  }

  /** The same row group with other row ids. */
  public RowGroupMeta startingAt(long row) {
    return new RowGroupMeta(row, rows, columns);
  }

  /** The same row group, all of it in a pack of another number. */
  public RowGroupMeta inPack(int number) {
    List<ColumnChunkMeta> moved = new ArrayList<>();
    for (ColumnChunkMeta column : columns) {
      moved.add(column.inPack(number));
    }
    return new RowGroupMeta(firstRow, rows, moved);
  }
}
