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
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.WideVector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Casts between DECIMAL and numbers, and among DECIMALs; half rounds away from zero. */
final class DecimalCasts {
  private static final long[] POWERS = new long[19];
  private static final BigInteger[] BIG_POWERS = new BigInteger[77];
  private static final double[] DOUBLE_POWERS = new double[39];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = POWERS[i - 1] * 10;
    }
    for (int i = 0; i < BIG_POWERS.length; i++) {
      BIG_POWERS[i] = BigInteger.TEN.pow(i);
    }
    for (int i = 0; i < DOUBLE_POWERS.length; i++) {
      DOUBLE_POWERS[i] = BIG_POWERS[i].doubleValue();
    }
  }

  private DecimalCasts() {}

  static BigInteger power(int exponent) {
    return BIG_POWERS[exponent];
  }

  static long powerLong(int exponent) {
    return POWERS[exponent];
  }

  /** From any number or boolean to DECIMAL. */
  static CastKernel toDecimal(LogicalType from) {
    return switch (from.id()) {
      case DECIMAL -> DecimalCasts::decimalToDecimal;
      case DOUBLE, FLOAT -> DecimalCasts::floatToDecimal;
      default -> DecimalCasts::integerToDecimal;
    };
  }

  /** From DECIMAL to a number or boolean. */
  static CastKernel fromDecimal(LogicalType to) {
    return switch (to.id()) {
      case DOUBLE, FLOAT -> DecimalCasts::decimalToFloat;
      case BOOLEAN -> DecimalCasts::decimalToBool;
      default -> DecimalCasts::decimalToInteger;
    };
  }

  static boolean isSafe(LogicalType from, LogicalType to) {
    if (to.id() == TypeId.DOUBLE || to.id() == TypeId.FLOAT || to.id() == TypeId.BOOLEAN) {
      return true;
    }
    if (to instanceof LogicalType.Decimal target) {
      int whole = target.width() - target.scale();
      if (from instanceof LogicalType.Decimal source) {
        return source.scale() <= target.scale() && source.width() - source.scale() <= whole;
      }
      int digits = TypeUnifier.decimalWidth(from);
      return from.isIntegral() && digits <= whole && digits < 38;
    }
    return false;
  }

  static BigInteger unscaled(FlatVector vector, int row) {
    return vector instanceof LongVector v
        ? BigInteger.valueOf(v.get(row))
        : ((WideVector) vector).getBig(row);
  }

  static void put(FlatVector result, int row, BigInteger unscaled) {
    if (result instanceof LongVector v) {
      v.set(row, unscaled.longValue());
    } else {
      ((WideVector) result).setBig(row, unscaled);
    }
  }

  private static void integerToDecimal(
      FlatVector source, int count, FlatVector result, CastContext context) {
    LogicalType.Decimal type = (LogicalType.Decimal) result.type();
    BigInteger limit = BIG_POWERS[type.width() - type.scale()];
    boolean narrow =
        source.type().physical() != dev.eider.base.type.PhysicalType.INT128
            && source.type().id() != TypeId.UBIGINT
            && result instanceof LongVector;
    long narrowLimit = narrow ? limit.longValue() : 0;
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      if (narrow) {
        long x = longOf(source, i);
        if (x < narrowLimit && x > -narrowLimit) {
          ((LongVector) result).set(i, x * POWERS[type.scale()]);
          continue;
        }
      } else {
        BigInteger x = NumericCasts.big(source, i);
        if (x.abs().compareTo(limit) < 0) {
          put(result, i, x.multiply(BIG_POWERS[type.scale()]));
          continue;
        }
      }
      if (!context.nullInstead(result, i)) {
        throw EiderException.conversion(
            "Could not cast value " + NumericCasts.big(source, i) + " to " + type);
      }
    }
  }

  private static long longOf(FlatVector source, int row) {
    return switch (source) {
      case dev.eider.base.vector.IntVector v -> v.get(row);
      case BoolVector v -> v.get(row);
      default -> ((LongVector) source).get(row);
    };
  }

  private static void floatToDecimal(
      FlatVector source, int count, FlatVector result, CastContext context) {
    LogicalType.Decimal type = (LogicalType.Decimal) result.type();
    double limit = DOUBLE_POWERS[type.width()];
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      double x = source instanceof DoubleVector v ? v.get(i) : ((FloatVector) source).get(i);
      double scaled = x * DOUBLE_POWERS[type.scale()];
      double rounded = Math.copySign(Math.floor(Math.abs(scaled) + 0.5), scaled);
      if (Math.abs(scaled) >= 0x1p52) {
        rounded = scaled;
      } else if (Math.abs(scaled) < 0.5) {
        rounded = 0;
      }
      if (rounded > -limit && rounded < limit) {
        put(result, i, new BigDecimal(rounded).toBigInteger());
      } else if (!context.nullInstead(result, i)) {
        throw EiderException.conversion("Could not cast value " + fixed(x) + " to " + type);
      }
    }
  }

  private static String fixed(double x) {
    return Double.isNaN(x) || Double.isInfinite(x)
        ? NumberText.of(x)
        : new BigDecimal(x).setScale(6, RoundingMode.HALF_EVEN).toPlainString();
  }

  private static void decimalToDecimal(
      FlatVector source, int count, FlatVector result, CastContext context) {
    LogicalType.Decimal from = (LogicalType.Decimal) source.type();
    LogicalType.Decimal to = (LogicalType.Decimal) result.type();
    if (source instanceof LongVector a && result instanceof LongVector b) {
      narrowToNarrow(a, from, count, b, to, context);
      return;
    }
    BigInteger limit = BIG_POWERS[to.width()];
    int up = to.scale() - from.scale();
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      BigInteger x = unscaled(source, i);
      BigInteger y =
          up >= 0 ? x.multiply(BIG_POWERS[up]) : NumericCasts.divideRounded(x, BIG_POWERS[-up]);
      if (y.abs().compareTo(limit) < 0) {
        put(result, i, y);
      } else {
        fail(source, i, result, context);
      }
    }
  }

  private static void narrowToNarrow(
      LongVector source,
      LogicalType.Decimal from,
      int count,
      LongVector result,
      LogicalType.Decimal to,
      CastContext context) {
    int up = to.scale() - from.scale();
    long[] in = source.values();
    long[] out = result.values();
    if (up >= 0) {
      long factor = POWERS[up];
      long limit = POWERS[to.width() - up];
      long bad = 0;
      for (int i = 0; i < count; i++) {
        long x = in[i];
        bad |= x >= limit | x <= -limit ? 1 : 0;
        out[i] = x * factor;
      }
      for (int i = 0; bad != 0 && i < count; i++) {
        if ((in[i] >= limit || in[i] <= -limit) && !result.isNull(i)) {
          fail(source, i, result, context);
        }
      }
      return;
    }
    long divisor = POWERS[-up];
    long half = divisor / 2;
    long limit = POWERS[to.width()];
    for (int i = 0; i < count; i++) {
      long x = in[i];
      long y = (x + (x < 0 ? -half : half)) / divisor;
      out[i] = y;
      if ((y >= limit || y <= -limit) && !result.isNull(i)) {
        fail(source, i, result, context);
      }
    }
  }

  private static void fail(FlatVector source, int row, FlatVector result, CastContext context) {
    if (!context.nullInstead(result, row)) {
      throw EiderException.conversion(
          "Casting value \""
              + text(source, row)
              + "\" to type "
              + result.type()
              + " failed: value is out of range!");
    }
  }

  static String text(FlatVector source, int row) {
    LogicalType.Decimal type = (LogicalType.Decimal) source.type();
    return source instanceof LongVector v
        ? DecimalText.of(v.get(row), type.width(), type.scale())
        : DecimalText.of(((WideVector) source).getBig(row), type.width(), type.scale());
  }

  private static void decimalToFloat(
      FlatVector source, int count, FlatVector result, CastContext context) {
    LogicalType.Decimal type = (LogicalType.Decimal) source.type();
    if (source instanceof LongVector v && result instanceof DoubleVector out) {
      double divisor = DOUBLE_POWERS[type.scale()];
      for (int i = 0; i < count; i++) {
        long x = v.get(i);
        out.set(
            i,
            x <= 1L << 53 && x >= -(1L << 53)
                ? x / divisor
                : new BigDecimal(BigInteger.valueOf(x), type.scale()).doubleValue());
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      double x = new BigDecimal(unscaled(source, i), type.scale()).doubleValue();
      if (result instanceof DoubleVector out) {
        out.set(i, x);
      } else {
        ((FloatVector) result).set(i, (float) x);
      }
    }
  }

  private static void decimalToBool(
      FlatVector source, int count, FlatVector result, CastContext context) {
    for (int i = 0; i < count; i++) {
      ((BoolVector) result).set(i, (byte) (unscaled(source, i).signum() == 0 ? 0 : 1));
    }
  }

  private static void decimalToInteger(
      FlatVector source, int count, FlatVector result, CastContext context) {
    LogicalType.Decimal type = (LogicalType.Decimal) source.type();
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      BigInteger x = NumericCasts.divideRounded(unscaled(source, i), BIG_POWERS[type.scale()]);
      if (IntegerRange.contains(result.type(), x)) {
        NumericCasts.put(result, i, x);
      } else if (!context.nullInstead(result, i)) {
        throw EiderException.conversion(
            "Failed to cast decimal value " + x + " to type " + InternalNames.of(result.type()));
      }
    }
  }

  /** Rounds half away from zero to a scale. */
  static BigDecimal round(BigDecimal value, int scale) {
    return value.setScale(scale, RoundingMode.HALF_UP);
  }
}
