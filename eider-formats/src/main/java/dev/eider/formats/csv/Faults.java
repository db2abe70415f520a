// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.type.TypeId;
import dev.eider.io.store.local.FileMappings;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Turns faults of a block's rows into errors or rejects: finds the line's number and text. Made
 * when something went wrong; never part of the fast path.
 */
final class Faults {
  private final CsvScan scan;
  private final CsvTask task;
  private final Window window;
  private final FieldScanner fields;

  Faults(CsvScan scan, CsvTask task, Window window, BlockFinder finder) {
    this.scan = scan;
    this.task = task;
    this.window = window;
    this.fields = finder.fields();
  }

  private CsvTable table() {
    return scan.table();
  }

  private CsvOptions options() {
    return scan.table().options();
  }

  /** The number of the line at an offset of the window, from 1, or -1. */
  private long line(int offset) {
    long before = task.file().source.lineEndsBefore(task.block());
    // A line end at the very border of blocks: the first byte may be the LF of a CR counted before.
    return before < 0
        ? -1
        : before + LineEnds.count(window.text, 0, Math.min(offset, window.length), false) + 1;
  }

  /** The whole row at an offset, without its line end. */
  private String rowText(int start) {
    return Utf8.shown(window.text, start, rowLimit(start));
  }

  /** Where the row at an offset ends, its line end left out. */
  private int rowLimit(int start) {
    int status = fields.row(window.text, start, window.length, true);
    int end = fields.next;
    if (status != FieldScanner.OK && end < start) {
      end = window.length;
    }
    while (end > start && (window.text[end - 1] == '\n' || window.text[end - 1] == '\r')) {
      end--;
    }
    return end;
  }

  private static ErrorType typeOf(byte kind) {
    return kind == 0 ? ErrorType.CONVERSION : ErrorType.INVALID_INPUT;
  }

  private String columnName(int column) {
    return table().columns().get(column).name();
  }

  private EiderException error(ErrorType type, int start, String what, boolean withLine) {
    return error(type, start, rowText(start), what, withLine);
  }

  private EiderException error(
      ErrorType type, int start, String text, String what, boolean withLine) {
    long line = withLine ? line(start) : -1;
    String row = text;
    if (row.length() > options().rejectsLineLimit && options().rejectsLineLimit > 0) {
      row = row.substring(0, (int) options().rejectsLineLimit);
    }
    return new EiderException(
        type,
        (line < 0 ? "" : "CSV Error on Line: " + line + "\n")
            + (row.isEmpty() ? "" : "Original Line: " + row + "\n")
            + what
            + "\n"
            + CsvErrors.optionLines(
                options(), task.file().file.dialect(), table(), task.file().file.path())
            + (type == ErrorType.CONVERSION ? mismatches() : ""));
  }

  /** Where the types the user set differ from those that the file speaks for. */
  private String mismatches() {
    if (!options().columnsSet || !options().autoDetect) {
      return "";
    }
    CsvOptions free = options().withoutColumns();
    try {
      SniffResult found =
          ReadCsv.sniff(
              task.file().file.path(),
              free,
              new Sources(free, new FileMappings()),
              scan.context(),
              false,
              new SniffCache());
      return SniffCsv.typeMismatches(options(), found);
    } catch (EiderException e) {
      // Only an addition to the error that is being made.
      return "";
    }
  }

  /** The error of a row that cannot be cut into its columns. */
  EiderException rowFault(RowScanner rows, int odd) {
    int start = rows.off[rows.oddRows[odd] * rows.stride];
    byte kind = rows.oddKinds[odd];
    if (!Utf8.valid(window.text, start, rowLimit(start))) {
      return error(ErrorType.INVALID_INPUT, start, CsvErrors.invalidUtf8(options().encoding), true);
    }
    if (kind == RowScanner.UNTERMINATED) {
      // The row goes on to the end of the file: its first line tells where the quote is.
      return error(
          ErrorType.INVALID_INPUT,
          start,
          CsvErrors.firstLine(window.text, start, window.length),
          describe(rows, odd, start),
          true);
    }
    return error(typeOf(kind), start, describe(rows, odd, start), kind != RowScanner.INVALID);
  }

  private String describe(RowScanner rows, int odd, int start) {
    CsvOptions options = options();
    return switch (rows.oddKinds[odd]) {
      case RowScanner.TOO_FEW, RowScanner.TOO_MANY ->
          CsvErrors.columnCount(task.file().file.fields(), rows.oddFields[odd], options);
      case RowScanner.UNTERMINATED -> CsvErrors.unterminated(options);
      case RowScanner.LINE_SIZE ->
          CsvErrors.lineSize(
              table().maxLine(), rowText(start).getBytes(StandardCharsets.UTF_8).length + 1L);
      default -> CsvErrors.invalidState(options);
    };
  }

  /** The error of the first value of a batch, by row and column, that does not fit. */
  EiderException valueFault(RowScanner rows, Batch batch, @Nullable ColumnDecoder[] decoders) {
    int best = 0;
    for (int i = 1; i < batch.errors; i++) {
      if (batch.errorRows[i] < batch.errorRows[best]
          || batch.errorRows[i] == batch.errorRows[best]
              && table().source(batch.errorColumns[i]) < table().source(batch.errorColumns[best])) {
        best = i;
      }
    }
    int row = batch.errorRows[best];
    int column = batch.errorColumns[best];
    ColumnDecoder decoder = decoders[column];
    int start = batch.rowStart(row);
    if (decoder == null) {
      throw new IllegalStateException("an error in a column that was not decoded");
    }
    if (decoder.type().id() == TypeId.VARCHAR && !table().spec(column).forceNotNull()
        || !ValueParser.supported(decoder.type())
            && !Utf8.valid(window.text, start, rowLimit(start))) {
      return error(ErrorType.INVALID_INPUT, start, CsvErrors.invalidUtf8(options().encoding), true);
    }
    return error(
        ErrorType.CONVERSION,
        start,
        CsvErrors.cast(
            columnName(column),
            decoder.valueText(batch, row),
            decoder.type(),
            table().declared(column)),
        true);
  }

  /** Notes a row that is left out because of its shape. */
  void rejectRow(RowScanner rows, int odd) {
    Rejects rejects = scan.rejects();
    if (rejects == null) {
      return;
    }
    int start = rows.off[rows.oddRows[odd] * rows.stride];
    int found = rows.oddFields[odd];
    int expected = task.file().file.fields();
    byte kind = rows.oddKinds[odd];
    String text = rowText(start);
    switch (kind) {
      case RowScanner.TOO_FEW -> {
        for (int field = found; field < expected; field++) {
          rejects.add(
              reject(
                  start,
                  rows.oddAt[odd],
                  field,
                  kindName(kind),
                  fieldName(field),
                  text,
                  "Expected Number of Columns: " + expected + " Found: " + field));
        }
      }
      case RowScanner.TOO_MANY -> {
        fields.row(window.text, start, window.length, true);
        for (int field = expected; field < found; field++) {
          rejects.add(
              reject(
                  start,
                  fields.delimiters[field - 1],
                  field + 1,
                  kindName(kind),
                  null,
                  text,
                  "Expected Number of Columns: " + expected + " Found: " + (field + 1)));
        }
      }
      default ->
          rejects.add(
              reject(
                  start,
                  faultPosition(rows, odd, start),
                  kind == RowScanner.LINE_SIZE ? -1 : found,
                  kindName(kind),
                  kind == RowScanner.LINE_SIZE ? null : fieldName(found - 1),
                  text,
                  kind == RowScanner.LINE_SIZE
                      ? firstLine(CsvErrors.lineSize(table().maxLine(), rowLimit(start) - start))
                      : firstLine(describe(rows, odd, start))));
    }
  }

  /** Where the field starts that a row's fault is in; of a line that is too long the line. */
  private int faultPosition(RowScanner rows, int odd, int start) {
    byte kind = rows.oddKinds[odd];
    int field = rows.oddFields[odd] - 1;
    if (kind == RowScanner.LINE_SIZE || field <= 0) {
      return start;
    }
    fields.row(window.text, start, window.length, true);
    return fields.delimiters[field - 1] + task.file().file.dialect().delimiter().length;
  }

  private static String firstLine(String text) {
    int end = text.indexOf('\n');
    return end < 0 ? text : text.substring(0, end);
  }

  private static String kindName(byte kind) {
    return switch (kind) {
      case RowScanner.TOO_FEW -> "MISSING COLUMNS";
      case RowScanner.TOO_MANY -> "TOO MANY COLUMNS";
      case RowScanner.UNTERMINATED -> "UNQUOTED VALUE";
      case RowScanner.LINE_SIZE -> "LINE SIZE OVER MAXIMUM";
      default -> "INVALID STATE";
    };
  }

  private @Nullable String fieldName(int field) {
    int[] mapping = task.file().file.mapping();
    for (int column = 0; column < mapping.length; column++) {
      if (mapping[column] == field) {
        return columnName(column);
      }
    }
    return null;
  }

  private Rejects.Reject reject(
      int start,
      int at,
      int columnIndex,
      String kind,
      @Nullable String column,
      String text,
      String message) {
    long base = task.file().source.offset(task.block());
    return new Rejects.Reject(
        task.file().number,
        line(start),
        base + start + 1,
        base + at + 1,
        columnIndex,
        column,
        kind,
        cut(text),
        message);
  }

  /** A row's text as a reject shows it: no more bytes than the option allows, whole characters. */
  private String cut(String text) {
    long limit = options().rejectsLineLimit;
    if (limit == 0) {
      return text;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= limit) {
      return text;
    }
    int end = (int) limit;
    while (end > 0 && bytes[end] >> 6 == -2) {
      end--;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8) + "...";
  }

  /** Notes the values that do not fit and marks their rows. */
  void rejectValues(Batch batch, @Nullable ColumnDecoder[] decoders, boolean[] bad) {
    Rejects rejects = scan.rejects();
    for (int i = 0; i < batch.errors; i++) {
      int row = batch.errorRows[i];
      int column = batch.errorColumns[i];
      bad[row] = true;
      ColumnDecoder decoder = decoders[column];
      if (rejects == null || decoder == null) {
        continue;
      }
      int start = batch.rowStart(row);
      boolean text = decoder.type().id() == TypeId.VARCHAR;
      rejects.add(
          reject(
              start,
              decoder.position(batch, row),
              task.file().file.mapping()[column] + 1,
              text ? "INVALID ENCODING" : "CAST",
              columnName(column),
              rowText(start),
              text
                  ? firstLine(CsvErrors.invalidUtf8(options().encoding))
                  : "Error when converting column \""
                      + columnName(column)
                      + "\". Could not convert string \""
                      + decoder.valueText(batch, row)
                      + "\" to '"
                      + CsvErrors.castTypeName(decoder.type())
                      + "'"));
    }
  }
}
