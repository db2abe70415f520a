// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

import java.util.List;

/** Constants for expressions: few and small, so that they meet the values of the tables. */
final class Constants {
  static final List<String> WORDS =
      List.of("", "a", "b", "ab", "abc", "Abc", "hello", " pad ", "10", "a_b%", "Zürich", "日本");
  private static final List<String> PATTERNS =
      List.of("a%", "%b", "%a%", "_b%", "%", "", "A%", "a\\_b%", "%ü%", "h_l%o");
  private static final List<String> REGEXES =
      List.of("[aeiou]", "^a", "b+$", "[0-9]+", "a|b", ".*l.*", "(a)(b)?", "\\s");
  private static final List<String> PARTS =
      List.of("year", "quarter", "month", "week", "day", "decade", "century");
  private static final List<String> DATES =
      List.of("1992-01-01", "2000-02-29", "2021-12-31", "1970-01-01", "1999-12-31", "2024-03-10");
  private static final List<String> TIMES =
      List.of("00:00:00", "12:34:56", "23:59:59.999999", "06:07:08.5");
  private static final List<String> INTERVALS =
      List.of("1 day", "1 month", "-2 hours", "3 months 2 days 1 second", "90 minutes", "1 year");
  private static final List<String> INT_TYPES =
      List.of("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "UBIGINT", "HUGEINT");
  private static final List<String> UUIDS =
      List.of(
          "00000000-0000-0000-0000-000000000000",
          "12345678-1234-4234-9234-123456789abc",
          "ffffffff-ffff-ffff-ffff-ffffffffffff");
  private static final List<String> COMPARISONS = List.of("=", "<>", "<", "<=", ">", ">=");

  private Constants() {}

  /** The text for a word of the grammar; the word itself says which kind. */
  static String of(String word, Chance chance) {
    return switch (word) {
      case "small" -> Integer.toString(chance.between(-3, 12));
      case "nonzero" -> Integer.toString(chance.between(1, 9) * (chance.percent(20) ? -1 : 1));
      case "count" -> Integer.toString(chance.between(0, 6));
      case "decimal" -> chance.between(-20, 99) + "." + chance.between(0, 99);
      case "double" -> chance.between(-40, 40) / 4.0 + "::DOUBLE";
      case "word" -> quote(chance.pick(WORDS));
      case "pattern" -> quote(chance.pick(PATTERNS));
      case "regex" -> quote(chance.pick(REGEXES));
      case "part" -> chance.pick(PARTS);
      case "inttype" -> chance.pick(INT_TYPES);
      case "compare" -> chance.pick(COMPARISONS);
      case "date" -> "DATE " + quote(chance.pick(DATES));
      case "time" -> "TIME " + quote(chance.pick(TIMES));
      case "timestamp" -> "TIMESTAMP " + quote(timestamp(chance));
      case "timestamptz" -> "TIMESTAMPTZ " + quote(timestamp(chance) + "+00");
      case "interval" -> "INTERVAL " + quote(chance.pick(INTERVALS));
      case "uuid" -> "UUID " + quote(chance.pick(UUIDS));
      case "blob" -> "'\\x00" + chance.pick(List.of("a", "\\xFF", "bc")) + "'::BLOB";
      default -> throw new IllegalStateException("unknown word $" + word + " in the grammar");
    };
  }

  /** Some constant of a category. */
  static String of(Category category, Chance chance) {
    return switch (category) {
      case BOOL -> chance.pick(List.of("TRUE", "FALSE", "NULL::BOOLEAN"));
      case INT -> of("small", chance);
      case DEC -> of("decimal", chance);
      case DBL -> of("double", chance);
      case TEXT -> of("word", chance);
      case BLOB -> of("blob", chance);
      case DATE -> of("date", chance);
      case TIME -> of("time", chance);
      case TS -> of("timestamp", chance);
      case TSTZ -> of("timestamptz", chance);
      case INTERVAL -> of("interval", chance);
      case UUID -> of("uuid", chance);
      case APPROX -> "0.5::DOUBLE";
    };
  }

  private static String timestamp(Chance chance) {
    return chance.pick(DATES) + " " + chance.pick(TIMES);
  }

  static String quote(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
