// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.table.ScanContext;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableScan;
import java.util.List;

/**
 * One of the two tables a session is shown of a {@link RejectStore}.
 *
 * @param store where its rows are kept
 * @param rows the rows
 */
record RejectTable(RejectStore store, Table rows) implements Table {
  @Override
  public List<TableColumn> columns() {
    return rows.columns();
  }

  @Override
  public String describe() {
    return rows.describe();
  }

  @Override
  public TableScan scan(ScanRequest request, ScanContext context) {
    return rows.scan(request, context);
  }
}
