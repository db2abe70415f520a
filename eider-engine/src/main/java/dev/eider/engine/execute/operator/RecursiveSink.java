// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.hash.GroupTable;
import dev.eider.engine.execute.pipeline.Pipeline;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.Sink;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.ChunkCollection;
import dev.eider.engine.execute.row.ColumnStore;
import dev.eider.engine.execute.row.MemoryShare;
import dev.eider.engine.execute.row.StoredRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A recursive CTE: takes the anchor's rows, then runs the step again and again on the rows of the
 * last round until a round adds nothing. UNION keeps rows that were not seen before; with keys a
 * row replaces the earlier one of its key.
 *
 * <p>With keys {@link #finish} runs all rounds, else the reader of {@link #source} runs each when
 * it has read the rows of the one before. Only that one thread touches the mutable fields; the
 * step's pipelines read {@code working} and {@code result} while it waits for them.
 */
public final class RecursiveSink implements Sink {
  private static final String COMPONENT = "RECURSIVE_CTE";

  private final List<LogicalType> types;
  private final boolean all;
  private final int[] keys;
  private final boolean keepsAll;
  private final StepFactory factory;
  private final CollectSink anchor;
  private @Nullable MemoryShare share;
  private @Nullable SpillingRows working;
  private @Nullable SpillingRows result;
  private @Nullable GroupTable seen;
  private @Nullable ColumnStore latest;
  private long charged;

  /** Makes the pipelines of one more round. */
  @FunctionalInterface
  public interface StepFactory {
    Step next(Supplier<StoredRows> working, Supplier<StoredRows> soFar);
  }

  /** One round: pipelines of which the last fills {@code rows}. */
  public record Step(List<Pipeline> pipelines, CollectSink rows) {}

  /**
   * A recursion.
   *
   * @param keys column positions, none for an ordinary recursion
   * @param keepsAll whether the step reads the rows of all rounds so far
   */
  public RecursiveSink(
      List<LogicalType> types, boolean all, int[] keys, boolean keepsAll, StepFactory factory) {
    this.types = List.copyOf(types);
    this.all = all;
    this.keys = keys;
    this.keepsAll = keepsAll;
    this.factory = factory;
    this.anchor = new CollectSink(types, COMPONENT);
  }

  @Override
  public Sink.Worker newWorker(WorkerContext context) {
    return anchor.newWorker(context);
  }

  @Override
  public void finish(QueryContext context) {
    anchor.finish(context);
    MemoryShare opened = new MemoryShare(context.memory(), COMPONENT, context.threads());
    share = opened;
    result = new SpillingRows(types, COMPONENT, opened, context);
    if (!all || keys.length > 0) {
      List<LogicalType> keyTypes = new ArrayList<>();
      for (int column : keyColumns()) {
        keyTypes.add(types.get(column));
      }
      seen = new GroupTable(keyTypes);
    }
    if (keys.length > 0) {
      latest = new ColumnStore(types, opened.memory());
    }
    working = accept(anchor.rows(), opened, context);
    anchor.close();
    while (keys.length > 0 && nextRound(context)) {
      context.checkInterrupted();
    }
  }

  /**
   * Runs one more round on the rows of the last one; false when there is nothing more. Without keys
   * the rows of the last round are read before.
   */
  boolean nextRound(QueryContext context) {
    SpillingRows last = Objects.requireNonNull(working);
    if (last.rows().rows() == 0) {
      return false;
    }
    MemoryShare open = Objects.requireNonNull(share);
    Step step = factory.next(this::working, this::rows);
    SpillingRows next;
    try {
      context.runPipelines(step.pipelines());
      next = accept(step.rows().rows(), open, context);
    } finally {
      step.rows().close();
    }
    last.close();
    working = next;
    GroupTable table = seen;
    if (table != null && table.bytes() > charged) {
      open.memory().grow(table.bytes() - charged);
      charged = table.bytes();
    }
    return next.rows().rows() > 0;
  }

  private int[] keyColumns() {
    if (keys.length > 0) {
      return keys;
    }
    int[] columns = new int[types.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = i;
    }
    return columns;
  }

  /** Adds a round's rows to the result; answers those the next round works on. */
  private SpillingRows accept(StoredRows round, MemoryShare open, QueryContext query) {
    SpillingRows fresh = new SpillingRows(types, COMPONENT, open, query);
    boolean complete = false;
    try {
      accept(round, fresh);
      finishRound(fresh, open, query);
      complete = true;
      return fresh;
    } finally {
      if (!complete) {
        fresh.close();
      }
    }
  }

  private void accept(StoredRows round, SpillingRows fresh) {
    StoredRows.Reader reader = round.newReader();
    int[] groupOf = new int[Vector.CAPACITY];
    int[] selection = new int[Vector.CAPACITY];
    for (int c = 0; c < round.chunkCount(); c++) {
      DataChunk chunk = reader.read(c);
      FlatVector[] columns = new FlatVector[types.size()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = chunk.flat(i);
      }
      int count = chunk.size();
      GroupTable table = seen;
      if (table == null) {
        for (int i = 0; i < count; i++) {
          selection[i] = i;
        }
      } else {
        int[] by = keyColumns();
        FlatVector[] keyed = new FlatVector[by.length];
        for (int k = 0; k < by.length; k++) {
          keyed[k] = columns[by[k]];
        }
        int before = table.groups();
        table.findGroups(keyed, count, groupOf);
        count =
            latest == null
                ? selectFresh(groupOf, count, before, selection)
                : replace(latest, columns, groupOf, count, before, selection);
      }
      fresh.appendSelected(columns, selection, count, 0);
    }
  }

  /** Brings what is known of all rounds up to date. */
  private void finishRound(SpillingRows fresh, MemoryShare open, QueryContext query) {
    ColumnStore current = latest;
    if (current != null) {
      rebuild(current, open, query);
    } else if (keepsAll) {
      SpillingRows total = Objects.requireNonNull(result);
      ChunkCollection added = fresh.rows();
      StoredRows.Reader from = added.newReader();
      for (int c = 0; c < added.chunkCount(); c++) {
        DataChunk chunk = from.read(c);
        total.append(chunk.columns(), 0, chunk.size(), 0);
      }
    }
  }

  /** Rows whose group is new, the first of each. */
  private static int selectFresh(int[] groupOf, int count, int before, int[] selection) {
    int next = before;
    int fresh = 0;
    for (int i = 0; i < count; i++) {
      if (groupOf[i] == next) {
        selection[fresh++] = i;
        next++;
      }
    }
    return fresh;
  }

  /** Puts rows in the place of their key; selects those that change something. */
  private int replace(
      ColumnStore current,
      FlatVector[] columns,
      int[] groupOf,
      int count,
      int before,
      int[] selection) {
    int known = before;
    int changed = 0;
    for (int i = 0; i < count; i++) {
      int group = groupOf[i];
      boolean differs = all || group >= known;
      for (int c = 0; c < columns.length && !differs; c++) {
        differs = !CompareKernels.sameValue(columns[c], i, current.column(c), group);
      }
      if (differs) {
        current.set(group, columns, i);
        selection[changed++] = i;
      }
      known = Math.max(known, group + 1);
    }
    return changed;
  }

  private void rebuild(ColumnStore current, MemoryShare open, QueryContext query) {
    Objects.requireNonNull(result).close();
    SpillingRows total = new SpillingRows(types, COMPONENT, open, query);
    // Before it is filled: whoever closes this sink closes it too.
    result = total;
    for (int from = 0; from < current.rows(); from += Vector.CAPACITY) {
      total.append(current.columns(), from, Math.min(Vector.CAPACITY, current.rows() - from), 0);
    }
  }

  StoredRows working() {
    SpillingRows rows = working;
    if (rows == null) {
      throw new IllegalStateException("no round is running");
    }
    return rows.rows();
  }

  private StoredRows rows() {
    SpillingRows rows = result;
    if (rows == null) {
      throw new IllegalStateException("the recursion is not finished");
    }
    return rows.rows();
  }

  /** All rows: with keys the last of each, else in the order of rounds. */
  public Source source() {
    return keys.length > 0 ? new CollectionSource(this::rows) : new RecursiveSource(this);
  }

  @Override
  public void close() {
    anchor.close();
    if (working != null) {
      working.close();
      working = null;
    }
    if (result != null) {
      result.close();
      result = null;
    }
    if (share != null) {
      share.close();
      share = null;
    }
  }
}
