// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import static dev.eider.base.type.LogicalType.VARCHAR;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.FunctionTypes;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** enum_first, enum_last, enum_range, enum_range_boundary and enum_code. */
final class EnumFunctions {
  private static final int BYTE_VALUES = 256;
  private static final int SHORT_VALUES = 65_536;

  private EnumFunctions() {}

  static void register(FunctionRegistry registry) {
    registry.add(ofType("enum_first", EnumFunctions::first));
    registry.add(ofType("enum_last", EnumFunctions::last));
    registry.add(ofType("enum_range", EnumFunctions::all));
    registry.add(ofType("enum_code", EnumFunctions::code));
    registry.add(
        new ScalarFunction(
            "enum_range_boundary",
            List.of(FunctionTypes.ANY_ENUM, FunctionTypes.ANY_ENUM),
            null,
            LogicalType.list(VARCHAR),
            (arguments, scope) -> boundary(arguments)));
  }

  private static ScalarFunction ofType(String name, ScalarFunction.Binder binder) {
    return new ScalarFunction(name, List.of(FunctionTypes.ANY_ENUM), null, LogicalType.ANY, binder);
  }

  private static LogicalType.EnumOf type(Argument argument) {
    if (argument.type() instanceof LogicalType.EnumOf type) {
      return type;
    }
    throw EiderException.binder("This function needs an ENUM as an argument");
  }

  private static BoundScalar first(List<Argument> arguments, ScalarFunction.BindScope scope) {
    return SystemFunctions.constant(
        "enum_first", arguments, Value.of(type(arguments.getFirst()).values().getFirst()));
  }

  private static BoundScalar last(List<Argument> arguments, ScalarFunction.BindScope scope) {
    return SystemFunctions.constant(
        "enum_last", arguments, Value.of(type(arguments.getFirst()).values().getLast()));
  }

  private static BoundScalar all(List<Argument> arguments, ScalarFunction.BindScope scope) {
    List<Value> values = new ArrayList<>();
    for (String value : type(arguments.getFirst()).values()) {
      values.add(Value.of(value));
    }
    return SystemFunctions.constant(
        "enum_range", arguments, new Value(LogicalType.list(VARCHAR), values));
  }

  private static BoundScalar code(List<Argument> arguments, ScalarFunction.BindScope scope) {
    LogicalType.EnumOf type = type(arguments.getFirst());
    int size = type.values().size();
    LogicalType result =
        size <= BYTE_VALUES
            ? LogicalType.UTINYINT
            : size <= SHORT_VALUES ? LogicalType.USMALLINT : LogicalType.UINTEGER;
    return Kernels.bound(
        "enum_code",
        List.of(type),
        result,
        NullHandling.PROPAGATE,
        false,
        (operands, count, out, context) -> {
          IntVector codes = (IntVector) operands[0].vector();
          for (int i = 0; i < count; i++) {
            int value = codes.get(operands[0].index(i));
            if (out instanceof LongVector longs) {
              longs.set(i, value);
            } else {
              ((IntVector) out).set(i, value);
            }
          }
        });
  }

  private static BoundScalar boundary(List<Argument> arguments) {
    LogicalType.@Nullable EnumOf found = null;
    for (Argument argument : arguments) {
      if (argument.type() instanceof LogicalType.EnumOf type) {
        if (found != null && !found.equals(type)) {
          throw EiderException.binder("The parameters need to link to ONLY one enum");
        }
        found = type;
      }
    }
    if (found == null) {
      throw EiderException.binder("This function needs an ENUM as an argument");
    }
    LogicalType.EnumOf type = found;
    return Kernels.bound(
        "enum_range_boundary",
        List.of(type, type),
        LogicalType.list(VARCHAR),
        NullHandling.SPECIAL,
        false,
        (operands, count, result, context) -> {
          for (int i = 0; i < count; i++) {
            put(type, operands, i, result);
          }
        });
  }

  private static void put(LogicalType.EnumOf type, Operand[] operands, int row, FlatVector result) {
    int from =
        operands[0].isNull(row)
            ? 0
            : ((IntVector) operands[0].vector()).get(operands[0].index(row));
    int to =
        operands[1].isNull(row)
            ? type.values().size() - 1
            : ((IntVector) operands[1].vector()).get(operands[1].index(row));
    ListVector out = (ListVector) result;
    int length = Math.max(0, to - from + 1);
    int at = out.appendChildren(length);
    for (int k = 0; k < length; k++) {
      ((StringVector) out.child()).set(at + k, type.values().get(from + k));
    }
    out.setList(row, at, length);
  }
}
