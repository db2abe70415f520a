// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.catalog.CatalogEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Functions that are SQL themselves: table functions that are queries over the table and column
 * that they are given, and aggregates over other aggregates.
 */
final class BuiltinMacros {
  private static final List<String> PARAMETERS =
      List.of("source", "col_name", "bin_count", "technique");
  private static final List<@Nullable String> DEFAULTS = Arrays.asList(null, null, "10", "'auto'");

  /** Whether values are counted one by one, and not in ranges. */
  private static final String BY_VALUE =
      """
      (technique = 'sample'
        OR technique = 'auto'
          AND NOT can_cast_implicitly($x, NULL::BIGINT)
          AND NOT can_cast_implicitly($x, NULL::DOUBLE)
          AND NOT can_cast_implicitly($x, NULL::TIMESTAMP))
      """;

  private static final CatalogEntry.MacroEntry HISTOGRAM_VALUES =
      macro(
          "histogram_values",
          """
          SELECT unnest(map_keys(counts)) AS bin, unnest(map_values(counts)) AS count
          FROM (
            SELECT
              CASE
                WHEN $by_value THEN histogram_exact(col_name, edges)
                ELSE histogram(col_name, edges)
              END AS counts
            FROM query_table(source::VARCHAR), (
              SELECT
                CASE
                  WHEN $by_value THEN approx_top_k(col_name, bin_count)
                  WHEN technique = 'equi-height' THEN
                    quantile_disc(
                      col_name,
                      list_transform(
                        generate_series(1, bin_count), lambda i: i / bin_count::DOUBLE))
                  WHEN technique = 'equi-width' THEN
                    equi_width_bins(min(col_name), max(col_name), bin_count, false)
                  WHEN technique IN ('auto', 'equi-width-nice') THEN
                    equi_width_bins(min(col_name), max(col_name), bin_count, true)
                  ELSE error(concat('Unrecognized technique ', technique))
                END AS edges
              FROM query_table(source::VARCHAR)))
          """
              .replace("$by_value", BY_VALUE.replace("$x", "min(col_name)")));

  private static final CatalogEntry.MacroEntry HISTOGRAM =
      macro(
          "histogram",
          """
          SELECT
            CASE
              WHEN is_histogram_other_bin(bin) THEN '(other values)'
              WHEN $by_value THEN bin::VARCHAR
              WHEN row_number() OVER () = 1 THEN concat('x <= ', bin::VARCHAR)
              ELSE concat(lag(bin::VARCHAR) OVER (), ' < x <= ', bin::VARCHAR)
            END AS bin,
            count,
            bar(count, 0, max(count) OVER ()) AS bar
          FROM histogram_values(
            source, col_name, bin_count := bin_count, technique := technique)
          """
              .replace("$by_value", BY_VALUE.replace("$x", "bin")));

  private static final CatalogEntry.MacroEntry JSON_GROUP_ARRAY =
      aggregate(
          "json_group_array",
          List.of("x"),
          "CAST('[' || string_agg(CASE WHEN x IS NULL THEN 'null'::JSON ELSE to_json(x) END, ',')"
              + " || ']' AS JSON)");

  private static final CatalogEntry.MacroEntry JSON_GROUP_OBJECT =
      aggregate(
          "json_group_object",
          List.of("n", "v"),
          "CAST('{' || string_agg(CASE WHEN n IS NULL"
              + " THEN error('json_group_object key cannot be NULL')"
              + " ELSE to_json(n::VARCHAR) END || ':' ||"
              + " CASE WHEN v IS NULL THEN 'null'::JSON ELSE to_json(v) END, ',') || '}' AS JSON)");

  private static final CatalogEntry.MacroEntry JSON_GROUP_STRUCTURE =
      aggregate(
          "json_group_structure",
          List.of("x"),
          "json_extract(json_structure(json_group_array(x)), 0)");

  private BuiltinMacros() {}

  private static CatalogEntry.MacroEntry aggregate(
      String name, List<String> parameters, String sql) {
    List<@Nullable String> defaults = new ArrayList<>();
    parameters.forEach(parameter -> defaults.add(null));
    return new CatalogEntry.MacroEntry(
        name, false, List.of(new CatalogEntry.MacroOverload(parameters, defaults, sql)), false);
  }

  /** The macro in place of a function of that name, or null. */
  static CatalogEntry.@Nullable MacroEntry findFunction(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "json_group_array" -> JSON_GROUP_ARRAY;
      case "json_group_object" -> JSON_GROUP_OBJECT;
      case "json_group_structure" -> JSON_GROUP_STRUCTURE;
      default -> null;
    };
  }

  private static CatalogEntry.MacroEntry macro(String name, String sql) {
    return new CatalogEntry.MacroEntry(
        name, true, List.of(new CatalogEntry.MacroOverload(PARAMETERS, DEFAULTS, sql)), false);
  }

  /** The macro of that name, or null. */
  static CatalogEntry.@Nullable MacroEntry find(String name) {
    return switch (name) {
      case "histogram_values" -> HISTOGRAM_VALUES;
      case "histogram" -> HISTOGRAM;
      default -> null;
    };
  }
}
