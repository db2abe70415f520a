// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.catalog.CatalogEntry.ColumnDefinition;
import dev.eider.base.catalog.CatalogEntry.TableEntry;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.Vector;
import java.util.ArrayList;
import java.util.List;

/** NOT NULL constraints of the columns that are written. */
public final class NotNullCheck {
  /** Nothing to check. */
  public static final NotNullCheck NONE = new NotNullCheck("", List.of(), new int[0]);

  private final String table;
  private final List<String> names;
  private final int[] positions;

  private NotNullCheck(String table, List<String> names, int[] positions) {
    this.table = table;
    this.names = names;
    this.positions = positions;
  }

  /** A check of chunks whose column {@code i} is written to column {@code columns[i]}. */
  public static NotNullCheck of(TableEntry entry, int[] columns) {
    List<String> names = new ArrayList<>();
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      ColumnDefinition column = entry.columns().get(columns[i]);
      if (column.notNull()) {
        names.add(column.name());
        found.add(i);
      }
    }
    int[] positions = new int[found.size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = found.get(i);
    }
    return new NotNullCheck(entry.name(), names, positions);
  }

  /** Throws when a column that starts at {@code from} has a NULL where none may be. */
  void check(DataChunk chunk, int from) {
    for (int k = 0; k < positions.length; k++) {
      Vector column = chunk.column(from + positions[k]);
      if (!column.mayHaveNulls()) {
        continue;
      }
      for (int i = 0; i < chunk.size(); i++) {
        if (column.isNull(i)) {
          throw new EiderException(
              ErrorType.CONSTRAINT, "NOT NULL constraint failed: " + table + "." + names.get(k));
        }
      }
    }
  }
}
