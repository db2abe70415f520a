// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.ArithmeticKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.FunctionTypes;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import dev.eider.engine.function.cast.TypeUnifier;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** {@code +}, {@code -} and {@code *} on DECIMAL: widths, scales and loops. */
final class DecimalArithmetic {
  private static final int MAX_WIDTH = LogicalType.Decimal.MAX_WIDTH;
  private static final int MAX_LONG_WIDTH = 18;
  private static final BigInteger LIMIT = BigInteger.TEN.pow(MAX_WIDTH);

  private DecimalArithmetic() {}

  static ScalarFunction function(ArithmeticFunctions.Op op) {
    LogicalType any = FunctionTypes.ANY_DECIMAL;
    return new ScalarFunction(
        op.sign,
        List.of(any, any),
        null,
        any,
        (arguments, scope) ->
            op == ArithmeticFunctions.Op.MULTIPLY ? multiplication(arguments) : sum(op, arguments));
  }

  /** A unary function that keeps the type of its DECIMAL argument. */
  static ScalarFunction sign(String name, ScalarKernel kernel) {
    return new ScalarFunction(
        name,
        List.of(FunctionTypes.ANY_DECIMAL),
        null,
        FunctionTypes.ANY_DECIMAL,
        (arguments, scope) -> {
          LogicalType type = asDecimal(arguments.getFirst().type());
          return Kernels.bound(name, List.of(type), type, NullHandling.PROPAGATE, false, kernel);
        });
  }

  /** The DECIMAL that holds every value of a numeric type. */
  static LogicalType asDecimal(LogicalType type) {
    int width = TypeUnifier.decimalWidth(type);
    return type instanceof LogicalType.Decimal
        ? type
        : LogicalType.decimal(Math.min(MAX_WIDTH, Math.max(1, width)), 0);
  }

  /** The type of sums ({@code extra} 1) or remainders ({@code extra} 0). */
  static LogicalType common(List<Argument> arguments, int extra) {
    int scale = 0;
    for (Argument argument : arguments) {
      scale = Math.max(scale, TypeUnifier.decimalScale(argument.type()));
    }
    return LogicalType.decimal(Math.clamp(width(arguments) + extra, 1, MAX_WIDTH), scale);
  }

  /** Digits that hold every argument at the greatest scale; may be more than there are. */
  static int width(List<Argument> arguments) {
    int width = 0;
    int scale = 0;
    int whole = 0;
    for (Argument argument : arguments) {
      int w = TypeUnifier.decimalWidth(argument.type());
      int s = TypeUnifier.decimalScale(argument.type());
      width = Math.max(width, w);
      scale = Math.max(scale, s);
      whole = Math.max(whole, w - s);
    }
    return Math.max(scale + whole, width);
  }

  /** The parameter types for a common result type: kept when scale and storage agree. */
  static List<LogicalType> parameters(List<Argument> arguments, LogicalType result) {
    List<LogicalType> parameters = new ArrayList<>();
    for (Argument argument : arguments) {
      boolean kept =
          argument.type() instanceof LogicalType.Decimal decimal
              && decimal.scale() == TypeUnifier.decimalScale(result)
              && decimal.physical() == result.physical();
      parameters.add(kept ? argument.type() : result);
    }
    return parameters;
  }

  private static BoundScalar sum(ArithmeticFunctions.Op op, List<Argument> arguments) {
    LogicalType result = common(arguments, 1);
    ScalarKernel kernel =
        result.physical() == dev.eider.base.type.PhysicalType.INT64
            ? (operands, count, out, context) ->
                ArithmeticFunctions.int64(op, operands[0], operands[1], (LongVector) out, count)
            : (operands, count, out, context) -> wide(op, operands, count, out);
    return Kernels.bound(
        op.sign,
        parameters(arguments, result),
        result,
        NullHandling.PROPAGATE,
        result.physical() != dev.eider.base.type.PhysicalType.INT64,
        kernel);
  }

  private static BoundScalar multiplication(List<Argument> arguments) {
    int width = 0;
    int scale = 0;
    int widest = 0;
    for (Argument argument : arguments) {
      int w = TypeUnifier.decimalWidth(argument.type());
      width += w;
      widest = Math.max(widest, w);
      scale += TypeUnifier.decimalScale(argument.type());
    }
    if (scale > MAX_WIDTH) {
      throw EiderException.outOfRange(
          "Needed scale "
              + scale
              + " to accurately represent the multiplication result, but this is out of range of"
              + " the DECIMAL type. Max scale is 38; could not perform an accurate multiplication."
              + " Either add a cast to DOUBLE, or add an explicit cast to a decimal with a lower"
              + " scale.");
    }
    boolean checked = false;
    if (width > MAX_LONG_WIDTH && widest <= MAX_LONG_WIDTH && scale < MAX_LONG_WIDTH) {
      checked = true;
      width = MAX_LONG_WIDTH;
    }
    if (width > MAX_WIDTH) {
      checked = true;
      width = MAX_WIDTH;
    }
    LogicalType result = LogicalType.decimal(Math.max(1, width), scale);
    List<LogicalType> parameters = new ArrayList<>();
    for (Argument argument : arguments) {
      boolean kept =
          argument.type() instanceof LogicalType.Decimal decimal
              && decimal.physical() == result.physical();
      parameters.add(
          kept
              ? argument.type()
              : LogicalType.decimal(Math.max(1, width), TypeUnifier.decimalScale(argument.type())));
    }
    boolean narrow = result.physical() == dev.eider.base.type.PhysicalType.INT64;
    boolean check = checked;
    ScalarKernel kernel =
        narrow
            ? (operands, count, out, context) -> multiply(operands, count, out, check)
            : (operands, count, out, context) ->
                wide(ArithmeticFunctions.Op.MULTIPLY, operands, count, out);
    return Kernels.bound("*", parameters, result, NullHandling.PROPAGATE, check || !narrow, kernel);
  }

  private static void multiply(Operand[] operands, int count, FlatVector result, boolean check) {
    Operand a = operands[0];
    Operand b = operands[1];
    long[] x = ((LongVector) a.vector()).values();
    long[] y = ((LongVector) b.vector()).values();
    long[] out = ((LongVector) result).values();
    if (!check) {
      if (a.step() == b.step()) {
        ArithmeticKernels.multiplyLongWrap(x, y, out, count);
      } else if (b.isConstant()) {
        ArithmeticKernels.multiplyLongWrapConst(x, y[0], out, count);
      } else {
        ArithmeticKernels.multiplyLongWrapConst(y, x[0], out, count);
      }
      return;
    }
    boolean bad =
        ArithmeticFunctions.int64(
            ArithmeticFunctions.Op.MULTIPLY, a, b, (LongVector) result, count);
    long limit = 1_000_000_000_000_000_000L;
    long outside = 0;
    for (int i = 0; i < count; i++) {
      outside |= out[i] >= limit | out[i] <= -limit ? 1 : 0;
    }
    if (bad || outside != 0) {
      for (int i = 0; i < count; i++) {
        long p = x[a.index(i)];
        long q = y[b.index(i)];
        boolean over =
            Math.multiplyHigh(p, q) != out[i] >> 63 || out[i] >= limit || out[i] <= -limit;
        if (over && !result.isNull(i)) {
          throw EiderException.outOfRange(
              "Overflow in multiplication of DECIMAL(18) ("
                  + p
                  + " * "
                  + q
                  + "). You might want to add an explicit cast to a bigger decimal.");
        }
      }
    }
  }

  private static void wide(
      ArithmeticFunctions.Op op, Operand[] operands, int count, FlatVector result) {
    WideVector a = (WideVector) operands[0].vector();
    WideVector b = (WideVector) operands[1].vector();
    WideVector out = (WideVector) result;
    WideMath.Op wide = ArithmeticFunctions.wideOp(op);
    for (int i = 0; i < count; i++) {
      boolean fits =
          WideMath.apply(wide, a, operands[0].index(i), b, operands[1].index(i), out, i, false);
      // Only a high word this large can be past 38 digits; the exact test is dear.
      if (!fits || (out.high(i) ^ out.high(i) >> 63) >= 5_421_010_862_427_522_170L) {
        if (!result.isNull(i) && (!fits || out.getBig(i).abs().compareTo(LIMIT) >= 0)) {
          String hint =
              op == ArithmeticFunctions.Op.MULTIPLY
                  ? ". You might want to add an explicit cast to a decimal with a smaller scale."
                  : ";";
          throw EiderException.outOfRange(
              "Overflow in "
                  + (op == ArithmeticFunctions.Op.SUBTRACT ? "subtract" : op.noun)
                  + " of DECIMAL(38) ("
                  + a.getBig(operands[0].index(i))
                  + " "
                  + op.sign
                  + " "
                  + b.getBig(operands[1].index(i))
                  + ")"
                  + hint);
        }
      }
    }
  }
}
