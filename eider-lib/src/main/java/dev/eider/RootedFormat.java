// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider;

import dev.eider.base.table.FileFormat;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.TableWriter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import java.util.List;
import java.util.Map;

/** A file format of a database that may write inside of one directory only. */
final class RootedFormat implements FileFormat {
  private final FileFormat format;
  private final String root;

  RootedFormat(FileFormat format, String root) {
    this.format = format;
    this.root = root;
  }

  @Override
  public String name() {
    return format.name();
  }

  @Override
  public boolean matches(String path) {
    return format.matches(path);
  }

  @Override
  public boolean tellsOfNullOptions() {
    return format.tellsOfNullOptions();
  }

  @Override
  public String readFunction() {
    return format.readFunction();
  }

  @Override
  public Map<String, LogicalType> writeOptions() {
    return format.writeOptions();
  }

  @Override
  public TableWriter write(
      String path,
      List<String> columnNames,
      List<LogicalType> columnTypes,
      Map<String, Value> options,
      ScanContext context) {
    Roots.check(path, root);
    return format.write(path, columnNames, columnTypes, options, context);
  }
}
