// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.hash;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.memory.SpillFile;
import dev.eider.base.memory.TemporaryMemory;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.row.Columns;
import dev.eider.engine.execute.spill.ChunkBytes;
import dev.eider.engine.execute.spill.NativePages;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An aggregation that several workers fill.
 *
 * <p>Each worker ({@link Local}) has a small table of its own. While that is enough (few groups, or
 * many rows a group) nothing is shared until the end. When a local table fills up without reducing
 * its input, all workers switch to partitions: rows are scattered by the upper bits of their hash
 * and kept as batches of bytes outside the heap. A partition's table is built when it is read, by
 * one worker and from that partition alone, so that it stays in the cache; the next partition uses
 * the same table.
 *
 * <p>Rows that repeat few groups must not pile up: one partition is a sample whose rows go into its
 * table at once. When it shows that rows repeat, the others do the same; so does a partition that
 * has far more rows than the sample. So the memory held is bounded by the number of groups. A
 * partition whose turn it is while memory is short writes what it has to the spill file; that is
 * merged when the partition is read.
 *
 * <p>{@code partitions} is set once under {@code this} and read by all; a partition is guarded by
 * its lock; {@code locals}, {@code file} and {@code spares} by {@code this}. Nobody waits for the
 * lock of a second partition.
 */
public final class PartitionedAggregation implements AutoCloseable {
  /** Groups of a local table: keys, states and slots of so many fit the second-level cache. */
  static final int LOCAL_GROUPS = Integer.getInteger("eider.local_groups", 1 << 14);

  /** Rows a group below which a local table is not worth its time. */
  private static final int WORTHWHILE_REDUCTION = 4;

  /** Bytes below which a partition is not worth a run, unless memory is really out. */
  static final long LEAST_RUN = 64 << 10;

  static final int PARTITION_BITS = 7;
  static final int PARTITIONS = 1 << PARTITION_BITS;

  /** The partition whose rows tell how often groups repeat. */
  private static final int SAMPLE = 0;

  /** Rows that wait in a partition at least, before they are added to its table. */
  private static final int LEAST_FOLD = 1 << 12;

  /** A partition with so many times the rows of the sample is not like the sample. */
  private static final int SKEW = 4;

  /** Rows buffered by partition and worker. */
  static final int BUFFER_ROWS = Math.min(256, Vector.CAPACITY);

  private final List<LogicalType> keyTypes;
  private final List<AggregateInput> inputs;
  private final BatchLayout layout;
  private final QueryContext query;
  private final MemoryReservation memory;
  private final TemporaryMemory.Claim claim;
  private final NativePages pages;
  private final List<AggregationTable> locals = new ArrayList<>();
  private final List<AggregationTable> spares = new ArrayList<>();
  private @Nullable SpillFile file;
  private volatile AggregationPartition @Nullable [] partitions;

  /** Whether the sample shows that rows repeat groups. */
  private volatile boolean repeating;

  /** Rows of the sample. */
  private volatile long sampled;

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
    this.inputs = List.copyOf(inputs);
    this.layout = new BatchLayout(keyTypes.size(), payloadTypes, inputs);
    this.query = query;
    this.memory = query.memory().reserve("HASH_TABLE");
    this.claim = query.memory().temporary().register("HASH_TABLE", 0);
    this.pages = new NativePages(memory, bytes -> grant(bytes, false));
  }

  public List<LogicalType> keyTypes() {
    return keyTypes;
  }

  QueryContext query() {
    return query;
  }

  MemoryReservation memory() {
    return memory;
  }

  NativePages pages() {
    return pages;
  }

  int aggregates() {
    return inputs.size();
  }

  /** A table of a partition: it takes batches. */
  AggregationTable newTable() {
    return new AggregationTable(keyTypes, layout.inputs(), false);
  }

  /** Vectors for a batch. */
  FlatVector[] newBatch() {
    return layout.allocate(BUFFER_ROWS);
  }

  synchronized SpillFile spillFile() {
    SpillFile target = file;
    if (target == null) {
      target = query.spill().create("HASH_TABLE");
      file = target;
    }
    return target;
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
        if (partition.hasPieces()) {
          // Merging takes memory: what waits for its turn waits on disk.
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

  /** A finished table, made from all that was kept. Each may be opened by one thread. */
  public AggregationTable table(int index) {
    AggregationPartition[] split = partitions;
    if (split == null) {
      return locals.get(index);
    }
    AggregationPartition partition = split[index];
    partition.lock.lock();
    try {
      return partition.complete();
    } finally {
      partition.lock.unlock();
    }
  }

  /** Frees a table of {@link #table} that is not needed any more. */
  public void release(int index) {
    AggregationPartition[] split = partitions;
    if (split != null) {
      AggregationPartition partition = split[index];
      partition.lock.lock();
      try {
        partition.release();
      } finally {
        partition.lock.unlock();
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
    PartitionOrder order = new PartitionOrder();
    order.sort(hashes, count);
    for (int p = 0; p < PARTITIONS; p++) {
      int[] selection = order.rows(p);
      if (selection.length > 0) {
        FlatVector[] someKeys = gather(keys, selection);
        FlatVector[] someArguments = gather(arguments, selection);
        AggregationPartition partition = split[p];
        partition.lock.lock();
        try {
          partition.complete().feed(aggregate, someKeys, someArguments, selection.length);
        } finally {
          partition.lock.unlock();
        }
      }
    }
  }

  static FlatVector[] gather(FlatVector[] columns, int[] selection) {
    FlatVector[] some = new FlatVector[columns.length];
    for (int i = 0; i < some.length; i++) {
      some[i] = FlatVector.allocate(columns[i].type(), selection.length);
      some[i].gather(columns[i], selection, selection.length);
    }
    return some;
  }

  static int partition(long hash) {
    return (int) (hash >>> (64 - PARTITION_BITS));
  }

  private synchronized AggregationPartition[] split() {
    AggregationPartition[] made = partitions;
    if (made == null) {
      made = new AggregationPartition[PARTITIONS];
      for (int i = 0; i < made.length; i++) {
        made[i] = new AggregationPartition(this);
      }
      // Workers that ended before the switch. Nobody else holds a partition's lock yet.
      for (AggregationTable ended : locals) {
        flush(ended, made);
      }
      locals.clear();
      partitions = made;
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
    PartitionOrder order = new PartitionOrder();
    order.sort(hashes, count);
    for (int p = 0; p < PARTITIONS; p++) {
      int[] selection = order.rows(p);
      if (selection.length == 0) {
        continue;
      }
      long[] some = new long[selection.length];
      for (int i = 0; i < some.length; i++) {
        some[i] = hashes[selection[i]];
      }
      FlatVector[] keys = gather(table.table().keys(), selection);
      AggregationPartition partition = split[p];
      partition.lock.lock();
      try {
        partition.combine(table, selection, keys, some);
      } finally {
        partition.lock.unlock();
      }
    }
  }

  /**
   * Charges bytes, if they are within this aggregation's share of the memory.
   *
   * @param small the share does not matter
   */
  boolean grant(long bytes, boolean small) {
    long total = memory.bytes() + bytes;
    return (total <= claim.request(Math.max(total, 1)) || small) && memory.tryGrow(bytes);
  }

  /** Charges bytes that one partition must have, at the cost of the others. */
  void take(long bytes, AggregationPartition owner) {
    if (memory.tryGrow(bytes)) {
      return;
    }
    synchronized (this) {
      for (AggregationTable spare : spares) {
        memory.shrink(spare.bytes());
      }
      spares.clear();
    }
    AggregationPartition[] split = partitions;
    if (split != null) {
      for (AggregationPartition partition : split) {
        if (partition != owner && partition.lock.tryLock()) {
          try {
            if (partition.canSpill()) {
              partition.spill();
            }
          } finally {
            partition.lock.unlock();
          }
        }
      }
    }
    pages.trim();
    memory.grow(bytes);
  }

  /**
   * An empty table that served another partition, not charged any more; null when there is none.
   */
  synchronized @Nullable AggregationTable takeSpare() {
    if (spares.isEmpty()) {
      return null;
    }
    AggregationTable spare = spares.remove(spares.size() - 1);
    memory.shrink(spare.bytes());
    return spare;
  }

  /** Keeps a table for the next partition, if it can be emptied and there is memory for it. */
  synchronized void giveSpare(AggregationTable table) {
    if (spares.size() < Math.max(1, query.threads())
        && table.clear()
        && memory.tryGrow(table.bytes())) {
      spares.add(table);
    }
  }

  /** Puts every partition that holds something on disk. */
  private void spillAll() {
    for (AggregationPartition partition : split()) {
      partition.lock.lock();
      try {
        if (partition.canSpill()) {
          partition.spill();
        }
      } finally {
        partition.lock.unlock();
      }
    }
    pages.trim();
  }

  @Override
  public synchronized void close() {
    SpillFile target = file;
    if (target != null) {
      target.close();
      file = null;
    }
    partitions = null;
    spares.clear();
    pages.close();
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
    private final PartitionOrder order = new PartitionOrder();
    private final ChunkBytes.Writer writer = new ChunkBytes.Writer();
    private long[] hashes = new long[0];
    private long[] scratch = new long[0];
    private int[] some = new int[0];

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
      FlatVector[][] all = buffers;
      if (all == null) {
        all = new FlatVector[PARTITIONS][];
        buffers = all;
        buffered = new int[PARTITIONS];
        some = new int[BUFFER_ROWS];
      }
      GroupTable.hash(payload, keyTypes.size(), count, hashes, scratch);
      order.sort(hashes, count);
      int from = 0;
      for (int p = 0; p < PARTITIONS; p++) {
        int end = order.end(p);
        if (end > from) {
          buffer(payload, all, p, from, end);
        }
        from = end;
      }
    }

    private void buffer(FlatVector[] payload, FlatVector[][] all, int p, int from, int end) {
      FlatVector[] columns = all[p];
      if (columns == null) {
        columns = newBatch();
        all[p] = columns;
      }
      int done = from;
      while (done < end) {
        int at = buffered[p];
        int n = Math.min(end - done, BUFFER_ROWS - at);
        System.arraycopy(order.rows(), done, some, 0, n);
        for (int i = 0; i < columns.length; i++) {
          Columns.appendSelected(payload[layout.column(i)], some, n, columns[i], at);
        }
        buffered[p] = at + n;
        done += n;
        if (at + n == BUFFER_ROWS) {
          empty(p, columns);
        }
      }
    }

    /** Hands a buffer's rows to its partition, and adds them to its table when that is due. */
    private void empty(int p, FlatVector[] columns) {
      writer.clear();
      writer.write(columns, buffered[p]);
      AggregationPartition partition = split()[p];
      partition.lock.lock();
      try {
        partition.append(writer.array(), writer.size(), buffered[p]);
        if (due(partition, p)) {
          partition.fold();
          if (p == SAMPLE) {
            repeating = partition.folded() >= (long) WORTHWHILE_REDUCTION * partition.groups();
            sampled = partition.folded();
          }
        }
      } finally {
        partition.lock.unlock();
      }
      for (FlatVector column : columns) {
        column.reset();
      }
      buffered[p] = 0;
    }

    private boolean due(AggregationPartition partition, int p) {
      long waiting = partition.waiting();
      return waiting >= LEAST_FOLD
          && (p == SAMPLE
              || repeating
              || waiting >= SKEW * Math.max(sampled, Math.max(LEAST_FOLD, partition.groups())));
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
