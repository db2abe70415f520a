// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.hash;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.memory.TemporaryMemory;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.row.Columns;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An aggregation that several workers fill.
 *
 * <p>Each worker ({@link Local}) has a small table of its own. While that is enough (few groups, or
 * many rows a group) nothing is shared until the end. When a local table fills up without reducing
 * its input, all workers switch to partitions: rows are buffered by the upper bits of their hash
 * and each full buffer is added to the partition's table under the partition's lock, so that every
 * group lives once and each table stays small. A partition whose turn it is while memory is short
 * writes its table to a spill file as a run and starts anew; runs are merged when the partition is
 * read.
 *
 * <p>{@code partitions} is set once under {@code this} and read by all; a partition is guarded by
 * itself; {@code locals} by {@code this}.
 */
public final class PartitionedAggregation implements AutoCloseable {
  /** Groups of a local table: keys, states and slots of so many fit the second-level cache. */
  static final int LOCAL_GROUPS = Integer.getInteger("eider.local_groups", 1 << 14);

  /** Rows a group below which a local table is not worth its time. */
  private static final int WORTHWHILE_REDUCTION = 4;

  /** Bytes below which a partition is not worth a run, unless memory is really out. */
  private static final long LEAST_RUN = 64 << 10;

  static final int PARTITION_BITS = 6;
  static final int PARTITIONS = 1 << PARTITION_BITS;

  /** Rows buffered by partition and worker. */
  static final int BUFFER_ROWS = Math.min(512, Vector.CAPACITY);

  private final List<LogicalType> keyTypes;
  private final List<LogicalType> payloadTypes;
  private final List<AggregateInput> inputs;
  private final QueryContext query;
  private final MemoryReservation memory;
  private final TemporaryMemory.Claim claim;
  private final List<AggregationTable> locals = new ArrayList<>();
  private volatile AggregationPartition @Nullable [] partitions;

  /**
   * An empty aggregation.
   *
   * @param payloadTypes types of a payload row: keys first
   */
  public PartitionedAggregation(
      List<LogicalType> keyTypes,
      List<LogicalType> payloadTypes,
      List<AggregateInput> inputs,
      QueryContext query) {
    this.keyTypes = List.copyOf(keyTypes);
    this.payloadTypes = List.copyOf(payloadTypes);
    this.inputs = List.copyOf(inputs);
    this.query = query;
    this.memory = query.memory().reserve("HASH_TABLE");
    this.claim = query.memory().temporary().register("HASH_TABLE", 0);
  }

  public List<LogicalType> keyTypes() {
    return keyTypes;
  }

  /** A worker's part. */
  public Local newLocal() {
    return new Local();
  }

  /** Merges the local tables; called once, after every local was handed in. */
  public void finish() {
    AggregationPartition[] split = partitions;
    if (split != null) {
      for (AggregationPartition partition : split) {
        if (partition.hasRuns()) {
          // Merging runs takes memory: what waits for its turn waits on disk.
          spillAll();
          break;
        }
      }
      return;
    }
    if (locals.isEmpty()) {
      return;
    }
    AggregationTable first = locals.get(0);
    for (int i = 1; i < locals.size(); i++) {
      query.checkInterrupted();
      first.combineAll(locals.get(i));
    }
    AggregationTable merged = first;
    locals.clear();
    locals.add(merged);
    memory.resize(merged.bytes());
  }

  /** Adds the one group of an aggregation without keys, if there were no rows. */
  public void ensureOneGroup() {
    if (partitions == null && locals.isEmpty()) {
      locals.add(new AggregationTable(keyTypes, inputs, false));
    }
  }

  /** Number of tables that {@link #table} opens, after {@link #finish}. */
  public int tables() {
    return partitions != null ? PARTITIONS : locals.size();
  }

  /** A finished table; spilled runs are merged into it first. Each may be opened by one thread. */
  public AggregationTable table(int index) {
    AggregationPartition[] split = partitions;
    if (split == null) {
      return locals.get(index);
    }
    synchronized (split[index]) {
      return split[index].complete(query, memory);
    }
  }

  /** Frees a table of {@link #table} that is not needed any more. */
  public void release(int index) {
    AggregationPartition[] split = partitions;
    if (split != null) {
      synchronized (split[index]) {
        split[index].release(memory);
      }
    }
  }

  /**
   * Adds rows to one deferred aggregate after {@link #finish}: from any thread, in the order of
   * calls for one thread.
   */
  public void feed(int aggregate, FlatVector[] keys, FlatVector[] arguments, int count) {
    AggregationPartition[] split = partitions;
    if (split == null) {
      AggregationTable only = locals.get(0);
      synchronized (only) {
        only.feed(aggregate, keys, arguments, count);
      }
      return;
    }
    long[] hashes = new long[count];
    GroupTable.hash(keys, keyTypes.size(), count, hashes, new long[count]);
    int[] selection = new int[count];
    for (int p = 0; p < PARTITIONS; p++) {
      int n = select(hashes, count, p, selection);
      if (n > 0) {
        FlatVector[] someKeys = gather(keys, selection, n);
        FlatVector[] someArguments = gather(arguments, selection, n);
        synchronized (split[p]) {
          split[p].complete(query, memory).feed(aggregate, someKeys, someArguments, n);
        }
      }
    }
  }

  private static FlatVector[] gather(FlatVector[] columns, int[] selection, int count) {
    FlatVector[] some = new FlatVector[columns.length];
    for (int i = 0; i < some.length; i++) {
      some[i] = FlatVector.allocate(columns[i].type(), count);
      some[i].gather(columns[i], selection, count);
    }
    return some;
  }

  static int partition(long hash) {
    return (int) (hash >>> (64 - PARTITION_BITS));
  }

  private static int select(long[] hashes, int count, int partition, int[] selection) {
    int n = 0;
    for (int i = 0; i < count; i++) {
      selection[n] = i;
      n += partition(hashes[i]) == partition ? 1 : 0;
    }
    return n;
  }

  private synchronized AggregationPartition[] split() {
    AggregationPartition[] made = partitions;
    if (made == null) {
      made = new AggregationPartition[PARTITIONS];
      for (int i = 0; i < made.length; i++) {
        made[i] = new AggregationPartition(keyTypes, inputs);
      }
      partitions = made;
      // Workers that ended before the switch.
      for (AggregationTable ended : locals) {
        flush(ended, made);
      }
      locals.clear();
    }
    return made;
  }

  /** Moves all groups of a table into the partitions. */
  private void flush(AggregationTable table, AggregationPartition[] split) {
    int count = table.groups();
    if (count == 0) {
      return;
    }
    long[] hashes = table.table().hashes();
    int[] selection = new int[count + 1];
    for (int p = 0; p < PARTITIONS; p++) {
      int n = select(hashes, count, p, selection);
      if (n == 0) {
        continue;
      }
      long[] some = new long[n];
      for (int i = 0; i < n; i++) {
        some[i] = hashes[selection[i]];
      }
      FlatVector[] keys = gather(table.table().keys(), selection, n);
      synchronized (split[p]) {
        split[p].table().combine(table, selection, n, keys, some);
        account(split[p]);
      }
    }
  }

  /** Charges what a partition holds; spills it when that is more than its share. */
  private void account(AggregationPartition partition) {
    long change = partition.change();
    if (change <= 0) {
      return;
    }
    long total = memory.bytes() + change;
    boolean wanted =
        total <= claim.request(Math.max(total, 1)) || partition.table().bytes() < LEAST_RUN;
    if (wanted && memory.tryGrow(change)) {
      partition.charged(change);
    } else {
      partition.spill(query, memory);
    }
  }

  /** Puts every partition that holds groups on disk. */
  private void spillAll() {
    for (AggregationPartition partition : split()) {
      synchronized (partition) {
        if (partition.table().groups() > 0) {
          partition.spill(query, memory);
        }
      }
    }
  }

  @Override
  public void close() {
    AggregationPartition[] split = partitions;
    if (split != null) {
      for (AggregationPartition partition : split) {
        partition.close();
      }
    }
    claim.close();
    memory.close();
  }

  /** One worker's part. One thread at a time. */
  public final class Local {
    private @Nullable AggregationTable table = new AggregationTable(keyTypes, inputs, true);
    private long rows;
    private long charged;
    private FlatVector @Nullable [][] buffers;
    private int[] buffered = new int[0];
    private final int[] selection = new int[Vector.CAPACITY + 1];
    private int[] starts = new int[0];
    private long[] hashes = new long[0];
    private long[] scratch = new long[0];

    /** A local table larger than this is handed over, however few groups it has. */
    private final long localBytes =
        Math.max(LEAST_RUN, query.memory().limit() / (8L * Math.max(1, query.threads())));

    private Local() {}

    /** Adds rows of a payload. */
    public void update(FlatVector[] payload, int count) {
      AggregationTable own = table;
      if (own == null) {
        buffer(payload, count);
        return;
      }
      own.update(payload, count);
      rows += count;
      if (keyTypes.isEmpty()) {
        return;
      }
      if (own.groups() >= LOCAL_GROUPS || own.bytes() > localBytes) {
        boolean reducing = rows >= (long) WORTHWHILE_REDUCTION * own.groups();
        flush(own, split());
        rows = 0;
        table = reducing ? new AggregationTable(keyTypes, inputs, true) : null;
      }
      account();
    }

    private void account() {
      AggregationTable own = table;
      long bytes = own == null ? 0 : own.bytes();
      if (bytes > charged && !memory.tryGrow(bytes - charged)) {
        // The partitions hold what this table needs: hand its groups over and put all on disk.
        if (own != null) {
          flush(own, split());
        }
        spillAll();
        own = new AggregationTable(keyTypes, inputs, true);
        table = own;
        rows = 0;
        bytes = own.bytes();
        if (bytes > charged) {
          memory.grow(bytes - charged);
        } else {
          memory.shrink(charged - bytes);
        }
      } else if (bytes < charged) {
        memory.shrink(charged - bytes);
      }
      charged = bytes;
    }

    private void buffer(FlatVector[] payload, int count) {
      if (hashes.length < count) {
        hashes = new long[count];
        scratch = new long[count];
      }
      GroupTable.hash(payload, keyTypes.size(), count, hashes, scratch);
      if (starts.length == 0) {
        starts = new int[PARTITIONS + 1];
        buffered = new int[PARTITIONS];
      }
      sortByPartition(count);
      int from = 0;
      for (int p = 0; p < PARTITIONS; p++) {
        int end = starts[p];
        if (end > from) {
          buffer(payload, p, from, end);
        }
        from = end;
      }
    }

    /** Orders row numbers by partition; {@code starts[p]} is then the end of partition p. */
    private void sortByPartition(int count) {
      int[] at = starts;
      java.util.Arrays.fill(at, 0);
      for (int i = 0; i < count; i++) {
        at[partition(hashes[i]) + 1]++;
      }
      for (int p = 0; p < PARTITIONS; p++) {
        at[p + 1] += at[p];
      }
      for (int i = 0; i < count; i++) {
        selection[at[partition(hashes[i])]++] = i;
      }
    }

    private final int[] some = new int[Vector.CAPACITY];

    private void buffer(FlatVector[] payload, int partition, int from, int end) {
      FlatVector[][] all = buffers;
      if (all == null) {
        all = new FlatVector[PARTITIONS][];
        buffers = all;
      }
      FlatVector[] columns = all[partition];
      if (columns == null) {
        columns = new FlatVector[payloadTypes.size()];
        for (int i = 0; i < columns.length; i++) {
          columns[i] = FlatVector.allocate(payloadTypes.get(i), BUFFER_ROWS);
        }
        all[partition] = columns;
      }
      int done = from;
      while (done < end) {
        int at = buffered[partition];
        int n = Math.min(end - done, BUFFER_ROWS - at);
        System.arraycopy(selection, done, some, 0, n);
        for (int i = 0; i < columns.length; i++) {
          Columns.appendSelected(payload[i], some, n, columns[i], at);
        }
        buffered[partition] = at + n;
        done += n;
        if (at + n == BUFFER_ROWS) {
          empty(partition, columns);
        }
      }
    }

    private void empty(int p, FlatVector[] columns) {
      AggregationPartition[] split = split();
      AggregationPartition partition = split[p];
      synchronized (partition) {
        partition.table().update(columns, buffered[p]);
        PartitionedAggregation.this.account(partition);
      }
      for (FlatVector column : columns) {
        column.reset();
      }
      buffered[p] = 0;
    }

    /** Hands this part over; it is not used after. */
    public void finish() {
      AggregationTable own = table;
      if (own != null) {
        synchronized (PartitionedAggregation.this) {
          if (partitions == null) {
            if (own.groups() > 0) {
              locals.add(own);
            }
            table = null;
            return;
          }
        }
        flush(own, split());
        table = null;
        account();
      }
      FlatVector[][] all = buffers;
      if (all != null) {
        for (int p = 0; p < PARTITIONS; p++) {
          if (buffered[p] > 0) {
            empty(p, all[p]);
          }
        }
        buffers = null;
      }
    }
  }
}
