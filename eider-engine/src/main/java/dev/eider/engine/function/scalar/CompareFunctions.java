// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import dev.eider.engine.function.cast.IntegerRange;
import dev.eider.engine.function.cast.TypeUnifier;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;

/** greatest and least (which skip NULLs), nullif and constant_or_null. */
final class CompareFunctions {
  private CompareFunctions() {}

  static void register(FunctionRegistry registry) {
    registry.add(extreme("greatest", 1));
    registry.add(extreme("least", -1));
    registry.add(
        new ScalarFunction(
            "nullif",
            List.of(LogicalType.ANY, LogicalType.ANY),
            null,
            LogicalType.ANY,
            (arguments, scope) -> {
              LogicalType type = unify("nullif", arguments);
              return Kernels.bound(
                  "nullif",
                  List.of(type, type),
                  type,
                  NullHandling.SPECIAL,
                  false,
                  CompareFunctions::nullIf);
            }));
    registry.add(
        new ScalarFunction(
            "constant_or_null",
            List.of(LogicalType.ANY, LogicalType.ANY),
            LogicalType.ANY,
            LogicalType.ANY,
            (arguments, scope) ->
                Kernels.bound(
                    "constant_or_null",
                    arguments.stream().map(Argument::type).toList(),
                    arguments.getFirst().type(),
                    NullHandling.PROPAGATE,
                    false,
                    ArithmeticFunctions::identity)));
  }

  /**
   * The common type of all arguments. A literal text, and an integer literal that fits, take the
   * type of the others.
   */
  static LogicalType unify(String name, List<Argument> arguments) {
    LogicalType type = LogicalType.SQLNULL;
    for (Argument argument : arguments) {
      if (!isFlexible(argument)) {
        type = unify(name, type, argument.type());
      }
    }
    for (Argument argument : arguments) {
      if (isFlexible(argument) && !adapts(argument, type)) {
        type = unify(name, type, argument.type());
      }
    }
    return type;
  }

  private static boolean isFlexible(Argument argument) {
    return argument.literal()
        && argument.constant() != null
        && !argument.constant().isNull()
        && (argument.type().equals(LogicalType.VARCHAR)
            || argument.type().equals(LogicalType.INTEGER));
  }

  private static boolean adapts(Argument argument, LogicalType type) {
    if (type.equals(LogicalType.SQLNULL)) {
      return false;
    }
    return argument.type().equals(LogicalType.VARCHAR)
        || type.isIntegral()
            && IntegerRange.contains(
                type,
                BigInteger.valueOf(java.util.Objects.requireNonNull(argument.constant()).asLong()));
  }

  private static LogicalType unify(String name, LogicalType a, LogicalType b) {
    LogicalType type = TypeUnifier.unify(a, b);
    if (type == null && name.equals("list_value")) {
      throw TemplateErrors.mismatch("T", "list_value(T, T) -> T[]", a, b);
    }
    if (type == null) {
      throw EiderException.binder(
          "Cannot combine types of " + a + " and " + b + " - an explicit cast is required");
    }
    return type;
  }

  private static ScalarFunction extreme(String name, int sign) {
    return new ScalarFunction(
        name,
        List.of(LogicalType.ANY),
        LogicalType.ANY,
        LogicalType.ANY,
        (arguments, scope) -> {
          LogicalType type = unify(name, arguments);
          return Kernels.bound(
              name,
              Collections.nCopies(arguments.size(), type),
              type,
              NullHandling.SPECIAL,
              false,
              (operands, count, result, context) -> extreme(sign, operands, count, result));
        });
  }

  private static void extreme(int sign, Operand[] operands, int count, FlatVector result) {
    for (int i = 0; i < count; i++) {
      int best = -1;
      for (int k = 0; k < operands.length; k++) {
        if (operands[k].isNull(i)) {
          continue;
        }
        if (best < 0
            || sign
                    * CompareKernels.compare(
                        operands[k].vector(),
                        operands[k].index(i),
                        operands[best].vector(),
                        operands[best].index(i))
                > 0) {
          best = k;
        }
      }
      if (best < 0) {
        result.setNull(i);
      } else {
        result.copyRow(operands[best].vector(), operands[best].index(i), i);
      }
    }
  }

  private static void nullIf(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    Operand a = arguments[0];
    Operand b = arguments[1];
    for (int i = 0; i < count; i++) {
      boolean equal =
          !a.isNull(i)
              && !b.isNull(i)
              && CompareKernels.compare(a.vector(), a.index(i), b.vector(), b.index(i)) == 0;
      if (equal) {
        result.setNull(i);
      } else {
        result.copyRow(a.vector(), a.index(i), i);
      }
    }
  }
}
