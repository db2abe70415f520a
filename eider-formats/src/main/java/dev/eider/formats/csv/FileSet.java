// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.ScanContext;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.formats.glob.FileOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files of one table. Those that were not sniffed when the table was made are looked at late.
 */
final class FileSet implements CsvFiles {
  private final List<String> paths;
  private final CsvOptions options;
  private final List<SniffResult> sniffed;
  private final SniffResult main;
  private final List<String> names;
  private final List<LogicalType> types;
  private final int fileColumns;
  private final int filenameColumn;
  private final Map<String, LogicalType> partitions;
  private final Sources sources;
  private final SniffCache cache;
  private final Map<Integer, CsvFile> files = new HashMap<>();
  private final long[] sizes;
  private final long totalBytes;

  FileSet(
      List<String> paths,
      CsvOptions options,
      List<SniffResult> sniffed,
      SniffResult main,
      List<String> names,
      List<LogicalType> types,
      int fileColumns,
      int filenameColumn,
      Map<String, LogicalType> partitions,
      Sources sources,
      SniffCache cache,
      ScanContext context) {
    this.paths = paths;
    this.options = options;
    this.sniffed = sniffed;
    this.main = main;
    this.names = names;
    this.types = types;
    this.fileColumns = fileColumns;
    this.filenameColumn = filenameColumn;
    this.partitions = partitions;
    this.sources = sources;
    this.cache = cache;
    sizes = new long[paths.size()];
    totalBytes = total(context);
  }

  private long total(ScanContext context) {
    long total = 0;
    for (int i = 0; i < paths.size(); i++) {
      sizes[i] = sources.size(paths.get(i), context);
      total = sizes[i] < 0 || total < 0 ? -1 : total + sizes[i];
    }
    return total;
  }

  @Override
  public int count() {
    return paths.size();
  }

  @Override
  public String path(int number) {
    return paths.get(number);
  }

  @Override
  public synchronized @Nullable CsvFile get(int number, ScanContext context) {
    CsvFile known = files.get(number);
    if (known == null) {
      known = make(number, context);
      files.put(number, known);
    }
    return known;
  }

  private CsvFile make(int number, ScanContext context) {
    String path = paths.get(number);
    SniffResult result;
    if (number < sniffed.size()) {
      result = sniffed.get(number);
    } else {
      result = look(path, context);
    }
    int[] mapping = mapping(path, number, result);
    Value[] constants = new Value[names.size()];
    for (int i = 0; i < names.size(); i++) {
      if (i == filenameColumn) {
        constants[i] = Value.of(path);
        mapping[i] = -1;
      } else if (partitions.containsKey(names.get(i))) {
        constants[i] = FileOptions.pathValue(path, names.get(i), types.get(i));
        mapping[i] = -1;
      }
    }
    int fields = Math.max(result.fields(), 1);
    if (options.nullPadding && !options.files.unionByName()) {
      fields = Math.max(fields, fileColumns);
    }
    return new CsvFile(
        path, result.dialect(), fields, result.dataStart(), mapping, constants, result.rowBytes());
  }

  private SniffResult look(String path, ScanContext context) {
    if (!options.autoDetect) {
      return ReadCsv.sniff(path, options, sources, context, true, cache);
    }
    try {
      SniffResult quick =
          ReadCsv.sniff(path, options.fixedTo(main.dialect()), sources, context, true, cache);
      if (quick.names().size() == main.names().size()) {
        return quick;
      }
    } catch (EiderException e) {
      // Not of the same dialect: then it is sniffed like the first one, whose error would tell
      // more.
      return ReadCsv.sniff(path, options, sources, context, true, cache);
    }
    return ReadCsv.sniff(path, options, sources, context, true, cache);
  }

  private int[] mapping(String path, int number, SniffResult result) {
    int[] mapping = new int[names.size()];
    java.util.Arrays.fill(mapping, -1);
    Map<String, Integer> index = new HashMap<>();
    for (int i = 0; i < result.names().size(); i++) {
      index.putIfAbsent(result.names().get(i).toLowerCase(Locale.ROOT), i);
    }
    boolean all = true;
    for (int i = 0; i < fileColumns; i++) {
      Integer field = index.get(names.get(i).toLowerCase(Locale.ROOT));
      all &= field != null;
      mapping[i] = field == null ? -1 : field;
    }
    if (options.files.unionByName() || all && !options.columnsSet && options.names.isEmpty()) {
      if (!options.files.unionByName()) {
        checkTypes(path, number, result, mapping);
      }
      return mapping;
    }
    boolean positional =
        number == 0
            || options.columnsSet
            || !options.names.isEmpty()
            || result.empty()
            || !result.header() && result.names().size() >= fileColumns
            || options.nullPadding;
    if (!positional && !options.dropsRows()) {
      throw mismatch(path, result, index);
    }
    for (int i = 0; i < fileColumns; i++) {
      mapping[i] = i < Math.max(result.fields(), fileColumns) ? i : -1;
    }
    if (number > 0 && !options.columnsSet && options.names.isEmpty()) {
      checkTypes(path, number, result, mapping);
    }
    return mapping;
  }

  private void checkTypes(String path, int number, SniffResult result, int[] mapping) {
    if (number == 0
        || options.dropsRows()
        || options.typesByName != null
        || !options.types.isEmpty()
        || options.allVarchar
        || !partitions.isEmpty()) {
      return;
    }
    for (int i = 0; i < fileColumns; i++) {
      if (mapping[i] >= 0
          && mapping[i] < result.types().size()
          && !result.onlyHeader()
          && !Schemas.fits(result.types().get(mapping[i]), types.get(i))) {
        Map<String, Integer> index = new HashMap<>();
        for (int k = 0; k < fileColumns; k++) {
          index.put(names.get(k).toLowerCase(Locale.ROOT), mapping[k]);
        }
        throw mismatch(path, result, index);
      }
    }
  }

  private EiderException mismatch(String path, SniffResult result, Map<String, Integer> index) {
    StringBuilder text = new StringBuilder("Schema mismatch between globbed files.\n");
    text.append("Main file schema: ").append(paths.get(0)).append('\n');
    text.append("Current file: ").append(path).append('\n');
    for (int i = 0; i < fileColumns; i++) {
      Integer field = index.get(names.get(i).toLowerCase(Locale.ROOT));
      if (field == null || field < 0 || field >= result.types().size()) {
        text.append("Column with name: \"").append(names.get(i)).append("\" is missing\n");
      } else if (!Schemas.fits(result.types().get(field), types.get(i))) {
        text.append("Column with name: \"")
            .append(names.get(i))
            .append("\" is expected to have type: ")
            .append(types.get(i))
            .append(" But has type: ")
            .append(result.types().get(field))
            .append('\n');
      }
    }
    text.append("Potential Fixes \n* Consider setting union_by_name=true.\n")
        .append("* Consider setting files_to_sniff to a higher value (e.g., files_to_sniff = -1)\n")
        .append(
            "If you are trying to read files with different schemas, try setting"
                + " union_by_name=True\n");
    return EiderException.invalidInput(text.toString());
  }

  @Override
  public TextSource open(CsvFile file, ScanContext context) {
    return sources.scan(file.path(), file.rowBytes(), context);
  }

  @Override
  public long totalBytes() {
    return totalBytes;
  }

  @Override
  public long estimatedBlocks(int number) {
    long size = sizes[number];
    return size < 0 ? 64 : size / sources.blockSize(main.rowBytes()) + 1;
  }

  @Override
  public long estimatedRows() {
    return totalBytes < 0 || main.rowBytes() == 0 ? -1 : totalBytes / main.rowBytes();
  }

  @Override
  public String describe() {
    return paths.size() == 1 ? paths.get(0) : paths.get(0) + " and " + (paths.size() - 1) + " more";
  }
}
