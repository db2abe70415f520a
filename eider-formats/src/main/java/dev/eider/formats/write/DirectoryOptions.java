// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.write;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.TableWriter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.formats.glob.FileOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The options of COPY TO that are about files, whatever their format: PARTITION_BY, and with it
 * WRITE_PARTITION_COLUMNS; PER_THREAD_OUTPUT; FILE_SIZE_BYTES and ROW_GROUPS_PER_FILE; of all of
 * these FILENAME_PATTERN, FILE_EXTENSION, OVERWRITE, OVERWRITE_OR_IGNORE and APPEND; USE_TMP_FILE
 * and WRITE_EMPTY_FILE.
 */
public final class DirectoryOptions {
  /** Their names and types, of options that {@code COPY} itself takes too. */
  public static final Map<String, LogicalType> TYPES =
      Map.ofEntries(
          Map.entry("append", LogicalType.BOOLEAN),
          Map.entry("batches_per_file", LogicalType.BIGINT),
          Map.entry("file_extension", LogicalType.VARCHAR),
          Map.entry("file_size_bytes", LogicalType.ANY),
          Map.entry("filename_pattern", LogicalType.VARCHAR),
          Map.entry("hive_file_pattern", LogicalType.BOOLEAN),
          Map.entry("overwrite", LogicalType.BOOLEAN),
          Map.entry("overwrite_or_ignore", LogicalType.BOOLEAN),
          Map.entry("partition_by", LogicalType.ANY),
          Map.entry("per_thread_output", LogicalType.BOOLEAN),
          Map.entry("return_files", LogicalType.BOOLEAN),
          Map.entry("row_groups_per_file", LogicalType.BIGINT),
          Map.entry("use_tmp_file", LogicalType.BOOLEAN),
          Map.entry("write_empty_file", LogicalType.BOOLEAN),
          Map.entry("write_partition_columns", LogicalType.BOOLEAN));

  private final Map<String, Value> rest = new LinkedHashMap<>();
  private @Nullable Value partitionBy;
  private boolean writePartitionColumns;
  private boolean overwrite;
  private boolean overwriteOrIgnore;
  private boolean append;
  private boolean perThread;
  private boolean hivePattern = true;
  private boolean writeEmpty = true;
  private long bytesMax = Long.MAX_VALUE;
  private long partsMax = Long.MAX_VALUE;
  private @Nullable Boolean temporaryFile;
  private @Nullable String pattern;
  private @Nullable String extension;

  private DirectoryOptions() {}

  /** Takes these options out of those of a COPY; {@link #rest()} are the others. */
  public static DirectoryOptions of(Map<String, Value> options) {
    DirectoryOptions found = new DirectoryOptions();
    options.forEach(found::take);
    found.verify();
    return found;
  }

  private void take(String name, Value value) {
    switch (name.toLowerCase(Locale.ROOT)) {
      case "partition_by" -> partitionBy = value;
      case "write_partition_columns" -> writePartitionColumns = FileOptions.bool(name, value);
      case "overwrite" -> overwrite = FileOptions.bool(name, value);
      case "overwrite_or_ignore" -> overwriteOrIgnore = FileOptions.bool(name, value);
      case "append" -> append = FileOptions.bool(name, value);
      case "filename_pattern" -> pattern = FileOptions.text(name, value);
      case "file_extension" -> extension = FileOptions.text(name, value);
      case "use_tmp_file" -> {
        temporaryFile = FileOptions.bool(name, value);
        rest.put(name, value);
      }
      case "per_thread_output" -> perThread = FileOptions.bool(name, value);
      case "hive_file_pattern" -> hivePattern = FileOptions.bool(name, value);
      case "write_empty_file" -> writeEmpty = FileOptions.bool(name, value);
      case "file_size_bytes" -> bytesMax = CopyOptions.bytes(name, value);
      case "row_groups_per_file", "batches_per_file" ->
          partsMax = CopyOptions.positive(name, value);
      default -> rest.put(name, value);
    }
  }

  private boolean rotates() {
    return bytesMax != Long.MAX_VALUE || partsMax != Long.MAX_VALUE;
  }

  private void verify() {
    int modes = (overwrite ? 1 : 0) + (overwriteOrIgnore ? 1 : 0) + (append ? 1 : 0);
    if (modes > 1) {
      throw EiderException.binder("Can only set one of OVERWRITE_OR_IGNORE, OVERWRITE or APPEND");
    }
    String wanted = pattern;
    if (append && wanted != null && !wanted.contains("{uuid")) {
      throw EiderException.binder("APPEND mode requires a {uuid} label in filename_pattern");
    }
    refuse(temporaryFile != null && perThread, "USE_TMP_FILE and PER_THREAD_OUTPUT for COPY");
    refuse(
        temporaryFile != null && rotates(),
        "USE_TMP_FILE and FILE_SIZE_BYTES/BATCHES_PER_FILE for COPY");
    refuse(
        temporaryFile != null && partitionBy != null, "USE_TMP_FILE and PARTITIONED BY for COPY");
    refuse(perThread && partitionBy != null, "PER_THREAD_OUTPUT and PARTITIONED BY for COPY");
    refuse(!writeEmpty && perThread, "WRITE_EMPTY_FILE false with PER_THREAD_OUTPUT");
    refuse(!writeEmpty && partitionBy != null, "WRITE_EMPTY_FILE false with PARTITIONED BY");
  }

  private static void refuse(boolean both, String what) {
    if (both) {
      throw EiderException.notImplemented("Can't combine " + what);
    }
  }

  /** The options that are not about directories. */
  public Map<String, Value> rest() {
    return rest;
  }

  /** Whether output is more than one plain file: {@link #open} has to begin it then. */
  public boolean partitioned() {
    return isDirectory() || !writeEmpty;
  }

  private boolean isDirectory() {
    return partitionBy != null || perThread || rotates();
  }

  /** Prepares the directory, if it is one, and begins the writing. */
  public TableWriter open(
      String path,
      List<String> names,
      List<LogicalType> types,
      String usualExtension,
      FileWriters files,
      ScanContext context) {
    int[] keys = partitionBy == null ? new int[0] : keys(names);
    List<Integer> written = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (writePartitionColumns || !contains(keys, i)) {
        written.add(i);
      }
    }
    if (written.isEmpty()) {
      throw EiderException.notImplemented(
          "No column to write as all columns are specified as partition columns."
              + " WRITE_PARTITION_COLUMNS option can be used to write partition columns.");
    }
    List<String> fileNames = new ArrayList<>();
    List<LogicalType> fileTypes = new ArrayList<>();
    for (int column : written) {
      fileNames.add(names.get(column));
      fileTypes.add(types.get(column));
    }
    FileOpener opener = files.opener(fileNames, fileTypes);
    if (!isDirectory()) {
      boolean temporary = temporaryFile == null || temporaryFile;
      return opener.open(
          new FileSeries(
              OutputPlace.of(path, context),
              () -> path,
              temporary,
              writeEmpty,
              Long.MAX_VALUE,
              Long.MAX_VALUE));
    }
    OutputPlace place = OutputPlace.of(path, context);
    place.prepare(path, overwriteOrIgnore || append, overwrite);
    String name = pattern != null ? pattern : append ? "{uuid}" : "data_{i}";
    FileNames numbered =
        new FileNames(name, extension == null ? usualExtension : extension, context.env());
    if (partitionBy != null) {
      return new PartitionedWriter(
          new PartitionedWriter.Target(place, path, numbered, hivePattern, bytesMax, partsMax),
          names,
          types,
          keys,
          array(written),
          opener,
          context);
    }
    AtomicInteger number = new AtomicInteger();
    Supplier<FileSeries> series =
        () ->
            new FileSeries(
                place,
                () -> place.resolve(path, numbered.next(number.getAndIncrement())),
                true,
                writeEmpty,
                bytesMax,
                partsMax);
    return perThread
        ? new PerThreadWriter(() -> opener.open(series.get()))
        : opener.open(series.get());
  }

  /** Makes the writers of single files; asked before anything is touched on disk. */
  public interface FileWriters {
    FileOpener opener(List<String> names, List<LogicalType> types);
  }

  private static int[] array(List<Integer> numbers) {
    int[] array = new int[numbers.size()];
    for (int i = 0; i < array.length; i++) {
      array[i] = numbers.get(i);
    }
    return array;
  }

  private static boolean contains(int[] keys, int column) {
    for (int key : keys) {
      if (key == column) {
        return true;
      }
    }
    return false;
  }

  private int[] keys(List<String> names) {
    Value by = partitionBy;
    List<Value> items =
        by == null ? List.of() : by.type().id() == TypeId.LIST ? by.asList() : List.of(by);
    List<Integer> keys = new ArrayList<>();
    for (Value item : items) {
      if (!(item.object() instanceof String wanted)) {
        throw EiderException.binder("\"partition_by\" expects a column list or * as parameter");
      }
      boolean found = false;
      for (int i = 0; i < names.size(); i++) {
        if (wanted.equals("*") || names.get(i).equalsIgnoreCase(wanted)) {
          found = true;
          if (keys.contains(i)) {
            throw EiderException.binder(
                "\"partition_by\" does not allow duplicate columns (found: " + wanted + ")");
          }
          keys.add(i);
        }
      }
      if (!found) {
        throw EiderException.binder(
            "\"partition_by\" expected to find " + wanted + ", but it was not found in the table");
      }
    }
    if (keys.isEmpty()) {
      throw EiderException.binder("\"partition_by\" expects a column list or * as parameter");
    }
    return array(keys);
  }
}
