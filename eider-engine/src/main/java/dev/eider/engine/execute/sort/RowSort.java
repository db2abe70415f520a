// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.sort;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.memory.SpillFile;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.row.MemoryShare;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One sort of one query: workers add rows ({@link Local}), {@link #finish} sorts, then the rows are
 * read from {@link #sorted} or, when memory did not suffice, from {@link #newMerge}.
 *
 * <p>A worker whose sort holds more than the arbiter grants sorts what it has and writes it out as
 * a run; the runs carry the input order as a last column, so that merging is as stable as sorting.
 *
 * <p>{@code runs} and {@code rows} are guarded by {@code this} until {@link #finish} has ended;
 * after it nothing changes.
 */
public final class RowSort implements OrderedRows, AutoCloseable {
  /** Rows a worker keeps in memory at most, and all of them: addresses have 31 bits. */
  private static final long MAX_LOCAL_ROWS = 1L << 28;

  private static final long MAX_ROWS = 1L << 30;

  /** Runs merged at once at most; more readers only cost cache misses. */
  private static final int MAX_FAN_IN = 128;

  private final List<LogicalType> types;
  private final List<LogicalType> spilledTypes;
  private final RowOrdering order;
  private final RowOrdering spilledOrder;
  private final QueryContext query;
  private final String component;
  private final MemoryReservation memory;
  private final MemoryShare share;
  private final List<Local> locals = new ArrayList<>();
  private List<SpilledRun> runs = new ArrayList<>();
  private @Nullable RowSegments rows;
  private @Nullable SortedRows sorted;

  /**
   * A sort of rows with these columns.
   *
   * @param component the word for memory and spill files, such as {@code ORDER_BY}
   */
  public RowSort(List<LogicalType> types, RowOrdering order, QueryContext query, String component) {
    this.types = List.copyOf(types);
    this.order = order;
    this.query = query;
    this.component = component;
    share = new MemoryShare(query.memory(), component, query.threads());
    memory = share.memory();
    List<LogicalType> longer = new ArrayList<>(types);
    longer.add(LogicalType.HUGEINT);
    spilledTypes = List.copyOf(longer);
    spilledOrder = order.then(types.size());
  }

  public List<LogicalType> types() {
    return types;
  }

  public RowOrdering order() {
    return order;
  }

  /** The reservation that holds the rows; users of the sort may charge what they add. */
  public MemoryReservation memory() {
    return memory;
  }

  public synchronized Local newLocal() {
    Local local = new Local();
    locals.add(local);
    return local;
  }

  /** Sorts. All workers have ended. */
  public void finish() {
    RowSegments all = new RowSegments(types, memory);
    long total = 0;
    for (Local local : locals) {
      total += local.rows.rows();
    }
    if (!runs.isEmpty() || total > MAX_ROWS) {
      query.runParallel(locals.size(), index -> locals.get(index).spill());
      reduceRuns();
    } else {
      for (Local local : locals) {
        all.take(local.rows);
      }
      sorted = RowSorter.sort(all, order, Tasks.parallel(query));
    }
    locals.clear();
    rows = all;
  }

  /** Merges runs until the rest can be merged at once. */
  private void reduceRuns() {
    while (true) {
      long chunk = 1;
      for (SpilledRun run : runs) {
        chunk = Math.max(chunk, run.largestChunk());
      }
      // A reader holds a chunk as bytes and as vectors.
      long wanted = 4 * chunk * runs.size();
      // The other half is for whoever reads the merge.
      long granted = share.request(2 * wanted) / 2;
      int fanIn = (int) Math.max(2, Math.min(MAX_FAN_IN, granted / (4 * chunk)));
      if (runs.size() <= fanIn) {
        memory.resize(Math.min(wanted, granted));
        return;
      }
      List<SpilledRun> some = new ArrayList<>(runs.subList(0, fanIn));
      RunMerge merge = new RunMerge(some, spilledOrder, spilledTypes, spilledTypes.size());
      SpilledRun longer = new SpilledRun(spilledTypes, query.spill().create(component));
      runs.add(longer);
      while (true) {
        query.checkInterrupted();
        DataChunk next = merge.next();
        if (next.size() == 0) {
          break;
        }
        longer.append(next);
      }
      runs = new ArrayList<>(runs.subList(fanIn, runs.size()));
      for (SpilledRun run : some) {
        run.close();
      }
    }
  }

  @Override
  public boolean isSpilled() {
    return sorted == null;
  }

  @Override
  public SortedRows sorted() {
    SortedRows result = sorted;
    if (result == null) {
      throw new IllegalStateException("the sort is not finished or has spilled");
    }
    return result;
  }

  @Override
  public RunMerge newMerge(int columns) {
    return new RunMerge(runs, spilledOrder, spilledTypes, columns);
  }

  @Override
  public long rowCount() {
    if (sorted != null) {
      return sorted.rows();
    }
    long count = 0;
    for (SpilledRun run : runs) {
      count += run.rows();
    }
    return count;
  }

  @Override
  public void close() {
    for (SpilledRun run : runs) {
      run.close();
    }
    runs = new ArrayList<>();
    rows = null;
    share.close();
  }

  /** One worker's rows. One thread at a time. */
  public final class Local {
    private final RowSegments rows = new RowSegments(types, memory);
    private long asked;
    private long sequence;

    private Local() {}

    /** Copies rows {@code [0, count)}; batches ascend. */
    public void append(Vector[] columns, int count, long batch) {
      boolean granted = rows.append(columns, count, batch);
      if (!granted) {
        spill();
      } else if (rows.bytes() - asked >= MemoryShare.ASK_EVERY || rows.rows() >= MAX_LOCAL_ROWS) {
        ask();
      }
    }

    private void ask() {
      asked = rows.bytes();
      if (share.mustSpill(rows.bytes()) || rows.rows() >= MAX_LOCAL_ROWS) {
        spill();
      }
    }

    /** Writes the rows as a sorted run and starts again. */
    private void spill() {
      if (rows.rows() == 0) {
        return;
      }
      Tasks tasks = Tasks.serial(query);
      SortedRows inOrder = RowSorter.sort(rows, order, tasks);
      SpillFile file = query.spill().create(component);
      SpilledRun run;
      try {
        run = SpilledRun.write(spilledTypes, rows, inOrder, sequence, file, tasks);
      } catch (RuntimeException | Error e) {
        // No run holds the file yet: nobody else would remove it.
        file.close();
        throw e;
      }
      synchronized (RowSort.this) {
        runs.add(run);
      }
      sequence += rows.addressSpace();
      rows.clear();
      asked = 0;
    }
  }
}
