// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

import dev.eider.base.type.LogicalType;

/**
 * One column of a table. A {@code hidden} one ({@code rowid}, {@code filename} when not asked for)
 * is reachable by name but not part of {@code *}.
 */
public record TableColumn(String name, LogicalType type, boolean hidden) {
  public TableColumn(String name, LogicalType type) {
    this(name, type, false);
  }
}
