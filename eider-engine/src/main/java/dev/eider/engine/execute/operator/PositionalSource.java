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
import dev.eider.engine.execute.row.StoredRows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Two collected inputs side by side, row by row; the shorter one is padded with NULLs. */
public final class PositionalSource extends ChunkSource {
  private final CollectSink left;
  private final CollectSink right;
  private final List<LogicalType> leftTypes;
  private final List<LogicalType> rightTypes;

  public PositionalSource(
      CollectSink left,
      CollectSink right,
      List<LogicalType> leftTypes,
      List<LogicalType> rightTypes) {
    this.left = left;
    this.right = right;
    this.leftTypes = List.copyOf(leftTypes);
    this.rightTypes = List.copyOf(rightTypes);
  }

  @Override
  protected int parts(QueryContext context) {
    return 1;
  }

  @Override
  protected PartReader newReader(WorkerContext context) {
    return new Zipper();
  }

  /** Copies rows of a collection in order. */
  private static final class Cursor {
    private final StoredRows rows;
    private final StoredRows.Reader reader;
    private DataChunk current = Gatherer.NOTHING;
    private int next;
    private int row;

    Cursor(StoredRows rows) {
      this.rows = rows;
      reader = rows.newReader();
    }

    /** Fills {@code count} rows of the target columns, with NULLs past the end. */
    void fill(Vector[] target, int from, int columns, int count) {
      int done = 0;
      while (done < count) {
        if (row == current.size()) {
          if (next == rows.chunkCount()) {
            break;
          }
          current = reader.read(next++);
          row = 0;
        }
        int part = Math.min(count - done, current.size() - row);
        for (int i = 0; i < columns; i++) {
          Columns.append(current.column(i), row, part, (FlatVector) target[from + i], done);
        }
        done += part;
        row += part;
      }
      for (int i = 0; i < columns; i++) {
        ((FlatVector) target[from + i]).setNulls(done, count - done);
      }
    }
  }

  private final class Zipper implements PartReader {
    private Cursor leftRows = new Cursor(left.rows());
    private Cursor rightRows = new Cursor(right.rows());
    private long rest;

    @Override
    public void open(int part) {
      leftRows = new Cursor(left.rows());
      rightRows = new Cursor(right.rows());
      rest = Math.max(left.rows().rows(), right.rows().rows());
    }

    @Override
    public @Nullable DataChunk read() {
      int count = (int) Math.min(rest, Vector.CAPACITY);
      if (count == 0) {
        return null;
      }
      rest -= count;
      Vector[] columns = new Vector[leftTypes.size() + rightTypes.size()];
      for (int i = 0; i < columns.length; i++) {
        LogicalType type =
            i < leftTypes.size() ? leftTypes.get(i) : rightTypes.get(i - leftTypes.size());
        columns[i] = FlatVector.allocate(type, count);
      }
      leftRows.fill(columns, 0, leftTypes.size(), count);
      rightRows.fill(columns, leftTypes.size(), rightTypes.size(), count);
      return new DataChunk(columns, count);
    }
  }
}
