// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.rowgroup;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.ChunkReader;
import dev.eider.base.table.ColumnStats;
import dev.eider.base.table.FetchPlan;
import dev.eider.base.table.FetchPlan.ByteRange;
import dev.eider.base.table.FilterEvaluator;
import dev.eider.base.table.Pruner;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.ScanTask;
import dev.eider.base.table.Table.FilterSupport;
import dev.eider.base.table.TableScan;
import dev.eider.base.type.Value;
import dev.eider.storage.format.v1.ColumnChunkMeta;
import dev.eider.storage.format.v1.RowGroupMeta;
import dev.eider.storage.rowgroup.RowGroupTask.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A scan of row groups: one task a pack with a slice for each row group that may hold a row that is
 * wanted. A task's plan is the columns' chunks, those of filters first, neighbours joined. Shared
 * by all workers; the monitor guards the hand-out.
 */
public final class RowGroupScan implements TableScan {
  private final StoredRowGroups stored;
  private final ScanRequest request;
  private final ScanContext context;
  private final VisibleRows visible;
  private final MemoryReservation memory;

  /** Columns that filters look at, then the others that are yielded; without the row id. */
  private final int[] filterColumns;

  private final int[] lateColumns;

  private int nextGroup;
  private long nextIndex;
  private long handedOut;
  private boolean closed;

  /** A scan of what is visible of row groups. */
  public RowGroupScan(
      StoredRowGroups stored, ScanRequest request, ScanContext context, VisibleRows visible) {
    this.stored = stored;
    this.request = request;
    this.context = context;
    this.visible = visible;
    memory = context.memory().reserve("ROW_GROUP_READER");
    List<Integer> used = new ArrayList<>();
    for (ScanFilter filter : request.filters()) {
      FilterEvaluator.columnsOf(filter, used);
    }
    TreeSet<Integer> first = new TreeSet<>(used);
    TreeSet<Integer> late = new TreeSet<>();
    for (int column : request.columns()) {
      if (!first.contains(column)) {
        late.add(column);
      }
    }
    filterColumns = stored(first);
    lateColumns = stored(late);
  }

  private int[] stored(TreeSet<Integer> columns) {
    columns.remove(stored.rowIdColumn());
    int[] array = new int[columns.size()];
    int i = 0;
    for (int column : columns) {
      array[i++] = column;
    }
    return array;
  }

  /** How far a scan goes with a filter. */
  public static FilterSupport supports(ScanFilter filter) {
    if (filter instanceof ScanFilter.Runtime) {
      return FilterSupport.PRUNING;
    }
    return FilterEvaluator.supported(filter) ? FilterSupport.EXACT : FilterSupport.NONE;
  }

  StoredRowGroups stored() {
    return stored;
  }

  ScanRequest request() {
    return request;
  }

  ScanContext context() {
    return context;
  }

  VisibleRows visible() {
    return visible;
  }

  MemoryReservation memory() {
    return memory;
  }

  int[] filterColumns() {
    return filterColumns;
  }

  int[] lateColumns() {
    return lateColumns;
  }

  @Override
  public synchronized @Nullable ScanTask nextTask() {
    if (closed || request.filters().isEmpty() && isSatisfied()) {
      return null;
    }
    List<Integer> groups = new ArrayList<>();
    int pack = -1;
    while (nextGroup < stored.groups().size()) {
      int at = pack(nextGroup);
      if (!groups.isEmpty() && at != pack) {
        break;
      }
      int group = nextGroup++;
      if (mayMatch(group)) {
        pack = at;
        groups.add(group);
        handedOut += stored.groups().get(group).rows();
        if (request.filters().isEmpty() && isSatisfied()) {
          break;
        }
      }
    }
    return groups.isEmpty() ? null : task(groups);
  }

  /** Whether the rows handed out are enough; those that are not visible may not be counted. */
  private boolean isSatisfied() {
    return request.limit() >= 0 && visible == VisibleRows.ALL && handedOut >= request.limit();
  }

  private int pack(int group) {
    return stored.columns().isEmpty() ? 0 : stored.chunk(group, 0).pack();
  }

  private boolean mayMatch(int group) {
    RowGroupMeta meta = stored.groups().get(group);
    return Pruner.mayMatch(
        request.filters(),
        column ->
            column == stored.rowIdColumn()
                ? rowIds(meta.firstRow(), meta.rows())
                : meta.columns().get(column).stats(),
        meta.rows());
  }

  /** What is known of the ids of consecutive rows. */
  static ColumnStats rowIds(long first, int rows) {
    return new ColumnStats(Value.of(first), Value.of(first + rows - 1), 0, rows);
  }

  private ScanTask task(List<Integer> groups) {
    Piece[][] pieces = new Piece[groups.size()][stored.columns().size()];
    List<ByteRange> ranges = new ArrayList<>();
    for (int column : filterColumns) {
      join(column, groups, ranges, pieces);
    }
    for (int column : lateColumns) {
      join(column, groups, ranges, pieces);
    }
    FetchPlan plan = new FetchPlan(ranges);
    List<RowGroupTask> slices = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      slices.add(new RowGroupTask(nextIndex++, groups.get(i), plan, pieces[i]));
    }
    return slices.size() == 1
        ? slices.getFirst()
        : new RowGroupTask.OfPack(slices.getFirst().index(), plan, slices);
  }

  /** Adds the ranges of a column's chunks, those that touch as one. */
  private void join(int column, List<Integer> groups, List<ByteRange> ranges, Piece[][] pieces) {
    int from = 0;
    while (from < groups.size()) {
      ColumnChunkMeta first = stored.chunk(groups.get(from), column);
      long end = first.offset() + first.length();
      int to = from + 1;
      while (to < groups.size()) {
        ColumnChunkMeta next = stored.chunk(groups.get(to), column);
        if (next.pack() != first.pack() || next.offset() != end) {
          break;
        }
        stored.range(next, 0, next.length());
        end += next.length();
        to++;
      }
      ByteRange one = stored.range(first, 0, first.length());
      ByteRange range = new ByteRange(one.object(), one.offset(), end - first.offset());
      ranges.add(range);
      for (int i = from; i < to; i++) {
        long at = stored.chunk(groups.get(i), column).offset() - first.offset();
        pieces[i][column] = new Piece(range, at);
      }
      from = to;
    }
  }

  @Override
  public ChunkReader newReader() {
    return new RowGroupReader(this);
  }

  @Override
  public synchronized double progress() {
    int groups = stored.groups().size();
    return groups == 0 ? 1 : (double) nextGroup / groups;
  }

  @Override
  public int maxTasks() {
    return Math.max(1, stored.groups().size());
  }

  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    memory.close();
  }
}
