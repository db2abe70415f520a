// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.rowgroup;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.DictionaryVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.SequenceVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.Vector;
import dev.eider.storage.encoding.ColumnData;
import dev.eider.storage.format.v1.PackColumn;
import dev.eider.storage.format.v1.PackFormat;
import java.util.ArrayList;
import java.util.List;

/** The rows of a row group on their way to be encoded, copied. Reused from one to the next. */
final class RowGroupBuffer {
  private final List<PackColumn> columns;

  /** By vector of the row group: its columns. Those behind the rows are kept for reuse. */
  private final List<FlatVector[]> vectors = new ArrayList<>();

  private int rows;
  private long fullBytes;
  private int fullVectors;

  RowGroupBuffer(List<PackColumn> columns) {
    this.columns = columns;
  }

  int rows() {
    return rows;
  }

  /** Heap bytes of the vectors that have rows. */
  long usedBytes() {
    int last = rows / PackFormat.VECTOR_ROWS;
    return fullBytes + (rows % PackFormat.VECTOR_ROWS == 0 ? 0 : bytes(vectors.get(last)));
  }

  /** Heap bytes held. */
  long bytes() {
    long bytes = fullBytes;
    for (int v = fullVectors; v < vectors.size(); v++) {
      bytes += bytes(vectors.get(v));
    }
    return bytes;
  }

  private static long bytes(FlatVector[] vector) {
    long bytes = 0;
    for (FlatVector column : vector) {
      bytes += column.sizeInBytes();
    }
    return bytes;
  }

  /** Copies rows from {@code from} on, as many as there is room for; answers how many. */
  int append(DataChunk chunk, int from) {
    int vector = rows / PackFormat.VECTOR_ROWS;
    int at = rows % PackFormat.VECTOR_ROWS;
    int count = Math.min(chunk.size() - from, PackFormat.VECTOR_ROWS - at);
    if (rows == PackFormat.ROW_GROUP_ROWS || count == 0) {
      return 0;
    }
    if (vector == vectors.size()) {
      FlatVector[] made = new FlatVector[columns.size()];
      for (int c = 0; c < made.length; c++) {
        made[c] = FlatVector.allocate(columns.get(c).type(), PackFormat.VECTOR_ROWS);
      }
      vectors.add(made);
    }
    FlatVector[] targets = vectors.get(vector);
    for (int c = 0; c < targets.length; c++) {
      copy(chunk.column(c), from, targets[c], at, count);
    }
    rows += count;
    if (at + count == PackFormat.VECTOR_ROWS) {
      fullBytes += bytes(targets);
      fullVectors = vector + 1;
    }
    return count;
  }

  private static void copy(Vector source, int from, FlatVector target, int at, int count) {
    switch (source) {
      case StringVector strings when !strings.mayHaveNulls() && !target.mayHaveNulls() -> {
        StringVector to = (StringVector) target;
        for (int i = 0; i < count; i++) {
          to.set(at + i, strings, from + i);
        }
      }
      case FlatVector flat -> target.copyRange(flat, from, at, count);
      case ConstantVector constant -> target.fill(constant.value(), 0, at, count);
      case DictionaryVector encoded -> {
        int[] codes = encoded.codes();
        for (int i = 0; i < count; i++) {
          target.copyRow(encoded.dictionary(), codes[from + i], at + i);
        }
      }
      case SequenceVector sequence ->
          target.copyRange(sequence.flatten(from + count), from, at, count);
    }
  }

  /** The rows of a column. */
  ColumnData column(int index) {
    int count = (rows + PackFormat.VECTOR_ROWS - 1) / PackFormat.VECTOR_ROWS;
    FlatVector[] data = new FlatVector[count];
    int[] counts = new int[count];
    for (int v = 0; v < count; v++) {
      data[v] = vectors.get(v)[index];
      counts[v] = Math.min(PackFormat.VECTOR_ROWS, rows - v * PackFormat.VECTOR_ROWS);
    }
    LogicalType type = columns.get(index).type();
    return new ColumnData(type, data, counts);
  }

  /** Forgets the rows and keeps the memory. */
  void reset() {
    for (FlatVector[] vector : vectors) {
      for (FlatVector column : vector) {
        column.reset();
      }
    }
    rows = 0;
    fullVectors = 0;
    fullBytes = 0;
  }

  /** Forgets the rows and the memory. */
  void clear() {
    vectors.clear();
    rows = 0;
    fullVectors = 0;
    fullBytes = 0;
  }
}
