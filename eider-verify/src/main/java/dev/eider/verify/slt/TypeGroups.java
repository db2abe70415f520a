// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import java.util.List;
import java.util.Locale;

/** The words of a {@code foreach} that stand for many, such as {@code <numeric>}. */
final class TypeGroups {
  private static final List<String> SIGNED =
      List.of("tinyint", "smallint", "integer", "bigint", "hugeint");
  private static final List<String> UNSIGNED =
      List.of("utinyint", "usmallint", "uinteger", "ubigint", "uhugeint");
  private static final List<String> COMPRESSIONS =
      List.of(
          "none",
          "uncompressed",
          "rle",
          "bitpacking",
          "dictionary",
          "fsst",
          "dict_fsst",
          "alp",
          "alprd");

  /** The column names of {@code test_all_types()}. */
  private static final List<String> ALL_TYPES_COLUMNS =
      List.of(
          ("bool tinyint smallint int bigint hugeint uhugeint utinyint usmallint uint ubigint date"
                  + " time timestamp timestamp_s timestamp_ms timestamp_ns time_tz timestamp_tz"
                  + " float double dec_4_1 dec_9_4 dec_18_6 dec38_10 uuid interval varchar blob bit"
                  + " small_enum medium_enum large_enum int_array double_array date_array"
                  + " timestamp_array timestamptz_array varchar_array nested_int_array struct"
                  + " struct_of_arrays array_of_structs map union fixed_int_array"
                  + " fixed_varchar_array fixed_nested_int_array fixed_nested_varchar_array"
                  + " fixed_struct_array struct_of_fixed_array fixed_array_of_int_list"
                  + " list_of_fixed_int_array")
              .split(" "));

  private TypeGroups() {}

  /** Appends what the word stands for, or removes a word written as {@code !word}. */
  static void expand(String word, List<String> into) {
    String group = word.toLowerCase(Locale.ROOT).trim();
    if (group.startsWith("!") && into.remove(word.substring(1))) {
      return;
    }
    switch (group) {
      case "<signed>" -> into.addAll(SIGNED);
      case "<unsigned>" -> into.addAll(UNSIGNED);
      case "<integral>" -> addIntegral(into);
      case "<numeric>" -> addNumeric(into);
      case "<alltypes>" -> {
        addNumeric(into);
        into.addAll(List.of("bool", "interval", "varchar"));
      }
      case "<compression>" -> into.addAll(COMPRESSIONS);
      case "<all_types_columns>" -> into.addAll(ALL_TYPES_COLUMNS);
      default -> into.add(word);
    }
  }

  private static void addIntegral(List<String> into) {
    into.addAll(SIGNED);
    into.addAll(UNSIGNED);
  }

  private static void addNumeric(List<String> into) {
    addIntegral(into);
    into.addAll(List.of("float", "double"));
  }
}
