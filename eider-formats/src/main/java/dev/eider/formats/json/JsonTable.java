// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.json;

import dev.eider.base.json.DecodeFaults;
import dev.eider.base.json.DecodeOptions;
import dev.eider.base.json.JsonDecoder;
import dev.eider.base.table.ObjectVersion;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableScan;
import dev.eider.base.table.TableStats;
import dev.eider.io.store.local.LocalFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** One or more JSON files as a table. Immutable; safe for many scans at once. */
public final class JsonTable implements Table {
  private final List<TableColumn> columns;
  private final List<String> keys;
  private final int fileColumns;
  private final List<JsonFile> files;
  private final JsonOptions options;
  private final boolean records;
  private final DecodeOptions.Casts casts;
  private final TextFormats formats;
  private final long recordBytes;

  JsonTable(
      List<TableColumn> columns,
      List<String> keys,
      int fileColumns,
      List<JsonFile> files,
      JsonOptions options,
      boolean records,
      DecodeOptions.Casts casts,
      TextFormats formats,
      long recordBytes) {
    this.columns = List.copyOf(columns);
    this.keys = List.copyOf(keys);
    this.fileColumns = fileColumns;
    this.files = List.copyOf(files);
    this.options = options;
    this.records = records;
    this.casts = casts;
    this.formats = formats;
    this.recordBytes = recordBytes;
  }

  @Override
  public List<TableColumn> columns() {
    return columns;
  }

  /** The keys of the columns that are read from records; they come first. */
  List<String> keys() {
    return keys;
  }

  int fileColumns() {
    return fileColumns;
  }

  List<JsonFile> files() {
    return files;
  }

  JsonOptions options() {
    return options;
  }

  /** Whether the columns are members of records; else the one column is the record itself. */
  boolean records() {
    return records;
  }

  /** How values become columns; {@code all}: every column of the files is read. */
  DecodeOptions decodeOptions(boolean all) {
    boolean strict = !options.ignoreErrors;
    return DecodeOptions.ofFiles(
        casts,
        strict,
        options.autoDetect && strict && all && !options.files.unionByName(),
        formats.dates(),
        formats.timestamps());
  }

  JsonDecoder decoder(int column, DecodeOptions decoding, DecodeFaults faults) {
    return new JsonDecoder(columns.get(column).type(), decoding, faults);
  }

  /** Bytes of all files, as they lie on disk or in a store. */
  long totalBytes() {
    long total = 0;
    for (JsonFile file : files) {
      ObjectVersion object = file.object();
      if (object != null) {
        total += object.size();
        continue;
      }
      Path path = Path.of(file.path());
      if (!LocalFile.isPipe(path) && Files.isRegularFile(path)) {
        total += path.toFile().length();
      }
    }
    return total;
  }

  @Override
  public TableStats stats() {
    return recordBytes == 0
        ? TableStats.UNKNOWN
        : new TableStats(Math.max(1, totalBytes() / recordBytes), false, List.of());
  }

  @Override
  public FilterSupport supports(ScanFilter filter) {
    return FilterSupport.PRUNING;
  }

  @Override
  public String describe() {
    String first = files.get(0).path();
    return "READ_JSON "
        + (files.size() == 1 ? first : first + " and " + (files.size() - 1) + " more");
  }

  @Override
  public TableScan scan(ScanRequest request, ScanContext context) {
    return new JsonScan(this, request, context);
  }
}
