// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.HashKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.BoundScalar.Stability;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import dev.eider.engine.function.cast.Casts;
import java.util.List;

/** typeof, hash, error, current_setting, nextval and other questions about the system. */
final class SystemFunctions {
  private SystemFunctions() {}

  static void register(FunctionRegistry registry) {
    registry.add(
        new ScalarFunction(
            "typeof",
            List.of(LogicalType.ANY),
            null,
            LogicalType.VARCHAR,
            (arguments, scope) ->
                constant("typeof", arguments, Value.of(arguments.getFirst().type().toString()))));
    registry.add(
        new ScalarFunction(
            "can_cast_implicitly",
            List.of(LogicalType.ANY, LogicalType.ANY),
            null,
            LogicalType.BOOLEAN,
            (arguments, scope) ->
                constant(
                    "can_cast_implicitly",
                    arguments,
                    Value.of(
                        Casts.implicitCost(arguments.get(0).type(), arguments.get(1).type())
                            >= 0))));
    registry.add(
        new ScalarFunction(
            "hash",
            List.of(LogicalType.ANY),
            LogicalType.ANY,
            LogicalType.UBIGINT,
            (arguments, scope) ->
                Kernels.bound(
                    "hash",
                    arguments.stream().map(Argument::type).toList(),
                    LogicalType.UBIGINT,
                    NullHandling.SPECIAL,
                    false,
                    SystemFunctions::hash)));
    registry.add(error());
    registry.add(ColumnFacts.function());
    for (String name : List.of("cast_to_type")) {
      registry.add(
          new ScalarFunction(
              name,
              List.of(LogicalType.ANY, LogicalType.ANY),
              null,
              LogicalType.ANY,
              (arguments, scope) -> {
                LogicalType type = arguments.get(1).type();
                return Kernels.bound(
                    name,
                    List.of(type, type),
                    type,
                    NullHandling.SPECIAL,
                    false,
                    (operands, count, result, context) -> {
                      for (int i = 0; i < count; i++) {
                        result.copyRow(operands[0].vector(), operands[0].index(i), i);
                      }
                    });
              }));
    }
    registry.add(
        Kernels.failing(
            "assert_true",
            List.of(LogicalType.BOOLEAN),
            LogicalType.SQLNULL,
            (arguments, count, result, context) -> {
              for (int i = 0; i < count; i++) {
                if (!result.isNull(i)
                    && ((dev.eider.base.vector.BoolVector) arguments[0].vector())
                            .get(arguments[0].index(i))
                        == 0) {
                  throw EiderException.invalidInput("Assertion failed");
                }
                result.setNull(i);
              }
            }));
    registry.add(
        new ScalarFunction(
            "current_setting",
            List.of(LogicalType.VARCHAR),
            null,
            LogicalType.ANY,
            (arguments, scope) -> {
              Value name = arguments.getFirst().constant();
              if (name == null || name.isNull()) {
                throw EiderException.binder(
                    "The \"setting_name\" argument in function \"current_setting\" must be a"
                        + " constant expression");
              }
              Value value = scope.setting(name.asString());
              if (value == null) {
                throw EiderException.catalog(
                    "unrecognized configuration parameter \"" + name.asString() + '"');
              }
              return constant("current_setting", arguments, value);
            }));
    for (String name : List.of("gen_random_uuid", "uuid", "uuidv4")) {
      registry.add(perRow(name, List.of(), LogicalType.UUID, SystemFunctions::randomUuid));
    }
    registry.add(
        perRow(
            "nextval",
            List.of(LogicalType.VARCHAR),
            LogicalType.BIGINT,
            (a, n, r, c) -> sequence(true, a, n, r, c)));
    registry.add(
        perRow(
            "currval",
            List.of(LogicalType.VARCHAR),
            LogicalType.BIGINT,
            (a, n, r, c) -> sequence(false, a, n, r, c)));
  }

  /** A call that is the same value for every row, known from the arguments' types. */
  static BoundScalar constant(String name, List<Argument> arguments, Value value) {
    return Kernels.bound(
        name,
        arguments.stream().map(Argument::type).toList(),
        value.type(),
        NullHandling.SPECIAL,
        false,
        (operands, count, result, context) -> {
          for (int i = 0; i < count; i++) {
            result.setValue(i, value);
          }
        },
        value);
  }

  private static ScalarFunction perRow(
      String name, List<LogicalType> parameters, LogicalType type, ScalarKernel kernel) {
    BoundScalar bound =
        new BoundScalar(
            name,
            parameters,
            type,
            NullHandling.PROPAGATE,
            Stability.VOLATILE,
            !parameters.isEmpty(),
            () -> kernel,
            null);
    return new ScalarFunction(name, parameters, null, type, (arguments, scope) -> bound);
  }

  private static void hash(Operand[] arguments, int count, FlatVector result, EvalContext context) {
    long[] out = ((LongVector) result).values();
    long[] scratch = new long[count];
    for (int k = 0; k < arguments.length; k++) {
      Operand operand = arguments[k];
      HashKernels.hash(operand.vector(), operand.isConstant() ? 1 : count, scratch);
      for (int i = 0; i < count; i++) {
        long hash = scratch[operand.index(i)];
        out[i] = k == 0 ? hash : HashKernels.combine(out[i], hash);
      }
    }
  }

  private static ScalarFunction error() {
    BoundScalar bound =
        new BoundScalar(
            "error",
            List.of(LogicalType.VARCHAR),
            LogicalType.SQLNULL,
            NullHandling.SPECIAL,
            Stability.VOLATILE,
            true,
            () -> SystemFunctions::raise,
            null);
    return new ScalarFunction(
        "error",
        List.of(LogicalType.VARCHAR),
        null,
        LogicalType.SQLNULL,
        (arguments, scope) -> bound);
  }

  private static void raise(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      if (!arguments[0].isNull(i)) {
        throw EiderException.invalidInput(
            ((StringVector) arguments[0].vector()).getString(arguments[0].index(i)));
      }
      result.setNull(i);
    }
  }

  private static void randomUuid(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      long high = context.random().nextLong() & ~0xF000L | 0x4000L;
      long low = context.random().nextLong() & ~(3L << 62) | 2L << 62;
      ((WideVector) result).set(i, low, high);
    }
  }

  private static void sequence(
      boolean next, Operand[] arguments, int count, FlatVector result, EvalContext context) {
    StringVector names = (StringVector) arguments[0].vector();
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)) {
        String name = names.getString(arguments[0].index(i));
        ((LongVector) result).set(i, next ? context.nextValue(name) : context.currentValue(name));
      }
    }
  }
}
