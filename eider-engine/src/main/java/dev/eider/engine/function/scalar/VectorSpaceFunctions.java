// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import static dev.eider.base.type.LogicalType.DOUBLE;
import static dev.eider.base.type.LogicalType.FLOAT;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.ArrayVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.FunctionTypes;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** array_value, and distances and products of arrays and lists of floats. */
final class VectorSpaceFunctions {
  private VectorSpaceFunctions() {}

  private enum Measure {
    DISTANCE,
    INNER_PRODUCT,
    NEGATIVE_INNER_PRODUCT,
    COSINE_SIMILARITY,
    COSINE_DISTANCE
  }

  static void register(FunctionRegistry registry) {
    registry.add(
        new ScalarFunction(
            "array_value",
            List.of(LogicalType.ANY),
            LogicalType.ANY,
            FunctionTypes.ANY_ARRAY,
            (arguments, scope) -> arrayValue(arguments)));
    for (Measure measure : Measure.values()) {
      String name = measure.name().toLowerCase(java.util.Locale.ROOT);
      array(registry, "array_" + name, measure);
      list(registry, "list_" + name, measure);
    }
    registry.alias("array_dot_product", "array_inner_product");
    registry.alias("list_dot_product", "list_inner_product");
    registry.alias("array_negative_dot_product", "array_negative_inner_product");
    registry.alias("list_negative_dot_product", "list_negative_inner_product");
    registry.alias("<->", "array_distance");
    registry.alias("<->", "list_distance");
    registry.alias("<=>", "array_cosine_distance");
    registry.alias("<=>", "list_cosine_distance");
    registry.add(
        new ScalarFunction(
            "array_cross_product",
            List.of(FunctionTypes.ANY_ARRAY, FunctionTypes.ANY_ARRAY),
            null,
            FunctionTypes.ANY_ARRAY,
            (arguments, scope) -> {
              LogicalType child = floating(arguments);
              LogicalType type = LogicalType.array(child, 3);
              if (size(arguments.get(0)) != 3 || size(arguments.get(1)) != 3) {
                throw EiderException.binder(
                    "array_cross_product: Array arguments must be of size 3");
              }
              return Kernels.bound(
                  "array_cross_product",
                  List.of(type, type),
                  type,
                  NullHandling.PROPAGATE,
                  true,
                  (operands, count, result, context) ->
                      cross(operands, count, (ArrayVector) result));
            }));
  }

  private static BoundScalar arrayValue(List<Argument> arguments) {
    LogicalType child = CompareFunctions.unify("array_value", arguments);
    int size = arguments.size();
    return Kernels.bound(
        "array_value",
        Collections.nCopies(size, child),
        LogicalType.array(child, size),
        NullHandling.SPECIAL,
        false,
        (operands, count, result, context) -> {
          FlatVector out = ((ArrayVector) result).child();
          for (int k = 0; k < size; k++) {
            for (int i = 0; i < count; i++) {
              out.copyRow(operands[k].vector(), operands[k].index(i), i * size + k);
            }
          }
        });
  }

  private static LogicalType floating(List<Argument> arguments) {
    for (Argument argument : arguments) {
      if (!Lists.element(argument.type()).equals(FLOAT)) {
        return DOUBLE;
      }
    }
    return FLOAT;
  }

  private static int size(Argument argument) {
    return argument.type() instanceof LogicalType.ArrayOf array ? array.size() : -1;
  }

  private static void array(FunctionRegistry registry, String name, Measure measure) {
    registry.add(
        new ScalarFunction(
            name,
            List.of(FunctionTypes.ANY_ARRAY, FunctionTypes.ANY_ARRAY),
            null,
            DOUBLE,
            (arguments, scope) -> {
              LogicalType child = floating(arguments);
              int size = Math.max(size(arguments.get(0)), size(arguments.get(1)));
              if (size(arguments.get(0)) != size(arguments.get(1))) {
                throw EiderException.binder(name + ": Array arguments must be of the same size");
              }
              LogicalType type = LogicalType.array(child, size);
              List<LogicalType> parameters = new ArrayList<>(List.of(type, type));
              return Kernels.bound(
                  name,
                  parameters,
                  child,
                  NullHandling.PROPAGATE,
                  true,
                  (operands, count, result, context) ->
                      measure(name, measure, operands, count, result));
            }));
  }

  private static void list(FunctionRegistry registry, String name, Measure measure) {
    for (LogicalType child : List.of(FLOAT, DOUBLE)) {
      LogicalType list = LogicalType.list(child);
      registry.add(
          Kernels.failing(
              name,
              List.of(list, list),
              child,
              (operands, count, result, context) ->
                  measure(name, measure, operands, count, result)));
    }
  }

  private static double at(FlatVector child, int row) {
    return child instanceof DoubleVector v ? v.get(row) : ((FloatVector) child).get(row);
  }

  private static FlatVector child(Operand operand) {
    return operand.vector() instanceof ListVector list
        ? list.child()
        : ((ArrayVector) operand.vector()).child();
  }

  private static int offset(Operand operand, int row) {
    return operand.vector() instanceof ListVector list
        ? list.offsets()[operand.index(row)]
        : operand.index(row) * ((ArrayVector) operand.vector()).size();
  }

  private static int length(Operand operand, int row) {
    return operand.vector() instanceof ListVector list
        ? list.lengths()[operand.index(row)]
        : ((ArrayVector) operand.vector()).size();
  }

  private static void measure(
      String name, Measure measure, Operand[] operands, int count, FlatVector result) {
    FlatVector a = child(operands[0]);
    FlatVector b = child(operands[1]);
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      int length = length(operands[0], i);
      if (length != length(operands[1], i)) {
        throw EiderException.invalidInput(
            name
                + ": list dimensions must be equal, got left length '"
                + length
                + "' and right length '"
                + length(operands[1], i)
                + "'");
      }
      int p = offset(operands[0], i);
      int q = offset(operands[1], i);
      requireValues(name, a, p, b, q, length);
      double value = measure(measure, a, p, b, q, length);
      if (result instanceof DoubleVector out) {
        out.set(i, value);
      } else {
        ((FloatVector) result).set(i, (float) value);
      }
    }
  }

  private static void requireValues(
      String name, FlatVector a, int p, FlatVector b, int q, int length) {
    for (int k = 0; k < length; k++) {
      if (a.isNull(p + k) || b.isNull(q + k)) {
        throw EiderException.invalidInput(
            name
                + ": "
                + (a.isNull(p + k) ? "left" : "right")
                + " argument can not contain NULL values");
      }
    }
  }

  private static double measure(
      Measure measure, FlatVector a, int p, FlatVector b, int q, int length) {
    double dot = 0;
    double squares = 0;
    double aNorm = 0;
    double bNorm = 0;
    for (int k = 0; k < length; k++) {
      double x = at(a, p + k);
      double y = at(b, q + k);
      dot += x * y;
      squares += (x - y) * (x - y);
      aNorm += x * x;
      bNorm += y * y;
    }
    return switch (measure) {
      case DISTANCE -> Math.sqrt(squares);
      case INNER_PRODUCT -> dot;
      case NEGATIVE_INNER_PRODUCT -> -dot;
      case COSINE_SIMILARITY -> similarity(dot, aNorm, bNorm);
      case COSINE_DISTANCE -> 1 - similarity(dot, aNorm, bNorm);
    };
  }

  private static double similarity(double dot, double aNorm, double bNorm) {
    double similarity = dot / Math.sqrt(aNorm * bNorm);
    return Math.max(-1, Math.min(similarity, 1));
  }

  private static void cross(Operand[] operands, int count, ArrayVector result) {
    FlatVector a = child(operands[0]);
    FlatVector b = child(operands[1]);
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      int p = offset(operands[0], i);
      int q = offset(operands[1], i);
      requireValues("array_cross_product", a, p, b, q, 3);
      for (int k = 0; k < 3; k++) {
        int m = (k + 1) % 3;
        int n = (k + 2) % 3;
        double value = at(a, p + m) * at(b, q + n) - at(a, p + n) * at(b, q + m);
        if (result.child() instanceof DoubleVector out) {
          out.set(i * 3 + k, value);
        } else {
          ((FloatVector) result.child()).set(i * 3 + k, (float) value);
        }
      }
    }
  }
}
