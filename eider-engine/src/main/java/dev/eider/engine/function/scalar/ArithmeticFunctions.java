// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import static dev.eider.base.type.LogicalType.DOUBLE;
import static dev.eider.base.type.LogicalType.FLOAT;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.ArithmeticKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.FunctionTypes;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.cast.IntegerRange;
import dev.eider.engine.function.cast.InternalNames;
import java.math.BigInteger;
import java.util.List;

/** {@code +}, {@code -} and {@code *} on integers and floats. Overflow is an error. */
final class ArithmeticFunctions {
  private ArithmeticFunctions() {}

  /** The operations with the words of their error text. */
  enum Op {
    ADD("+", "addition"),
    SUBTRACT("-", "subtraction"),
    MULTIPLY("*", "multiplication");

    final String sign;
    final String noun;

    Op(String sign, String noun) {
      this.sign = sign;
      this.noun = noun;
    }
  }

  static void register(FunctionRegistry registry) {
    for (Op op : Op.values()) {
      for (LogicalType type : FunctionTypes.INTEGERS) {
        registry.add(Kernels.failing(op.sign, List.of(type, type), type, integerKernel(op, type)));
      }
      registry.add(Kernels.safe(op.sign, List.of(FLOAT, FLOAT), FLOAT, floatKernel(op)));
      registry.add(Kernels.safe(op.sign, List.of(DOUBLE, DOUBLE), DOUBLE, doubleKernel(op)));
      registry.add(DecimalArithmetic.function(op));
    }
    for (LogicalType type : FunctionTypes.INTEGERS) {
      registry.add(Kernels.safe("+", List.of(type), type, ArithmeticFunctions::identity));
      registry.add(negation(type));
    }
    for (LogicalType type : List.of(FLOAT, DOUBLE)) {
      registry.add(Kernels.safe("+", List.of(type), type, ArithmeticFunctions::identity));
      registry.add(Kernels.safe("-", List.of(type), type, ArithmeticFunctions::negateFloat));
    }
    registry.add(DecimalArithmetic.sign("+", ArithmeticFunctions::identity));
    registry.add(DecimalArithmetic.sign("-", ArithmeticFunctions::negateDecimal));
  }

  static ScalarKernel integerKernel(Op op, LogicalType type) {
    return switch (type.id()) {
      case INTEGER ->
          (arguments, count, result, context) -> {
            if (int32(op, arguments[0], arguments[1], (IntVector) result, count)) {
              overflow(op, arguments, count, result);
            }
          };
      case TINYINT, SMALLINT, UTINYINT, USMALLINT -> {
        int min = (int) IntegerRange.min(type);
        int max = (int) IntegerRange.max(type);
        yield (arguments, count, result, context) -> {
          if (narrow(op, arguments[0], arguments[1], (IntVector) result, min, max, count)) {
            overflow(op, arguments, count, result);
          }
        };
      }
      case BIGINT ->
          (arguments, count, result, context) -> {
            if (int64(op, arguments[0], arguments[1], (LongVector) result, count)) {
              overflow(op, arguments, count, result);
            }
          };
      case UINTEGER ->
          (arguments, count, result, context) -> {
            if (uint32(op, arguments[0], arguments[1], (LongVector) result, count)) {
              overflow(op, arguments, count, result);
            }
          };
      case UBIGINT ->
          (arguments, count, result, context) -> {
            if (uint64(op, arguments[0], arguments[1], (LongVector) result, count)) {
              overflow(op, arguments, count, result);
            }
          };
      default -> (arguments, count, result, context) -> wide(op, arguments, count, result);
    };
  }

  private static boolean bothColumns(Operand a, Operand b) {
    return a.step() == b.step();
  }

  private static boolean int32(Op op, Operand a, Operand b, IntVector result, int count) {
    int[] x = ((IntVector) a.vector()).values();
    int[] y = ((IntVector) b.vector()).values();
    int[] out = result.values();
    boolean columns = bothColumns(a, b);
    return switch (op) {
      case ADD ->
          columns
              ? ArithmeticKernels.addInt(x, y, out, count)
              : b.isConstant()
                  ? ArithmeticKernels.addIntConst(x, y[0], out, count)
                  : ArithmeticKernels.addIntConst(y, x[0], out, count);
      case SUBTRACT ->
          columns
              ? ArithmeticKernels.subtractInt(x, y, out, count)
              : b.isConstant()
                  ? ArithmeticKernels.subtractIntConst(x, y[0], out, count)
                  : ArithmeticKernels.subtractIntConstLeft(x[0], y, out, count);
      case MULTIPLY -> {
        int min = Integer.MIN_VALUE;
        int max = Integer.MAX_VALUE;
        yield columns
            ? ArithmeticKernels.multiplyInt(x, y, out, min, max, count)
            : b.isConstant()
                ? ArithmeticKernels.multiplyIntConst(x, y[0], out, min, max, count)
                : ArithmeticKernels.multiplyIntConst(y, x[0], out, min, max, count);
      }
    };
  }

  private static boolean narrow(
      Op op, Operand a, Operand b, IntVector result, int min, int max, int count) {
    int[] x = ((IntVector) a.vector()).values();
    int[] y = ((IntVector) b.vector()).values();
    int[] out = result.values();
    boolean columns = bothColumns(a, b);
    return switch (op) {
      case ADD ->
          columns
              ? ArithmeticKernels.addIntRange(x, y, out, min, max, count)
              : b.isConstant()
                  ? ArithmeticKernels.addIntRangeConst(x, y[0], out, min, max, count)
                  : ArithmeticKernels.addIntRangeConst(y, x[0], out, min, max, count);
      case SUBTRACT ->
          columns
              ? ArithmeticKernels.subtractIntRange(x, y, out, min, max, count)
              : b.isConstant()
                  ? ArithmeticKernels.subtractIntRangeConst(x, y[0], out, min, max, count)
                  : ArithmeticKernels.subtractIntRangeConstLeft(x[0], y, out, min, max, count);
      case MULTIPLY ->
          columns
              ? ArithmeticKernels.multiplyInt(x, y, out, min, max, count)
              : b.isConstant()
                  ? ArithmeticKernels.multiplyIntConst(x, y[0], out, min, max, count)
                  : ArithmeticKernels.multiplyIntConst(y, x[0], out, min, max, count);
    };
  }

  static boolean int64(Op op, Operand a, Operand b, LongVector result, int count) {
    long[] x = ((LongVector) a.vector()).values();
    long[] y = ((LongVector) b.vector()).values();
    long[] out = result.values();
    boolean columns = bothColumns(a, b);
    return switch (op) {
      case ADD ->
          columns
              ? ArithmeticKernels.addLong(x, y, out, count)
              : b.isConstant()
                  ? ArithmeticKernels.addLongConst(x, y[0], out, count)
                  : ArithmeticKernels.addLongConst(y, x[0], out, count);
      case SUBTRACT ->
          columns
              ? ArithmeticKernels.subtractLong(x, y, out, count)
              : b.isConstant()
                  ? ArithmeticKernels.subtractLongConst(x, y[0], out, count)
                  : ArithmeticKernels.subtractLongConstLeft(x[0], y, out, count);
      case MULTIPLY ->
          columns
              ? ArithmeticKernels.multiplyLong(x, y, out, count)
              : b.isConstant()
                  ? ArithmeticKernels.multiplyLongConst(x, y[0], out, count)
                  : ArithmeticKernels.multiplyLongConst(y, x[0], out, count);
    };
  }

  private static boolean uint32(Op op, Operand a, Operand b, LongVector result, int count) {
    long[] x = ((LongVector) a.vector()).values();
    long[] y = ((LongVector) b.vector()).values();
    long[] out = result.values();
    long max = 0xFFFF_FFFFL;
    boolean columns = bothColumns(a, b);
    return switch (op) {
      case ADD ->
          columns
              ? ArithmeticKernels.addLongRange(x, y, out, 0, max, count)
              : b.isConstant()
                  ? ArithmeticKernels.addLongRangeConst(x, y[0], out, 0, max, count)
                  : ArithmeticKernels.addLongRangeConst(y, x[0], out, 0, max, count);
      case SUBTRACT ->
          columns
              ? ArithmeticKernels.subtractLongRange(x, y, out, 0, max, count)
              : b.isConstant()
                  ? ArithmeticKernels.subtractLongRangeConst(x, y[0], out, 0, max, count)
                  : ArithmeticKernels.subtractLongRangeConstLeft(x[0], y, out, 0, max, count);
      case MULTIPLY ->
          columns
              ? ArithmeticKernels.multiplyLongRange(x, y, out, 0, max, count)
              : b.isConstant()
                  ? ArithmeticKernels.multiplyLongRangeConst(x, y[0], out, 0, max, count)
                  : ArithmeticKernels.multiplyLongRangeConst(y, x[0], out, 0, max, count);
    };
  }

  private static boolean uint64(Op op, Operand a, Operand b, LongVector result, int count) {
    long[] x = ((LongVector) a.vector()).values();
    long[] y = ((LongVector) b.vector()).values();
    long[] out = result.values();
    boolean columns = bothColumns(a, b);
    return switch (op) {
      case ADD ->
          columns
              ? ArithmeticKernels.addUnsigned(x, y, out, count)
              : b.isConstant()
                  ? ArithmeticKernels.addUnsignedConst(x, y[0], out, count)
                  : ArithmeticKernels.addUnsignedConst(y, x[0], out, count);
      case SUBTRACT ->
          columns
              ? ArithmeticKernels.subtractUnsigned(x, y, out, count)
              : b.isConstant()
                  ? ArithmeticKernels.subtractUnsignedConst(x, y[0], out, count)
                  : ArithmeticKernels.subtractUnsignedConstLeft(x[0], y, out, count);
      case MULTIPLY ->
          columns
              ? ArithmeticKernels.multiplyUnsigned(x, y, out, count)
              : b.isConstant()
                  ? ArithmeticKernels.multiplyUnsignedConst(x, y[0], out, count)
                  : ArithmeticKernels.multiplyUnsignedConst(y, x[0], out, count);
    };
  }

  static WideMath.Op wideOp(Op op) {
    return switch (op) {
      case ADD -> WideMath.Op.ADD;
      case SUBTRACT -> WideMath.Op.SUBTRACT;
      case MULTIPLY -> WideMath.Op.MULTIPLY;
    };
  }

  private static void wide(Op op, Operand[] arguments, int count, FlatVector result) {
    WideVector a = (WideVector) arguments[0].vector();
    WideVector b = (WideVector) arguments[1].vector();
    WideVector out = (WideVector) result;
    boolean unsigned = result.type().id() == TypeId.UHUGEINT;
    WideMath.Op wide = wideOp(op);
    for (int i = 0; i < count; i++) {
      if (!WideMath.apply(
              wide, a, arguments[0].index(i), b, arguments[1].index(i), out, i, unsigned)
          && !result.isNull(i)) {
        throw overflow(
            op, result.type(), a.getBig(arguments[0].index(i)), b.getBig(arguments[1].index(i)));
      }
    }
  }

  /** Some row overflowed: throws for the first that is not NULL, if there is one. */
  private static void overflow(Op op, Operand[] arguments, int count, FlatVector result) {
    LogicalType type = result.type();
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      BigInteger a = big(arguments[0], i);
      BigInteger b = big(arguments[1], i);
      BigInteger exact =
          switch (op) {
            case ADD -> a.add(b);
            case SUBTRACT -> a.subtract(b);
            case MULTIPLY -> a.multiply(b);
          };
      if (!IntegerRange.contains(type, exact)) {
        throw overflow(op, type, a, b);
      }
    }
  }

  private static EiderException overflow(Op op, LogicalType type, BigInteger a, BigInteger b) {
    return EiderException.outOfRange(
        "Overflow in "
            + op.noun
            + " of "
            + InternalNames.of(type)
            + " ("
            + a
            + " "
            + op.sign
            + " "
            + b
            + ")!");
  }

  static BigInteger big(Operand operand, int row) {
    int at = operand.index(row);
    return switch (operand.vector()) {
      case IntVector v -> BigInteger.valueOf(v.get(at));
      case LongVector v ->
          v.type().id() == TypeId.UBIGINT
              ? new BigInteger(Long.toUnsignedString(v.get(at)))
              : BigInteger.valueOf(v.get(at));
      default -> ((WideVector) operand.vector()).getBig(at);
    };
  }

  private static ScalarKernel doubleKernel(Op op) {
    return (arguments, count, result, context) -> {
      Operand a = arguments[0];
      Operand b = arguments[1];
      double[] x = ((DoubleVector) a.vector()).values();
      double[] y = ((DoubleVector) b.vector()).values();
      double[] out = ((DoubleVector) result).values();
      boolean columns = bothColumns(a, b);
      switch (op) {
        case ADD -> {
          if (columns) {
            ArithmeticKernels.addDouble(x, y, out, count);
          } else if (b.isConstant()) {
            ArithmeticKernels.addDoubleConst(x, y[0], out, count);
          } else {
            ArithmeticKernels.addDoubleConst(y, x[0], out, count);
          }
        }
        case SUBTRACT -> {
          if (columns) {
            ArithmeticKernels.subtractDouble(x, y, out, count);
          } else if (b.isConstant()) {
            ArithmeticKernels.subtractDoubleConst(x, y[0], out, count);
          } else {
            ArithmeticKernels.subtractDoubleConstLeft(x[0], y, out, count);
          }
        }
        case MULTIPLY -> {
          if (columns) {
            ArithmeticKernels.multiplyDouble(x, y, out, count);
          } else if (b.isConstant()) {
            ArithmeticKernels.multiplyDoubleConst(x, y[0], out, count);
          } else {
            ArithmeticKernels.multiplyDoubleConst(y, x[0], out, count);
          }
        }
      }
    };
  }

  private static ScalarKernel floatKernel(Op op) {
    return (arguments, count, result, context) -> {
      FloatVector a = (FloatVector) arguments[0].vector();
      FloatVector b = (FloatVector) arguments[1].vector();
      int p = arguments[0].step();
      int q = arguments[1].step();
      float[] out = ((FloatVector) result).values();
      for (int i = 0; i < count; i++) {
        float x = a.get(i * p);
        float y = b.get(i * q);
        out[i] =
            switch (op) {
              case ADD -> x + y;
              case SUBTRACT -> x - y;
              case MULTIPLY -> x * y;
            };
      }
    };
  }

  static void identity(
      Operand[] arguments,
      int count,
      FlatVector result,
      dev.eider.engine.function.EvalContext context) {
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)) {
        result.copyRow(arguments[0].vector(), arguments[0].index(i), i);
      }
    }
  }

  /** A constant that is the least of its type is negated in the next wider type. */
  private static ScalarFunction negation(LogicalType type) {
    return new ScalarFunction(
        "-",
        List.of(type),
        null,
        type,
        (arguments, scope) -> {
          LogicalType target = type;
          if (arguments.getFirst().constant() != null
              && !arguments.getFirst().constant().isNull()
              && arguments.getFirst().constant().type().equals(type)
              && !type.isUnsigned()) {
            target = promoted(type, arguments.getFirst().constant().get());
          }
          return Kernels.bound(
              "-",
              List.of(target),
              target,
              ScalarKernel.NullHandling.PROPAGATE,
              true,
              ArithmeticFunctions::negateInteger);
        });
  }

  private static LogicalType promoted(LogicalType type, Object value) {
    return switch (type.id()) {
      case TINYINT -> value.equals((int) Byte.MIN_VALUE) ? LogicalType.SMALLINT : type;
      case SMALLINT -> value.equals((int) Short.MIN_VALUE) ? LogicalType.INTEGER : type;
      case INTEGER -> value.equals(Integer.MIN_VALUE) ? LogicalType.BIGINT : type;
      case BIGINT -> value.equals(Long.MIN_VALUE) ? LogicalType.HUGEINT : type;
      default -> type;
    };
  }

  private static void negateInteger(
      Operand[] arguments,
      int count,
      FlatVector result,
      dev.eider.engine.function.EvalContext context) {
    LogicalType type = result.type();
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      switch (result) {
        case IntVector out -> {
          int x = ((IntVector) arguments[0].vector()).get(arguments[0].index(i));
          long y = -(long) x;
          if (y < IntegerRange.min(type) || y > IntegerRange.max(type)) {
            throw negationOverflow();
          }
          out.set(i, (int) y);
        }
        case LongVector out -> {
          long x = ((LongVector) arguments[0].vector()).get(arguments[0].index(i));
          if (type.isUnsigned() ? x != 0 : x == Long.MIN_VALUE) {
            throw negationOverflow();
          }
          out.set(i, -x);
        }
        default -> {
          BigInteger x = big(arguments[0], i).negate();
          if (!IntegerRange.contains(type, x)) {
            throw negationOverflow();
          }
          ((WideVector) result).setBig(i, x);
        }
      }
    }
  }

  private static EiderException negationOverflow() {
    return EiderException.outOfRange("Overflow in negation of numeric value!");
  }

  private static void negateFloat(
      Operand[] arguments,
      int count,
      FlatVector result,
      dev.eider.engine.function.EvalContext context) {
    for (int i = 0; i < count; i++) {
      int at = arguments[0].index(i);
      if (result instanceof DoubleVector out) {
        out.set(i, -((DoubleVector) arguments[0].vector()).get(at));
      } else {
        ((FloatVector) result).set(i, -((FloatVector) arguments[0].vector()).get(at));
      }
    }
  }

  private static void negateDecimal(
      Operand[] arguments,
      int count,
      FlatVector result,
      dev.eider.engine.function.EvalContext context) {
    for (int i = 0; i < count; i++) {
      if (result instanceof LongVector out) {
        out.set(i, -((LongVector) arguments[0].vector()).get(arguments[0].index(i)));
      } else {
        ((WideVector) result).setBig(i, big(arguments[0], i).negate());
      }
    }
  }
}
