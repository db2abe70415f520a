// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.catalog.CatalogEntry;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Table functions that are queries over the table and column that they are given. */
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

  private BuiltinMacros() {}

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
