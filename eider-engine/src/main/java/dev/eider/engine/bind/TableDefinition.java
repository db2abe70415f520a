// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.catalog.CatalogEntry.ColumnDefinition;
import java.util.List;

/** The columns and the constraint texts of a table that is to be made. */
public record TableDefinition(List<ColumnDefinition> columns, List<String> constraints) {
  public TableDefinition {
    columns = List.copyOf(columns);
    constraints = List.copyOf(constraints);
  }
}
