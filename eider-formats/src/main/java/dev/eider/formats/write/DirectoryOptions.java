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
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options of COPY TO that make it write a directory of files: PARTITION_BY, and with it
 * WRITE_PARTITION_COLUMNS, FILENAME_PATTERN, FILE_EXTENSION, OVERWRITE, OVERWRITE_OR_IGNORE and
 * APPEND. Options that would split output by size or thread are refused.
 */
public final class DirectoryOptions {
  private final Map<String, Value> rest = new LinkedHashMap<>();
  private @Nullable Value partitionBy;
  private boolean writePartitionColumns;
  private boolean overwrite;
  private boolean overwriteOrIgnore;
  private boolean append;
  private boolean temporaryFile;
  private @Nullable String pattern;
  private @Nullable String extension;

  private DirectoryOptions() {}

  /** Takes these options out of those of a COPY; {@link #rest()} are the others. */
  public static DirectoryOptions of(Map<String, Value> options) {
    DirectoryOptions found = new DirectoryOptions();
    options.forEach(found::take);
    int modes =
        (found.overwrite ? 1 : 0) + (found.overwriteOrIgnore ? 1 : 0) + (found.append ? 1 : 0);
    if (modes > 1) {
      throw EiderException.binder("Can only set one of OVERWRITE_OR_IGNORE, OVERWRITE or APPEND");
    }
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
      case "per_thread_output" -> {
        if (FileOptions.bool(name, value)) {
          throw refused("PER_THREAD_OUTPUT");
        }
      }
      case "file_size_bytes" -> throw refused("FILE_SIZE_BYTES");
      default -> rest.put(name, value);
    }
  }

  private static EiderException refused(String option) {
    return EiderException.notImplemented(
        "COPY TO with "
            + option
            + ": one file is written, or one for each partition; leave the option out, or use"
            + " PARTITION_BY");
  }

  /** The options that are not about directories. */
  public Map<String, Value> rest() {
    return rest;
  }

  /** Whether output is a directory, by the values of columns. */
  public boolean partitioned() {
    return partitionBy != null;
  }

  /** Prepares the directory and begins the writing. */
  public TableWriter open(
      String path,
      List<String> names,
      List<LogicalType> types,
      String usualExtension,
      FileWriters files,
      ScanContext context) {
    if (temporaryFile) {
      throw EiderException.notImplemented("Can't combine USE_TMP_FILE and PARTITIONED BY for COPY");
    }
    int[] keys = keys(names);
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
    Path directory = Path.of(path);
    prepare(directory);
    String name = pattern != null ? pattern : append ? "{uuid}" : "data_{i}";
    return new PartitionedWriter(
        directory,
        new FileNames(name, extension == null ? usualExtension : extension, context.env()),
        names,
        types,
        keys,
        array(written),
        opener,
        context);
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

  private void prepare(Path directory) {
    try {
      if (Files.exists(directory) && !Files.isDirectory(directory)) {
        throw EiderException.io(
            "Cannot write to \"" + directory + "\" - it exists and is a file, not a directory!",
            null);
      }
      Files.createDirectories(directory);
      if (overwriteOrIgnore || append) {
        return;
      }
      boolean empty;
      try (DirectoryStream<Path> children = Files.newDirectoryStream(directory)) {
        empty = !children.iterator().hasNext();
      }
      if (!empty && !overwrite) {
        throw EiderException.io(
            "Directory \""
                + directory
                + "\" is not empty! Enable OVERWRITE option to overwrite files",
            null);
      }
      if (!empty) {
        clear(directory);
      }
    } catch (IOException | DirectoryIteratorException e) {
      throw EiderException.io("Cannot prepare directory \"" + directory + "\": " + e, e);
    }
  }

  /** Removes what is below a directory; links are removed, not followed. */
  private static void clear(Path directory) throws IOException {
    try (DirectoryStream<Path> children = Files.newDirectoryStream(directory)) {
      for (Path child : children) {
        if (Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)) {
          clear(child);
        }
        Files.delete(child);
      }
    }
  }
}
