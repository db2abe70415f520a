// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.vector;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;

/**
 * One column of a row range. Flat vectors hold one value a row; constant, dictionary and sequence
 * vectors are encodings that flow through until an operator needs values, then {@link
 * #flatten(int)}.
 */
public abstract sealed class Vector
    permits FlatVector, ConstantVector, DictionaryVector, SequenceVector {
  /**
   * The most rows a chunk has. Fixed at start; the hostile test configuration sets {@code
   * -Deider.vector_size=4} (a power of two) to move every border.
   */
  public static final int CAPACITY = Integer.getInteger("eider.vector_size", 2048);

  private final LogicalType type;

  Vector(LogicalType type) {
    this.type = type;
  }

  /** The SQL type of the values. */
  public final LogicalType type() {
    return type;
  }

  /** Whether row {@code row} is NULL. */
  public abstract boolean isNull(int row);

  /** Whether some row may be NULL; false is a promise, true is not. */
  public abstract boolean mayHaveNulls();

  /** The value of one row, boxed; never for hot paths. */
  public abstract Value getValue(int row);

  /**
   * The same rows {@code [0, count)} as a flat vector: this vector itself when it is flat, else a
   * new copy owned by the caller.
   */
  public abstract FlatVector flatten(int count);

  /** Writes rows {@code [0, count)} of this vector to {@code target} (same type), flat. */
  public final void flattenInto(FlatVector target, int count) {
    target.reset();
    target.ensureCapacity(count);
    switch (this) {
      case FlatVector flat -> {
        if (target instanceof StringVector strings && flat instanceof StringVector source) {
          strings.shareBuffers(source);
          System.arraycopy(source.views(), 0, strings.views(), 0, 2 * count);
          strings.copyValidity(source, count);
        } else {
          target.copyRange(flat, 0, 0, count);
        }
      }
      case ConstantVector constant -> target.fill(constant.value(), 0, 0, count);
      case DictionaryVector codes -> target.gather(codes.dictionary(), codes.codes(), count);
      case SequenceVector sequence -> sequence.write(target, count);
    }
  }
}
