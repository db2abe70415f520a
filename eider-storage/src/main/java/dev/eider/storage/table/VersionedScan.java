// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.table;

import dev.eider.base.table.ChunkReader;
import dev.eider.base.table.FetchedBytes;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.ScanTask;
import dev.eider.base.table.TableScan;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.SequenceVector;
import dev.eider.base.vector.Vector;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A scan of what a snapshot sees; a task is a group of blocks. Shared rows come first. */
final class VersionedScan implements TableScan {
  private final RowStore.Group[] shared;

  /** Row id behind the last shared row: what the transaction commits later is not scanned twice. */
  private final long sharedEnd;

  private final RowStore.Group[] local;
  private final Snapshot snapshot;
  private final int[] columns;
  private final int rowIdColumn;
  private final ScanContext context;
  private final AtomicInteger next = new AtomicInteger();

  VersionedScan(
      RowStore.Rows shared,
      RowStore.Group[] local,
      Snapshot snapshot,
      int[] columns,
      int rowIdColumn,
      ScanContext context) {
    this.shared = shared.groups();
    this.sharedEnd = shared.end();
    this.local = local;
    this.snapshot = snapshot;
    this.columns = columns;
    this.rowIdColumn = rowIdColumn;
    this.context = context;
  }

  /** A group; {@code base} is added to its row ids. */
  private record GroupTask(long index, RowStore.Group group, long base, long end)
      implements ScanTask {}

  @Override
  public @Nullable ScanTask nextTask() {
    int task = next.getAndIncrement();
    if (task < shared.length) {
      return new GroupTask(task, shared[task], 0, sharedEnd);
    }
    if (task - shared.length < local.length) {
      return new GroupTask(
          task, local[task - shared.length], TableChanges.LOCAL_ROWS, Long.MAX_VALUE);
    }
    return null;
  }

  @Override
  public int maxTasks() {
    return shared.length + local.length;
  }

  @Override
  public double progress() {
    int tasks = maxTasks();
    return tasks == 0 ? 1 : Math.min(1.0, next.get() / (double) tasks);
  }

  @Override
  public ChunkReader newReader() {
    return new Reader();
  }

  @Override
  public void close() {}

  /** Hands out stored vectors as they are, or gathers the rows that are seen. */
  private final class Reader implements ChunkReader {
    private final DataChunk chunk = new DataChunk(new Vector[columns.length], 0);
    private final int[] rows = new int[Vector.CAPACITY];
    private RowStore.Group group = new RowStore.Group(new Block[0]);
    private long base;
    private long end;
    private int block;

    @Override
    public void start(ScanTask task, FetchedBytes bytes) {
      GroupTask started = (GroupTask) task;
      group = started.group();
      base = started.base();
      end = started.end();
      block = 0;
    }

    @Override
    public Status next() {
      context.checkInterrupted();
      while (block < group.blocks().length) {
        Block current = group.blocks()[block++];
        Block.Content content = current.content();
        int limit = (int) Math.min(content.size(), end - current.firstRow());
        int count = Block.visible(content, snapshot, rows, limit);
        if (count > 0) {
          fill(content, base + current.firstRow(), count);
          return Status.CHUNK;
        }
      }
      return Status.END;
    }

    private void fill(Block.Content content, long firstId, int count) {
      boolean all = count == content.size();
      for (int c = 0; c < columns.length; c++) {
        if (columns[c] == rowIdColumn) {
          chunk.setColumn(
              c, all ? new SequenceVector(LogicalType.BIGINT, firstId, 1) : ids(firstId, count));
        } else {
          FlatVector values = Block.values(content, columns[c], snapshot);
          if (!all) {
            FlatVector kept = FlatVector.allocate(values.type(), count);
            kept.gather(values, rows, count);
            values = kept;
          }
          chunk.setColumn(c, values);
        }
      }
      chunk.setSize(count);
    }

    private LongVector ids(long firstId, int count) {
      LongVector ids = new LongVector(LogicalType.BIGINT, count);
      for (int i = 0; i < count; i++) {
        ids.set(i, firstId + rows[i]);
      }
      return ids;
    }

    @Override
    public DataChunk chunk() {
      return chunk;
    }

    @Override
    public void close() {}
  }
}
