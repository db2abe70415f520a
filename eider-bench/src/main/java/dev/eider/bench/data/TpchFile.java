// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.data;

import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;

/**
 * One TPC-H table as CSV: comma, header line, quotes where a field needs them. The rows are those
 * of {@code dbgen}.
 */
final class TpchFile implements BlockSource {
  static final int VERSION = 1;

  private final TpchTable<?> table;
  private final double scaleFactor;
  private final int parts;

  TpchFile(TpchTable<?> table, double scaleFactor) {
    this.table = table;
    this.scaleFactor = scaleFactor;
    // Parts are cut by the generator itself; small tables do not know parts.
    boolean small = table == TpchTable.NATION || table == TpchTable.REGION;
    this.parts = small ? 1 : Math.max(4, (int) Math.ceil(scaleFactor * 64));
  }

  String header() {
    StringBuilder header = new StringBuilder();
    for (var column : table.getColumns()) {
      header.append(header.isEmpty() ? "" : ",").append(column.getColumnName());
    }
    return header.append('\n').toString();
  }

  @Override
  public long blockCount() {
    return parts;
  }

  @Override
  public void fill(long block, RowBuffer out) {
    for (TpchEntity row : table.createGenerator(scaleFactor, (int) block + 1, parts)) {
      line(row.toLine(), out);
    }
  }

  /** Turns a line with bars (one behind the last field too) into a CSV record. */
  private static void line(String bars, RowBuffer out) {
    int start = 0;
    for (int end = bars.indexOf('|'); end >= 0; end = bars.indexOf('|', start)) {
      if (start > 0) {
        out.reserve(1);
        out.put(',');
      }
      out.putField(bars.substring(start, end));
      start = end + 1;
    }
    out.reserve(1);
    out.put('\n');
  }
}
