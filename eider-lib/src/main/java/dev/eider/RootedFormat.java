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

/** A file format that writes only inside of the directory {@code eider_root}, once that is set. */
final class RootedFormat implements FileFormat {
  private final FileFormat format;

  RootedFormat(FileFormat format) {
    this.format = format;
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
    Value root = context.setting("eider_root");
    if (root != null && !root.isNull() && !root.asString().isBlank()) {
      Roots.check(path, root.asString());
    }
    return format.write(path, columnNames, columnTypes, options, context);
  }
}
