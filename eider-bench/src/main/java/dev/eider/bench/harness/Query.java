// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import java.util.List;

/**
 * A question that every engine is asked in the same words.
 *
 * @param orderedBy 0-based result columns of its ORDER BY, empty if it has none
 */
public record Query(String name, String title, String sql, List<Integer> orderedBy) {
  public Query {
    orderedBy = List.copyOf(orderedBy);
  }

  public static Query of(String name, String title, String sql) {
    return new Query(name, title, sql, List.of());
  }
}
