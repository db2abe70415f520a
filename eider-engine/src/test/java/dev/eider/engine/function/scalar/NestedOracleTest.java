// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.function.Calls;
import dev.eider.engine.function.Oracle;
import dev.eider.engine.function.cast.ValueCasts;
import dev.eider.engine.function.cast.ValueText;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Functions and casts of nested types give the values of the reference. */
class NestedOracleTest {
  private static final LogicalType INTS = LogicalType.list(LogicalType.INTEGER);
  private static final LogicalType TEXTS = LogicalType.list(LogicalType.VARCHAR);
  private static final LogicalType MAP = LogicalType.map(LogicalType.VARCHAR, LogicalType.INTEGER);
  private static final LogicalType STRUCT =
      LogicalType.struct(
          List.of(
              new LogicalType.Field("a", LogicalType.INTEGER),
              new LogicalType.Field("b", LogicalType.VARCHAR)));

  private static final List<Value> LISTS =
      List.of(
          list("[]"),
          list("[1]"),
          list("[3, 1, NULL, 2]"),
          list("[1, 2, 2, 1]"),
          list("[5, 4, 3, 2, 1]"),
          Value.nullOf(INTS));

  private final List<String> wrong = new ArrayList<>();

  private static Value list(String text) {
    return ValueCasts.cast(Value.of(text), INTS);
  }

  @Test
  void functionsOfOneList() {
    for (Value list : LISTS) {
      for (String name :
          List.of(
              "len",
              "list_sort",
              "list_reverse_sort",
              "list_grade_up",
              "list_unique",
              "list_reverse",
              "array_pop_back",
              "array_pop_front")) {
        check(name, list);
      }
    }
    done();
  }

  @Test
  void listsAndPositions() {
    for (Value list : LISTS) {
      for (int position = -6; position <= 6; position++) {
        check("list_extract", list, Value.of((long) position));
        check("list_resize", list, Value.of(Math.abs((long) position)));
        for (int end = -6; end <= 6; end++) {
          check("list_slice", list, Value.of((long) position), Value.of((long) end));
          check("list_slice", list, Value.of((long) position), Value.of((long) end), Value.of(2L));
        }
      }
    }
    done();
  }

  @Test
  void listsAndElements() {
    for (Value list : LISTS) {
      for (Value value : List.of(Value.of(1), Value.of(9), Value.nullOf(LogicalType.INTEGER))) {
        for (String name :
            List.of("list_contains", "list_position", "list_append", "array_push_front")) {
          check(name, list, value);
        }
      }
    }
    done();
  }

  @Test
  void pairsOfLists() {
    for (Value a : LISTS) {
      for (Value b : LISTS) {
        for (String name : List.of("list_concat", "list_has_any", "list_has_all", "list_zip")) {
          check(name, a, b);
        }
      }
    }
    done();
  }

  @Test
  void ranges() {
    for (long start : new long[] {-3, 0, 1, 7}) {
      for (long end : new long[] {-3, 0, 5}) {
        for (long step : new long[] {-2, -1, 0, 1, 3}) {
          check("range", Value.of(start), Value.of(end), Value.of(step));
          check("generate_series", Value.of(start), Value.of(end), Value.of(step));
        }
      }
    }
    done();
  }

  @Test
  void maps() {
    List<Value> maps =
        List.of(
            ValueCasts.cast(Value.of("{a=1, b=2}"), MAP),
            ValueCasts.cast(Value.of("{b=NULL}"), MAP),
            ValueCasts.cast(Value.of("{}"), MAP),
            Value.nullOf(MAP));
    for (Value map : maps) {
      for (String name : List.of("map_keys", "map_values", "map_entries", "cardinality")) {
        check(name, map);
      }
      for (String key : List.of("a", "b", "z")) {
        check("map_extract", map, Value.of(key));
        check("map_extract_value", map, Value.of(key));
        check("map_contains", map, Value.of(key));
      }
      for (Value other : maps) {
        check("map_concat", map, other);
      }
    }
    done();
  }

  @Test
  void nestedCastsFromText() {
    List<String> texts =
        List.of(
            "[]",
            "[1, 2]",
            "[ 1 ,2 ]",
            "[1, NULL]",
            "[a, 'b c', \"d\"]",
            "[a,,b]",
            "[",
            "[1, 2",
            "[a]]",
            "x",
            "",
            "['it\\'s']",
            "[[1], [2, 3]]",
            "{a: 1, b: x}",
            "{'a': 1}",
            "{b: 'x, y'}",
            "{a: 1, c: 2}",
            "{a=1, b=2}",
            "{}",
            "(1, x)",
            "(1)",
            "{a: {b: 1}}",
            "{'x'='y'}",
            "{a=}",
            "[null, 'null', NULL]",
            "{a: null, b: null}",
            "[\\a, \"q\\\"\"]");
    for (LogicalType type :
        List.of(
            INTS,
            TEXTS,
            LogicalType.list(INTS),
            STRUCT,
            MAP,
            LogicalType.map(LogicalType.VARCHAR, LogicalType.VARCHAR),
            LogicalType.array(LogicalType.INTEGER, 2))) {
      for (String text : texts) {
        String ours = cast(Value.of(text), type);
        compare("CAST('" + text.replace("'", "''") + "' AS " + type + ")", ours);
      }
    }
    done();
  }

  @Test
  void nestedCastsBetweenTypes() {
    Value ints = list("[1, NULL, 300]");
    Value struct = ValueCasts.cast(Value.of("{a: 1, b: '7'}"), STRUCT);
    for (LogicalType type :
        List.of(
            TEXTS,
            LogicalType.list(LogicalType.TINYINT),
            LogicalType.array(LogicalType.INTEGER, 3),
            LogicalType.array(LogicalType.INTEGER, 2),
            LogicalType.VARCHAR)) {
      compare("CAST(" + literal(ints) + " AS " + type + ")", cast(ints, type));
    }
    LogicalType swapped =
        LogicalType.struct(
            List.of(
                new LogicalType.Field("b", LogicalType.INTEGER),
                new LogicalType.Field("a", LogicalType.DOUBLE),
                new LogicalType.Field("c", LogicalType.DATE)));
    compare("CAST(" + literal(struct) + " AS " + swapped + ")", cast(struct, swapped));
    done();
  }

  @Test
  void lambdasRunOnEveryElement() {
    BoundExpr.ColumnRef x = new BoundExpr.ColumnRef(1, "x", LogicalType.INTEGER);
    BoundExpr.ColumnRef captured = new BoundExpr.ColumnRef(2, "c", LogicalType.INTEGER);
    BoundExpr body = Calls.bind("+", false, x, captured);
    BoundExpr.Lambda lambda =
        new BoundExpr.Lambda(
            List.of(x), List.of(captured), List.of(new BoundExpr.Constant(Value.of(10))), body);
    BoundExpr call =
        Calls.lambdaCall("list_transform", new BoundExpr.Constant(list("[1, NULL, 3]")), lambda);
    assertEquals("[11, NULL, 13]", Calls.text(call));
  }

  @Test
  void reduceFoldsFromTheLeft() {
    BoundExpr.ColumnRef a = new BoundExpr.ColumnRef(1, "a", LogicalType.INTEGER);
    BoundExpr.ColumnRef x = new BoundExpr.ColumnRef(2, "x", LogicalType.INTEGER);
    BoundExpr.Lambda minus =
        new BoundExpr.Lambda(List.of(a, x), List.of(), List.of(), Calls.bind("-", false, a, x));
    BoundExpr call =
        Calls.lambdaCall("list_reduce", new BoundExpr.Constant(list("[10, 1, 2]")), minus);
    assertEquals("7", Calls.text(call));
  }

  private static String cast(Value value, LogicalType type) {
    try {
      return ValueText.toText(ValueCasts.cast(value, type));
    } catch (dev.eider.base.error.EiderException e) {
      return "! " + Oracle.firstLine(e.getMessage());
    }
  }

  private static String literal(Value value) {
    return value.isNull()
        ? "CAST(NULL AS " + value.type() + ")"
        : "CAST('" + ValueText.toText(value).replace("'", "''") + "' AS " + value.type() + ")";
  }

  private void check(String name, Value... arguments) {
    List<String> texts = new ArrayList<>();
    for (Value argument : arguments) {
      texts.add(literal(argument));
    }
    String sql = name + "(" + String.join(", ", texts) + ")";
    compare(sql, Calls.constants(name, arguments));
    compare(sql, Calls.columns(name, arguments));
  }

  private void compare(String sql, String ours) {
    String theirs = Oracle.text(sql);
    if (!ours.equals(theirs)) {
      wrong.add(sql + "\n    ours " + ours + "\n  theirs " + theirs);
    }
  }

  private void done() {
    assertTrue(wrong.isEmpty(), () -> wrong.size() + " differ:\n" + String.join("\n", wrong));
  }
}
