// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

import java.util.Collections;
import java.util.List;

/**
 * What is known of a table. {@code rows} is -1 when unknown; {@code exact} says that rows is not an
 * estimate. {@code columns} is empty or has one entry a column; it does not change, and may make an
 * entry when it is first asked for. Any thread.
 */
public record TableStats(long rows, boolean exact, List<ColumnStats> columns) {
  public static final TableStats UNKNOWN = new TableStats(-1, false, List.of());

  public TableStats {
    columns = Collections.unmodifiableList(columns);
  }

  /** The statistics of a column, {@link ColumnStats#UNKNOWN} when there are none. */
  public ColumnStats column(int index) {
    return index < columns.size() ? columns.get(index) : ColumnStats.UNKNOWN;
  }
}
