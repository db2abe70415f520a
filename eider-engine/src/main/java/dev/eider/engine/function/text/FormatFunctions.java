// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** {@code format} and {@code printf}. */
final class FormatFunctions {
  private FormatFunctions() {}

  static void register(FunctionRegistry registry) {
    add(registry, "format", false);
    add(registry, "printf", true);
  }

  private static void add(FunctionRegistry registry, String name, boolean percent) {
    registry.add(
        new ScalarFunction(
            name,
            Kernels.ONE,
            LogicalType.ANY,
            LogicalType.VARCHAR,
            (arguments, scope) -> {
              List<LogicalType> types = new ArrayList<>();
              types.add(LogicalType.VARCHAR);
              for (Argument argument : arguments.subList(1, arguments.size())) {
                types.add(carrier(argument.type()));
              }
              return new BoundScalar(
                  name,
                  types,
                  LogicalType.VARCHAR,
                  ScalarKernel.NullHandling.PROPAGATE,
                  BoundScalar.Stability.CONSISTENT,
                  true,
                  () ->
                      (operands, count, result, context) ->
                          apply(percent, operands, count, result, context),
                  null);
            }));
  }

  /** The type a value is formatted as. */
  private static LogicalType carrier(LogicalType type) {
    return switch (type.id()) {
      case BOOLEAN -> LogicalType.BOOLEAN;
      case TINYINT, SMALLINT, INTEGER, BIGINT, INTEGER_LITERAL -> LogicalType.BIGINT;
      case UTINYINT, USMALLINT, UINTEGER, UBIGINT -> LogicalType.UBIGINT;
      case HUGEINT -> LogicalType.HUGEINT;
      case UHUGEINT -> LogicalType.UHUGEINT;
      case FLOAT, DOUBLE, DECIMAL -> LogicalType.DOUBLE;
      default -> LogicalType.VARCHAR;
    };
  }

  private static void apply(
      boolean percent, Operand[] operands, int count, FlatVector result, EvalContext context) {
    Object[] values = new Object[operands.length - 1];
    int[] bits = new int[values.length];
    for (int k = 0; k < bits.length; k++) {
      bits[k] = operands[k + 1].vector() instanceof WideVector ? 128 : 64;
    }
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      if ((i & 255) == 255) {
        context.checkInterrupted();
      }
      for (int k = 0; k < values.length; k++) {
        values[k] = value(operands[k + 1], i);
      }
      FormatReader reader = new FormatReader(SearchFunctions.string(operands[0], i), values, bits);
      ((StringVector) result).set(i, percent ? reader.percents() : reader.braces());
    }
  }

  private static Object value(Operand operand, int row) {
    int at = operand.index(row);
    return switch (operand.vector()) {
      case BoolVector v -> v.get(at) != 0;
      case LongVector v ->
          v.type().isUnsigned()
              ? WideVector.toBig(v.get(at), 0, true)
              : BigInteger.valueOf(v.get(at));
      case WideVector v -> v.getBig(at);
      case DoubleVector v -> v.get(at);
      default -> SearchFunctions.string(operand, row);
    };
  }
}
