// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.NumberText;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.WideVector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Casts among booleans, integers and floats. The loops convert every row and gather the bits that
 * tell whether some value was out of range; only then the rows are looked at one by one.
 */
final class NumericCasts {
  private static final double TWO_63 = 0x1p63;
  private static final double TWO_64 = 0x1p64;

  private NumericCasts() {}

  static boolean isSupported(LogicalType type) {
    return type.id() == TypeId.BOOLEAN
        || type.isIntegral()
        || type.id() == TypeId.FLOAT
        || type.id() == TypeId.DOUBLE;
  }

  /** Whether no value of {@code from} is out of range for {@code to}. */
  static boolean isSafe(LogicalType from, LogicalType to) {
    if (to.id() == TypeId.BOOLEAN || from.id() == TypeId.BOOLEAN || to.id() == TypeId.DOUBLE) {
      return true;
    }
    if (to.id() == TypeId.FLOAT) {
      return from.id() != TypeId.DOUBLE;
    }
    return from.isIntegral()
        && IntegerRange.contains(to, IntegerRange.bigMin(from))
        && IntegerRange.contains(to, IntegerRange.bigMax(from));
  }

  static CastKernel find(LogicalType from, LogicalType to) {
    if (to.id() == TypeId.BOOLEAN) {
      return NumericCasts::toBool;
    }
    if (from.id() == TypeId.BOOLEAN) {
      return NumericCasts::fromBool;
    }
    if (to.id() == TypeId.DOUBLE) {
      return NumericCasts::toDouble;
    }
    if (to.id() == TypeId.FLOAT) {
      return NumericCasts::toFloat;
    }
    if (from.id() == TypeId.DOUBLE || from.id() == TypeId.FLOAT) {
      return NumericCasts::floatToInteger;
    }
    if (wide(from) || wide(to) || from.id() == TypeId.UBIGINT || to.id() == TypeId.UBIGINT) {
      return NumericCasts::wideToInteger;
    }
    return NumericCasts::integerToInteger;
  }

  private static boolean wide(LogicalType type) {
    return type.id() == TypeId.HUGEINT || type.id() == TypeId.UHUGEINT;
  }

  private static void toBool(FlatVector source, int count, FlatVector result, CastContext c) {
    byte[] out = ((BoolVector) result).values();
    switch (source) {
      case IntVector v -> {
        int[] in = v.values();
        for (int i = 0; i < count; i++) {
          out[i] = (byte) (in[i] != 0 ? 1 : 0);
        }
      }
      case LongVector v -> {
        long[] in = v.values();
        for (int i = 0; i < count; i++) {
          out[i] = (byte) (in[i] != 0 ? 1 : 0);
        }
      }
      case DoubleVector v -> {
        for (int i = 0; i < count; i++) {
          out[i] = (byte) (v.get(i) != 0 ? 1 : 0);
        }
      }
      case FloatVector v -> {
        for (int i = 0; i < count; i++) {
          out[i] = (byte) (v.get(i) != 0 ? 1 : 0);
        }
      }
      default -> {
        WideVector v = (WideVector) source;
        for (int i = 0; i < count; i++) {
          out[i] = (byte) ((v.low(i) | v.high(i)) != 0 ? 1 : 0);
        }
      }
    }
  }

  private static void fromBool(FlatVector source, int count, FlatVector result, CastContext c) {
    byte[] in = ((BoolVector) source).values();
    for (int i = 0; i < count; i++) {
      switch (result) {
        case IntVector v -> v.set(i, in[i]);
        case LongVector v -> v.set(i, in[i]);
        case DoubleVector v -> v.set(i, in[i]);
        case FloatVector v -> v.set(i, in[i]);
        case BoolVector v -> v.set(i, in[i]);
        default -> ((WideVector) result).set(i, in[i], 0);
      }
    }
  }

  private static void toDouble(FlatVector source, int count, FlatVector result, CastContext c) {
    double[] out = ((DoubleVector) result).values();
    switch (source) {
      case IntVector v -> {
        int[] in = v.values();
        for (int i = 0; i < count; i++) {
          out[i] = in[i];
        }
      }
      case LongVector v -> {
        long[] in = v.values();
        if (v.type().id() == TypeId.UBIGINT) {
          for (int i = 0; i < count; i++) {
            out[i] = unsignedToDouble(in[i]);
          }
        } else {
          for (int i = 0; i < count; i++) {
            out[i] = in[i];
          }
        }
      }
      case FloatVector v -> {
        float[] in = v.values();
        for (int i = 0; i < count; i++) {
          out[i] = in[i];
        }
      }
      case DoubleVector v -> System.arraycopy(v.values(), 0, out, 0, count);
      default -> {
        WideVector v = (WideVector) source;
        for (int i = 0; i < count; i++) {
          out[i] = v.getBig(i).doubleValue();
        }
      }
    }
  }

  private static double unsignedToDouble(long bits) {
    return bits >= 0 ? bits : new BigInteger(Long.toUnsignedString(bits)).doubleValue();
  }

  private static void toFloat(FlatVector source, int count, FlatVector result, CastContext c) {
    float[] out = ((FloatVector) result).values();
    switch (source) {
      case IntVector v -> {
        int[] in = v.values();
        for (int i = 0; i < count; i++) {
          out[i] = in[i];
        }
      }
      case LongVector v -> {
        boolean unsigned = v.type().id() == TypeId.UBIGINT;
        for (int i = 0; i < count; i++) {
          out[i] = unsigned ? (float) unsignedToDouble(v.get(i)) : v.get(i);
        }
      }
      case FloatVector v -> System.arraycopy(v.values(), 0, out, 0, count);
      case DoubleVector v -> {
        for (int i = 0; i < count; i++) {
          double x = v.get(i);
          out[i] = (float) x;
          if (Float.isInfinite(out[i]) && !Double.isInfinite(x) && !result.isNull(i)) {
            fail(source, i, result, c);
          }
        }
      }
      default -> {
        WideVector v = (WideVector) source;
        for (int i = 0; i < count; i++) {
          out[i] = v.getBig(i).floatValue();
        }
      }
    }
  }

  private static void integerToInteger(
      FlatVector source, int count, FlatVector result, CastContext c) {
    long min = IntegerRange.min(result.type());
    long max = IntegerRange.max(result.type());
    long bad;
    if (source instanceof IntVector a && result instanceof IntVector b) {
      bad = intToInt(a.values(), b.values(), min, max, count);
    } else if (source instanceof IntVector a) {
      bad = intToLong(a.values(), ((LongVector) result).values(), min, count);
    } else if (result instanceof IntVector b) {
      bad = longToInt(((LongVector) source).values(), b.values(), min, max, count);
    } else {
      bad =
          longToLong(
              ((LongVector) source).values(), ((LongVector) result).values(), min, max, count);
    }
    if (bad != 0) {
      for (int i = 0; i < count; i++) {
        long x = source instanceof IntVector v ? v.get(i) : ((LongVector) source).get(i);
        if ((x < min || x > max) && !result.isNull(i)) {
          fail(source, i, result, c);
        }
      }
    }
  }

  private static long intToInt(int[] in, int[] out, long min, long max, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      int x = in[i];
      bad |= (x - min) | (max - x);
      out[i] = x;
    }
    return bad >>> 63;
  }

  private static long intToLong(int[] in, long[] out, long min, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      long x = in[i];
      out[i] = x;
      bad |= x;
    }
    return min == 0 ? bad >>> 63 : 0;
  }

  private static long longToInt(long[] in, int[] out, long min, long max, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      long x = in[i];
      bad |= x < min | x > max ? 1 : 0;
      out[i] = (int) x;
    }
    return bad;
  }

  private static long longToLong(long[] in, long[] out, long min, long max, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      long x = in[i];
      bad |= x < min | x > max ? 1 : 0;
      out[i] = x;
    }
    return bad;
  }

  private static void wideToInteger(
      FlatVector source, int count, FlatVector result, CastContext c) {
    LogicalType to = result.type();
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      if (isLong(source, i) && putLong(result, i, asLong(source, i))) {
        continue;
      }
      BigInteger x = big(source, i);
      if (IntegerRange.contains(to, x)) {
        put(result, i, x);
      } else {
        fail(source, i, result, c);
      }
    }
  }

  /** Whether an integer is in the range of a signed 64-bit one. */
  private static boolean isLong(FlatVector source, int row) {
    return switch (source) {
      case LongVector v -> v.type().id() != TypeId.UBIGINT || v.get(row) >= 0;
      case WideVector v ->
          v.high(row) == v.low(row) >> 63 && (v.type().id() != TypeId.UHUGEINT || v.high(row) == 0);
      default -> true;
    };
  }

  private static long asLong(FlatVector source, int row) {
    return switch (source) {
      case IntVector v -> v.get(row);
      case LongVector v -> v.get(row);
      case BoolVector v -> v.get(row);
      default -> ((WideVector) source).low(row);
    };
  }

  /** Stores an integer if it is in range. */
  private static boolean putLong(FlatVector result, int row, long value) {
    LogicalType to = result.type();
    if (result instanceof WideVector wide) {
      if (to.isUnsigned() && value < 0) {
        return false;
      }
      wide.set(row, value, value >> 63);
      return true;
    }
    if (value < IntegerRange.min(to) || value > IntegerRange.max(to)) {
      return false;
    }
    if (result instanceof LongVector longs) {
      longs.set(row, value);
    } else {
      ((IntVector) result).set(row, (int) value);
    }
    return true;
  }

  /** An integer of any type as a big one. */
  static BigInteger big(FlatVector source, int row) {
    return switch (source) {
      case IntVector v -> BigInteger.valueOf(v.get(row));
      case LongVector v ->
          v.type().id() == TypeId.UBIGINT && v.get(row) < 0
              ? new BigInteger(Long.toUnsignedString(v.get(row)))
              : BigInteger.valueOf(v.get(row));
      case BoolVector v -> BigInteger.valueOf(v.get(row));
      default -> ((WideVector) source).getBig(row);
    };
  }

  /** Stores an integer that is in range. */
  static void put(FlatVector result, int row, BigInteger value) {
    switch (result) {
      case IntVector v -> v.set(row, value.intValue());
      case LongVector v -> v.set(row, value.longValue());
      default -> ((WideVector) result).setBig(row, value);
    }
  }

  private static void floatToInteger(
      FlatVector source, int count, FlatVector result, CastContext c) {
    LogicalType to = result.type();
    double low = to.isUnsigned() ? 0 : to.id() == TypeId.HUGEINT ? -0x1p127 : IntegerRange.min(to);
    double high =
        switch (to.id()) {
          case HUGEINT -> 0x1p127;
          case UHUGEINT -> 0x1p128;
          case UBIGINT -> TWO_64;
          case BIGINT -> TWO_63;
          default -> IntegerRange.max(to) + 1.0;
        };
    for (int i = 0; i < count; i++) {
      double x =
          Math.rint(source instanceof DoubleVector v ? v.get(i) : ((FloatVector) source).get(i));
      if (x >= low && x < high && x != -0x1p127) {
        switch (result) {
          case IntVector v -> v.set(i, (int) x);
          case LongVector v ->
              v.set(i, x < TWO_63 ? (long) x : (long) (x - TWO_63) + Long.MIN_VALUE);
          default -> ((WideVector) result).setBig(i, new BigDecimal(x).toBigInteger());
        }
      } else if (!result.isNull(i)) {
        fail(source, i, result, c);
      }
    }
  }

  private static void fail(FlatVector source, int row, FlatVector result, CastContext context) {
    if (!context.nullInstead(result, row)) {
      String text =
          switch (source) {
            case DoubleVector v -> NumberText.of(v.get(row));
            case FloatVector v -> NumberText.of(v.get(row));
            default -> big(source, row).toString();
          };
      throw EiderException.conversion(
          "Type "
              + InternalNames.of(source.type())
              + " with value "
              + text
              + " can't be cast because the value is out of range for the destination type "
              + InternalNames.of(result.type()));
    }
  }

  /** Half away from zero. */
  static BigInteger divideRounded(BigInteger value, BigInteger divisor) {
    return new BigDecimal(value)
        .divide(new BigDecimal(divisor), 0, RoundingMode.HALF_UP)
        .toBigInteger();
  }
}
