// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.vector;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One value a row in a plain array, with a validity mask. A flat vector grows with {@link
 * #ensureCapacity(int)} (child vectors of lists do; vectors of chunks have {@link
 * Vector#CAPACITY}).
 */
public abstract sealed class FlatVector extends Vector
    permits BoolVector,
        IntVector,
        LongVector,
        WideVector,
        FloatVector,
        DoubleVector,
        StringVector,
        ListVector,
        ArrayVector,
        StructVector {
  /** Null when no row is NULL; else bit {@code row} is set when the row is valid. */
  protected long @Nullable [] validity;

  private int capacity;

  FlatVector(LogicalType type, int capacity) {
    super(type);
    this.capacity = capacity;
  }

  /** A new vector of the class that stores {@code type}. */
  public static FlatVector allocate(LogicalType type, int capacity) {
    return switch (type.physical()) {
      case BOOL -> new BoolVector(type, capacity);
      case INT32 -> new IntVector(type, capacity);
      case INT64 -> new LongVector(type, capacity);
      case INT128, INTERVAL -> new WideVector(type, capacity);
      case FLOAT -> new FloatVector(type, capacity);
      case DOUBLE -> new DoubleVector(type, capacity);
      case STRING -> new StringVector(type, capacity);
      case LIST -> new ListVector(type, capacity);
      case ARRAY -> new ArrayVector(type, capacity);
      case STRUCT -> new StructVector(type, capacity);
    };
  }

  public final int capacity() {
    return capacity;
  }

  /** Makes room for at least {@code rows} rows and keeps what is there. */
  public final void ensureCapacity(int rows) {
    if (rows > capacity) {
      int grown = Math.max(rows, (int) Math.min(Integer.MAX_VALUE - 64L, capacity * 2L));
      grow(grown);
      if (validity != null) {
        int old = validity.length;
        validity = Arrays.copyOf(validity, words(grown));
        Arrays.fill(validity, old, validity.length, -1L);
      }
      capacity = grown;
    }
  }

  abstract void grow(int newCapacity);

  /** Forgets all rows: no NULLs, and variable-length storage starts again. Reuses memory. */
  public void reset() {
    validity = null;
  }

  /** The mask, or null when there are no NULLs. Owned by this vector. */
  public final long @Nullable [] validity() {
    return validity;
  }

  /** The mask, made (all valid) if there was none. */
  public final long[] ensureValidity() {
    long[] mask = validity;
    if (mask == null) {
      mask = new long[words(capacity)];
      Arrays.fill(mask, -1L);
      validity = mask;
    }
    return mask;
  }

  /** Replaces the mask (null: no NULLs). The vector takes ownership. */
  public final void setValidity(long @Nullable [] mask) {
    validity = mask;
  }

  /** Copies the first {@code count} bits of another vector's mask. */
  public final void copyValidity(FlatVector source, int count) {
    long[] from = source.validity;
    if (from == null) {
      validity = null;
    } else {
      System.arraycopy(from, 0, ensureValidity(), 0, Math.min(words(count), from.length));
    }
  }

  @Override
  public final boolean isNull(int row) {
    long[] mask = validity;
    return mask != null && (mask[row >> 6] >>> row & 1) == 0;
  }

  @Override
  public final boolean mayHaveNulls() {
    return validity != null;
  }

  /** Marks a row NULL; nested children of the row become NULL too. */
  public void setNull(int row) {
    ensureValidity()[row >> 6] &= ~(1L << row);
  }

  /** Marks a row valid. */
  public final void setValid(int row) {
    if (validity != null) {
      validity[row >> 6] |= 1L << row;
    }
  }

  /** Marks rows {@code [from, from + count)} NULL. */
  public final void setNulls(int from, int count) {
    for (int i = from; i < from + count; i++) {
      setNull(i);
    }
  }

  /** Number of longs of a mask over {@code rows} rows. */
  public static int words(int rows) {
    return (rows + 63) >> 6;
  }

  /** Copies row {@code sourceRow} of a vector of the same physical type to {@code row}. */
  public final void copyRow(FlatVector source, int sourceRow, int row) {
    if (source.isNull(sourceRow)) {
      setNull(row);
    } else {
      setValid(row);
      copyValue(source, sourceRow, row);
    }
  }

  /** Copies one valid value. */
  abstract void copyValue(FlatVector source, int sourceRow, int row);

  /**
   * Makes this vector the rows {@code source[selection[0..count))}; former content is lost. Strings
   * are not copied: the buffers are shared, so this vector lives no longer than the source's chunk.
   */
  public final void gather(FlatVector source, int[] selection, int count) {
    ensureCapacity(count);
    long[] from = source.validity;
    validity = null;
    if (from != null) {
      long[] mask = ensureValidity();
      boolean all = true;
      for (int w = 0, i = 0; i < count; w++) {
        long bits = 0;
        int end = Math.min(i + 64, count);
        for (int b = 0; i < end; i++, b++) {
          int row = selection[i];
          bits |= (from[row >> 6] >>> row & 1) << b;
        }
        all &= Long.bitCount(bits) == end - (w << 6);
        mask[w] = bits;
      }
      if (all) {
        validity = null;
      }
    }
    gatherValues(source, selection, count);
  }

  abstract void gatherValues(FlatVector source, int[] selection, int count);

  /** Copies {@code source[sourceRow]} to rows {@code [from, from + count)}. */
  public final void fill(FlatVector source, int sourceRow, int from, int count) {
    for (int i = from; i < from + count; i++) {
      copyRow(source, sourceRow, i);
    }
  }

  /** Copies rows {@code [sourceFrom, sourceFrom + count)} to rows from {@code from} on. */
  public void copyRange(FlatVector source, int sourceFrom, int from, int count) {
    for (int i = 0; i < count; i++) {
      copyRow(source, sourceFrom + i, from + i);
    }
  }

  /** Sets a row from a boxed value of this vector's type or NULL. Never for hot paths. */
  public final void setValue(int row, Value value) {
    if (value.isNull()) {
      setNull(row);
    } else {
      setValid(row);
      setBoxed(row, value);
    }
  }

  abstract void setBoxed(int row, Value value);

  @Override
  public final Value getValue(int row) {
    return isNull(row) ? Value.nullOf(type()) : getBoxed(row);
  }

  abstract Value getBoxed(int row);

  /** Heap bytes this vector holds, children and own string storage included. */
  public abstract long sizeInBytes();

  @Override
  public final FlatVector flatten(int count) {
    return this;
  }
}
