// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.memory;

import dev.eider.base.table.ChunkReader;
import dev.eider.base.table.FetchedBytes;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.ScanTask;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableScan;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.SequenceVector;
import dev.eider.base.vector.Vector;
import dev.eider.storage.memory.MemoryTable.Block;
import dev.eider.storage.memory.MemoryTable.Snapshot;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A scan of one snapshot; a task is a run of {@link #BLOCKS_PER_TASK} blocks. */
final class MemoryScan implements TableScan {
  /** 60 blocks of 2048 rows: the row group size of the dialect's reference. */
  static final int BLOCKS_PER_TASK = 60;

  private final Snapshot snapshot;
  private final int[] columns;
  private final int rowIdColumn;
  private final ScanContext context;
  private final AtomicInteger next = new AtomicInteger();

  MemoryScan(Snapshot snapshot, ScanRequest request, List<TableColumn> all, ScanContext context) {
    this.snapshot = snapshot;
    this.columns = request.columns();
    this.rowIdColumn = all.size() - 1;
    this.context = context;
  }

  private record Run(long index, int from, int to) implements ScanTask {}

  @Override
  public @Nullable ScanTask nextTask() {
    int task = next.getAndIncrement();
    int from = task * BLOCKS_PER_TASK;
    if (from >= snapshot.blocks().size()) {
      return null;
    }
    return new Run(task, from, Math.min(from + BLOCKS_PER_TASK, snapshot.blocks().size()));
  }

  @Override
  public int maxTasks() {
    return (snapshot.blocks().size() + BLOCKS_PER_TASK - 1) / BLOCKS_PER_TASK;
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

  /** Hands out stored vectors as they are, or gathers the live rows of a block with deletions. */
  private final class Reader implements ChunkReader {
    private final DataChunk chunk = new DataChunk(new Vector[columns.length], 0);
    private final int[] live = new int[Vector.CAPACITY];
    private int block;
    private int end;

    @Override
    public void start(ScanTask task, FetchedBytes bytes) {
      block = ((Run) task).from();
      end = ((Run) task).to();
    }

    @Override
    public Status next() {
      context.checkInterrupted();
      if (block >= end) {
        return Status.END;
      }
      Block rows = snapshot.blocks().get(block);
      long firstId = (long) block * Vector.CAPACITY;
      if (rows.liveRows() == rows.size()) {
        for (int c = 0; c < columns.length; c++) {
          chunk.setColumn(
              c,
              columns[c] == rowIdColumn
                  ? new SequenceVector(LogicalType.BIGINT, firstId, 1)
                  : rows.columns()[columns[c]]);
        }
        chunk.setSize(rows.size());
      } else {
        gather(rows, firstId);
      }
      block++;
      return Status.CHUNK;
    }

    private void gather(Block rows, long firstId) {
      int count = 0;
      for (int row = 0; row < rows.size(); row++) {
        live[count] = row;
        count += rows.isDeleted(row) ? 0 : 1;
      }
      for (int c = 0; c < columns.length; c++) {
        if (columns[c] == rowIdColumn) {
          LongVector ids = new LongVector(LogicalType.BIGINT, Math.max(1, count));
          for (int i = 0; i < count; i++) {
            ids.set(i, firstId + live[i]);
          }
          chunk.setColumn(c, ids);
        } else {
          FlatVector source = rows.columns()[columns[c]];
          FlatVector kept = FlatVector.allocate(source.type(), Math.max(1, count));
          kept.gather(source, live, count);
          chunk.setColumn(c, kept);
        }
      }
      chunk.setSize(count);
    }

    @Override
    public DataChunk chunk() {
      return chunk;
    }

    @Override
    public void close() {}
  }
}
