// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Columns and row groups as bytes, column by column: the directory of a pack, and the greater part
 * of a leaf page.
 */
public record RowGroupTable(List<PackColumn> columns, List<RowGroupMeta> groups) {
  private static final int COLUMNS_MAX = 1 << 20;
  private static final int GROUPS_MAX = 1 << 20;

  public RowGroupTable {
    columns = List.copyOf(columns);
    groups = List.copyOf(groups);
    for (RowGroupMeta group : groups) {
      if (group.columns().size() != columns.size()) {
        throw new IllegalArgumentException(
            group.columns().size() + " chunks for " + columns.size() + " columns");
      }
    }
  }

  /** Writes it. */
  public void write(PackOutput out) {
    out.varint(columns.size());
    for (PackColumn column : columns) {
      out.varint(column.id());
      TypeCodec.write(column.type(), out);
    }
    out.varint(groups.size());
    long next = 0;
    for (RowGroupMeta group : groups) {
      out.zigzag(group.firstRow() - next);
      out.varint(group.rows());
      next = group.firstRow() + group.rows();
    }
    for (int c = 0; c < columns.size(); c++) {
      long end = 0;
      for (RowGroupMeta group : groups) {
        ColumnChunkMeta chunk = group.columns().get(c);
        out.varint(chunk.pack());
        out.zigzag(chunk.offset() - end);
        out.varint(chunk.length());
        out.varint(chunk.prefixLength());
        out.u8(chunk.encoding());
        out.varint(chunk.nulls());
        out.varint(chunk.distinct() + 1);
        ValueCodec.write(chunk.min(), out);
        ValueCodec.write(chunk.max(), out);
        end = chunk.offset() + chunk.length();
      }
    }
  }

  /** Reads it. */
  public static RowGroupTable read(PackInput in) {
    int width = in.count("a number of columns", Math.min(COLUMNS_MAX, in.remaining()));
    List<PackColumn> columns = new ArrayList<>();
    for (int c = 0; c < width; c++) {
      int id = in.count("the number of a column", Integer.MAX_VALUE);
      columns.add(new PackColumn(id, TypeCodec.read(in)));
    }
    int count = in.count("a number of row groups", Math.min(GROUPS_MAX, in.remaining()));
    long[] first = new long[count];
    int[] rows = new int[count];
    long next = 0;
    for (int g = 0; g < count; g++) {
      first[g] = next + in.zigzag();
      rows[g] = in.count("rows of a row group", PackFormat.ROW_GROUP_ROWS);
      if (rows[g] == 0) {
        throw in.damaged("a row group with rows", 0);
      }
      next = first[g] + rows[g];
    }
    List<List<ColumnChunkMeta>> chunks = new ArrayList<>();
    for (int g = 0; g < count; g++) {
      chunks.add(new ArrayList<>());
    }
    for (int c = 0; c < width; c++) {
      LogicalType type = columns.get(c).type();
      long end = 0;
      for (int g = 0; g < count; g++) {
        ColumnChunkMeta chunk = readChunk(in, type, end, rows[g]);
        chunks.get(g).add(chunk);
        end = chunk.offset() + chunk.length();
      }
    }
    List<RowGroupMeta> groups = new ArrayList<>();
    for (int g = 0; g < count; g++) {
      groups.add(new RowGroupMeta(first[g], rows[g], chunks.get(g)));
    }
    return new RowGroupTable(columns, groups);
  }

  private static ColumnChunkMeta readChunk(PackInput in, LogicalType type, long end, int rows) {
    int pack = in.count("the number of a pack", Integer.MAX_VALUE);
    long offset = end + in.zigzag();
    int length = in.count("the length of a chunk", Integer.MAX_VALUE);
    int prefix = in.count("the length of a prefix", length);
    if (offset < 0) {
      throw in.damaged("a place in the pack", offset);
    }
    int encoding = in.u8();
    long nulls = in.count("a number of NULLs", rows);
    long distinct = in.varint() - 1;
    Value min = ValueCodec.read(type, in);
    Value max = ValueCodec.read(type, in);
    return new ColumnChunkMeta(pack, offset, length, prefix, encoding, min, max, nulls, distinct);
  }
}
