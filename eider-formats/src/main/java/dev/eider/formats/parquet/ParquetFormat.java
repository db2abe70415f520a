// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.FileFormat;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.TableWriter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Parquet as a format of COPY. */
public final class ParquetFormat implements FileFormat {
  @Override
  public String name() {
    return "parquet";
  }

  @Override
  public boolean matches(String path) {
    String lower = path.toLowerCase(Locale.ROOT);
    return lower.endsWith(".parquet") || lower.contains(".parquet?");
  }

  @Override
  public String readFunction() {
    return "read_parquet";
  }

  @Override
  public TableWriter write(
      String path,
      List<String> columnNames,
      List<LogicalType> columnTypes,
      Map<String, Value> options,
      ScanContext context) {
    throw EiderException.notImplemented(
        "Parquet files can be read but not written yet: write \"" + path + "\" with FORMAT csv");
  }
}
