// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.formats.glob.FileGlob;
import dev.eider.formats.glob.RowsTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code sniff_csv(path)}: one row that says how the file would be read, and the call for it. */
record SniffCsv(SniffCache cache) implements TableFunction {
  private static final LogicalType COLUMN =
      LogicalType.struct(
          List.of(
              new LogicalType.Field("name", LogicalType.VARCHAR),
              new LogicalType.Field("type", LogicalType.VARCHAR)));

  @Override
  public String name() {
    return "sniff_csv";
  }

  @Override
  public List<List<LogicalType>> signatures() {
    return List.of(List.of(LogicalType.VARCHAR));
  }

  @Override
  public Map<String, LogicalType> namedParameters() {
    Map<String, LogicalType> all = new LinkedHashMap<>(OptionsParser.PARAMETERS);
    all.put("force_match", LogicalType.BOOLEAN);
    return all;
  }

  @Override
  public Table bind(List<Value> arguments, Map<String, Value> named, BindContext context) {
    Value path = arguments.get(0);
    if (path.isNull()) {
      throw EiderException.binder("sniff_csv cannot take NULL as a file path parameter");
    }
    Map<String, Value> rest = new LinkedHashMap<>(named);
    Value auto = rest.remove("auto_detect");
    if (auto != null && !OptionsParser.bool("auto_detect", auto)) {
      throw EiderException.invalidInput(
          "sniff_csv function does not accept auto_detect variable set to false");
    }
    Value force = rest.remove("force_match");
    boolean match = force == null || OptionsParser.bool("force_match", force);
    CsvOptions options = OptionsParser.parse(rest, context::namedType);
    List<String> files = FileGlob.of(context).expand(path.asString(), "csv", false);
    if (files.size() > 1) {
      throw EiderException.notImplemented("sniff_csv does not operate on more than one file yet");
    }
    Sources sources = new Sources(options, cache.mappings);
    SniffResult result;
    try {
      result = ReadCsv.sniff(files.get(0), options, sources, context, false, cache);
    } finally {
      sources.abandon();
    }
    if (match && options.columnsSet) {
      checkTypes(options, files.get(0), context);
    }
    List<Value> row = row(files.get(0), options, result);
    List<TableColumn> columns = new ArrayList<>();
    String[] names = {
      "Delimiter",
      "Quote",
      "Escape",
      "NewLineDelimiter",
      "Comment",
      "SkipRows",
      "HasHeader",
      "Columns",
      "DateFormat",
      "TimestampFormat",
      "UserArguments",
      "Prompt"
    };
    for (int i = 0; i < names.length; i++) {
      columns.add(new TableColumn(names[i], row.get(i).type()));
    }
    return new RowsTable("SNIFF_CSV", columns, () -> List.of(row));
  }

  /** The types the user set against those the file speaks for. */
  private void checkTypes(CsvOptions options, String path, BindContext context) {
    CsvOptions free = options.withoutColumns();
    SniffResult found =
        ReadCsv.sniff(path, free, new Sources(free, cache.mappings), context, false, cache);
    String error = typeMismatches(options, found);
    if (!error.isEmpty()) {
      throw EiderException.invalidInput(error);
    }
  }

  /** Says which types set by the user the file does not speak for; empty when there are none. */
  static String typeMismatches(CsvOptions options, SniffResult found) {
    StringBuilder error = new StringBuilder();
    if (found.types().size() == options.types.size()) {
      for (int i = 0; i < options.types.size(); i++) {
        LogicalType set = options.types.get(i);
        LogicalType seen = found.types().get(i);
        if (seen.id() == TypeId.SQLNULL) {
          seen = LogicalType.VARCHAR;
        }
        if (!set.equals(seen)) {
          error
              .append("Column at position: ")
              .append(i)
              .append(" Set type: ")
              .append(set)
              .append(" Sniffed type: ")
              .append(seen)
              .append('\n');
        }
      }
    }
    return error.isEmpty()
        ? ""
        : "The Column types set by the user do not match the ones found by the sniffer. \n" + error;
  }

  private static List<Value> row(String path, CsvOptions options, SniffResult result) {
    CsvDialect dialect = result.dialect();
    List<Value> columns = new ArrayList<>();
    StringBuilder struct = new StringBuilder("{");
    boolean hasDate = false;
    for (int i = 0; i < result.names().size(); i++) {
      LogicalType type = result.types().get(i);
      if (type.id() == TypeId.SQLNULL) {
        type = LogicalType.VARCHAR;
      }
      hasDate |= type.id() == TypeId.DATE;
      String name = result.names().get(i);
      columns.add(new Value(COLUMN, List.of(Value.of(name), Value.of(type.toString()))));
      struct
          .append(i == 0 ? "" : ", ")
          .append('\'')
          .append(name)
          .append("': '")
          .append(type)
          .append('\'');
    }
    struct.append('}');
    String date = pattern(result.dateFormat(), hasDate ? "%Y-%m-%d" : null);
    String timestamp = pattern(result.timestampFormat(), null);
    String given = given(options);
    List<Value> row = new ArrayList<>();
    row.add(Value.of(dialect.delimiterText()));
    row.add(Value.of(CsvErrors.character(dialect.quote(), "quote")));
    row.add(Value.of(CsvErrors.character(dialect.escape(), "escape")));
    row.add(Value.of(result.newLine()));
    row.add(Value.of(CsvErrors.character(dialect.comment(), "comment")));
    row.add(new Value(LogicalType.UINTEGER, result.skipRows()));
    row.add(Value.of(result.header()));
    row.add(new Value(LogicalType.list(COLUMN), columns));
    row.add(text(date));
    row.add(text(timestamp));
    row.add(text(given));
    row.add(Value.of(prompt(path, options, result, struct.toString(), date, timestamp, given)));
    return row;
  }

  private static Value text(@Nullable String text) {
    return text == null ? Value.nullOf(LogicalType.VARCHAR) : Value.of(text);
  }

  private static @Nullable String pattern(@Nullable TimeFormat format, @Nullable String none) {
    return format == null ? none : format.pattern();
  }

  private static @Nullable String given(CsvOptions options) {
    if (options.given.isEmpty()) {
      return null;
    }
    List<String> items = new ArrayList<>();
    for (Map.Entry<String, String> entry : options.given.entrySet()) {
      items.add(entry.getKey() + "=" + entry.getValue());
    }
    return String.join(", ", items);
  }

  private static String prompt(
      String path,
      CsvOptions options,
      SniffResult result,
      String struct,
      @Nullable String date,
      @Nullable String timestamp,
      @Nullable String given) {
    CsvDialect dialect = result.dialect();
    StringBuilder call = new StringBuilder("FROM read_csv('").append(path);
    call.append("', auto_detect=false, ");
    if (options.delimiter == null) {
      call.append("delim='").append(dialect.delimiterText().replace("'", "''")).append("', ");
    }
    if (options.quote == null) {
      call.append("quote='").append(character(dialect.quote())).append("', ");
    }
    if (options.escape == null) {
      call.append("escape='").append(character(dialect.escape())).append("', ");
    }
    if (options.newLine == CsvDialect.NewLine.ANY) {
      call.append("new_line='").append(result.newLine()).append("', ");
    }
    if (options.skip == null) {
      call.append("skip=").append(result.skipRows()).append(", ");
    }
    if (options.comment == null) {
      call.append("comment='").append(character(dialect.comment())).append("', ");
    }
    if (options.header == null) {
      call.append("header=").append(result.header()).append(", ");
    }
    call.append("columns=").append(struct);
    if (options.dateFormat == null && date != null) {
      call.append(", dateformat='").append(date).append('\'');
    }
    if (options.timestampFormat == null && timestamp != null) {
      call.append(", timestampformat='").append(timestamp).append('\'');
    }
    if (given != null) {
      call.append(", ").append(given);
    }
    return call.append(");").toString();
  }

  private static String character(byte b) {
    return b == 0 ? "" : b == '\'' ? "''" : String.valueOf((char) (b & 0xFF));
  }
}
