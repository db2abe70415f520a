// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.rowgroup;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.table.FetchPlan.ByteRange;
import dev.eider.base.table.ObjectVersion;
import dev.eider.base.type.LogicalType;
import dev.eider.storage.format.v1.ColumnChunkMeta;
import dev.eider.storage.format.v1.DamagedPackException;
import dev.eider.storage.format.v1.PackColumn;
import dev.eider.storage.format.v1.RowGroupMeta;
import java.util.List;

/**
 * Row groups of a table in their packs, in the order of their rows.
 *
 * @param columns by number; a number behind the last one means the row id
 * @param packs by the numbers that the chunks' metadata have
 */
public record StoredRowGroups(
    List<PackColumn> columns, List<ObjectVersion> packs, List<RowGroupMeta> groups) {
  public StoredRowGroups {
    columns = List.copyOf(columns);
    packs = List.copyOf(packs);
    groups = List.copyOf(groups);
  }

  /** The number of the column of row ids. */
  public int rowIdColumn() {
    return columns.size();
  }

  LogicalType type(int column) {
    return column == rowIdColumn() ? LogicalType.BIGINT : columns.get(column).type();
  }

  ColumnChunkMeta chunk(int group, int column) {
    return groups.get(group).columns().get(column);
  }

  /** Bytes {@code [from, to)} of a chunk. */
  ByteRange range(ColumnChunkMeta chunk, long from, long to) {
    ObjectVersion object = packs.get(chunk.pack());
    long end = chunk.offset() + chunk.length();
    if (end > object.size()) {
      throw new EiderException(
          ErrorType.SERIALIZATION,
          "\""
              + object.address()
              + "\" is too short: expected at least "
              + end
              + " bytes, seen "
              + object.size()
              + ". Put the object back from a copy");
    }
    return new ByteRange(object, chunk.offset() + from, to - from);
  }

  /** The error for bytes of a chunk that are not what was written. */
  EiderException damaged(int group, int column, DamagedPackException e) {
    RowGroupMeta meta = groups.get(group);
    ColumnChunkMeta chunk = meta.columns().get(column);
    ObjectVersion object = packs.get(chunk.pack());
    return new EiderException(
        ErrorType.SERIALIZATION,
        "\""
            + object.address()
            + "\" is damaged at byte "
            + (chunk.offset() + e.offset())
            + ", in column "
            + columns.get(column).id()
            + " of rows "
            + meta.firstRow()
            + " to "
            + (meta.firstRow() + meta.rows() - 1)
            + ": "
            + e.detail()
            + ". Put the object back from a copy; other row groups can still be read",
        e);
  }
}
