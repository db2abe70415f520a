// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.FunctionTypes;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarFunction.Binder;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import dev.eider.engine.function.cast.TypeUnifier;
import java.util.List;

/** What the families of list functions share. */
final class Lists {
  private Lists() {}

  /** The element type of a list, array or map argument; NULL's is NULL. */
  static LogicalType element(LogicalType type) {
    return switch (type) {
      case LogicalType.ListOf list -> list.child();
      case LogicalType.ArrayOf array -> array.child();
      case LogicalType.MapOf map -> map.entry();
      default -> LogicalType.SQLNULL;
    };
  }

  /** The list type that an argument is cast to. */
  static LogicalType listOf(Argument argument) {
    return argument.type() instanceof LogicalType.MapOf
        ? argument.type()
        : LogicalType.list(element(argument.type()));
  }

  /**
   * The common type of a list's elements and a value; a literal text takes the elements' type.
   *
   * @param signature the function with T for the type, for the error
   */
  static LogicalType common(String signature, LogicalType element, Argument value) {
    LogicalType type = TypeUnifier.unify(element, value.type());
    if (type == null && value.literal() && value.type().equals(LogicalType.VARCHAR)) {
      return element;
    }
    if (type == null) {
      throw TemplateErrors.mismatch("T", signature, element, value.type());
    }
    return type;
  }

  /** Registers an overload under several names. */
  static void add(
      FunctionRegistry registry,
      List<String> names,
      List<LogicalType> parameters,
      LogicalType result,
      Binder binder) {
    for (String name : names) {
      registry.add(new ScalarFunction(name, parameters, null, result, binder));
    }
  }

  /** A function of one list. */
  static void unary(
      FunctionRegistry registry,
      List<String> names,
      java.util.function.UnaryOperator<LogicalType> result,
      NullHandling nulls,
      ScalarKernel kernel) {
    add(
        registry,
        names,
        List.of(FunctionTypes.ANY_LIST),
        LogicalType.ANY,
        (arguments, scope) -> {
          LogicalType list = listOf(arguments.getFirst());
          return bound(names.getFirst(), List.of(list), result.apply(list), nulls, false, kernel);
        });
  }

  static BoundScalar bound(
      String name,
      List<LogicalType> parameters,
      LogicalType result,
      NullHandling nulls,
      boolean canFail,
      ScalarKernel kernel) {
    return Kernels.bound(name, parameters, result, nulls, canFail, kernel);
  }

  static ListVector list(Operand operand) {
    return (ListVector) operand.vector();
  }

  static int offset(Operand operand, int row) {
    return list(operand).offsets()[operand.index(row)];
  }

  static int length(Operand operand, int row) {
    return list(operand).lengths()[operand.index(row)];
  }

  static FlatVector child(Operand operand) {
    return list(operand).child();
  }

  /** Appends elements {@code [from, from + count)} of a child to a result's child. */
  static void append(ListVector result, FlatVector child, int from, int count) {
    int at = result.appendChildren(count);
    result.child().copyRange(child, from, at, count);
  }

  /** Writes a list of chosen elements to a row. */
  static void put(ListVector result, int row, FlatVector child, int[] rows, int count) {
    int at = result.appendChildren(count);
    for (int k = 0; k < count; k++) {
      result.child().copyRow(child, rows[k], at + k);
    }
    result.setList(row, at, count);
  }
}
