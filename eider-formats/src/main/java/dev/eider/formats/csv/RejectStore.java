// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.formats.glob.RowsTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rejects of all scans that are shown in one pair of tables: the scans with their files, and the
 * faults. Grows with every scan that stores rejects. Safe for any number of threads.
 */
final class RejectStore {
  private static final LogicalType ERROR_TYPE =
      LogicalType.enumOf(
          List.of(
              "CAST", "MISSING COLUMNS", "TOO MANY COLUMNS", "UNQUOTED VALUE",
              "LINE SIZE OVER MAXIMUM", "INVALID ENCODING", "INVALID STATE"));

  private record Scan(CsvTable table, Rejects rejects) {}

  private final List<Scan> scans = new ArrayList<>();

  synchronized Rejects open(CsvTable table, long limit) {
    Rejects rejects = new Rejects(limit);
    scans.add(new Scan(table, rejects));
    return rejects;
  }

  private synchronized List<Scan> all() {
    return List.copyOf(scans);
  }

  /** One row a file of a scan: how it was read. */
  Table scans() {
    return new RowsTable(
        "REJECT_SCANS",
        List.of(
            new TableColumn("scan_id", LogicalType.UBIGINT),
            new TableColumn("file_id", LogicalType.UBIGINT),
            new TableColumn("file_path", LogicalType.VARCHAR),
            new TableColumn("delimiter", LogicalType.VARCHAR),
            new TableColumn("quote", LogicalType.VARCHAR),
            new TableColumn("escape", LogicalType.VARCHAR),
            new TableColumn("newline_delimiter", LogicalType.VARCHAR),
            new TableColumn("skip_rows", LogicalType.UINTEGER),
            new TableColumn("has_header", LogicalType.BOOLEAN),
            new TableColumn("columns", LogicalType.VARCHAR),
            new TableColumn("date_format", LogicalType.VARCHAR),
            new TableColumn("timestamp_format", LogicalType.VARCHAR),
            new TableColumn("user_arguments", LogicalType.VARCHAR)),
        this::scanRows);
  }

  private List<List<Value>> scanRows() {
    List<List<Value>> rows = new ArrayList<>();
    List<Scan> list = all();
    for (int id = 0; id < list.size(); id++) {
      CsvTable table = list.get(id).table();
      List<String> paths = table.paths();
      for (int file = 0; file < paths.size(); file++) {
        rows.add(scanRow(id, file, paths.get(file), table));
      }
    }
    return rows;
  }

  private static List<Value> scanRow(long id, long file, String path, CsvTable table) {
    CsvDialect dialect = table.dialect();
    StringBuilder columns = new StringBuilder("{");
    for (TableColumn column : table.columns()) {
      if (column.hidden()) {
        continue;
      }
      columns
          .append(columns.length() == 1 ? "" : ",")
          .append('\'')
          .append(column.name())
          .append("': '")
          .append(column.type())
          .append('\'');
    }
    TimeFormat date = table.dateFormat();
    TimeFormat timestamp = table.timestampFormat();
    List<String> given = new ArrayList<>();
    table.options().given.forEach((name, value) -> given.add(name + "=" + value));
    return List.of(
        new Value(LogicalType.UBIGINT, id),
        new Value(LogicalType.UBIGINT, file),
        Value.of(path),
        Value.of(dialect.delimiterText()),
        Value.of(CsvErrors.character(dialect.quote(), "quote")),
        Value.of(CsvErrors.character(dialect.escape(), "escape")),
        Value.of(table.newLineText()),
        new Value(LogicalType.UINTEGER, table.skipRows()),
        Value.of(table.hasHeader()),
        Value.of(columns.append('}').toString()),
        text(date == null ? null : date.pattern()),
        text(timestamp == null ? null : timestamp.pattern()),
        Value.of(String.join(", ", given)));
  }

  private static Value text(@Nullable String text) {
    return text == null ? Value.nullOf(LogicalType.VARCHAR) : Value.of(text);
  }

  /** One row a fault. */
  Table errors() {
    return new RowsTable(
        "REJECT_ERRORS",
        List.of(
            new TableColumn("scan_id", LogicalType.UBIGINT),
            new TableColumn("file_id", LogicalType.UBIGINT),
            new TableColumn("line", LogicalType.UBIGINT),
            new TableColumn("line_byte_position", LogicalType.UBIGINT),
            new TableColumn("byte_position", LogicalType.UBIGINT),
            new TableColumn("column_idx", LogicalType.UBIGINT),
            new TableColumn("column_name", LogicalType.VARCHAR),
            new TableColumn("error_type", ERROR_TYPE),
            new TableColumn("csv_line", LogicalType.VARCHAR),
            new TableColumn("error_message", LogicalType.VARCHAR)),
        this::errorRows);
  }

  private List<List<Value>> errorRows() {
    List<List<Value>> rows = new ArrayList<>();
    List<Scan> list = all();
    for (int id = 0; id < list.size(); id++) {
      for (Rejects.Reject reject : list.get(id).rejects().list()) {
        rows.add(errorRow(id, reject));
      }
    }
    return rows;
  }

  private static List<Value> errorRow(long id, Rejects.Reject reject) {
    List<String> kinds = ((LogicalType.EnumOf) ERROR_TYPE).values();
    return List.of(
        new Value(LogicalType.UBIGINT, id),
        new Value(LogicalType.UBIGINT, (long) reject.file()),
        number(reject.line()),
        number(reject.rowPosition()),
        number(reject.bytePosition()),
        number(reject.columnIndex()),
        text(reject.column()),
        new Value(ERROR_TYPE, kinds.indexOf(reject.kind())),
        Value.of(reject.row()),
        Value.of(reject.message()));
  }

  private static Value number(long value) {
    return value < 0
        ? Value.nullOf(LogicalType.UBIGINT)
        : new Value(LogicalType.UBIGINT, value);
  }
}
