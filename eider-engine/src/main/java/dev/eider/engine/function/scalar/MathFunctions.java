// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import static dev.eider.base.type.LogicalType.BOOLEAN;
import static dev.eider.base.type.LogicalType.DOUBLE;
import static dev.eider.base.type.LogicalType.FLOAT;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.BoundScalar.Stability;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import dev.eider.engine.function.cast.TemporalText;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** Roots, powers, logarithms, trigonometry, classification of floats, and chance. */
final class MathFunctions {
  private static final List<LogicalType> ONE = List.of(DOUBLE);
  private static final List<LogicalType> TWO = List.of(DOUBLE, DOUBLE);

  private MathFunctions() {}

  static void register(FunctionRegistry registry) {
    registry.add(Kernels.failing("sqrt", ONE, DOUBLE, MathFunctions::sqrt));
    unary(registry, "cbrt", Math::cbrt);
    unary(registry, "exp", Math::exp);
    checked(registry, "ln", Math::log, MathDomain.LOGARITHM);
    checked(registry, "log10", Math::log10, MathDomain.LOGARITHM);
    checked(registry, "log2", MathFunctions::log2, MathDomain.LOGARITHM);
    registry.alias("log", "log10");
    binary(
        registry, "log", (base, x) -> Math.log10(x) / Math.log10(base), MathDomain.BASED_LOGARITHM);
    binary(registry, "pow", Math::pow, MathDomain.POWER);
    registry.alias("power", "pow");
    registry.alias("**", "pow");
    registry.alias("^", "pow");
    checked(registry, "sin", Math::sin, MathDomain.FINITE);
    checked(registry, "cos", Math::cos, MathDomain.FINITE);
    checked(registry, "tan", Math::tan, MathDomain.FINITE);
    checked(registry, "cot", x -> 1 / Math.tan(x), MathDomain.COTANGENT);
    checked(registry, "asin", Math::asin, MathDomain.ASIN);
    checked(registry, "acos", Math::acos, MathDomain.ACOS);
    unary(registry, "atan", Math::atan);
    binary(registry, "atan2", Math::atan2, MathDomain.ANY);
    unary(registry, "sinh", Math::sinh);
    unary(registry, "cosh", Math::cosh);
    unary(registry, "tanh", Math::tanh);
    unary(registry, "asinh", MathFunctions::asinh);
    unary(registry, "acosh", x -> x < 1 ? Double.NaN : Math.log(x + Math.sqrt(x * x - 1)));
    checked(registry, "atanh", MathFunctions::atanh, MathDomain.ATANH);
    unary(registry, "radians", x -> x * (Math.PI / 180));
    unary(registry, "degrees", x -> x * (180 / Math.PI));
    unary(registry, "even", MathFunctions::even);
    checked(registry, "gamma", GammaFunction::gamma, MathDomain.GAMMA);
    checked(registry, "lgamma", GammaFunction::logGamma, MathDomain.LOG_GAMMA);
    registry.add(Kernels.safe("pi", List.of(), DOUBLE, MathFunctions::pi));
    binary(registry, "nextafter", Math::nextAfter, MathDomain.ANY);
    registry.add(Kernels.safe("nextafter", List.of(FLOAT, FLOAT), FLOAT, MathFunctions::nextFloat));
    for (LogicalType type : List.of(FLOAT, DOUBLE)) {
      registry.add(Kernels.safe("isnan", List.of(type), BOOLEAN, test(Double::isNaN)));
      registry.add(Kernels.safe("isinf", List.of(type), BOOLEAN, test(Double::isInfinite)));
      registry.add(Kernels.safe("isfinite", List.of(type), BOOLEAN, test(Double::isFinite)));
      registry.add(
          Kernels.safe(
              "signbit",
              List.of(type),
              BOOLEAN,
              test(x -> (Double.doubleToRawLongBits(x) >>> 63) != 0)));
    }
    for (LogicalType type :
        List.of(LogicalType.DATE, LogicalType.TIMESTAMP, LogicalType.TIMESTAMP_TZ)) {
      registry.add(Kernels.safe("isinf", List.of(type), BOOLEAN, infinite(1)));
      registry.add(Kernels.safe("isfinite", List.of(type), BOOLEAN, infinite(0)));
    }
    registry.add(chance("random", List.of(), DOUBLE, RandomKernel::new));
    registry.add(chance("setseed", ONE, LogicalType.SQLNULL, () -> MathFunctions::setSeed));
  }

  private static void unary(FunctionRegistry registry, String name, DoubleUnaryOperator op) {
    registry.add(Kernels.safe(name, ONE, DOUBLE, kernel(op)));
  }

  /** A function that leaves numbers when the argument is outside its domain. */
  private static void checked(
      FunctionRegistry registry, String name, DoubleUnaryOperator op, MathDomain domain) {
    registry.add(
        Kernels.failing(
            name,
            ONE,
            DOUBLE,
            (arguments, count, result, context) -> {
              DoubleVector x = (DoubleVector) arguments[0].vector();
              for (int i = 0; i < count; i++) {
                if (!result.isNull(i)) {
                  double in = x.get(arguments[0].index(i));
                  double out = op.applyAsDouble(in);
                  if (!Double.isFinite(out)) {
                    domain.check(in, 0, context);
                  }
                  ((DoubleVector) result).set(i, out);
                }
              }
            }));
  }

  private static void binary(
      FunctionRegistry registry, String name, DoubleBinaryOperator op, MathDomain domain) {
    registry.add(
        Kernels.failing(
            name,
            TWO,
            DOUBLE,
            (arguments, count, result, context) -> {
              DoubleVector x = (DoubleVector) arguments[0].vector();
              DoubleVector y = (DoubleVector) arguments[1].vector();
              for (int i = 0; i < count; i++) {
                if (!result.isNull(i)) {
                  double a = x.get(arguments[0].index(i));
                  double b = y.get(arguments[1].index(i));
                  double out = op.applyAsDouble(a, b);
                  if (!Double.isFinite(out) || out == 0) {
                    domain.check(a, b, context);
                  }
                  ((DoubleVector) result).set(i, out);
                }
              }
            }));
  }

  private static ScalarKernel kernel(DoubleUnaryOperator op) {
    return (arguments, count, result, context) -> {
      DoubleVector x = (DoubleVector) arguments[0].vector();
      for (int i = 0; i < count; i++) {
        if (!result.isNull(i)) {
          ((DoubleVector) result).set(i, op.applyAsDouble(x.get(arguments[0].index(i))));
        }
      }
    };
  }

  private static void sqrt(Operand[] arguments, int count, FlatVector result, EvalContext context) {
    double[] x = ((DoubleVector) arguments[0].vector()).values();
    double[] out = ((DoubleVector) result).values();
    for (int i = 0; i < count; i++) {
      out[i] = Math.sqrt(x[i * arguments[0].step()]);
    }
    if (MathDomain.isStrict(context)) {
      for (int i = 0; i < count; i++) {
        if (!result.isNull(i)) {
          MathDomain.ROOT.check(x[arguments[0].index(i)], 0, context);
        }
      }
    }
  }

  private static double log2(double x) {
    int exponent = Math.getExponent(x);
    if (exponent >= Double.MIN_EXPONENT && Math.scalb(1.0, exponent) == x) {
      return exponent;
    }
    return Math.log(x) / Math.log(2);
  }

  private static double asinh(double x) {
    double magnitude = Math.abs(x);
    return Math.copySign(Math.log(magnitude + Math.sqrt(magnitude * magnitude + 1)), x);
  }

  private static double atanh(double x) {
    return 0.5 * (Math.log1p(x) - Math.log1p(-x));
  }

  private static double even(double x) {
    double up = x >= 0 ? Math.ceil(x) : -Math.ceil(-x);
    if (Math.abs(up) % 2 != 0) {
      up = x >= 0 ? up + 1 : up - 1;
    }
    return up;
  }

  private static void pi(Operand[] arguments, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      ((DoubleVector) result).set(i, Math.PI);
    }
  }

  private static void nextFloat(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    FloatVector x = (FloatVector) arguments[0].vector();
    FloatVector y = (FloatVector) arguments[1].vector();
    for (int i = 0; i < count; i++) {
      ((FloatVector) result)
          .set(i, Math.nextAfter(x.get(arguments[0].index(i)), y.get(arguments[1].index(i))));
    }
  }

  private static ScalarKernel test(java.util.function.DoublePredicate predicate) {
    return (arguments, count, result, context) -> {
      for (int i = 0; i < count; i++) {
        int at = arguments[0].index(i);
        double x =
            arguments[0].vector() instanceof DoubleVector v
                ? v.get(at)
                : ((FloatVector) arguments[0].vector()).get(at);
        ((BoolVector) result).set(i, (byte) (predicate.test(x) ? 1 : 0));
      }
    };
  }

  private static ScalarKernel infinite(int wanted) {
    return (arguments, count, result, context) -> {
      for (int i = 0; i < count; i++) {
        int at = arguments[0].index(i);
        boolean infinite =
            arguments[0].vector() instanceof IntVector days
                ? Math.abs((long) days.get(at)) == TemporalText.DATE_INFINITY
                : TemporalText.infinite(((LongVector) arguments[0].vector()).get(at));
        ((BoolVector) result).set(i, (byte) (infinite == (wanted == 1) ? 1 : 0));
      }
    };
  }

  private static ScalarFunction chance(
      String name,
      List<LogicalType> parameters,
      LogicalType type,
      java.util.function.Supplier<ScalarKernel> kernels) {
    BoundScalar bound =
        new BoundScalar(
            name, parameters, type, NullHandling.SPECIAL, Stability.VOLATILE, false, kernels, null);
    return new ScalarFunction(name, parameters, null, type, (arguments, scope) -> bound);
  }

  /** Draws from a generator of its own. */
  private static final class RandomKernel implements ScalarKernel {
    private java.util.random.@org.jspecify.annotations.Nullable RandomGenerator generator;

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      java.util.random.RandomGenerator own = generator;
      if (own == null) {
        own = context.newRandom();
        generator = own;
      }
      for (int i = 0; i < count; i++) {
        ((DoubleVector) result).set(i, own.nextDouble());
      }
    }
  }

  private static void setSeed(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      if (!arguments[0].isNull(i)) {
        double seed = ((DoubleVector) arguments[0].vector()).get(arguments[0].index(i));
        if (!(seed >= -1 && seed <= 1)) {
          throw EiderException.invalidInput(
              "SETSEED accepts seed values between -1.0 and 1.0, inclusive");
        }
        context.setSeed(seed);
      }
      result.setNull(i);
    }
  }
}
