// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.env.SessionZone;
import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction.BindContext;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Makes a {@link CsvTable} of files and options: sniffs, unites schemas, adds path columns. */
final class ReadCsv {
  private final List<String> paths;
  private final CsvOptions options;
  private final BindContext context;
  private final SniffCache cache;
  private final Sources sources;

  private final List<String> names = new ArrayList<>();
  private final List<LogicalType> types = new ArrayList<>();

  ReadCsv(List<String> paths, CsvOptions options, BindContext context, SniffCache cache) {
    this.paths = paths;
    this.options = options;
    this.context = context;
    this.cache = cache;
    sources = new Sources(options, cache.mappings);
  }

  static List<byte[]> nulls(CsvOptions options) {
    List<byte[]> nulls = new ArrayList<>();
    for (String text : options.nullStrings) {
      nulls.add(text.getBytes(StandardCharsets.UTF_8));
    }
    return nulls;
  }

  /** Sniffs one file, or takes the result of the last time when nothing changed. */
  static SniffResult sniff(
      String path,
      CsvOptions options,
      Sources sources,
      ScanContext context,
      boolean many,
      SniffCache cache) {
    SniffResult known = cache.get(path, options, many, context);
    if (known != null) {
      return known;
    }
    try (MemoryReservation memory = context.memory().reserve("CSV_READER");
        TextSource source = sources.sniff(path, context)) {
      SniffResult result =
          options.autoDetect
              ? new CsvSniffer(options, source, path, context, memory, many).sniff()
              : fixed(options, source, memory);
      cache.put(path, options, many, result, context);
      return result;
    }
  }

  /** Without sniffing: what the user said, and the defaults for the rest. */
  private static SniffResult fixed(
      CsvOptions options, TextSource source, MemoryReservation memory) {
    CsvDialect dialect = dialect(options, CsvDialect.DEFAULT);
    Window window = new Window(memory);
    try {
      boolean any = source.load(0, window);
      boolean header = Boolean.TRUE.equals(options.header);
      long skip = (options.skip == null ? 0 : options.skip);
      int start = any ? Bom.length(window.text, window.length) : 0;
      int body = start;
      while (any && skip + (header ? 1 : 0) > 0) {
        DialectSniffer skipper =
            new DialectSniffer(options, window.text, start, window.length, window.complete);
        body = skipper.skip(dialect, start, skip + (header ? 1 : 0));
        if (body < window.length || window.complete) {
          break;
        }
        source.extend(window);
      }
      return new SniffResult(
          dialect,
          "\\n",
          options.names.size(),
          skip,
          header,
          options.names,
          options.types,
          options.dateFormat,
          options.timestampFormat,
          body,
          false,
          !any,
          0,
          0);
    } finally {
      window.free();
    }
  }

  private static CsvDialect dialect(CsvOptions options, CsvDialect base) {
    Byte quote = options.quote;
    Byte escape = options.escape;
    Byte comment = options.comment;
    String delimiter = options.delimiter;
    return new CsvDialect(
        delimiter == null ? base.delimiter() : delimiter.getBytes(StandardCharsets.UTF_8),
        quote == null ? base.quote() : quote,
        escape == null ? base.escape() : escape,
        comment == null ? base.comment() : comment,
        options.newLine,
        options.strict);
  }

  CsvTable bind() {
    try {
      return bindOpened();
    } catch (EiderException e) {
      sources.abandon();
      throw e;
    }
  }

  private CsvTable bindOpened() {
    sources.prefetch(paths, context);
    if (!options.autoDetect && !options.columnsSet) {
      throw EiderException.binder(
          "read_csv requires columns to be specified through the 'columns' option. Use"
              + " read_csv_auto or set read_csv(..., AUTO_DETECT=TRUE) to automatically guess"
              + " columns.");
    }
    if (options.columnsSet) {
      checkForceNotNull(options.names);
    }
    boolean many = paths.size() > 1;
    List<SniffResult> results = new ArrayList<>();
    SniffResult first =
        options.files.unionByName() ? uniteByName(results, many) : uniteByPosition(results, many);
    int fileColumns = names.size();
    Map<String, LogicalType> partitions = options.files.partitions(paths);
    int filenameColumn = options.files.addPathColumns(names, types, partitions);
    boolean hiddenName = filenameColumn < 0 && !hasColumn("filename");
    if (hiddenName) {
      filenameColumn = names.size();
      names.add("filename");
      types.add(LogicalType.VARCHAR);
    }
    SessionZone zone = new SessionZone(context.timeZone());
    ValueParser.Format guessedFormat =
        new ValueParser.Format(
            options.decimalSeparator,
            options.thousands,
            first.dateFormat(),
            first.timestampFormat(),
            zone);
    List<TableColumn> columns = new ArrayList<>();
    List<ColumnDecoder.Spec> specs = new ArrayList<>();
    boolean[] declared = new boolean[names.size()];
    boolean[] constant = new boolean[names.size()];
    List<byte[]> nulls = nulls(options);
    checkForceNotNull(names.subList(0, fileColumns));
    for (int i = 0; i < names.size(); i++) {
      LogicalType type = types.get(i);
      columns.add(new TableColumn(names.get(i), type, hiddenName && i == filenameColumn));
      declared[i] = declared(i);
      constant[i] = i >= fileColumns || partitions.containsKey(names.get(i));
      LogicalType read = constant[i] ? LogicalType.VARCHAR : type;
      specs.add(
          new ColumnDecoder.Spec(
              read,
              new ValueParser(
                  read,
                  !declared[i],
                  guessedFormat,
                  ValueParser.supported(read) ? null : context.textCast(read)),
              nulls,
              options.quotedNulls,
              options.forceNotNullAll
                  || options.forceNotNull.contains(names.get(i).toLowerCase(Locale.ROOT)),
              null));
    }
    FileSet files =
        new FileSet(
            paths,
            options,
            results,
            first,
            List.copyOf(names),
            List.copyOf(types),
            fileColumns,
            filenameColumn,
            partitions,
            sources,
            cache,
            context);
    RejectStore store = null;
    if (options.storeRejects) {
      store = RejectStore.of(options.rejectsScan, options.rejectsTable, context);
    }
    return new CsvTable(
        columns,
        specs,
        declared,
        constant,
        files,
        options,
        new CsvTable.Sniffed(
            first.dialect(),
            first.newLine(),
            first.header(),
            first.skipRows(),
            first.dateFormat(),
            first.timestampFormat()),
        store);
  }

  private boolean declared(int column) {
    if (options.columnsSet) {
      return true;
    }
    Map<String, LogicalType> byName = options.typesByName;
    if (byName != null) {
      for (String name : byName.keySet()) {
        if (name.equalsIgnoreCase(names.get(column))) {
          return true;
        }
      }
      return false;
    }
    return column < options.types.size();
  }

  private void checkForceNotNull(List<String> columns) {
    for (String wanted : options.forceNotNull) {
      boolean found = false;
      for (String column : columns) {
        found |= column.equalsIgnoreCase(wanted);
      }
      if (!found) {
        throw EiderException.binder(
            "\"force_not_null\" expected to find "
                + wanted
                + ", but it was not found in the table");
      }
    }
  }

  private SniffResult uniteByPosition(List<SniffResult> results, boolean many) {
    SniffResult first = null;
    long rows = 0;
    boolean onlyHeaders = true;
    int most = Math.min(paths.size(), options.autoDetect ? options.filesToSniff : 1);
    for (int i = 0; i < most; i++) {
      SniffResult result = sniff(paths.get(i), options, sources, context, many, cache);
      results.add(result);
      onlyHeaders &= result.onlyHeader();
      if (first == null || first.onlyHeader() && !result.onlyHeader()) {
        first = result;
        names.clear();
        types.clear();
        names.addAll(result.names());
        types.addAll(result.types());
      } else if (!result.onlyHeader()) {
        merge(result);
      }
      rows += result.rowsSniffed();
      if (options.sampleSize >= 0 && rows >= options.sampleSize) {
        break;
      }
    }
    if (first == null || names.isEmpty()) {
      throw EiderException.invalidInput(
          "No columns found in CSV files. Provide the columns option or ensure at least one file"
              + " contains a header or data row.");
    }
    for (int i = 0; i < types.size(); i++) {
      if (types.get(i).id() == TypeId.SQLNULL) {
        types.set(i, LogicalType.VARCHAR);
      }
    }
    return first;
  }

  private void merge(SniffResult other) {
    for (int i = 0; i < types.size() && i < other.types().size(); i++) {
      types.set(i, Schemas.merge(types.get(i), other.types().get(i)));
    }
    if (options.nullPadding) {
      for (int i = types.size(); i < other.types().size(); i++) {
        names.add(other.names().get(i));
        types.add(other.types().get(i));
      }
    }
  }

  private SniffResult uniteByName(List<SniffResult> results, boolean many) {
    Map<String, Integer> index = new LinkedHashMap<>();
    SniffResult first = null;
    for (String path : paths) {
      SniffResult result = sniff(path, options, sources, context, many, cache);
      results.add(result);
      if (first == null || first.onlyHeader() && !result.onlyHeader()) {
        first = result;
      }
      for (int i = 0; i < result.names().size(); i++) {
        String key = result.names().get(i).toLowerCase(Locale.ROOT);
        Integer known = index.get(key);
        if (known == null) {
          index.put(key, names.size());
          names.add(result.names().get(i));
          types.add(result.types().get(i));
        } else {
          types.set(known, Schemas.unite(types.get(known), result.types().get(i)));
        }
      }
    }
    if (first == null) {
      throw EiderException.invalidInput("No files to read");
    }
    Map<String, LogicalType> byName = options.typesByName;
    if (byName != null) {
      for (Map.Entry<String, LogicalType> entry : byName.entrySet()) {
        Integer column = index.get(entry.getKey().toLowerCase(Locale.ROOT));
        if (column == null) {
          throw EiderException.binder(
              "COLUMN_TYPES error: Columns with names: \""
                  + entry.getKey()
                  + "\" do not exist in the CSV File");
        }
        types.set(column, entry.getValue());
      }
    }
    for (int i = 0; i < types.size(); i++) {
      if (types.get(i).id() == TypeId.SQLNULL) {
        types.set(i, LogicalType.VARCHAR);
      }
    }
    return first;
  }

  private boolean hasColumn(String wanted) {
    for (String name : names) {
      if (name.equalsIgnoreCase(wanted)) {
        return true;
      }
    }
    return false;
  }
}
