// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql.ast;

import java.util.List;

/** {@code AS name (columns)}; {@code columns} is empty when not given. */
public record TableAlias(String name, List<String> columns) {
  public TableAlias {
    columns = List.copyOf(columns);
  }
}
