// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.vector;

import dev.eider.base.type.Interval;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Two longs a row: the low then the high half of a 128-bit integer (HUGEINT, UHUGEINT, UUID, wide
 * DECIMAL), or an interval's microseconds then its months and days.
 */
public final class WideVector extends FlatVector {
  private static final BigInteger MASK64 = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

  private long[] words;

  public WideVector(LogicalType type, int capacity) {
    super(type, capacity);
    words = new long[2 * capacity];
  }

  /** Words {@code 2 * row} (low, or micros) and {@code 2 * row + 1} (high, or months and days). */
  public long[] words() {
    return words;
  }

  public long low(int row) {
    return words[2 * row];
  }

  public long high(int row) {
    return words[2 * row + 1];
  }

  /** Sets a valid row; the row must not have been marked NULL. */
  public void set(int row, long low, long high) {
    words[2 * row] = low;
    words[2 * row + 1] = high;
  }

  /** The 128-bit integer of a row, signed unless the type is UHUGEINT or UUID. */
  public BigInteger getBig(int row) {
    boolean unsigned = type().id() == TypeId.UHUGEINT || type().id() == TypeId.UUID;
    return toBig(words[2 * row], words[2 * row + 1], unsigned);
  }

  /** Two words as an integer. */
  public static BigInteger toBig(long low, long high, boolean unsigned) {
    BigInteger upper = BigInteger.valueOf(high);
    if (unsigned && high < 0) {
      upper = upper.add(BigInteger.ONE.shiftLeft(64));
    }
    return upper.shiftLeft(64).or(BigInteger.valueOf(low).and(MASK64));
  }

  /** Sets a row to the low 128 bits of {@code value}. */
  public void setBig(int row, BigInteger value) {
    words[2 * row] = value.longValue();
    words[2 * row + 1] = value.shiftRight(64).longValue();
  }

  @Override
  void grow(int newCapacity) {
    words = Arrays.copyOf(words, 2 * newCapacity);
  }

  @Override
  void copyValue(FlatVector source, int sourceRow, int row) {
    long[] from = ((WideVector) source).words;
    words[2 * row] = from[2 * sourceRow];
    words[2 * row + 1] = from[2 * sourceRow + 1];
  }

  @Override
  void gatherValues(FlatVector source, int[] selection, int count) {
    long[] from = ((WideVector) source).words;
    long[] to = words;
    for (int i = 0; i < count; i++) {
      int row = selection[i];
      to[2 * i] = from[2 * row];
      to[2 * i + 1] = from[2 * row + 1];
    }
  }

  @Override
  void setBoxed(int row, Value value) {
    if (value.get() instanceof Interval interval) {
      set(row, interval.micros(), interval.monthsAndDays());
    } else {
      setBig(row, (BigInteger) value.get());
    }
  }

  @Override
  Value getBoxed(int row) {
    return type().id() == TypeId.INTERVAL
        ? new Value(type(), Interval.ofWords(low(row), high(row)))
        : new Value(type(), getBig(row));
  }

  @Override
  public long sizeInBytes() {
    return 8L * words.length;
  }
}
