// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

import java.util.ArrayList;
import java.util.List;

/**
 * What expressions at one place may name.
 *
 * @param columns the columns in sight
 * @param key columns that together differ in every row; empty when none are known
 */
record Scope(List<Column> columns, List<String> key) {
  /** A column as it is written there. */
  record Column(String sql, Category category) {}

  /** The columns of a category. */
  List<Column> of(Category category) {
    List<Column> found = new ArrayList<>();
    for (Column column : columns) {
      if (column.category() == category) {
        found.add(column);
      }
    }
    return found;
  }

  /** Both sides of a join that keeps the columns of both. */
  Scope join(Scope right) {
    List<Column> all = new ArrayList<>(columns);
    all.addAll(right.columns);
    List<String> keys = new ArrayList<>();
    if (!key.isEmpty() && !right.key.isEmpty()) {
      keys.addAll(key);
      keys.addAll(right.key);
    }
    return new Scope(all, keys);
  }
}
