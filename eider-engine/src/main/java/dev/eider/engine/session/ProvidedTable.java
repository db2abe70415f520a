// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.MutableTable;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableScan;
import dev.eider.base.table.TableStats;
import dev.eider.base.table.TableWriter;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.LongVector;
import java.util.List;

/**
 * A table that a function keeps and shows under a temporary name: it can be read and dropped, not
 * changed.
 *
 * @param name what it is called
 * @param table the function's table
 */
record ProvidedTable(String name, Table table) implements MutableTable {
  private EiderException readOnly() {
    return EiderException.invalidInput(
        "The table \""
            + name
            + "\" is kept by the function that filled it and cannot be changed: drop it (DROP TABLE "
            + name
            + ") or copy it (CREATE TABLE ... AS FROM "
            + name
            + ")");
  }

  @Override
  public List<TableColumn> columns() {
    return table.columns();
  }

  @Override
  public TableStats stats() {
    return table.stats();
  }

  @Override
  public FilterSupport supports(ScanFilter filter) {
    return table.supports(filter);
  }

  @Override
  public String describe() {
    return table.describe();
  }

  @Override
  public TableScan scan(ScanRequest request, ScanContext context) {
    return table.scan(request, context);
  }

  @Override
  public TableWriter append(ScanContext context) {
    throw readOnly();
  }

  @Override
  public long delete(LongVector rowIds, int count) {
    throw readOnly();
  }

  @Override
  public void update(LongVector rowIds, int[] columns, DataChunk values) {
    throw readOnly();
  }

  @Override
  public long truncate() {
    throw readOnly();
  }
}
