// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import static dev.eider.base.type.LogicalType.DOUBLE;
import static dev.eider.base.type.LogicalType.FLOAT;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.ArithmeticKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.FunctionTypes;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import dev.eider.engine.function.cast.ValueText;
import java.time.ZoneOffset;
import java.util.List;

/**
 * {@code /} (always floating), {@code //} and {@code %}. A zero divisor is an error for {@code //}
 * and {@code %}, except for the remainder of floats, which is NaN.
 */
final class DivisionFunctions {
  private DivisionFunctions() {}

  static void register(FunctionRegistry registry) {
    registry.add(
        Kernels.failing("/", List.of(FLOAT, FLOAT), FLOAT, DivisionFunctions::divideFloat));
    registry.add(
        Kernels.failing("/", List.of(DOUBLE, DOUBLE), DOUBLE, DivisionFunctions::divideDouble));
    for (LogicalType type : FunctionTypes.INTEGERS) {
      registry.add(Kernels.failing("//", List.of(type, type), type, integers(true, type)));
      registry.add(Kernels.failing("%", List.of(type, type), type, integers(false, type)));
    }
    for (LogicalType type : List.of(FLOAT, DOUBLE)) {
      registry.add(
          Kernels.failing("//", List.of(type, type), type, DivisionFunctions::divideFloats));
      registry.add(Kernels.safe("%", List.of(type, type), type, DivisionFunctions::floatRemainder));
    }
    registry.add(
        new ScalarFunction(
            "%",
            List.of(FunctionTypes.ANY_DECIMAL, FunctionTypes.ANY_DECIMAL),
            null,
            FunctionTypes.ANY_DECIMAL,
            (arguments, scope) -> {
              LogicalType type = DecimalArithmetic.common(arguments, 0);
              if (DecimalArithmetic.width(arguments) > LogicalType.Decimal.MAX_WIDTH) {
                return Kernels.bound(
                    "%",
                    List.of(DOUBLE, DOUBLE),
                    DOUBLE,
                    NullHandling.PROPAGATE,
                    false,
                    DivisionFunctions::floatRemainder);
              }
              return Kernels.bound(
                  "%",
                  DecimalArithmetic.parameters(arguments, type),
                  type,
                  NullHandling.PROPAGATE,
                  true,
                  integers(false, type));
            }));
    registry.alias("divide", "//");
    registry.alias("mod", "%");
    registry.add(
        Kernels.safe("fdiv", List.of(DOUBLE, DOUBLE), DOUBLE, DivisionFunctions::floorDivide));
    registry.add(
        Kernels.safe("fmod", List.of(DOUBLE, DOUBLE), DOUBLE, DivisionFunctions::floorRemainder));
  }

  private static void divideDouble(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    double[] x = ((DoubleVector) arguments[0].vector()).values();
    double[] y = ((DoubleVector) arguments[1].vector()).values();
    double[] out = ((DoubleVector) result).values();
    if (arguments[0].step() == arguments[1].step()) {
      ArithmeticKernels.divideDouble(x, y, out, count);
    } else if (arguments[1].isConstant()) {
      ArithmeticKernels.divideDoubleConst(x, y[0], out, count);
    } else {
      ArithmeticKernels.divideDoubleConstLeft(x[0], y, out, count);
    }
    strict("/", arguments, count, result, context);
  }

  /** A session without IEEE 754 arithmetic sees a zero divisor as one of integers. */
  private static void strict(
      String sign, Operand[] arguments, int count, FlatVector result, EvalContext context) {
    if (MathDomain.isStrict(context)) {
      for (int i = 0; i < count; i++) {
        if (!result.isNull(i) && number(arguments[1], i) == 0) {
          byZero(sign, arguments, i, result, context);
        }
      }
    }
  }

  private static void divideFloat(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    float[] x = ((FloatVector) arguments[0].vector()).values();
    float[] y = ((FloatVector) arguments[1].vector()).values();
    float[] out = ((FloatVector) result).values();
    if (arguments[0].step() == arguments[1].step()) {
      ArithmeticKernels.divideFloat(x, y, out, count);
    } else if (arguments[1].isConstant()) {
      ArithmeticKernels.divideFloatConst(x, y[0], out, count);
    } else {
      ArithmeticKernels.divideFloatConstLeft(x[0], y, out, count);
    }
    strict("/", arguments, count, result, context);
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

  private static void divideFloats(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      double divisor = number(arguments[1], i);
      if (divisor == 0) {
        byZero("//", arguments, i, result, context);
      } else {
        put(result, i, number(arguments[0], i) / divisor);
      }
    }
  }

  private static void floatRemainder(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      put(result, i, number(arguments[0], i) % number(arguments[1], i));
    }
    strict("%", arguments, count, result, context);
  }

  private static void floorDivide(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      put(result, i, Math.floor(number(arguments[0], i) / number(arguments[1], i)));
    }
  }

  private static void floorRemainder(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      double x = number(arguments[0], i);
      double y = number(arguments[1], i);
      put(result, i, x - Math.floor(x / y) * y);
    }
  }

  private static ScalarKernel integers(boolean quotient, LogicalType type) {
    return switch (type.physical()) {
      case INT32 ->
          (arguments, count, result, context) ->
              ints(quotient, arguments, count, (IntVector) result, context);
      case INT64 -> {
        boolean unsigned = type.id() == TypeId.UBIGINT;
        yield (arguments, count, result, context) ->
            longs(quotient, unsigned, arguments, count, (LongVector) result, context);
      }
      default -> {
        boolean unsigned = type.id() == TypeId.UHUGEINT;
        yield (arguments, count, result, context) ->
            wides(quotient, unsigned, arguments, count, (WideVector) result, context);
      }
    };
  }

  private static void ints(
      boolean quotient, Operand[] arguments, int count, IntVector result, EvalContext context) {
    int[] x = ((IntVector) arguments[0].vector()).values();
    int[] y = ((IntVector) arguments[1].vector()).values();
    int p = arguments[0].step();
    int q = arguments[1].step();
    int[] out = result.values();
    int min =
        result.type().isUnsigned()
            ? 1
            : (int) dev.eider.engine.function.cast.IntegerRange.min(result.type());
    for (int i = 0; i < count; i++) {
      int a = x[i * p];
      int b = y[i * q];
      if (b == 0) {
        byZero(quotient ? "//" : "%", arguments, i, result, context);
      } else if (b == -1 && a == min) {
        overflow(arguments, i, result);
      } else {
        out[i] = quotient ? a / b : a % b;
      }
    }
  }

  private static void longs(
      boolean quotient,
      boolean unsigned,
      Operand[] arguments,
      int count,
      LongVector result,
      EvalContext context) {
    long[] x = ((LongVector) arguments[0].vector()).values();
    long[] y = ((LongVector) arguments[1].vector()).values();
    int p = arguments[0].step();
    int q = arguments[1].step();
    long[] out = result.values();
    for (int i = 0; i < count; i++) {
      long a = x[i * p];
      long b = y[i * q];
      if (b == 0) {
        byZero(quotient ? "//" : "%", arguments, i, result, context);
      } else if (unsigned) {
        out[i] = quotient ? Long.divideUnsigned(a, b) : Long.remainderUnsigned(a, b);
      } else if (b == -1 && a == Long.MIN_VALUE) {
        overflow(arguments, i, result);
      } else {
        out[i] = quotient ? a / b : a % b;
      }
    }
  }

  private static void wides(
      boolean quotient,
      boolean unsigned,
      Operand[] arguments,
      int count,
      WideVector result,
      EvalContext context) {
    WideVector a = (WideVector) arguments[0].vector();
    WideVector b = (WideVector) arguments[1].vector();
    WideMath.Op op = quotient ? WideMath.Op.DIVIDE : WideMath.Op.MODULO;
    for (int i = 0; i < count; i++) {
      int at = arguments[1].index(i);
      if ((b.low(at) | b.high(at)) == 0) {
        byZero(quotient ? "//" : "%", arguments, i, result, context);
      } else if (!WideMath.apply(op, a, arguments[0].index(i), b, at, result, i, unsigned)) {
        overflow(arguments, i, result);
      }
    }
  }

  private static void overflow(Operand[] arguments, int row, FlatVector result) {
    if (!result.isNull(row)) {
      throw EiderException.outOfRange(
          "Overflow in division of " + text(arguments[0], row) + " / " + text(arguments[1], row));
    }
  }

  /** A zero divisor: NULL if the session says so, else an error. */
  static void byZero(
      String sign, Operand[] arguments, int row, FlatVector result, EvalContext context) {
    if (result.isNull(row)) {
      return;
    }
    Value strict = context.setting("error_on_division_by_zero");
    if (strict != null && !strict.isNull() && Boolean.FALSE.equals(strict.object())) {
      result.setNull(row);
      return;
    }
    throw Kernels.divisionByZero(
        text(arguments[0], row) + " " + sign + " " + text(arguments[1], row));
  }

  private static String text(Operand operand, int row) {
    return ValueText.toText(operand.vector(), operand.index(row), ZoneOffset.UTC);
  }
}
