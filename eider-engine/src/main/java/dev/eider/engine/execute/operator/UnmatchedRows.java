// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.StoredRows;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The collected right rows of a join that no left row matched, with NULLs for the left columns. The
 * suppliers are asked when the probe has ended: a row whose element is 0 had no match.
 */
final class UnmatchedRows extends ChunkSource {
  private final List<LogicalType> leftTypes;
  private final List<LogicalType> rightTypes;
  private final Supplier<StoredRows> rows;
  private final Supplier<byte[]> found;

  UnmatchedRows(
      List<LogicalType> leftTypes,
      List<LogicalType> rightTypes,
      Supplier<StoredRows> rows,
      Supplier<byte[]> found) {
    this.leftTypes = leftTypes;
    this.rightTypes = rightTypes;
    this.rows = rows;
    this.found = found;
  }

  @Override
  protected int parts(QueryContext context) {
    return 1;
  }

  @Override
  protected PartReader newReader(WorkerContext context) {
    return new Reader();
  }

  private final class Reader implements PartReader {
    private final StoredRows right = rows.get();
    private final byte[] matched = found.get();
    private final StoredRows.Reader reader = right.newReader();
    private final int[] selection = new int[Vector.CAPACITY];
    private int next;
    private int first;

    @Override
    public void open(int part) {
      next = 0;
      first = 0;
    }

    @Override
    public @Nullable DataChunk read() {
      while (next < right.chunkCount()) {
        DataChunk chunk = reader.read(next++);
        int count = 0;
        for (int i = 0; i < chunk.size(); i++) {
          selection[count] = i;
          count += matched[first + i] == 0 ? 1 : 0;
        }
        first += chunk.size();
        if (count > 0) {
          return withNulls(chunk, count);
        }
      }
      return null;
    }

    private DataChunk withNulls(DataChunk chunk, int count) {
      Vector[] columns = new Vector[leftTypes.size() + rightTypes.size()];
      for (int i = 0; i < leftTypes.size(); i++) {
        columns[i] = ConstantVector.of(Value.nullOf(leftTypes.get(i)));
      }
      for (int i = 0; i < rightTypes.size(); i++) {
        FlatVector column = FlatVector.allocate(rightTypes.get(i), count);
        column.gather(chunk.flat(i), selection, count);
        columns[leftTypes.size() + i] = column;
      }
      return new DataChunk(columns, count);
    }
  }
}
