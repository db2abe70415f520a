// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.output;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.StringVector;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The row-wise modes with a separator between values: csv, tabs, list, ascii, quote and tcl. */
final class SeparatedRenderer implements ResultRenderer {
  private final OutputMode mode;
  private final boolean headers;

  /** Whether values are written as they are. */
  private final boolean plain;

  private final byte[] nullText;
  private final byte[] separator;
  private final byte[] rowEnd;

  /** For csv: whether a byte makes quotes necessary; all first bytes of the separator do. */
  private final boolean[] special = new boolean[256];

  SeparatedRenderer(OutputSettings settings) {
    mode = settings.mode();
    headers = settings.headers();
    plain = mode == OutputMode.LIST || mode == OutputMode.ASCII || mode == OutputMode.TABS;
    nullText = utf8(mode == OutputMode.QUOTE ? "NULL" : settings.nullValue());
    separator = utf8(mode == OutputMode.ASCII ? "\n" : settings.columnSeparator());
    rowEnd = utf8(mode == OutputMode.ASCII ? "\n" : settings.rowSeparator());
    special['"'] = true;
    special['\n'] = true;
    special['\r'] = true;
    if (separator.length > 0) {
      special[separator[0] & 0xFF] = true;
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void render(ResultRows rows, ByteOutput out) {
    List<LogicalType> types = rows.types();
    boolean[] literal = new boolean[types.size()];
    for (int c = 0; c < literal.length; c++) {
      literal[c] = types.get(c).isNumeric() || types.get(c).id() == TypeId.BOOLEAN;
    }
    if (headers) {
      header(rows.names(), out);
    }
    RowTexts texts = new RowTexts(rows);
    DataChunk chunk;
    while ((chunk = rows.next()) != null) {
      StringVector[] columns = texts.of(chunk);
      for (int row = 0; row < chunk.size(); row++) {
        for (int c = 0; c < columns.length; c++) {
          if (c > 0) {
            out.put(separator);
          }
          cell(columns[c], row, literal[c], columns.length, out);
        }
        out.put(rowEnd);
      }
    }
  }

  private void header(List<String> names, ByteOutput out) {
    for (int c = 0; c < names.size(); c++) {
      if (c > 0) {
        out.put(separator);
      }
      byte[] name = utf8(names.get(c));
      value(name, 0, name.length, false, out);
    }
    out.put(rowEnd);
  }

  private void cell(StringVector column, int row, boolean literal, int columns, ByteOutput out) {
    if (column.isNull(row)) {
      if (mode == OutputMode.CSV && columns == 1 && nullText.length == 0) {
        // A line without anything would be no row to most readers.
        return;
      }
      out.put(nullText);
      return;
    }
    int length = column.length(row);
    if (length > StringVector.INLINE) {
      value(column.buffer(row), column.offset(row), length, literal, out);
    } else if (plain || (mode == OutputMode.QUOTE && literal)) {
      out.put(column, row);
    } else {
      value(column.getBytes(row), 0, length, literal, out);
    }
  }

  private void value(byte[] bytes, int offset, int length, boolean literal, ByteOutput out) {
    switch (mode) {
      case CSV -> csv(bytes, offset, length, out);
      case QUOTE -> {
        if (literal) {
          out.put(bytes, offset, length);
        } else {
          doubled(bytes, offset, length, '\'', out);
        }
      }
      case TCL -> cString(bytes, offset, length, out);
      default -> out.put(bytes, offset, length);
    }
  }

  private void csv(byte[] bytes, int offset, int length, ByteOutput out) {
    // The empty string is told from NULL by its quotes.
    boolean quotes = length == 0 && nullText.length == 0;
    for (int i = offset; i < offset + length; i++) {
      if (special[bytes[i] & 0xFF]) {
        quotes = true;
        break;
      }
    }
    if (quotes) {
      doubled(bytes, offset, length, '"', out);
    } else {
      out.put(bytes, offset, length);
    }
  }

  /** The bytes between quotes, with quotes in them doubled. */
  static void doubled(byte[] bytes, int offset, int length, int quote, ByteOutput out) {
    out.put(quote);
    int from = offset;
    for (int i = offset; i < offset + length; i++) {
      if (bytes[i] == quote) {
        out.put(bytes, from, i + 1 - from);
        from = i;
      }
    }
    out.put(bytes, from, offset + length - from);
    out.put(quote);
  }

  private static void cString(byte[] bytes, int offset, int length, ByteOutput out) {
    out.put('"');
    for (int i = offset; i < offset + length; i++) {
      switch (bytes[i]) {
        case '"' -> out.put("\\\"");
        case '\\' -> out.put("\\\\");
        case '\n' -> out.put("\\n");
        case '\r' -> out.put("\\r");
        case '\t' -> out.put("\\t");
        default -> out.put(bytes[i]);
      }
    }
    out.put('"');
  }
}
