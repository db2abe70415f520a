// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.function.Oracle;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Casts give the values, texts and errors of the reference. */
class CastOracleTest {
  private static final List<LogicalType> SIMPLE =
      List.of(
          LogicalType.BOOLEAN,
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
          LogicalType.decimal(9, 3),
          LogicalType.decimal(18, 0),
          LogicalType.decimal(38, 10),
          LogicalType.VARCHAR,
          LogicalType.DATE,
          LogicalType.TIME,
          LogicalType.TIMESTAMP,
          LogicalType.TIMESTAMP_S,
          LogicalType.TIMESTAMP_MS,
          LogicalType.TIMESTAMP_NS,
          LogicalType.TIMESTAMP_TZ,
          LogicalType.INTERVAL,
          LogicalType.UUID,
          LogicalType.BLOB,
          LogicalType.BIT);

  private static final List<String> TEXTS =
      List.of(
          "0",
          "1",
          "-1",
          "12",
          "127",
          "128",
          "-128",
          "-129",
          "255",
          "256",
          "32768",
          "65535",
          "2147483647",
          "2147483648",
          "-2147483649",
          "4294967295",
          "9223372036854775807",
          "9223372036854775808",
          "18446744073709551615",
          "170141183460469231731687303715884105727",
          "340282366920938463463374607431768211455",
          "1.5",
          "2.5",
          "-2.5",
          "0.05",
          "99.95",
          "1e3",
          "1e10",
          "1e19",
          "1e-7",
          "1e15",
          "123456.789",
          "0.1",
          "nan",
          "inf",
          "-inf",
          "true",
          "f",
          "abc",
          "",
          " 7 ",
          "1_000",
          "0x1F",
          "2020-02-29",
          "2020-02-30",
          "1969-12-31 23:59:59.999",
          "2020-01-05 12:34:56.123456",
          "2020-01-05 12:34:56+02",
          "12:34:56",
          "24:00:00",
          "23:59:59.999999",
          "0044-03-15 (BC)",
          "infinity",
          "epoch",
          "1 day",
          "1 year 2 months",
          "-3 days 04:05:06.7",
          "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
          "\\x41b",
          "0101");

  @Test
  void textToEveryTypeAndOn() {
    List<String> wrong = new ArrayList<>();
    for (LogicalType middle : SIMPLE) {
      for (String text : TEXTS) {
        String first = cast(Value.of(text), middle);
        compare(wrong, "CAST('" + text + "' AS " + middle + ")", first);
        if (first.startsWith("! ")) {
          continue;
        }
        Value value = ValueCasts.cast(Value.of(text), middle);
        for (LogicalType type : SIMPLE) {
          compare(
              wrong,
              "CAST(CAST('" + text + "' AS " + middle + ") AS " + type + ")",
              cast(value, type));
        }
      }
    }
    assertTrue(wrong.isEmpty(), () -> wrong.size() + " differ:\n" + String.join("\n", wrong));
  }

  private static String cast(Value value, LogicalType type) {
    try {
      return ValueText.toText(ValueCasts.cast(value, type));
    } catch (EiderException e) {
      return "! " + Oracle.firstLine(e.getMessage());
    }
  }

  private static void compare(List<String> wrong, String expression, String ours) {
    String theirs = Oracle.text(expression);
    if (!ours.equals(theirs)) {
      wrong.add(expression + "\n    ours " + ours + "\n  theirs " + theirs);
    }
  }
}
