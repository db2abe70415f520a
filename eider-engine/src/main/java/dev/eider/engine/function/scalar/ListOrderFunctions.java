// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import static dev.eider.base.type.LogicalType.BIGINT;
import static dev.eider.base.type.LogicalType.BOOLEAN;
import static dev.eider.base.type.LogicalType.VARCHAR;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.FunctionTypes;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction.BindScope;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import dev.eider.engine.function.cast.TypeUnifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Sorting lists, and lists as sets: distinct elements, intersections, common elements. */
final class ListOrderFunctions {
  private static final LogicalType ANY_LIST = FunctionTypes.ANY_LIST;

  private ListOrderFunctions() {}

  static void register(FunctionRegistry registry) {
    for (int arity = 1; arity <= 3; arity++) {
      List<LogicalType> parameters = new ArrayList<>(List.of(ANY_LIST));
      for (int i = 1; i < arity; i++) {
        parameters.add(VARCHAR);
      }
      Lists.add(
          registry,
          List.of("list_sort", "array_sort"),
          parameters,
          ANY_LIST,
          (arguments, scope) -> sort(arguments, scope, false, false));
      Lists.add(
          registry,
          List.of("list_grade_up", "array_grade_up", "grade_up"),
          parameters,
          ANY_LIST,
          (arguments, scope) -> sort(arguments, scope, false, true));
      if (arity < 3) {
        Lists.add(
            registry,
            List.of("list_reverse_sort", "array_reverse_sort"),
            parameters,
            ANY_LIST,
            (arguments, scope) -> sort(arguments, scope, true, false));
      }
    }
    Lists.unary(
        registry,
        List.of("list_distinct", "array_distinct"),
        list -> list,
        NullHandling.PROPAGATE,
        (a, n, r, c) -> distinct(a[0], n, (ListVector) r));
    Lists.unary(
        registry,
        List.of("list_unique", "array_unique"),
        list -> LogicalType.UBIGINT,
        NullHandling.PROPAGATE,
        (a, n, r, c) -> unique(a[0], n, (LongVector) r));
    pair(registry, List.of("list_has_any", "array_has_any", "&&"), BOOLEAN, SetOp.ANY);
    pair(
        registry,
        List.of("list_has_all", "array_has_all", "list_contains_all", "@>"),
        BOOLEAN,
        SetOp.ALL);
    pair(registry, List.of("list_intersect", "array_intersect"), ANY_LIST, SetOp.INTERSECT);
  }

  private enum SetOp {
    ANY,
    ALL,
    INTERSECT
  }

  private static BoundScalar sort(
      List<Argument> arguments, BindScope scope, boolean reverse, boolean grade) {
    boolean descending =
        reverse
            ? !isDescending(setting(scope, "default_order"))
            : arguments.size() > 1
                ? isDescending(word(arguments.get(1), "ASC", "DESC"))
                : isDescending(setting(scope, "default_order"));
    Argument nulls =
        reverse
            ? arguments.size() > 1 ? arguments.get(1) : null
            : arguments.size() > 2 ? arguments.get(2) : null;
    boolean nullsFirst =
        nulls == null
            ? setting(scope, "default_null_order").endsWith("FIRST")
            : word(nulls, "NULLS FIRST", "NULLS LAST").endsWith("FIRST");
    LogicalType list = Lists.listOf(arguments.getFirst());
    List<LogicalType> parameters = new ArrayList<>(List.of(list));
    for (int i = 1; i < arguments.size(); i++) {
      parameters.add(VARCHAR);
    }
    return Kernels.bound(
        grade ? "list_grade_up" : "list_sort",
        parameters,
        grade ? LogicalType.list(BIGINT) : list,
        NullHandling.PROPAGATE,
        false,
        (operands, count, result, context) ->
            sort(operands[0], descending, nullsFirst, grade, count, (ListVector) result),
        List.of(descending, nullsFirst));
  }

  private static String setting(BindScope scope, String name) {
    Value value = scope.setting(name);
    return value == null || value.isNull() || !(value.object() instanceof String text)
        ? ""
        : text.toUpperCase(Locale.ROOT);
  }

  private static boolean isDescending(String order) {
    return order.startsWith("DESC");
  }

  private static String word(Argument argument, String first, String second) {
    Value constant = argument.constant();
    if (constant == null) {
      throw EiderException.invalidInput("Sorting order must be a constant");
    }
    String text = constant.isNull() ? "NULL" : constant.asString().toUpperCase(Locale.ROOT);
    if (!text.equals(first) && !text.equals(second)) {
      throw EiderException.invalidInput("Sorting order must be either " + first + " or " + second);
    }
    return text;
  }

  private static void sort(
      Operand lists,
      boolean descending,
      boolean nullsFirst,
      boolean grade,
      int count,
      ListVector out) {
    FlatVector child = Lists.child(lists);
    Comparator<Integer> order =
        (a, b) -> {
          boolean x = child.isNull(a);
          boolean y = child.isNull(b);
          if (x || y) {
            return nullsFirst ? Boolean.compare(y, x) : Boolean.compare(x, y);
          }
          int compared = CompareKernels.compare(child, a, child, b);
          return descending ? -compared : compared;
        };
    for (int i = 0; i < count; i++) {
      if (out.isNull(i)) {
        continue;
      }
      int length = Lists.length(lists, i);
      int offset = Lists.offset(lists, i);
      Integer[] rows = new Integer[length];
      for (int k = 0; k < length; k++) {
        rows[k] = offset + k;
      }
      Arrays.sort(rows, order);
      int at = out.appendChildren(length);
      for (int k = 0; k < length; k++) {
        if (grade) {
          ((LongVector) out.child()).set(at + k, rows[k] - offset + 1L);
        } else {
          out.child().copyRow(child, rows[k], at + k);
        }
      }
      out.setList(i, at, length);
    }
  }

  private static void distinct(Operand lists, int count, ListVector out) {
    FlatVector child = Lists.child(lists);
    int[] rows = new int[16];
    for (int i = 0; i < count; i++) {
      if (out.isNull(i)) {
        continue;
      }
      int length = Lists.length(lists, i);
      if (rows.length < length) {
        rows = new int[length];
      }
      int kept = distinctRows(child, Lists.offset(lists, i), length, rows);
      Lists.put(out, i, child, rows, kept);
    }
  }

  private static void unique(Operand lists, int count, LongVector out) {
    int[] rows = new int[16];
    for (int i = 0; i < count; i++) {
      if (!out.isNull(i)) {
        int length = Lists.length(lists, i);
        if (rows.length < length) {
          rows = new int[length];
        }
        out.set(i, distinctRows(Lists.child(lists), Lists.offset(lists, i), length, rows));
      }
    }
  }

  /** The first rows of each value that is not NULL, in order. */
  private static int distinctRows(FlatVector child, int from, int length, int[] rows) {
    int kept = 0;
    for (int k = from; k < from + length; k++) {
      if (!child.isNull(k) && !holds(child, k, child, rows, kept)) {
        rows[kept++] = k;
      }
    }
    return kept;
  }

  private static boolean holds(FlatVector child, int row, FlatVector other, int[] rows, int count) {
    for (int k = 0; k < count; k++) {
      if (CompareKernels.sameValue(child, row, other, rows[k])) {
        return true;
      }
    }
    return false;
  }

  private static void pair(
      FunctionRegistry registry, List<String> names, LogicalType result, SetOp op) {
    Lists.add(
        registry,
        names,
        List.of(ANY_LIST, ANY_LIST),
        result,
        (arguments, scope) -> {
          @Nullable LogicalType child =
              TypeUnifier.unify(
                  Lists.element(arguments.get(0).type()), Lists.element(arguments.get(1).type()));
          if (child == null) {
            throw TemplateErrors.mismatch(
                "T",
                names.getFirst() + "(T[], T[]) -> " + (op == SetOp.INTERSECT ? "T[]" : "BOOLEAN"),
                Lists.element(arguments.get(0).type()),
                Lists.element(arguments.get(1).type()));
          }
          LogicalType list = LogicalType.list(child);
          return Lists.bound(
              names.getFirst(),
              List.of(list, list),
              op == SetOp.INTERSECT ? list : BOOLEAN,
              NullHandling.PROPAGATE,
              false,
              (operands, count, out, context) -> compare(op, operands, count, out));
        });
  }

  private static void compare(SetOp op, Operand[] operands, int count, FlatVector result) {
    FlatVector a = Lists.child(operands[0]);
    FlatVector b = Lists.child(operands[1]);
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      int from = Lists.offset(operands[1], i);
      int length = Lists.length(operands[1], i);
      int[] rows = new int[length];
      for (int k = 0; k < length; k++) {
        rows[k] = from + k;
      }
      if (op == SetOp.INTERSECT) {
        int[] own = new int[Math.max(1, Lists.length(operands[0], i))];
        int distinct =
            distinctRows(a, Lists.offset(operands[0], i), Lists.length(operands[0], i), own);
        int kept = 0;
        for (int k = 0; k < distinct; k++) {
          if (holds(a, own[k], b, rows, length)) {
            own[kept++] = own[k];
          }
        }
        Lists.put((ListVector) result, i, a, own, kept);
        continue;
      }
      int[] own = new int[Lists.length(operands[0], i)];
      for (int k = 0; k < own.length; k++) {
        own[k] = Lists.offset(operands[0], i) + k;
      }
      int hits = 0;
      int wanted = 0;
      for (int row : rows) {
        if (!b.isNull(row)) {
          wanted++;
          hits += holds(b, row, a, own, own.length) ? 1 : 0;
        }
      }
      boolean found = op == SetOp.ANY ? hits > 0 : hits == wanted;
      ((BoolVector) result).set(i, (byte) (found ? 1 : 0));
    }
  }
}
