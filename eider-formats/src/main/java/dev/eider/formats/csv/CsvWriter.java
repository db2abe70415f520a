// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.env.SessionZone;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.TableWriter;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.formats.write.Bytes;
import dev.eider.formats.write.FileSeries;
import dev.eider.formats.write.TextFileWriter;
import dev.eider.formats.write.ValueText;
import dev.eider.io.codec.Codec;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes CSV files; see {@link TextFileWriter} for the order of rows. */
final class CsvWriter {
  /** How values are written. Filled by the format, not changed after. */
  static final class Style {
    byte[] delimiter = {','};
    byte quote = '"';
    byte escape = '"';
    boolean header = true;
    byte[] nullText = {};
    final boolean[] forceQuote;
    @Nullable TimeFormat date;
    @Nullable TimeFormat timestamp;
    String compression = "auto";
    byte[] newLine = {'\n'};
    byte[] prefix = {};
    byte[] suffix = {};

    /** Whether the file gets its name only when it is whole. */
    boolean temporaryFile = true;

    Style(int columns) {
      forceQuote = new boolean[columns];
    }
  }

  private final Style style;
  private final int columns;
  private final SessionZone zone;
  private final boolean[] quoteNeeded = new boolean[256];

  private CsvWriter(int columns, Style style, ScanContext context) {
    this.style = style;
    this.columns = columns;
    zone = new SessionZone(context.timeZone());
    for (byte b : new byte[] {'\n', '\r', '#', style.delimiter[0]}) {
      quoteNeeded[b & 0xFF] = true;
    }
    if (style.quote != 0) {
      quoteNeeded[style.quote & 0xFF] = true;
    }
  }

  /** Begins a file. */
  static TableWriter open(
      FileSeries files, Codec codec, List<String> columns, Style style, ScanContext context) {
    CsvWriter writer = new CsvWriter(columns.size(), style, context);
    return new TextFileWriter(
        files,
        codec,
        new TextFileWriter.Frame(writer.head(columns), new byte[0], style.suffix),
        () -> writer.new Rows(),
        context);
  }

  private byte[] head(List<String> names) {
    Bytes head = new Bytes();
    head.put(style.prefix);
    if (style.header) {
      for (int i = 0; i < names.size(); i++) {
        if (i > 0) {
          head.put(style.delimiter);
        }
        int start = head.length;
        head.put(names.get(i));
        quote(head, start, false);
      }
      head.put(style.newLine);
    }
    return Arrays.copyOf(head.data, head.length);
  }

  /** Puts quotes around the text from {@code start} on when it needs them. */
  private void quote(Bytes out, int start, boolean force) {
    boolean needed = force || isNullText(out, start);
    boolean escapes = false;
    for (int i = start; i < out.length; i++) {
      byte b = out.data[i];
      needed |= quoteNeeded[b & 0xFF];
      escapes |= b == style.quote || b == style.escape;
    }
    if (!needed || style.quote == 0) {
      return;
    }
    int length = out.length - start;
    if (!escapes || style.escape == 0) {
      out.room(2);
      System.arraycopy(out.data, start, out.data, start + 1, length);
      out.data[start] = style.quote;
      out.length++;
      out.put(style.quote);
      return;
    }
    byte[] text = Arrays.copyOfRange(out.data, start, out.length);
    out.length = start;
    out.put(style.quote);
    for (byte b : text) {
      if (b == style.quote || b == style.escape) {
        out.put(style.escape);
      }
      out.put(b);
    }
    out.put(style.quote);
  }

  private boolean isNullText(Bytes out, int start) {
    if (out.length - start != style.nullText.length) {
      return false;
    }
    for (int i = 0; i < style.nullText.length; i++) {
      if (out.data[start + i] != style.nullText[i]) {
        return false;
      }
    }
    return true;
  }

  /** Makes text of rows; one worker's. */
  private final class Rows implements TextFileWriter.RowText {
    private final ValueText values = new ValueText(zone);

    @Override
    public void append(Bytes text, DataChunk chunk) {
      for (int row = 0; row < chunk.size(); row++) {
        writeRow(text, chunk, row);
      }
    }

    private void writeRow(Bytes text, DataChunk chunk, int row) {
      for (int column = 0; column < columns; column++) {
        if (column > 0) {
          text.put(style.delimiter);
        }
        FlatVector vector = (FlatVector) chunk.column(column);
        if (vector.isNull(row)) {
          text.put(style.nullText);
          continue;
        }
        int start = text.length;
        value(text, vector, row);
        if (style.forceQuote[column] || mayNeedQuotes(vector.type().id())) {
          quote(text, start, style.forceQuote[column]);
        }
      }
      text.put(style.newLine);
    }

    private void value(Bytes text, FlatVector vector, int row) {
      TimeFormat date = style.date;
      TimeFormat timestamp = style.timestamp;
      if (date != null && vector.type().id() == TypeId.DATE) {
        text.put(date.formatDate(((IntVector) vector).get(row)));
      } else if (timestamp != null
          && (vector.type().id() == TypeId.TIMESTAMP
              || vector.type().id() == TypeId.TIMESTAMP_TZ)) {
        text.put(timestamp.formatTimestamp(((LongVector) vector).get(row)));
      } else {
        values.append(text, vector, row);
      }
    }

    /** Numbers hold nothing that needs quotes unless the delimiter is part of numbers. */
    private boolean mayNeedQuotes(TypeId id) {
      return switch (id) {
        case TINYINT, SMALLINT, INTEGER, BIGINT, UTINYINT, USMALLINT, UINTEGER, UBIGINT ->
            style.nullText.length > 0 || style.delimiter[0] >= '-' && style.delimiter[0] <= '9';
        default -> true;
      };
    }
  }
}
