// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import static dev.eider.base.type.LogicalType.DOUBLE;
import static dev.eider.base.type.LogicalType.FLOAT;
import static dev.eider.base.type.LogicalType.INTEGER;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.RoundKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.FunctionTypes;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import dev.eider.engine.function.cast.IntegerRange;
import dev.eider.engine.function.cast.ValueCasts;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;

/** round, trunc, ceil, floor and round_even on floats, decimals and integers. */
final class RoundFunctions {
  private static final int MAX_PRECISION = 400;

  private RoundFunctions() {}

  private enum Mode {
    ROUND(RoundingMode.HALF_UP),
    TRUNC(RoundingMode.DOWN),
    CEIL(RoundingMode.CEILING),
    FLOOR(RoundingMode.FLOOR),
    EVEN(RoundingMode.HALF_EVEN);

    final RoundingMode rounding;

    Mode(RoundingMode rounding) {
      this.rounding = rounding;
    }
  }

  static void register(FunctionRegistry registry) {
    whole(registry, "round", Mode.ROUND);
    whole(registry, "trunc", Mode.TRUNC);
    whole(registry, "ceil", Mode.CEIL);
    whole(registry, "floor", Mode.FLOOR);
    registry.alias("ceiling", "ceil");
    places(registry, "round", Mode.ROUND);
    places(registry, "trunc", Mode.TRUNC);
    places(registry, "round_even", Mode.EVEN);
    registry.alias("roundbankers", "round_even");
    for (LogicalType type : FunctionTypes.INTEGERS) {
      registry.add(Kernels.safe("trunc", List.of(type), type, ArithmeticFunctions::identity));
      if (!type.isUnsigned()) {
        registry.add(Kernels.safe("round", List.of(type), type, ArithmeticFunctions::identity));
      }
    }
  }

  private static void whole(FunctionRegistry registry, String name, Mode mode) {
    for (LogicalType type : List.of(FLOAT, DOUBLE)) {
      registry.add(
          Kernels.safe(name, List.of(type), type, (a, n, r, c) -> wholeFloat(mode, a, n, r)));
    }
    registry.add(
        new ScalarFunction(
            name,
            List.of(FunctionTypes.ANY_DECIMAL),
            null,
            FunctionTypes.ANY_DECIMAL,
            (arguments, scope) -> decimal(name, mode, arguments.getFirst(), 0, false)));
  }

  private static void places(FunctionRegistry registry, String name, Mode mode) {
    for (LogicalType type : List.of(FLOAT, DOUBLE)) {
      registry.add(
          Kernels.safe(
              name, List.of(type, INTEGER), type, (a, n, r, c) -> floatPlaces(mode, a, n, r)));
    }
    for (LogicalType type : FunctionTypes.INTEGERS) {
      if (type.isUnsigned() && mode != Mode.TRUNC) {
        continue;
      }
      registry.add(
          Kernels.failing(
              name,
              List.of(type, INTEGER),
              type,
              (a, n, r, c) -> integerPlaces(name, mode, a, n, r)));
    }
    registry.add(
        new ScalarFunction(
            name,
            List.of(FunctionTypes.ANY_DECIMAL, INTEGER),
            null,
            FunctionTypes.ANY_DECIMAL,
            (arguments, scope) -> {
              Value precision = arguments.get(1).constant();
              if (precision == null) {
                throw EiderException.binder(
                    "The \"precision\" argument in function \""
                        + name
                        + "\" must be a constant expression");
              }
              Value places = ValueCasts.cast(precision, INTEGER);
              if (places.isNull() && !precision.type().equals(LogicalType.SQLNULL)) {
                throw EiderException.binder(
                    "The \"precision\" argument in function '\"" + name + "\"' must not be NULL");
              }
              return decimal(
                  name,
                  mode,
                  arguments.getFirst(),
                  places.isNull() ? 0 : (int) Math.max(places.asLong(), -MAX_PRECISION),
                  true);
            }));
  }

  private static BoundScalar decimal(
      String name, Mode mode, Argument argument, int places, boolean twoArguments) {
    LogicalType.Decimal from = (LogicalType.Decimal) DecimalArithmetic.asDecimal(argument.type());
    int scale = Math.clamp(places, 0, from.scale());
    // Rounding up may take one digit more: 99 to -1 places is 100.
    int width = from.width();
    if ((mode == Mode.ROUND || mode == Mode.EVEN) && (places < from.scale() || places < 0)) {
      width = Math.max(width, from.width() - from.scale() + scale + 1);
    }
    LogicalType to = LogicalType.decimal(Math.min(width, LogicalType.Decimal.MAX_WIDTH), scale);
    ScalarKernel kernel =
        places >= from.scale()
            ? ArithmeticFunctions::identity
            : (arguments, count, result, context) ->
                decimalPlaces(mode, from, places, arguments[0], count, result);
    return Kernels.bound(
        name,
        twoArguments ? List.of(from, INTEGER) : List.of(from),
        to,
        NullHandling.PROPAGATE,
        false,
        kernel,
        places);
  }

  private static void decimalPlaces(
      Mode mode,
      LogicalType.Decimal from,
      int places,
      Operand operand,
      int count,
      FlatVector result) {
    int drop = from.scale() - places;
    if (result instanceof LongVector out
        && operand.vector() instanceof LongVector in
        && drop <= 18) {
      long divisor = BigInteger.TEN.pow(drop).longValueExact();
      long factor = BigInteger.TEN.pow(Math.max(0, -places)).longValueExact();
      for (int i = 0; i < count; i++) {
        out.set(i, divide(mode, in.get(operand.index(i)), divisor) * factor);
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)) {
        BigInteger rounded =
            new BigDecimal(ArithmeticFunctions.big(operand, i), from.scale())
                .setScale(places, mode.rounding)
                .setScale(Math.max(0, places), RoundingMode.UNNECESSARY)
                .unscaledValue();
        BitFunctions.put(result, i, rounded);
      }
    }
  }

  private static long divide(Mode mode, long value, long divisor) {
    long half = divisor / 2;
    return switch (mode) {
      case ROUND -> (value + (value < 0 ? -half : half)) / divisor;
      case TRUNC -> value / divisor;
      case CEIL -> Math.ceilDiv(value, divisor);
      case FLOOR -> Math.floorDiv(value, divisor);
      case EVEN -> {
        long quotient = value / divisor;
        long rest = Math.abs(value % divisor);
        boolean up = rest > half || rest == half && (quotient & 1) != 0;
        yield up ? quotient + (value < 0 ? -1 : 1) : quotient;
      }
    };
  }

  private static void wholeFloat(Mode mode, Operand[] arguments, int count, FlatVector result) {
    Operand operand = arguments[0];
    if (result instanceof DoubleVector out && operand.step() == 1) {
      double[] in = ((DoubleVector) operand.vector()).values();
      switch (mode) {
        case ROUND -> RoundKernels.roundDouble(in, out.values(), count);
        case CEIL -> RoundKernels.ceilDouble(in, out.values(), count);
        case FLOOR -> RoundKernels.floorDouble(in, out.values(), count);
        case TRUNC, EVEN -> {
          for (int i = 0; i < count; i++) {
            out.set(i, whole(mode, in[i]));
          }
        }
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      put(result, i, whole(mode, number(operand, i)));
    }
  }

  private static double whole(Mode mode, double x) {
    return switch (mode) {
      case ROUND -> RoundKernels.round(x);
      case TRUNC -> x < 0 ? Math.ceil(x) : Math.floor(x);
      case CEIL -> Math.ceil(x);
      case FLOOR -> Math.floor(x);
      case EVEN -> Math.rint(x);
    };
  }

  private static double number(Operand operand, int row) {
    return operand.vector() instanceof DoubleVector v
        ? v.get(operand.index(row))
        : ((FloatVector) operand.vector()).get(operand.index(row));
  }

  private static void put(FlatVector result, int row, double value) {
    if (result instanceof DoubleVector v) {
      v.set(row, value);
    } else {
      ((FloatVector) result).set(row, (float) value);
    }
  }

  private static void floatPlaces(Mode mode, Operand[] arguments, int count, FlatVector result) {
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      double x = number(arguments[0], i);
      int places = ((IntVector) arguments[1].vector()).get(arguments[1].index(i));
      put(result, i, floatPlaces(mode, x, places));
    }
  }

  private static double floatPlaces(Mode mode, double x, int places) {
    double power = Math.pow(10, Math.min(Math.abs((long) places), MAX_PRECISION));
    if (places < 0) {
      double rounded = whole(mode, x / power) * power;
      return Double.isFinite(rounded) || Double.isNaN(x) ? rounded : 0;
    }
    double rounded = whole(mode, x * power) / power;
    return Double.isFinite(rounded) ? rounded : x;
  }

  private static void integerPlaces(
      String name, Mode mode, Operand[] arguments, int count, FlatVector result) {
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      int places = ((IntVector) arguments[1].vector()).get(arguments[1].index(i));
      if (places >= 0) {
        result.copyRow(arguments[0].vector(), arguments[0].index(i), i);
        continue;
      }
      BigInteger rounded =
          places < -40
              ? BigInteger.ZERO
              : new BigDecimal(ArithmeticFunctions.big(arguments[0], i))
                  .setScale(places, mode.rounding)
                  .toBigInteger();
      if (!IntegerRange.contains(result.type(), rounded)) {
        throw EiderException.outOfRange(
            "Overflow in "
                + (mode == Mode.ROUND ? "ROUND" : name.toUpperCase(java.util.Locale.ROOT))
                + " of integer");
      }
      BitFunctions.put(result, i, rounded);
    }
  }
}
