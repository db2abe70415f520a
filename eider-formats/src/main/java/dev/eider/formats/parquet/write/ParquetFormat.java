// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.FileFormat;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.TableWriter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.formats.write.DirectoryOptions;
import dev.eider.formats.write.FileOpener;
import dev.eider.formats.write.FileSeries;
import java.util.LinkedHashMap;
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
  public Map<String, LogicalType> writeOptions() {
    Map<String, LogicalType> types = new LinkedHashMap<>(WriteOptions.TYPES);
    types.putAll(DirectoryOptions.TYPES);
    return types;
  }

  @Override
  public TableWriter write(
      String path,
      List<String> columnNames,
      List<LogicalType> columnTypes,
      Map<String, Value> options,
      ScanContext context) {
    DirectoryOptions directory = DirectoryOptions.of(options);
    FileWriters writers = new FileWriters(directory.rest(), context);
    return directory.open(path, columnNames, columnTypes, "parquet", writers, context);
  }

  private record FileWriters(Map<String, Value> options, ScanContext context)
      implements DirectoryOptions.FileWriters {
    @Override
    public FileOpener opener(List<String> names, List<LogicalType> types) {
      Value ordered = context.setting("preserve_insertion_order");
      WriteOptions all =
          WriteOptions.of(
              options, names, types, ordered == null || !Boolean.FALSE.equals(ordered.object()));
      if (names.isEmpty()) {
        throw EiderException.binder("a Parquet file needs a column at least");
      }
      WriteSchema schema = WriteSchema.of(names, types, all);
      return new Opener(schema, all, context);
    }
  }

  private record Opener(WriteSchema schema, WriteOptions options, ScanContext context)
      implements FileOpener {
    @Override
    public TableWriter open(String path) {
      return open(FileSeries.single(path, options.temporaryFile(), context));
    }

    @Override
    public TableWriter open(FileSeries files) {
      return new ParquetFileWriter(files, schema, options, context);
    }
  }
}
