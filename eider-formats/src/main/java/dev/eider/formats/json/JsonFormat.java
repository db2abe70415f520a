// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.json;

import dev.eider.base.table.FileFormat;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.TableWriter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.formats.write.DirectoryOptions;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** JSON as a format of COPY. */
public final class JsonFormat implements FileFormat {
  private final String name;

  private JsonFormat(String name) {
    this.name = name;
  }

  /** The format under its names: they differ in how a file is called, not in what is in it. */
  public static List<FileFormat> all() {
    return List.of(new JsonFormat("json"), new JsonFormat("ndjson"), new JsonFormat("jsonl"));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean matches(String path) {
    String lower = path.toLowerCase(Locale.ROOT);
    for (String packed : List.of(".gz", ".zst")) {
      lower = lower.endsWith(packed) ? lower.substring(0, lower.length() - packed.length()) : lower;
    }
    return lower.endsWith("." + name) || lower.contains("." + name + "?");
  }

  @Override
  public String readFunction() {
    return "read_json_auto";
  }

  @Override
  public boolean tellsOfNullOptions() {
    return true;
  }

  @Override
  public TableWriter write(
      String path,
      List<String> columnNames,
      List<LogicalType> columnTypes,
      Map<String, Value> options,
      ScanContext context) {
    options.forEach(JsonWriteOptions::check);
    DirectoryOptions directory = DirectoryOptions.of(options);
    JsonWriteOptions style = JsonWriteOptions.of(directory.rest());
    if (!directory.partitioned()) {
      return JsonFileWriter.open(path, columnNames, style, context);
    }
    String extension =
        switch (style.compression) {
          case "gzip" -> name + ".gz";
          case "zstd" -> name + ".zst";
          default -> name;
        };
    return directory.open(
        path,
        columnNames,
        columnTypes,
        extension,
        (names, types) -> file -> JsonFileWriter.open(file, names, style, context),
        context);
  }
}
