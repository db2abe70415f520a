// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.rowgroup;

import dev.eider.base.table.FetchPlan;
import dev.eider.base.table.FetchPlan.ByteRange;
import dev.eider.base.table.FetchedBytes;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.DictionaryVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.SequenceVector;
import dev.eider.base.vector.Vector;
import dev.eider.storage.encoding.ColumnChunk;
import dev.eider.storage.encoding.DecodeContext;
import dev.eider.storage.format.v1.ColumnChunkMeta;
import dev.eider.storage.format.v1.DamagedPackException;
import dev.eider.storage.format.v1.PackFormat;
import dev.eider.storage.format.v1.RowGroupMeta;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Some rows by their ids: only the vectors that hold them are fetched. Small chunks are fetched
 * whole, in one trip; of large ones first the prefix, which says where vectors are, then these.
 *
 * <p>Steps: {@link #firstPlan}, its bytes to {@link #secondPlan}, both bytes to {@link #read}. One
 * thread. Visibility is the caller's business.
 */
public final class RowFetch {
  /** A chunk of at most so many bytes is fetched whole: a second trip would take longer. */
  static final int WHOLE_BYTES = 256 << 10;

  private final StoredRowGroups stored;
  private final int[] columns;
  private final long[] rowIds;

  /** By row: its row group. */
  private final int[] groups;

  private final Map<Long, Opened> opened = new HashMap<>();

  /** The chunk of a column of a row group. */
  private static final class Opened {
    private @Nullable ColumnChunk chunk;

    /** What is fetched of it: begin in the chunk by vector; -1 stands for the whole chunk. */
    private final Map<Integer, ByteRange> ranges = new HashMap<>();
  }

  /**
   * A fetch.
   *
   * @param columns numbers of columns of {@code stored}, the one of row ids too
   * @param rowIds at most as many as a chunk has rows; each must be a row of a row group
   */
  public RowFetch(StoredRowGroups stored, int[] columns, long[] rowIds) {
    this.stored = stored;
    this.columns = columns.clone();
    this.rowIds = rowIds.clone();
    groups = new int[rowIds.length];
    for (int i = 0; i < rowIds.length; i++) {
      groups[i] = groupOf(rowIds[i]);
    }
  }

  private int groupOf(long row) {
    int low = 0;
    int high = stored.groups().size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      RowGroupMeta group = stored.groups().get(middle);
      if (row < group.firstRow()) {
        high = middle - 1;
      } else if (row >= group.firstRow() + group.rows()) {
        low = middle + 1;
      } else {
        return middle;
      }
    }
    throw new IllegalArgumentException("row " + row + " is in no row group");
  }

  private int vector(int row) {
    return (int) (rowIds[row] - stored.groups().get(groups[row]).firstRow())
        / PackFormat.VECTOR_ROWS;
  }

  private static long key(int group, int column) {
    return (long) group << 32 | column;
  }

  private boolean isStored(int column) {
    return column != stored.rowIdColumn();
  }

  /** What is fetched first. */
  public FetchPlan firstPlan() {
    List<ByteRange> ranges = new ArrayList<>();
    for (int column : columns) {
      for (int i = 0; i < rowIds.length && isStored(column); i++) {
        if (opened.containsKey(key(groups[i], column))) {
          continue;
        }
        Opened chunk = new Opened();
        opened.put(key(groups[i], column), chunk);
        ColumnChunkMeta meta = stored.chunk(groups[i], column);
        boolean whole = meta.length() <= WHOLE_BYTES;
        ByteRange range = stored.range(meta, 0, whole ? meta.length() : meta.prefixLength());
        chunk.ranges.put(-1, range);
        ranges.add(range);
      }
    }
    return new FetchPlan(ranges);
  }

  /**
   * What is fetched then, perhaps nothing.
   *
   * @param first the bytes of the first plan, ready
   */
  public FetchPlan secondPlan(FetchedBytes first, DecodeContext decoding) {
    List<ByteRange> ranges = new ArrayList<>();
    for (int column : columns) {
      for (int i = 0; i < rowIds.length && isStored(column); i++) {
        Opened known = chunk(groups[i], column);
        ColumnChunkMeta meta = stored.chunk(groups[i], column);
        ColumnChunk chunk = open(groups[i], column, first, decoding);
        int vector = vector(i);
        if (meta.length() > WHOLE_BYTES && !known.ranges.containsKey(vector)) {
          long from = chunk.rangeStart(vector);
          ByteRange range = stored.range(meta, from, chunk.rangeEnd(vector));
          known.ranges.put(vector, range);
          if (range.length() > 0) {
            ranges.add(range);
          }
        }
      }
    }
    return new FetchPlan(List.copyOf(new LinkedHashSet<>(ranges)));
  }

  private Opened chunk(int group, int column) {
    Opened known = opened.get(key(group, column));
    if (known == null) {
      throw new IllegalStateException("the first plan was not asked for");
    }
    return known;
  }

  private ColumnChunk open(int group, int column, FetchedBytes first, DecodeContext decoding) {
    Opened known = chunk(group, column);
    ColumnChunk chunk = known.chunk;
    ByteRange range = known.ranges.get(-1);
    if (chunk == null && range != null) {
      ColumnChunkMeta meta = stored.chunk(group, column);
      try {
        chunk =
            ColumnChunk.open(
                stored.type(column),
                stored.groups().get(group).rows(),
                meta.length(),
                first.get(range).asSlice(0, meta.prefixLength()),
                decoding);
      } catch (DamagedPackException e) {
        throw stored.damaged(group, column, e);
      }
      known.chunk = chunk;
    }
    if (chunk == null) {
      throw new IllegalStateException("the first plan was not asked for");
    }
    return chunk;
  }

  /**
   * The rows, in the order of their ids as given.
   *
   * @param second the bytes of the second plan, ready
   */
  public DataChunk read(FetchedBytes first, FetchedBytes second, DecodeContext decoding) {
    Vector[] made = new Vector[columns.length];
    for (int c = 0; c < columns.length; c++) {
      made[c] = isStored(columns[c]) ? column(columns[c], first, second, decoding) : rowIdColumn();
    }
    return new DataChunk(made, rowIds.length);
  }

  private LongVector rowIdColumn() {
    LongVector ids = new LongVector(LogicalType.BIGINT, Math.max(1, rowIds.length));
    for (int i = 0; i < rowIds.length; i++) {
      ids.set(i, rowIds[i]);
    }
    return ids;
  }

  private FlatVector column(
      int column, FetchedBytes first, FetchedBytes second, DecodeContext decoding) {
    LogicalType type = stored.type(column);
    FlatVector made = FlatVector.allocate(type, Math.max(1, rowIds.length));
    FlatVector target = FlatVector.allocate(type, PackFormat.VECTOR_ROWS);
    int[] codes = new int[PackFormat.VECTOR_ROWS];
    // Each vector once, whatever the order of the ids.
    TreeSet<Long> done = new TreeSet<>();
    for (int i = 0; i < rowIds.length; i++) {
      int vector = vector(i);
      if (!done.add((long) groups[i] << 32 | vector)) {
        continue;
      }
      Vector decoded = decode(column, i, vector, first, second, decoding, target, codes);
      RowGroupMeta group = stored.groups().get(groups[i]);
      long from = group.firstRow() + (long) vector * PackFormat.VECTOR_ROWS;
      for (int k = i; k < rowIds.length; k++) {
        if (groups[k] == groups[i] && vector(k) == vector) {
          copy(decoded, (int) (rowIds[k] - from), made, k);
        }
      }
    }
    return made;
  }

  private Vector decode(
      int column,
      int row,
      int vector,
      FetchedBytes first,
      FetchedBytes second,
      DecodeContext decoding,
      FlatVector target,
      int[] codes) {
    ColumnChunk chunk = open(groups[row], column, first, decoding);
    Opened known = chunk(groups[row], column);
    ByteRange part = known.ranges.get(vector);
    ByteRange whole = known.ranges.get(-1);
    try {
      if (part != null && part.length() > 0) {
        return chunk.read(vector, second.get(part), chunk.rangeStart(vector), target, codes);
      }
      if (whole == null) {
        throw new IllegalStateException("the first plan was not asked for");
      }
      return chunk.read(vector, first.get(whole), 0, target, codes);
    } catch (DamagedPackException e) {
      throw stored.damaged(groups[row], column, e);
    }
  }

  private static void copy(Vector from, int row, FlatVector to, int at) {
    switch (from) {
      case FlatVector flat -> to.copyRow(flat, row, at);
      case ConstantVector constant -> to.copyRow(constant.value(), 0, at);
      case DictionaryVector encoded -> to.copyRow(encoded.dictionary(), encoded.codes()[row], at);
      case SequenceVector s -> to.copyRow(s.flatten(row + 1), row, at);
    }
  }
}
