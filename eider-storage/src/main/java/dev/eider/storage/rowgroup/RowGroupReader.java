// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.rowgroup;

import dev.eider.base.table.ChunkReader;
import dev.eider.base.table.FetchedBytes;
import dev.eider.base.table.FilterEvaluator;
import dev.eider.base.table.Pruner;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.ScanTask;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.SequenceVector;
import dev.eider.base.vector.Vector;
import dev.eider.storage.encoding.DecodeContext;
import dev.eider.storage.format.v1.PackFormat;
import dev.eider.storage.format.v1.RowGroupMeta;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads row groups for one worker, vector by vector: vectors that cannot match by their bounds are
 * passed over, the columns of filters are decoded, filters applied, what is not visible left out,
 * and the other columns decoded where a row is left.
 */
final class RowGroupReader implements ChunkReader {
  private final RowGroupScan scan;
  private final StoredRowGroups stored;
  private final List<ScanFilter> conditions;
  private final FilterEvaluator filters;
  private final boolean filtered;
  private final boolean filtersRowId;
  private final int[] outputs;
  private final DecodeContext decoding = new DecodeContext();

  /** By column of the table; null where it is not needed. */
  private final @Nullable StoredColumn[] columns;

  private final @Nullable Vector[] current;
  private final int[] selection = new int[Math.max(Vector.CAPACITY, PackFormat.VECTOR_ROWS)];
  private final DataChunk chunk;
  private final LongVector rowIds =
      new LongVector(LogicalType.BIGINT, Math.max(Vector.CAPACITY, PackFormat.VECTOR_ROWS));

  private @Nullable RowGroupTask task;
  private long firstRow;
  private int groupRows;
  private int vector;

  /** The next row of the vector, which is read in pieces where chunks are small. */
  private int from;

  private long rowsGiven;

  RowGroupReader(RowGroupScan scan) {
    this.scan = scan;
    stored = scan.stored();
    conditions = scan.request().filters();
    filters = new FilterEvaluator(conditions);
    filtered = !conditions.isEmpty();
    outputs = scan.request().columns();
    int count = stored.columns().size() + 1;
    columns = new StoredColumn[count];
    current = new Vector[count];
    for (int column : scan.filterColumns()) {
      columns[column] =
          new StoredColumn(
              stored,
              column,
              FilterEvaluator.takesEntries(conditions, column),
              decoding,
              scan.memory());
    }
    for (int column : scan.lateColumns()) {
      columns[column] = new StoredColumn(stored, column, false, decoding, scan.memory());
    }
    boolean onRowId = false;
    List<Integer> used = new ArrayList<>();
    for (ScanFilter filter : conditions) {
      FilterEvaluator.columnsOf(filter, used);
    }
    for (int column : used) {
      onRowId |= column == stored.rowIdColumn();
    }
    filtersRowId = onRowId;
    chunk = new DataChunk(new Vector[outputs.length], 0);
  }

  @Override
  public void start(ScanTask next, FetchedBytes bytes) {
    RowGroupTask started = (RowGroupTask) next;
    RowGroupMeta meta = stored.groups().get(started.group());
    task = started;
    firstRow = meta.firstRow();
    groupRows = meta.rows();
    vector = 0;
    from = 0;
    rowsGiven = 0;
    for (int c = 0; c < columns.length - 1; c++) {
      StoredColumn column = columns[c];
      RowGroupTask.Piece piece = started.pieces()[c];
      if (column != null && piece != null) {
        column.start(started.group(), piece, bytes);
      }
    }
  }

  private StoredColumn column(int number) {
    StoredColumn column = columns[number];
    if (column == null) {
      throw new IllegalStateException("column " + number + " is not planned");
    }
    return column;
  }

  @Override
  public Status next() {
    RowGroupTask started = task;
    if (started == null) {
      return Status.END;
    }
    long limit = scan.request().limit();
    while ((long) vector * PackFormat.VECTOR_ROWS < groupRows && (limit < 0 || rowsGiven < limit)) {
      scan.context().checkInterrupted();
      int rows = Math.min(PackFormat.VECTOR_ROWS, groupRows - vector * PackFormat.VECTOR_ROWS);
      if (from == 0 && filtered && !mayMatch(rows)) {
        vector++;
        continue;
      }
      int count = Math.min(rows - from, Vector.CAPACITY);
      int left = select(started.group(), count);
      if (left > 0) {
        if (limit >= 0) {
          left = (int) Math.min(left, limit - rowsGiven);
        }
        make(count, left);
        rowsGiven += left;
        chunk.setSize(left);
      }
      from += count;
      if (from == rows) {
        vector++;
        from = 0;
      }
      if (left > 0) {
        return Status.CHUNK;
      }
    }
    task = null;
    return Status.END;
  }

  /** Whether a row of the vector may match by the vector's bounds. */
  private boolean mayMatch(int rows) {
    long first = firstRow + (long) vector * PackFormat.VECTOR_ROWS;
    return Pruner.mayMatch(
        conditions,
        column ->
            column == stored.rowIdColumn()
                ? RowGroupScan.rowIds(first, rows)
                : column(column).statistics(vector),
        rows);
  }

  /** Decodes filter columns; answers how many rows are left, which {@link #selection} lists. */
  private int select(int group, int count) {
    long[] visible = scan.visible().visible(group, vector);
    int left = count;
    if (filtered) {
      if (visible != null && !any(visible, count)) {
        return 0;
      }
      for (int column : scan.filterColumns()) {
        current[column] = column(column).read(vector, from, count);
      }
      if (filtersRowId) {
        current[stored.rowIdColumn()] = sequence();
      }
      left = filters.select(current, count, selection);
    } else {
      for (int i = 0; i < count; i++) {
        selection[i] = i;
      }
    }
    if (visible == null) {
      return left;
    }
    int kept = 0;
    for (int i = 0; i < left; i++) {
      int row = selection[i] + from;
      selection[kept] = selection[i];
      kept += (int) (visible[row >> 6] >>> row & 1);
    }
    return kept;
  }

  private boolean any(long[] visible, int count) {
    for (int row = from; row < from + count; row++) {
      if ((visible[row >> 6] >>> row & 1) != 0) {
        return true;
      }
    }
    return false;
  }

  private SequenceVector sequence() {
    long first = firstRow + (long) vector * PackFormat.VECTOR_ROWS + from;
    return new SequenceVector(LogicalType.BIGINT, first, 1);
  }

  /** Makes the chunk of the first {@code left} rows selected. */
  private void make(int count, int left) {
    for (int i = 0; i < outputs.length; i++) {
      int number = outputs[i];
      chunk.setColumn(
          i,
          number == stored.rowIdColumn()
              ? ids(count, left)
              : column(number).take(vector, from, count, selection, left));
    }
  }

  private Vector ids(int count, int left) {
    SequenceVector all = sequence();
    if (left == count) {
      return all;
    }
    rowIds.reset();
    long[] values = rowIds.values();
    for (int i = 0; i < left; i++) {
      values[i] = all.start() + selection[i];
    }
    return rowIds;
  }

  @Override
  public DataChunk chunk() {
    return chunk;
  }

  @Override
  public void close() {
    task = null;
    for (StoredColumn column : columns) {
      if (column != null) {
        column.close();
      }
    }
    decoding.close();
  }
}
