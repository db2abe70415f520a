// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.Columns;
import dev.eider.engine.execute.sort.OrderedRows;
import dev.eider.engine.execute.sort.RunMerge;
import dev.eider.engine.execute.sort.SortedRows;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a finished sort, in order: the first columns of its rows, from an offset to a limit
 * (-1: all). {@code first} and {@code end} are written before any worker starts.
 */
final class SortedSource extends ChunkSource {
  private static final int ROWS_PER_PART = 1 << 16;

  private final Supplier<? extends OrderedRows> sort;
  private final List<LogicalType> types;
  private final long limit;
  private final long offset;
  private long first;
  private long end;

  /** The supplier is asked when the pipeline starts. */
  SortedSource(
      Supplier<? extends OrderedRows> sort, List<LogicalType> types, long limit, long offset) {
    this.sort = sort;
    this.types = types;
    this.limit = limit;
    this.offset = offset;
  }

  @Override
  protected int parts(QueryContext context) {
    long rows = sort.get().rowCount();
    first = Math.min(offset, rows);
    end = limit < 0 ? rows : first + Math.min(limit, rows - first);
    if (first == end) {
      return 0;
    }
    return sort.get().isSpilled() ? 1 : (int) ((end - first + ROWS_PER_PART - 1) / ROWS_PER_PART);
  }

  @Override
  protected PartReader newReader(WorkerContext context) {
    return sort.get().isSpilled() ? new MergeReader() : new MemoryReader(sort.get().sorted());
  }

  private final class MemoryReader implements PartReader {
    private final SortedRows sorted;
    private final DataChunk chunk;
    private final int[] addresses = new int[Vector.CAPACITY];
    private long next;
    private long last;

    MemoryReader(SortedRows sorted) {
      this.sorted = sorted;
      chunk = DataChunk.allocate(types, (int) Math.max(1, Math.min(end - first, Vector.CAPACITY)));
    }

    @Override
    public void open(int part) {
      next = first + (long) part * ROWS_PER_PART;
      last = Math.min(end, next + ROWS_PER_PART);
    }

    @Override
    public @Nullable DataChunk read() {
      int count = (int) Math.min(Vector.CAPACITY, last - next);
      if (count <= 0) {
        return null;
      }
      sorted.addresses((int) next, count, addresses);
      for (int i = 0; i < types.size(); i++) {
        sorted.gather(i, addresses, count, (FlatVector) chunk.column(i));
      }
      chunk.setSize(count);
      next += count;
      return chunk;
    }
  }

  /** Merges the runs; there is one part. */
  private final class MergeReader implements PartReader {
    private @Nullable RunMerge merge;
    private long left;

    @Override
    public void open(int part) {
      RunMerge opened = sort.get().newMerge(types.size());
      opened.skip(first);
      merge = opened;
      left = end - first;
    }

    @Override
    public @Nullable DataChunk read() {
      RunMerge open = merge;
      if (open == null || left == 0) {
        return null;
      }
      DataChunk chunk = open.next();
      if (chunk.size() > left) {
        chunk = Columns.slice(chunk, 0, (int) left);
      }
      left -= chunk.size();
      return chunk.size() == 0 ? null : chunk;
    }
  }
}
