// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction.BindContext;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.formats.glob.RowsTable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rejects of all scans that are shown in one pair of tables: the scans with their files, and
 * the faults. Grows with every scan that stores rejects. Safe for any number of threads.
 */
final class RejectStore {
  private static final LogicalType ERROR_TYPE =
      LogicalType.enumOf(
          List.of(
              "CAST",
              "MISSING COLUMNS",
              "TOO MANY COLUMNS",
              "UNQUOTED VALUE",
              "LINE SIZE OVER MAXIMUM",
              "INVALID ENCODING",
              "INVALID STATE"));

  private record Scan(CsvTable table, Rejects rejects) {}

  private final String scansName;
  private final String errorsName;
  private final List<Scan> scans = new ArrayList<>();

  private RejectStore(String scansName, String errorsName) {
    this.scansName = scansName;
    this.errorsName = errorsName;
  }

  /**
   * The store behind the session's two tables of those names. A table that the session does not
   * have, or no longer has, is provided and shows the scans from now on.
   *
   * @throws EiderException BINDER when a name belongs to another table
   */
  static RejectStore of(String scansName, String errorsName, BindContext context) {
    RejectStore ofScans = known(scansName, "Scan", scansName, errorsName, context);
    RejectStore ofErrors = known(errorsName, "Error", scansName, errorsName, context);
    RejectStore store = ofScans != null ? ofScans : ofErrors;
    if (store == null) {
      store = new RejectStore(scansName, errorsName);
    }
    int from = store.all().size();
    if (ofScans == null) {
      context.provideTable(scansName, store.scans(from));
    }
    if (ofErrors == null) {
      context.provideTable(errorsName, store.errors(from));
    }
    return store;
  }

  private static @Nullable RejectStore known(
      String name, String what, String scansName, String errorsName, BindContext context) {
    Table table = context.sessionTable(name);
    if (table == null) {
      return null;
    }
    if (table instanceof RejectTable mine
        && mine.store().scansName.equals(scansName)
        && mine.store().errorsName.equals(errorsName)) {
      return mine.store();
    }
    throw EiderException.binder(
        "Reject "
            + what
            + " Table name \""
            + name
            + "\" is already in use. Either drop the used name(s), or give other name options in"
            + " the CSV Reader function.");
  }

  synchronized Rejects open(CsvTable table, long limit) {
    Rejects rejects = new Rejects(limit);
    scans.add(new Scan(table, rejects));
    return rejects;
  }

  private synchronized List<Scan> all() {
    return List.copyOf(scans);
  }

  /** One row a file of a scan: how it was read. */
  private Table scans(int from) {
    Table rows =
        new RowsTable(
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
            () -> scanRows(from));
    return new RejectTable(this, rows);
  }

  private List<List<Value>> scanRows(int from) {
    List<List<Value>> rows = new ArrayList<>();
    List<Scan> list = all();
    for (int id = from; id < list.size(); id++) {
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
    new TreeMap<>(table.options().given).forEach((name, value) -> given.add(name + "=" + value));
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
  private Table errors(int from) {
    Table rows =
        new RowsTable(
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
            () -> errorRows(from));
    return new RejectTable(this, rows);
  }

  private List<List<Value>> errorRows(int from) {
    List<List<Value>> rows = new ArrayList<>();
    List<Scan> list = all();
    for (int id = from; id < list.size(); id++) {
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
    return value < 0 ? Value.nullOf(LogicalType.UBIGINT) : new Value(LogicalType.UBIGINT, value);
  }
}
