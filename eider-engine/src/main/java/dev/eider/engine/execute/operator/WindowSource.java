// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.Columns;
import dev.eider.engine.execute.sort.RowOrdering;
import dev.eider.engine.execute.sort.RowSort;
import dev.eider.engine.execute.sort.RunMerge;
import dev.eider.engine.execute.sort.SortedRows;
import dev.eider.engine.execute.window.WindowBlock;
import dev.eider.engine.execute.window.WindowEvaluator;
import dev.eider.engine.execute.window.WindowInput;
import dev.eider.engine.execute.window.WindowReach;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the sorted rows of a window into blocks of whole partitions, evaluates the calls block by
 * block, and puts the rows out with their results. Blocks of rows in memory are parts, shared out
 * to workers; rows that were spilled are read by one worker, so that only blocks are in memory.
 *
 * <p>A partition larger than a block is cut into blocks when all calls see a few rows around theirs
 * only ({@link WindowReach}).
 *
 * <p>A block is charged to the sort's reservation. {@code borders} and {@code blockRows} are
 * written before workers start.
 */
final class WindowSource extends ChunkSource {
  /** Rows of a block, unless a partition is larger. */
  private static final int MAX_BLOCK = 1 << 16;

  private static final int LEAST_BLOCK = 1 << 9;

  /** Rows of a block of merged rows: memory is short, and one worker reads them anyway. */
  private static final int LEAST_MERGED = 1 << 11;

  /** Bytes a row of a block takes for the bounds of its partition, peers and frame. */
  private static final long BOUNDS_BYTES = 32;

  private final Supplier<RowSort> sort;
  private final int outputs;
  private final List<LogicalType> types;
  private final int partitionKeys;
  private final List<WindowInput> inputs;
  private final @Nullable WindowReach reach;
  private int[] borders = new int[0];
  private int blockRows;

  /** A source of the first columns of rows with these types, then results. */
  WindowSource(
      Supplier<RowSort> sort,
      List<LogicalType> outputTypes,
      List<LogicalType> types,
      int partitionKeys,
      List<WindowInput> inputs) {
    this.sort = sort;
    this.outputs = outputTypes.size();
    this.types = types;
    this.partitionKeys = partitionKeys;
    this.inputs = inputs;
    reach = WindowReach.of(inputs);
  }

  private RowOrdering partitions() {
    return sort.get().order().prefix(partitionKeys);
  }

  @Override
  protected int parts(QueryContext context) {
    RowSort finished = sort.get();
    if (finished.rowCount() == 0) {
      return 0;
    }
    if (finished.isSpilled()) {
      return 1;
    }
    SortedRows rows = finished.sorted();
    long room = Math.max(0, context.memory().limit() - context.memory().held());
    long affordable = room / (2L * context.threads() * bytesPerRow());
    int wanted =
        (int)
            Math.max(
                LEAST_BLOCK,
                Math.min(Math.min(affordable, MAX_BLOCK), rows.rows() / (4L * context.threads())));
    blockRows = wanted;
    int[] found = new int[rows.rows() / wanted + 2];
    int count = 0;
    int at = 0;
    while (at < rows.rows()) {
      int last = (int) Math.min(rows.rows() - 1, (long) at + wanted - 1);
      at = rows.endOfEqual(last, partitions());
      found[++count] = at;
    }
    borders = java.util.Arrays.copyOf(found, count + 1);
    return count;
  }

  /** About what a row of a block takes: its columns, its results, its bounds. */
  private long bytesPerRow() {
    return 16L * (types.size() + 2L * inputs.size()) + BOUNDS_BYTES;
  }

  @Override
  protected PartReader newReader(WorkerContext context) {
    return sort.get().isSpilled()
        ? new MergeReader(context.query())
        : new MemoryReader(sort.get().sorted());
  }

  /** Puts out an evaluated block. */
  private abstract class BlockReader implements PartReader {
    private final MemoryReservation memory = sort.get().memory();
    private final DataChunk chunk = new DataChunk(new Vector[outputs + inputs.size()], 0);
    private final int[] selection = new int[Vector.CAPACITY];
    private FlatVector[] block = new FlatVector[0];
    private int rows;
    private int next;
    private long charged;

    /** What the next block must know of the last one. */
    private WindowBlock.Carry carry = WindowBlock.Carry.NONE;

    /**
     * Evaluates the calls over rows {@code [0, count)}; rows {@code [from, to)} are put out.
     *
     * @param nextBlock the row that the next block begins with, which may be {@code count}
     */
    void evaluate(FlatVector[] columns, int count, int from, int to, int nextBlock) {
      charge(count * bytesPerRow());
      WindowBlock windows =
          new WindowBlock(columns, count, sort.get().order(), partitionKeys, carry);
      block = new FlatVector[chunk.columnCount()];
      System.arraycopy(columns, 0, block, 0, outputs);
      for (int i = 0; i < inputs.size(); i++) {
        block[outputs + i] = WindowEvaluator.evaluate(windows, inputs.get(i));
      }
      for (int i = 0; i < block.length; i++) {
        chunk.setColumn(i, FlatVector.allocate(block[i].type(), Math.min(Vector.CAPACITY, count)));
      }
      rows = to;
      next = from;
      carry = nextBlock < count ? windows.carryAt(nextBlock) : WindowBlock.Carry.NONE;
    }

    void charge(long bytes) {
      if (bytes > charged) {
        memory.grow(bytes - charged);
      } else {
        memory.shrink(charged - bytes);
      }
      charged = bytes;
    }

    /** The next rows of the block, or null. */
    @Nullable DataChunk nextOfBlock() {
      int count = Math.min(Vector.CAPACITY, rows - next);
      if (count <= 0) {
        return null;
      }
      for (int i = 0; i < count; i++) {
        selection[i] = next + i;
      }
      for (int i = 0; i < block.length; i++) {
        ((FlatVector) chunk.column(i)).gather(block[i], selection, count);
      }
      chunk.setSize(count);
      next += count;
      return chunk;
    }
  }

  private final class MemoryReader extends BlockReader {
    private final SortedRows sorted;
    private int first;
    private int at;
    private int end;

    MemoryReader(SortedRows sorted) {
      this.sorted = sorted;
    }

    @Override
    public void open(int part) {
      first = borders[part];
      at = first;
      end = borders[part + 1];
    }

    @Override
    public @Nullable DataChunk read() {
      DataChunk chunk = nextOfBlock();
      while (chunk == null && at < end) {
        nextBlock();
        chunk = nextOfBlock();
      }
      return chunk;
    }

    private void nextBlock() {
      int from = first;
      int to = end;
      int count = end - at;
      WindowReach near = reach;
      if (near != null) {
        int most = Math.max(blockRows, near.before() + near.after());
        count = count <= 2L * most ? count : most;
        from = Math.max(first, at - near.before());
        // One row more tells where the peers of the last one end.
        to = Math.min(end, at + count + Math.max(1, near.after()));
      }
      int[] addresses = new int[to - from];
      sorted.addresses(from, addresses.length, addresses);
      FlatVector[] columns = new FlatVector[types.size()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = FlatVector.allocate(types.get(i), addresses.length);
        sorted.gather(i, addresses, addresses.length, columns[i]);
      }
      int nextFrom =
          at + count == end || near == null ? end : Math.max(first, at + count - near.before());
      evaluate(columns, addresses.length, at - from, at + count - from, nextFrom - from);
      at += count;
    }
  }

  /**
   * Collects merged rows until they hold a block of whole partitions, or enough to cut the
   * partition that is still open; rows that the next block needs are kept.
   */
  private final class MergeReader extends BlockReader {
    private final QueryContext query;
    private final RowOrdering partitions = partitions();
    private @Nullable RunMerge merge;
    private FlatVector[] columns = new FlatVector[0];
    private int collected;

    /** The first row that was not put out yet. */
    private int done;

    /** Where the last partition of the collected rows begins. */
    private int openFrom;

    MergeReader(QueryContext query) {
      this.query = query;
    }

    @Override
    public void open(int part) {
      merge = sort.get().newMerge(types.size());
      columns = allocate(1);
      collected = 0;
      done = 0;
      openFrom = 0;
    }

    private FlatVector[] allocate(int rows) {
      FlatVector[] fresh = new FlatVector[types.size()];
      for (int i = 0; i < fresh.length; i++) {
        fresh[i] = FlatVector.allocate(types.get(i), Math.max(1, rows));
      }
      return fresh;
    }

    @Override
    public @Nullable DataChunk read() {
      DataChunk chunk = nextOfBlock();
      while (chunk == null && merge != null) {
        nextBlock();
        chunk = nextOfBlock();
      }
      return chunk;
    }

    private void nextBlock() {
      RunMerge rows = merge;
      boolean more = rows != null;
      WindowReach near = reach;
      int enough =
          near == null ? Integer.MAX_VALUE : LEAST_MERGED + near.before() + near.after() + 1;
      while (rows != null && more && openFrom - done < LEAST_MERGED && collected - done < enough) {
        query.checkInterrupted();
        DataChunk chunk = rows.next();
        more = chunk.size() > 0;
        collect(chunk);
      }
      int count = collected;
      int to = collected;
      int keepFrom = collected;
      if (more && openFrom - done >= LEAST_MERGED) {
        count = openFrom;
        to = openFrom;
        keepFrom = openFrom;
      } else if (more && near != null) {
        // One row stays behind: it tells where the peers of the last one end.
        to = collected - Math.max(1, near.after());
        keepFrom = Math.max(0, to - near.before());
      }
      FlatVector[] whole = columns;
      int rest = collected - keepFrom;
      columns = allocate(rest);
      for (int i = 0; i < columns.length; i++) {
        Columns.append(whole[i], keepFrom, rest, columns[i], 0);
      }
      int from = done;
      collected = rest;
      done = to - keepFrom;
      openFrom = Math.max(0, openFrom - keepFrom);
      if (!more) {
        merge = null;
      }
      evaluate(whole, count, from, to, keepFrom);
    }

    private void collect(DataChunk chunk) {
      int count = chunk.size();
      long bytes = 0;
      for (int i = 0; i < columns.length; i++) {
        columns[i].ensureCapacity(collected + count);
        Columns.append(chunk.column(i), 0, count, columns[i], collected);
        bytes += Columns.bytes(columns[i]);
      }
      charge(bytes);
      for (int row = Math.max(1, collected); row < collected + count; row++) {
        if (partitions.compare(columns, row - 1, columns, row, 0) != 0) {
          openFrom = row;
        }
      }
      collected += count;
    }
  }
}
