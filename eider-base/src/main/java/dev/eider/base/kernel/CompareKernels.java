// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.kernel;

import dev.eider.base.type.TypeId;
import dev.eider.base.vector.ArrayVector;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.StructVector;
import dev.eider.base.vector.WideVector;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * The order of values, one pair at a time: for sorting, merging and nested types. Column-at-a-time
 * comparison lives in the evaluator's kernels.
 *
 * <p>Order: numbers by value with NaN greatest and equal to itself; strings by their bytes as
 * unsigned; intervals by their normalised length (30-day months, 24-hour days); nested values
 * element by element, where NULL elements are greatest.
 */
public final class CompareKernels {
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private CompareKernels() {}

  /** Compares two valid rows; both vectors have the same type. */
  public static int compare(FlatVector a, int i, FlatVector b, int j) {
    return switch (a) {
      case IntVector v -> Integer.compare(v.get(i), ((IntVector) b).get(j));
      case LongVector v -> {
        long x = v.get(i);
        long y = ((LongVector) b).get(j);
        yield v.type().id() == TypeId.UBIGINT ? Long.compareUnsigned(x, y) : Long.compare(x, y);
      }
      case DoubleVector v -> compareDouble(v.get(i), ((DoubleVector) b).get(j));
      case FloatVector v -> compareDouble(v.get(i), ((FloatVector) b).get(j));
      case BoolVector v -> Byte.compare(v.get(i), ((BoolVector) b).get(j));
      case StringVector v when v.type().id() == TypeId.BIGNUM ->
          new BigInteger(v.getString(i)).compareTo(new BigInteger(((StringVector) b).getString(j)));
      case StringVector v -> compareString(v, i, (StringVector) b, j);
      case WideVector v -> compareWide(v, i, (WideVector) b, j);
      case ListVector v -> {
        ListVector w = (ListVector) b;
        yield compareRuns(
            v.child(), v.offsets()[i], v.lengths()[i], w.child(), w.offsets()[j], w.lengths()[j]);
      }
      case ArrayVector v -> {
        ArrayVector w = (ArrayVector) b;
        yield compareRuns(v.child(), i * v.size(), v.size(), w.child(), j * w.size(), w.size());
      }
      case StructVector v -> {
        StructVector w = (StructVector) b;
        int result = 0;
        for (int f = 0; f < v.fieldCount() && result == 0; f++) {
          result = compareNullsGreatest(v.child(f), i, w.child(f), j);
        }
        yield result;
      }
    };
  }

  /** Compares two rows of which NULL is the greatest value, equal to itself. */
  public static int compareNullsGreatest(FlatVector a, int i, FlatVector b, int j) {
    boolean leftNull = a.isNull(i);
    boolean rightNull = b.isNull(j);
    if (leftNull || rightNull) {
      return Boolean.compare(leftNull, rightNull);
    }
    return compare(a, i, b, j);
  }

  /** Equality of two rows where NULL equals NULL: what GROUP BY and IS NOT DISTINCT FROM mean. */
  public static boolean sameValue(FlatVector a, int i, FlatVector b, int j) {
    if (a instanceof StringVector v && !a.isNull(i) && !b.isNull(j)) {
      return equalString(v, i, (StringVector) b, j);
    }
    return compareNullsGreatest(a, i, b, j) == 0;
  }

  /** NaN is greatest and equal to itself; -0.0 equals 0.0. */
  public static int compareDouble(double x, double y) {
    if (x < y) {
      return -1;
    }
    if (x > y) {
      return 1;
    }
    if (x == y) {
      return 0;
    }
    return Boolean.compare(Double.isNaN(x), Double.isNaN(y));
  }

  private static int compareRuns(
      FlatVector a, int aFrom, int aLength, FlatVector b, int bFrom, int bLength) {
    int common = Math.min(aLength, bLength);
    for (int k = 0; k < common; k++) {
      int result = compareNullsGreatest(a, aFrom + k, b, bFrom + k);
      if (result != 0) {
        return result;
      }
    }
    return Integer.compare(aLength, bLength);
  }

  /** Whether two valid strings have the same bytes. */
  public static boolean equalString(StringVector a, int i, StringVector b, int j) {
    long word0 = a.views()[2 * i];
    if (word0 != b.views()[2 * j]) {
      return false;
    }
    if ((int) word0 <= StringVector.INLINE) {
      return a.views()[2 * i + 1] == b.views()[2 * j + 1];
    }
    int length = (int) word0;
    int x = a.offset(i);
    int y = b.offset(j);
    return Arrays.equals(a.buffer(i), x, x + length, b.buffer(j), y, y + length);
  }

  /** Order of two valid strings by unsigned bytes. */
  public static int compareString(StringVector a, int i, StringVector b, int j) {
    long aWord = a.views()[2 * i];
    long bWord = b.views()[2 * j];
    int aPrefix = Integer.reverseBytes((int) (aWord >>> 32));
    int bPrefix = Integer.reverseBytes((int) (bWord >>> 32));
    if (aPrefix != bPrefix) {
      return Integer.compareUnsigned(aPrefix, bPrefix);
    }
    int aLength = (int) aWord;
    int bLength = (int) bWord;
    if (aLength <= StringVector.INLINE && bLength <= StringVector.INLINE) {
      long aRest = Long.reverseBytes(a.views()[2 * i + 1]);
      long bRest = Long.reverseBytes(b.views()[2 * j + 1]);
      return aRest != bRest
          ? Long.compareUnsigned(aRest, bRest)
          : Integer.compare(aLength, bLength);
    }
    byte[] left = a.getBytesOrBuffer(i);
    byte[] right = b.getBytesOrBuffer(j);
    int x = aLength <= StringVector.INLINE ? 0 : a.offset(i);
    int y = bLength <= StringVector.INLINE ? 0 : b.offset(j);
    return Arrays.compareUnsigned(left, x, x + aLength, right, y, y + bLength);
  }

  private static int compareWide(WideVector a, int i, WideVector b, int j) {
    return switch (a.type().id()) {
      case INTERVAL -> compareInterval(a.low(i), a.high(i), b.low(j), b.high(j));
      case UHUGEINT, UUID -> {
        int high = Long.compareUnsigned(a.high(i), b.high(j));
        yield high != 0 ? high : Long.compareUnsigned(a.low(i), b.low(j));
      }
      default -> {
        int high = Long.compare(a.high(i), b.high(j));
        yield high != 0 ? high : Long.compareUnsigned(a.low(i), b.low(j));
      }
    };
  }

  /** Order of two intervals by their normalised length. */
  public static int compareInterval(
      long aMicros, long aMonthsDays, long bMicros, long bMonthsDays) {
    long aDays = normalDays(aMicros, aMonthsDays);
    long bDays = normalDays(bMicros, bMonthsDays);
    if (aDays != bDays) {
      return Long.compare(aDays, bDays);
    }
    return Long.compare(
        Math.floorMod(aMicros, MICROS_PER_DAY), Math.floorMod(bMicros, MICROS_PER_DAY));
  }

  static long intervalHash(long micros, long monthsDays) {
    return HashKernels.mix(
        normalDays(micros, monthsDays) * 31 + Math.floorMod(micros, MICROS_PER_DAY));
  }

  private static long normalDays(long micros, long monthsDays) {
    return (monthsDays >> 32) * 30 + (int) monthsDays + Math.floorDiv(micros, MICROS_PER_DAY);
  }
}
