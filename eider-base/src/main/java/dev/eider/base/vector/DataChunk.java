// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.vector;

import dev.eider.base.type.LogicalType;
import java.util.List;

/**
 * Up to {@link Vector#CAPACITY} rows: one vector a column, all of {@link #size()} rows. The chunk
 * does not own its vectors; it is valid until its producer makes the next one.
 */
public final class DataChunk {
  private final Vector[] columns;
  private int size;

  /** A chunk of these columns (the array is kept, its entries may be replaced). */
  public DataChunk(Vector[] columns, int size) {
    this.columns = columns;
    this.size = size;
  }

  /** A chunk of new flat vectors. */
  public static DataChunk allocate(List<LogicalType> types, int capacity) {
    Vector[] columns = new Vector[types.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = FlatVector.allocate(types.get(i), capacity);
    }
    return new DataChunk(columns, 0);
  }

  public int columnCount() {
    return columns.length;
  }

  public Vector column(int index) {
    return columns[index];
  }

  public void setColumn(int index, Vector vector) {
    columns[index] = vector;
  }

  /** The array of columns itself. */
  public Vector[] columns() {
    return columns;
  }

  /** Number of rows. */
  public int size() {
    return size;
  }

  public void setSize(int rows) {
    size = rows;
  }

  /** The column as a flat vector; the flattened form replaces the encoded one in this chunk. */
  public FlatVector flat(int index) {
    Vector column = columns[index];
    if (column instanceof FlatVector flat) {
      return flat;
    }
    FlatVector flat = column.flatten(size);
    columns[index] = flat;
    return flat;
  }

  /** Resets every flat column and sets the size to 0. */
  public void reset() {
    for (Vector column : columns) {
      if (column instanceof FlatVector flat) {
        flat.reset();
      }
    }
    size = 0;
  }
}
