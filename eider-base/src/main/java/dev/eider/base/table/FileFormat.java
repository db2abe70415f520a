// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import java.util.List;
import java.util.Map;

/** A file format: how its files are read as tables, and written by COPY TO. */
public interface FileFormat {
  /** The name in {@code FORMAT csv}, lower case. */
  String name();

  /** Whether a name such as {@code x.csv.gz} is taken to be of this format. */
  boolean matches(String path);

  /** The table function that reads it, for instance {@code read_csv_auto}. */
  String readFunction();

  /** Whether options of COPY that are NULL come here, for an error of the format's own. */
  default boolean tellsOfNullOptions() {
    return false;
  }

  /**
   * All options of {@link #write} with the types of their values (ANY where there are several), so
   * that others are refused with a hint. Empty: {@code write} refuses them by itself.
   */
  default Map<String, LogicalType> writeOptions() {
    return Map.of();
  }

  /**
   * Begins a file. Options have lower-case names; a list of values where the statement gave a list.
   *
   * @throws dev.eider.base.error.EiderException for an option that is unknown or has a bad value
   */
  TableWriter write(
      String path,
      List<String> columnNames,
      List<LogicalType> columnTypes,
      Map<String, Value> options,
      ScanContext context);
}
