// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.function.Calls;
import dev.eider.engine.function.Oracle;
import dev.eider.engine.function.cast.ValueCasts;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Operators and numeric functions give the values and errors of the reference. */
class NumericOracleTest {
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "1",
          "-1",
          "2",
          "7",
          "-7",
          "100",
          "127",
          "-128",
          "255",
          "32767",
          "65535",
          "2147483647",
          "-2147483648",
          "4294967295",
          "9223372036854775807",
          "-9223372036854775808",
          "18446744073709551615",
          "99999999999999999999999999999999999999",
          "170141183460469231731687303715884105727",
          "1.5",
          "-2.5",
          "0.05",
          "99.95",
          "1234.567");

  private static final List<LogicalType> NUMERIC =
      List.of(
          LogicalType.TINYINT,
          LogicalType.SMALLINT,
          LogicalType.INTEGER,
          LogicalType.BIGINT,
          LogicalType.HUGEINT,
          LogicalType.UTINYINT,
          LogicalType.USMALLINT,
          LogicalType.UINTEGER,
          LogicalType.UBIGINT,
          LogicalType.UHUGEINT,
          LogicalType.FLOAT,
          LogicalType.DOUBLE,
          LogicalType.decimal(4, 1),
          LogicalType.decimal(18, 2),
          LogicalType.decimal(38, 3));

  private final List<String> wrong = new ArrayList<>();

  @Test
  void binaryOperatorsOnEveryNumericType() {
    for (LogicalType type : NUMERIC) {
      List<Value> values = values(type, NUMBERS);
      for (String operator : List.of("+", "-", "*", "//", "%", "/")) {
        for (Value a : values) {
          for (Value b : values) {
            check(operator, a, b);
          }
        }
      }
    }
    done();
  }

  @Test
  void mixedTypesFindTheSameOverload() {
    for (LogicalType left : NUMERIC) {
      for (LogicalType right : NUMERIC) {
        for (String operator : List.of("+", "*", "%", "/")) {
          check(
              operator,
              ValueCasts.cast(Value.of("7"), left),
              ValueCasts.cast(Value.of("2"), right));
        }
      }
    }
    done();
  }

  @Test
  void unaryFunctions() {
    for (LogicalType type : NUMERIC) {
      for (Value value : values(type, NUMBERS)) {
        for (String name : List.of("-", "abs", "sign", "ceil", "floor", "round", "trunc")) {
          check(name, value);
        }
      }
    }
    for (Value value : values(LogicalType.DOUBLE, NUMBERS)) {
      for (String name :
          List.of("sqrt", "even", "isnan", "isinf", "isfinite", "signbit", "degrees")) {
        check(name, value);
      }
    }
    done();
  }

  @Test
  void roundingToPlaces() {
    for (LogicalType type : NUMERIC) {
      for (Value value : values(type, NUMBERS)) {
        for (int places : new int[] {0, 1, 2, 5, -1, -2, -40}) {
          for (String name : List.of("round", "trunc")) {
            if (type.isUnsigned()) {
              continue;
            }
            compare(
                name + "(" + literal(value) + ", " + places + ")",
                Calls.constants(name, value, Value.of(places)),
                Calls.columns(name, 1, value, Value.of(places)));
          }
        }
      }
    }
    done();
  }

  @Test
  void bitOperators() {
    for (LogicalType type :
        List.of(
            LogicalType.TINYINT,
            LogicalType.INTEGER,
            LogicalType.BIGINT,
            LogicalType.HUGEINT,
            LogicalType.UTINYINT,
            LogicalType.UINTEGER,
            LogicalType.UBIGINT)) {
      List<Value> values = values(type, List.of("0", "1", "2", "7", "-7", "31", "100", "127"));
      for (Value a : values) {
        check("~", a);
        for (Value b : values) {
          for (String operator : List.of("&", "|", "<<", ">>")) {
            check(operator, a, b);
          }
          check("xor", a, b);
        }
      }
    }
    done();
  }

  @Test
  void wholeNumberTheory() {
    List<Value> values = values(LogicalType.BIGINT, List.of("0", "1", "-4", "6", "12", "18", "97"));
    for (Value a : values) {
      for (Value b : values) {
        check("gcd", a, b);
        check("lcm", a, b);
        check("greatest", a, b);
        check("least", a, b);
      }
    }
    for (Value n : values(LogicalType.INTEGER, List.of("-1", "0", "1", "5", "20", "33", "34"))) {
      check("factorial", n);
    }
    done();
  }

  private static List<Value> values(LogicalType type, List<String> texts) {
    List<Value> values = new ArrayList<>();
    values.add(Value.nullOf(type));
    for (String text : texts) {
      try {
        Value value = ValueCasts.cast(Value.of(text), type);
        if (!values.contains(value)) {
          values.add(value);
        }
      } catch (EiderException outOfRange) {
        continue;
      }
    }
    return values;
  }

  private static String literal(Value value) {
    return value.isNull()
        ? "CAST(NULL AS " + value.type() + ")"
        : "CAST('"
            + dev.eider.engine.function.cast.ValueText.toText(value)
            + "' AS "
            + value.type()
            + ")";
  }

  private void check(String name, Value... arguments) {
    boolean operator = !Character.isLetter(name.charAt(0));
    String sql;
    if (operator && arguments.length == 2) {
      sql = literal(arguments[0]) + " " + name + " " + literal(arguments[1]);
    } else {
      List<String> texts = new ArrayList<>();
      for (Value argument : arguments) {
        texts.add(literal(argument));
      }
      sql = name + "(" + String.join(", ", texts) + ")";
    }
    String constants = Calls.constants(name, arguments);
    // A constant that is the least of its type is negated in a wider one; a column is not.
    boolean folds = name.equals("-") && arguments.length == 1;
    compare(sql, constants, folds ? constants : Calls.columns(name, arguments));
  }

  private void compare(String sql, String constants, String columns) {
    String theirs = Oracle.text(sql);
    for (String ours : List.of(constants, columns)) {
      if (!same(ours, theirs)) {
        wrong.add(sql + "\n    ours " + ours + "\n  theirs " + theirs);
      }
    }
  }

  /** The reference prints the whole expression that divides by zero; only the head is compared. */
  private static boolean same(String ours, String theirs) {
    int paren = theirs.indexOf("expression (");
    return ours.equals(theirs)
        || theirs.equals("-nan") && ours.equals("nan")
        || sameFloat(ours, theirs)
        || theirs.contains("Division by zero") && ours.startsWith(theirs.substring(0, paren));
  }

  /** Where the reference prints more digits of a float than it takes to identify it. */
  private static boolean sameFloat(String ours, String theirs) {
    try {
      return ours.length() < theirs.length() + 2
          && ours.contains(".0") | theirs.length() > 8
          && Float.parseFloat(ours) == Float.parseFloat(theirs)
          && Math.abs(Double.parseDouble(ours) - Double.parseDouble(theirs))
              < Math.abs(Double.parseDouble(theirs)) * 1e-7;
    } catch (NumberFormatException text) {
      return false;
    }
  }

  private void done() {
    assertTrue(wrong.isEmpty(), () -> wrong.size() + " differ:\n" + String.join("\n", wrong));
  }
}
