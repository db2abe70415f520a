// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import static dev.eider.base.type.LogicalType.ANY;
import static dev.eider.base.type.LogicalType.BIGINT;
import static dev.eider.base.type.LogicalType.BOOLEAN;
import static dev.eider.base.type.LogicalType.INTEGER;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.FunctionTypes;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import dev.eider.engine.function.cast.TypeUnifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Making lists, taking elements and parts of them, joining and searching them. */
final class ListFunctions {
  private static final LogicalType ANY_LIST = FunctionTypes.ANY_LIST;

  private ListFunctions() {}

  static void register(FunctionRegistry registry) {
    for (String name : List.of("list_value", "list_pack")) {
      registry.add(
          new ScalarFunction(
              name,
              List.of(),
              ANY,
              ANY_LIST,
              (arguments, scope) ->
                  value(name, CompareFunctions.unify("list_value", arguments), arguments)));
    }
    registry.add(
        new ScalarFunction(
            "unpivot_list",
            List.of(),
            ANY,
            ANY_LIST,
            (arguments, scope) -> value("unpivot_list", unpivoted(arguments), arguments)));
    Lists.unary(
        registry,
        List.of("len", "length", "array_length"),
        list -> BIGINT,
        NullHandling.PROPAGATE,
        ListFunctions::length);
    Lists.add(
        registry,
        List.of("array_length"),
        List.of(ANY_LIST, BIGINT),
        BIGINT,
        (arguments, scope) ->
            Lists.bound(
                "array_length",
                List.of(Lists.listOf(arguments.getFirst()), BIGINT),
                BIGINT,
                NullHandling.PROPAGATE,
                true,
                (operands, count, result, context) -> {
                  for (int i = 0; i < count; i++) {
                    if (!result.isNull(i) && at(operands[1], i) != 1) {
                      throw EiderException.notImplemented(
                          "array_length for lists with dimensions other than 1 not implemented");
                    }
                  }
                  length(operands, count, result, context);
                }));
    Lists.add(
        registry,
        List.of("list_extract", "list_element", "array_extract"),
        List.of(ANY_LIST, BIGINT),
        ANY,
        (arguments, scope) -> {
          LogicalType list = Lists.listOf(arguments.getFirst());
          return Lists.bound(
              "list_extract",
              List.of(list, BIGINT),
              Lists.element(list),
              NullHandling.PROPAGATE,
              false,
              ListFunctions::extract);
        });
    for (List<LogicalType> parameters :
        List.of(List.of(ANY_LIST, BIGINT, BIGINT), List.of(ANY_LIST, BIGINT, BIGINT, BIGINT))) {
      Lists.add(
          registry,
          List.of("list_slice", "array_slice"),
          parameters,
          ANY_LIST,
          (arguments, scope) -> slice(arguments));
    }
    for (String name : List.of("list_concat", "list_cat", "array_concat", "array_cat")) {
      registry.add(
          new ScalarFunction(
              name, List.of(), ANY_LIST, ANY_LIST, (arguments, scope) -> concat(arguments)));
    }
    registry.add(
        new ScalarFunction(
            "+",
            List.of(ANY_LIST, ANY_LIST),
            null,
            ANY_LIST,
            (arguments, scope) -> concat(arguments)));
    append(registry, List.of("list_append", "array_append", "array_push_back"), 0);
    append(registry, List.of("list_prepend", "array_prepend"), 1);
    append(registry, List.of("array_push_front"), 2);
    Lists.unary(
        registry,
        List.of("list_reverse", "array_reverse"),
        list -> list,
        NullHandling.PROPAGATE,
        ListFunctions::reverse);
    Lists.unary(
        registry,
        List.of("array_pop_back"),
        list -> list,
        NullHandling.PROPAGATE,
        (a, n, r, c) -> pop(0, a[0], n, (ListVector) r));
    Lists.unary(
        registry,
        List.of("array_pop_front"),
        list -> list,
        NullHandling.PROPAGATE,
        (a, n, r, c) -> pop(1, a[0], n, (ListVector) r));
    Lists.add(
        registry,
        List.of("repeat"),
        List.of(ANY_LIST, BIGINT),
        ANY_LIST,
        (arguments, scope) -> {
          LogicalType list = Lists.listOf(arguments.getFirst());
          return Lists.bound(
              "repeat",
              List.of(list, BIGINT),
              list,
              NullHandling.PROPAGATE,
              false,
              (operands, count, result, context) -> repeat(operands, count, (ListVector) result));
        });
    search(registry);
    flatten(registry);
    resize(registry);
    select(registry);
    StringSubscripts.register(registry);
    for (String name : List.of("list_zip", "array_zip")) {
      registry.add(
          new ScalarFunction(
              name, List.of(), ANY, ANY_LIST, (arguments, scope) -> ListZip.bind(arguments)));
    }
  }

  /** The type of unpivoted columns: a text does not adapt to the others here. */
  private static LogicalType unpivoted(List<Argument> arguments) {
    LogicalType type = LogicalType.SQLNULL;
    for (Argument argument : arguments) {
      LogicalType common = TypeUnifier.unify(type, argument.type());
      if (common == null) {
        throw EiderException.binder(
            "Cannot unpivot columns of types "
                + type
                + " and "
                + argument.type()
                + " - an explicit cast is required");
      }
      type = common;
    }
    return type;
  }

  private static BoundScalar value(String name, LogicalType child, List<Argument> arguments) {
    return Lists.bound(
        name,
        Collections.nCopies(arguments.size(), child),
        LogicalType.list(child),
        NullHandling.SPECIAL,
        false,
        (operands, count, result, context) -> {
          ListVector out = (ListVector) result;
          int width = operands.length;
          int at = out.appendChildren(Math.multiplyExact(width, count));
          for (int k = 0; k < width; k++) {
            Operand operand = operands[k];
            for (int i = 0; i < count; i++) {
              out.child().copyRow(operand.vector(), operand.index(i), at + i * width + k);
            }
          }
          for (int i = 0; i < count; i++) {
            out.setList(i, at + i * width, width);
          }
        });
  }

  private static void length(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    long[] out = ((LongVector) result).values();
    for (int i = 0; i < count; i++) {
      out[i] = Lists.length(arguments[0], i);
    }
  }

  private static void extract(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    FlatVector child = Lists.child(arguments[0]);
    LongVector positions = (LongVector) arguments[1].vector();
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      long position = positions.get(arguments[1].index(i));
      int length = Lists.length(arguments[0], i);
      long at = position > 0 ? position - 1 : length + position;
      if (position == 0 || at < 0 || at >= length) {
        result.setNull(i);
      } else {
        result.copyRow(child, Lists.offset(arguments[0], i) + (int) at, i);
      }
    }
  }

  private static BoundScalar slice(List<Argument> arguments) {
    LogicalType list = Lists.listOf(arguments.getFirst());
    List<LogicalType> parameters = new ArrayList<>(Collections.nCopies(arguments.size(), BIGINT));
    parameters.set(0, list);
    return Lists.bound(
        "list_slice",
        parameters,
        list,
        NullHandling.PROPAGATE,
        arguments.size() == 4,
        ListFunctions::slice);
  }

  private static void slice(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    ListVector out = (ListVector) result;
    FlatVector child = Lists.child(arguments[0]);
    int[] rows = new int[16];
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      long step = arguments.length == 4 ? at(arguments[3], i) : 1;
      if (step == 0) {
        throw EiderException.invalidInput("Slice step cannot be zero");
      }
      int length = Lists.length(arguments[0], i);
      long begin = bound(at(arguments[1], i), length);
      long end = bound(at(arguments[2], i), length);
      if (step < 0 && at(arguments[1], i) == 1 && at(arguments[2], i) == -1) {
        // [::-1] comes with the default bounds, which mean the whole list in either direction.
        begin = length;
        end = 1;
      }
      begin = step > 0 ? Math.max(1, begin) : Math.min(length, begin);
      end = step > 0 ? Math.min(length, end) : Math.max(1, end);
      int picked = 0;
      for (long p = begin; step > 0 ? p <= end : p >= end; p += step) {
        if (picked == rows.length) {
          rows = java.util.Arrays.copyOf(rows, picked * 2);
        }
        rows[picked++] = Lists.offset(arguments[0], i) + (int) p - 1;
      }
      Lists.put(out, i, child, rows, picked);
    }
  }

  private static long at(Operand operand, int row) {
    return ((LongVector) operand.vector()).get(operand.index(row));
  }

  /** A bound counted from the end when it is negative. */
  private static long bound(long position, int length) {
    return position < 0 ? Math.max(length + position + 1, 0) : Math.min(position, length + 1L);
  }

  /** Concatenation; NULL lists count as empty. */
  static BoundScalar concat(List<Argument> arguments) {
    LogicalType child = LogicalType.SQLNULL;
    for (Argument argument : arguments) {
      LogicalType next =
          dev.eider.engine.function.cast.TypeUnifier.unify(child, Lists.element(argument.type()));
      if (next == null) {
        throw EiderException.binder(
            "Cannot concatenate lists of types "
                + child
                + "[] and "
                + argument.type()
                + " - an explicit cast is required");
      }
      child = next;
    }
    LogicalType list = LogicalType.list(child);
    boolean untyped =
        !arguments.isEmpty()
            && arguments.stream().allMatch(a -> a.type().equals(LogicalType.SQLNULL));
    return Lists.bound(
        "list_concat",
        Collections.nCopies(arguments.size(), list),
        list,
        untyped ? NullHandling.PROPAGATE : NullHandling.SPECIAL,
        false,
        ListFunctions::concat);
  }

  static void concat(Operand[] arguments, int count, FlatVector result, EvalContext context) {
    ListVector out = (ListVector) result;
    for (int i = 0; i < count; i++) {
      int from = out.childSize();
      for (Operand operand : arguments) {
        if (!operand.isNull(i)) {
          Lists.append(
              out, Lists.child(operand), Lists.offset(operand, i), Lists.length(operand, i));
        }
      }
      out.setList(i, from, out.childSize() - from);
    }
  }

  /**
   * {@code form} 0: (list, element) at the end; 1: (element, list); 2: (list, element) in front.
   */
  private static void append(FunctionRegistry registry, List<String> names, int form) {
    int listAt = form == 1 ? 1 : 0;
    Lists.add(
        registry,
        names,
        form == 1 ? List.of(ANY, ANY_LIST) : List.of(ANY_LIST, ANY),
        ANY_LIST,
        (arguments, scope) -> {
          LogicalType child =
              appended(Lists.element(arguments.get(listAt).type()), arguments.get(1 - listAt));
          LogicalType list = LogicalType.list(child);
          return Lists.bound(
              names.getFirst(),
              form == 1 ? List.of(child, list) : List.of(list, child),
              list,
              NullHandling.SPECIAL,
              false,
              (operands, count, result, context) ->
                  append(
                      operands[listAt],
                      operands[1 - listAt],
                      form > 0,
                      count,
                      (ListVector) result));
        });
  }

  private static LogicalType appended(LogicalType element, Argument value) {
    LogicalType type = dev.eider.engine.function.cast.TypeUnifier.unify(element, value.type());
    if (type == null) {
      throw EiderException.binder(
          "Cannot concatenate lists of types "
              + element
              + "[] and "
              + value.type()
              + "[] - an explicit cast is required");
    }
    return type;
  }

  private static void append(
      Operand lists, Operand values, boolean front, int count, ListVector out) {
    for (int i = 0; i < count; i++) {
      int from = out.childSize();
      if (front) {
        Lists.append(out, values.vector(), values.index(i), 1);
      }
      if (!lists.isNull(i)) {
        Lists.append(out, Lists.child(lists), Lists.offset(lists, i), Lists.length(lists, i));
      }
      if (!front) {
        Lists.append(out, values.vector(), values.index(i), 1);
      }
      out.setList(i, from, out.childSize() - from);
    }
  }

  private static void reverse(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    ListVector out = (ListVector) result;
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)) {
        int length = Lists.length(arguments[0], i);
        int last = Lists.offset(arguments[0], i) + length - 1;
        int at = out.appendChildren(length);
        for (int k = 0; k < length; k++) {
          out.child().copyRow(Lists.child(arguments[0]), last - k, at + k);
        }
        out.setList(i, at, length);
      }
    }
  }

  private static void pop(int front, Operand lists, int count, ListVector out) {
    for (int i = 0; i < count; i++) {
      if (!out.isNull(i)) {
        int length = Math.max(0, Lists.length(lists, i) - 1);
        int from = out.childSize();
        Lists.append(out, Lists.child(lists), Lists.offset(lists, i) + front, length);
        out.setList(i, from, length);
      }
    }
  }

  private static void repeat(Operand[] arguments, int count, ListVector out) {
    for (int i = 0; i < count; i++) {
      if (out.isNull(i)) {
        continue;
      }
      int length = Lists.length(arguments[0], i);
      long times = Math.max(0, at(arguments[1], i));
      if (length * (double) times > Integer.MAX_VALUE / 8) {
        throw EiderException.outOfRange(
            "Cannot create a list of " + length + " times " + times + " elements");
      }
      int from = out.childSize();
      for (long k = 0; k < times && length > 0; k++) {
        Lists.append(out, Lists.child(arguments[0]), Lists.offset(arguments[0], i), length);
      }
      out.setList(i, from, out.childSize() - from);
    }
  }

  private static void search(FunctionRegistry registry) {
    Lists.add(
        registry,
        List.of("list_contains", "list_has", "array_contains", "array_has", "contains"),
        List.of(ANY_LIST, ANY),
        BOOLEAN,
        (arguments, scope) -> {
          LogicalType child =
              Lists.common(
                  "list_contains(T[], T) -> BOOLEAN",
                  Lists.element(arguments.getFirst().type()),
                  arguments.get(1));
          return Lists.bound(
              "list_contains",
              List.of(LogicalType.list(child), child),
              BOOLEAN,
              NullHandling.PROPAGATE,
              false,
              (operands, count, result, context) -> {
                for (int i = 0; i < count; i++) {
                  if (!result.isNull(i)) {
                    ((BoolVector) result).set(i, (byte) (indexOf(operands, i) > 0 ? 1 : 0));
                  }
                }
              });
        });
    Lists.add(
        registry,
        List.of("list_position", "list_indexof", "array_position", "array_indexof"),
        List.of(ANY_LIST, ANY),
        INTEGER,
        (arguments, scope) -> {
          LogicalType child =
              Lists.common(
                  "list_position(T[], T) -> INTEGER",
                  Lists.element(arguments.getFirst().type()),
                  arguments.get(1));
          return Lists.bound(
              "list_position",
              List.of(LogicalType.list(child), child),
              INTEGER,
              NullHandling.SPECIAL,
              false,
              (operands, count, result, context) -> {
                for (int i = 0; i < count; i++) {
                  int found = operands[0].isNull(i) ? 0 : indexOf(operands, i);
                  if (found == 0) {
                    result.setNull(i);
                  } else {
                    ((IntVector) result).set(i, found);
                  }
                }
              });
        });
  }

  /** The 1-based place of the value at argument 1 in the list at argument 0, or 0. */
  private static int indexOf(Operand[] arguments, int row) {
    FlatVector child = Lists.child(arguments[0]);
    int from = Lists.offset(arguments[0], row);
    int length = Lists.length(arguments[0], row);
    FlatVector value = arguments[1].vector();
    int at = arguments[1].index(row);
    for (int k = 0; k < length; k++) {
      if (CompareKernels.sameValue(child, from + k, value, at)) {
        return k + 1;
      }
    }
    return 0;
  }

  private static void flatten(FunctionRegistry registry) {
    Lists.add(
        registry,
        List.of("flatten"),
        List.of(ANY_LIST),
        ANY_LIST,
        (arguments, scope) -> {
          LogicalType inner = Lists.element(arguments.getFirst().type());
          if (!inner.equals(LogicalType.SQLNULL)
              && !(inner instanceof LogicalType.ListOf)
              && !(inner instanceof LogicalType.ArrayOf)) {
            throw EiderException.binder(
                "No function matches the given name and argument types 'flatten("
                    + arguments.getFirst().type()
                    + ")'. You might need to add explicit type casts.\n\tCandidate functions:\n"
                    + "\tflatten(nested_list T[][]) -> T[]\n");
          }
          LogicalType element = Lists.element(inner);
          LogicalType list = LogicalType.list(element);
          return Lists.bound(
              "flatten",
              List.of(LogicalType.list(list)),
              list,
              NullHandling.PROPAGATE,
              false,
              (operands, count, result, context) ->
                  flatten(operands[0], count, (ListVector) result));
        });
  }

  private static void flatten(Operand lists, int count, ListVector out) {
    ListVector inner = (ListVector) Lists.child(lists);
    for (int i = 0; i < count; i++) {
      if (out.isNull(i)) {
        continue;
      }
      int from = out.childSize();
      int offset = Lists.offset(lists, i);
      for (int k = offset; k < offset + Lists.length(lists, i); k++) {
        if (!inner.isNull(k)) {
          Lists.append(out, inner.child(), inner.offsets()[k], inner.lengths()[k]);
        }
      }
      out.setList(i, from, out.childSize() - from);
    }
  }

  private static void resize(FunctionRegistry registry) {
    for (int arity = 2; arity <= 3; arity++) {
      Lists.add(
          registry,
          List.of("list_resize", "array_resize"),
          arity == 2 ? List.of(ANY_LIST, BIGINT) : List.of(ANY_LIST, BIGINT, ANY),
          ANY_LIST,
          (arguments, scope) -> {
            LogicalType child = Lists.element(arguments.getFirst().type());
            if (child.equals(LogicalType.SQLNULL) && arguments.size() == 3) {
              child = arguments.get(2).type();
            }
            LogicalType list = LogicalType.list(child);
            LogicalType size = LogicalType.UBIGINT;
            return Lists.bound(
                "list_resize",
                arguments.size() == 2 ? List.of(list, size) : List.of(list, size, child),
                list,
                NullHandling.SPECIAL,
                true,
                ListFunctions::resize);
          });
    }
  }

  private static void resize(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    ListVector out = (ListVector) result;
    for (int i = 0; i < count; i++) {
      if (arguments[0].isNull(i)) {
        out.setNull(i);
        continue;
      }
      long wanted = arguments[1].isNull(i) ? 0 : at(arguments[1], i);
      if (wanted < 0 || wanted > Integer.MAX_VALUE / 8) {
        throw EiderException.outOfRange("Invalid list size " + wanted + " in list_resize");
      }
      int kept = (int) Math.min(wanted, Lists.length(arguments[0], i));
      int from = out.childSize();
      Lists.append(out, Lists.child(arguments[0]), Lists.offset(arguments[0], i), kept);
      for (int k = kept; k < wanted; k++) {
        if (arguments.length == 3) {
          Lists.append(out, arguments[2].vector(), arguments[2].index(i), 1);
        } else {
          out.child().setNull(out.appendChildren(1));
        }
      }
      out.setList(i, from, (int) wanted);
    }
  }

  private static void select(FunctionRegistry registry) {
    Lists.add(
        registry,
        List.of("list_select", "array_select"),
        List.of(ANY_LIST, LogicalType.list(BIGINT)),
        ANY_LIST,
        (arguments, scope) -> {
          LogicalType list = Lists.listOf(arguments.getFirst());
          return Lists.bound(
              "list_select",
              List.of(list, LogicalType.list(BIGINT)),
              list,
              NullHandling.PROPAGATE,
              false,
              ListFunctions::pick);
        });
    Lists.add(
        registry,
        List.of("list_where", "array_where"),
        List.of(ANY_LIST, LogicalType.list(BOOLEAN)),
        ANY_LIST,
        (arguments, scope) -> {
          LogicalType list = Lists.listOf(arguments.getFirst());
          return Lists.bound(
              "list_where",
              List.of(list, LogicalType.list(BOOLEAN)),
              list,
              NullHandling.PROPAGATE,
              true,
              ListFunctions::where);
        });
  }

  private static void pick(Operand[] arguments, int count, FlatVector result, EvalContext context) {
    ListVector out = (ListVector) result;
    LongVector positions = (LongVector) Lists.child(arguments[1]);
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      int length = Lists.length(arguments[1], i);
      int from = out.appendChildren(length);
      for (int k = 0; k < length; k++) {
        int at = Lists.offset(arguments[1], i) + k;
        long position = positions.isNull(at) ? 0 : positions.get(at);
        if (position < 1 || position > Lists.length(arguments[0], i)) {
          out.child().setNull(from + k);
        } else {
          out.child()
              .copyRow(
                  Lists.child(arguments[0]),
                  Lists.offset(arguments[0], i) + (int) position - 1,
                  from + k);
        }
      }
      out.setList(i, from, length);
    }
  }

  private static void where(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    ListVector out = (ListVector) result;
    BoolVector marks = (BoolVector) Lists.child(arguments[1]);
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      int from = out.childSize();
      int length = Lists.length(arguments[1], i);
      for (int k = 0; k < length; k++) {
        int at = Lists.offset(arguments[1], i) + k;
        if (marks.isNull(at)) {
          throw EiderException.invalidInput(
              "NULLs are not allowed as list elements in the second input parameter.");
        }
        if (marks.get(at) == 0) {
          continue;
        }
        if (k < Lists.length(arguments[0], i)) {
          Lists.append(out, Lists.child(arguments[0]), Lists.offset(arguments[0], i) + k, 1);
        } else {
          out.child().setNull(out.appendChildren(1));
        }
      }
      out.setList(i, from, out.childSize() - from);
    }
  }
}
