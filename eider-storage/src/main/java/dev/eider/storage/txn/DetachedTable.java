// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.txn;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.MutableTable;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableScan;
import dev.eider.base.table.TableWriter;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.LongVector;
import dev.eider.storage.table.VersionedTable;
import java.util.List;

/** The table of an entry that belongs to no transaction: it only says which rows are meant. */
record DetachedTable(VersionedTable rows) implements MutableTable {
  @Override
  public List<TableColumn> columns() {
    return rows.columns();
  }

  @Override
  public String describe() {
    return "SEQ_SCAN";
  }

  private static EiderException outside() {
    return EiderException.internal("a table is used outside of a transaction");
  }

  @Override
  public TableScan scan(ScanRequest request, ScanContext context) {
    throw outside();
  }

  @Override
  public TableWriter append(ScanContext context) {
    throw outside();
  }

  @Override
  public long delete(LongVector rowIds, int count) {
    throw outside();
  }

  @Override
  public void update(LongVector rowIds, int[] columns, DataChunk values) {
    throw outside();
  }

  @Override
  public long truncate() {
    throw outside();
  }
}
