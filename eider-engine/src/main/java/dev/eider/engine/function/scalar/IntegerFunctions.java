// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import static dev.eider.base.type.LogicalType.BIGINT;
import static dev.eider.base.type.LogicalType.DOUBLE;
import static dev.eider.base.type.LogicalType.FLOAT;
import static dev.eider.base.type.LogicalType.HUGEINT;
import static dev.eider.base.type.LogicalType.INTEGER;
import static dev.eider.base.type.LogicalType.TINYINT;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
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
import dev.eider.engine.function.cast.IntegerRange;
import java.math.BigInteger;
import java.util.List;

/** abs, sign, gcd, lcm and factorial. */
final class IntegerFunctions {
  private static final int LARGEST_FACTORIAL = 33;

  private IntegerFunctions() {}

  static void register(FunctionRegistry registry) {
    for (LogicalType type : FunctionTypes.INTEGERS) {
      registry.add(Kernels.failing("abs", List.of(type), type, IntegerFunctions::abs));
      registry.add(Kernels.safe("sign", List.of(type), TINYINT, IntegerFunctions::sign));
    }
    for (LogicalType type : List.of(FLOAT, DOUBLE)) {
      registry.add(Kernels.safe("abs", List.of(type), type, IntegerFunctions::absFloat));
      registry.add(Kernels.safe("sign", List.of(type), TINYINT, IntegerFunctions::sign));
    }
    registry.add(DecimalArithmetic.sign("abs", IntegerFunctions::absDecimal));
    registry.alias("@", "abs");
    for (LogicalType type : List.of(BIGINT, HUGEINT)) {
      registry.add(
          Kernels.failing("gcd", List.of(type, type), type, (a, n, r, c) -> gcd(true, a, n, r)));
      registry.add(
          Kernels.failing("lcm", List.of(type, type), type, (a, n, r, c) -> gcd(false, a, n, r)));
    }
    registry.alias("greatest_common_divisor", "gcd");
    registry.alias("least_common_multiple", "lcm");
    registry.add(
        Kernels.failing("factorial", List.of(INTEGER), HUGEINT, IntegerFunctions::factorial));
    registry.alias("!", "factorial");
  }

  private static void abs(Operand[] arguments, int count, FlatVector result, EvalContext context) {
    Operand operand = arguments[0];
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      switch (result) {
        case IntVector out -> {
          int x = ((IntVector) operand.vector()).get(operand.index(i));
          if (-(long) x > IntegerRange.max(result.type())) {
            throw EiderException.outOfRange("Overflow on abs(" + x + ")");
          }
          out.set(i, Math.abs(x));
        }
        case LongVector out -> {
          long x = ((LongVector) operand.vector()).get(operand.index(i));
          if (!result.type().isUnsigned() && x == Long.MIN_VALUE) {
            throw EiderException.outOfRange("Overflow on abs(" + x + ")");
          }
          out.set(i, result.type().isUnsigned() ? x : Math.abs(x));
        }
        default -> {
          BigInteger x = ArithmeticFunctions.big(operand, i);
          if (!IntegerRange.contains(result.type(), x.abs())) {
            throw EiderException.outOfRange("Overflow on abs(" + x + ")");
          }
          ((WideVector) result).setBig(i, x.abs());
        }
      }
    }
  }

  private static void absFloat(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    Operand operand = arguments[0];
    for (int i = 0; i < count; i++) {
      int at = operand.index(i);
      if (result instanceof DoubleVector out) {
        out.set(i, Math.abs(((DoubleVector) operand.vector()).get(at)));
      } else {
        ((FloatVector) result).set(i, Math.abs(((FloatVector) operand.vector()).get(at)));
      }
    }
  }

  private static void absDecimal(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    Operand operand = arguments[0];
    for (int i = 0; i < count; i++) {
      if (result instanceof LongVector out) {
        out.set(i, Math.abs(((LongVector) operand.vector()).get(operand.index(i))));
      } else {
        ((WideVector) result).setBig(i, ArithmeticFunctions.big(operand, i).abs());
      }
    }
  }

  private static void sign(Operand[] arguments, int count, FlatVector result, EvalContext context) {
    Operand operand = arguments[0];
    for (int i = 0; i < count; i++) {
      int at = operand.index(i);
      int sign =
          switch (operand.vector()) {
            case IntVector v -> Integer.signum(v.get(at));
            case DoubleVector v -> v.get(at) > 0 ? 1 : v.get(at) < 0 ? -1 : 0;
            case FloatVector v -> v.get(at) > 0 ? 1 : v.get(at) < 0 ? -1 : 0;
            default -> ArithmeticFunctions.big(operand, i).signum();
          };
      ((IntVector) result).set(i, sign);
    }
  }

  private static void gcd(boolean divisor, Operand[] arguments, int count, FlatVector result) {
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      BigInteger a = ArithmeticFunctions.big(arguments[0], i);
      BigInteger b = ArithmeticFunctions.big(arguments[1], i);
      BigInteger common = a.gcd(b);
      BigInteger value =
          divisor
              ? common
              : common.signum() == 0 ? BigInteger.ZERO : a.divide(common).multiply(b).abs();
      if (!IntegerRange.contains(result.type(), value)) {
        throw EiderException.outOfRange((divisor ? "gcd" : "lcm") + " value is out of range");
      }
      BitFunctions.put(result, i, value);
    }
  }

  private static void factorial(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      int n = ((IntVector) arguments[0].vector()).get(arguments[0].index(i));
      if (n < 0) {
        throw EiderException.outOfRange("factorial of a negative number is undefined");
      }
      if (n > LARGEST_FACTORIAL) {
        throw EiderException.outOfRange("Value out of range");
      }
      BigInteger product = BigInteger.ONE;
      for (int k = 2; k <= n; k++) {
        product = product.multiply(BigInteger.valueOf(k));
      }
      ((WideVector) result).setBig(i, product);
    }
  }
}
