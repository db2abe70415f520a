// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.kernel.CalendarKernels;
import dev.eider.base.table.ColumnPart;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.formats.scan.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns one column's fields of a batch into a vector: a fast loop over the plain values, then the
 * exact path for the rest (NULLs, quotes, spaces, long or unusual numbers). Belongs to one worker.
 */
final class ColumnDecoder {
  private enum Fast {
    NONE,
    LONG,
    INT,
    DOUBLE,
    DECIMAL,
    DATE,
    TIMESTAMP,
    PART,
    STRING
  }

  /**
   * What decides how a column's text is read; shared by all workers.
   *
   * @param type the type of the text; with a {@code part} the vector is of BIGINT
   */
  record Spec(
      LogicalType type,
      ValueParser parser,
      List<byte[]> nulls,
      boolean quotedNulls,
      boolean forceNotNull,
      @Nullable ColumnPart part) {
    Spec withPart(ColumnPart wanted) {
      return new Spec(type, parser, nulls, quotedNulls, forceNotNull, wanted);
    }
  }

  /** Number of the column in the table, for messages. */
  final int column;

  private final Spec spec;
  private final Fast fast;
  private final FieldScanner exact;
  private final byte delimiter;
  private final byte quote;
  private final byte escape;
  private final boolean escapes;
  private final int startSlot;
  private final int skip;
  private final int endSlot;
  private final boolean emptyIsNull;
  private byte[] scratch = new byte[64];
  private long[] longs = new long[0];

  /**
   * A decoder of the fields between two slots of a row.
   *
   * @param skip bytes between the start slot's position and the field
   * @param endSlot slot of the field's end, or -1 when only the start is known
   */
  ColumnDecoder(
      int column,
      Spec spec,
      CsvDialect dialect,
      FieldScanner exact,
      int startSlot,
      int skip,
      int endSlot) {
    this.column = column;
    this.spec = spec;
    this.exact = exact;
    this.startSlot = startSlot;
    this.skip = skip;
    this.endSlot = endSlot;
    delimiter = dialect.delimiter().length == 0 ? (byte) '\n' : dialect.delimiter()[0];
    quote = dialect.quote();
    escape = dialect.escape();
    escapes = dialect.unquotedEscapes();
    boolean emptyNull = false;
    for (byte[] text : spec.nulls()) {
      emptyNull |= text.length == 0;
    }
    boolean otherNulls = spec.nulls().size() > (emptyNull ? 1 : 0);
    emptyIsNull = emptyNull && !spec.forceNotNull();
    fast = fast(dialect, otherNulls);
  }

  private Fast fast(CsvDialect dialect, boolean otherNulls) {
    if (!dialect.regular() || otherNulls && mayLookPlain()) {
      return Fast.NONE;
    }
    if (spec.type().id() == TypeId.VARCHAR) {
      return Fast.STRING;
    }
    if (!spec.parser().plain()) {
      return Fast.NONE;
    }
    return switch (spec.type().id()) {
      case BIGINT -> Fast.LONG;
      case TINYINT, SMALLINT, INTEGER, UTINYINT, USMALLINT -> Fast.INT;
      case DOUBLE -> Fast.DOUBLE;
      case DECIMAL -> ((LogicalType.Decimal) spec.type()).width() <= 18 ? Fast.DECIMAL : Fast.NONE;
      case DATE -> Fast.DATE;
      case TIMESTAMP -> spec.part() == null ? Fast.TIMESTAMP : Fast.PART;
      default -> Fast.NONE;
    };
  }

  /** Whether some NULL text could pass for a plain value of the type. */
  private boolean mayLookPlain() {
    for (byte[] text : spec.nulls()) {
      if (text.length > 0) {
        byte lead = text[0];
        if (spec.type().id() == TypeId.VARCHAR
            || lead >= '0' && lead <= '9'
            || lead == '-'
            || lead == '.') {
          return true;
        }
      }
    }
    return false;
  }

  /** Decodes all rows of a batch into rows {@code [0, count)} of a vector that was reset. */
  void decode(Batch batch, FlatVector target) {
    int count = batch.count;
    if (batch.slow.length < count) {
      batch.slow = new int[Math.max(count, 256)];
    }
    int from = batch.base + startSlot;
    byte[] text = batch.text;
    int[] off = batch.off;
    int stride = batch.stride;
    int[] slow = batch.slow;
    int slowCount =
        switch (fast) {
          case LONG ->
              FieldKernels.longs(
                  text,
                  off,
                  from,
                  stride,
                  skip,
                  count,
                  delimiter,
                  ((LongVector) target).values(),
                  slow);
          case INT -> ints(batch, from, (IntVector) target);
          case DOUBLE ->
              FieldKernels.doubles(
                  text,
                  off,
                  from,
                  stride,
                  skip,
                  count,
                  delimiter,
                  ((DoubleVector) target).values(),
                  slow);
          case DECIMAL -> {
            LogicalType.Decimal decimal = (LogicalType.Decimal) spec.type();
            yield FieldKernels.decimals(
                text,
                off,
                from,
                stride,
                skip,
                count,
                delimiter,
                decimal.width(),
                decimal.scale(),
                ((LongVector) target).values(),
                slow);
          }
          case DATE ->
              FieldKernels.dates(
                  text,
                  off,
                  from,
                  stride,
                  skip,
                  count,
                  delimiter,
                  ((IntVector) target).values(),
                  slow);
          case TIMESTAMP ->
              FieldKernels.timestamps(
                  text,
                  off,
                  from,
                  stride,
                  skip,
                  count,
                  delimiter,
                  ((LongVector) target).values(),
                  slow);
          case PART ->
              FieldKernels.timestampParts(
                  text,
                  off,
                  from,
                  stride,
                  skip,
                  count,
                  delimiter,
                  part(),
                  ((LongVector) target).values(),
                  slow);
          case STRING -> strings(batch, from, (StringVector) target);
          case NONE -> {
            if (target instanceof StringVector strings) {
              strings.addBuffer(text);
            }
            for (int i = 0; i < count; i++) {
              slow[i] = i;
            }
            yield count;
          }
        };
    for (int i = 0; i < slowCount; i++) {
      slow(batch, slow[i], target);
    }
  }

  private int ints(Batch batch, int from, IntVector target) {
    int count = batch.count;
    if (longs.length < count) {
      longs = new long[Math.max(count, 256)];
    }
    int slowCount =
        FieldKernels.longs(
            batch.text, batch.off, from, batch.stride, skip, count, delimiter, longs, batch.slow);
    long min = spec.parser().min();
    long max = spec.parser().max();
    long outside = 0;
    int[] values = target.values();
    long[] from64 = longs;
    for (int i = 0; i < count; i++) {
      long value = from64[i];
      values[i] = (int) value;
      outside |= value - min | max - value;
    }
    if (outside >= 0) {
      return slowCount;
    }
    slowCount = 0;
    for (int i = 0; i < count; i++) {
      if (longs[i] < min || longs[i] > max) {
        batch.slow[slowCount++] = i;
      }
    }
    return slowCount;
  }

  private int strings(Batch batch, int from, StringVector target) {
    int buffer = target.addBuffer(batch.text);
    return FieldKernels.strings(
        batch.text,
        batch.off,
        from,
        batch.base + endSlot,
        batch.stride,
        skip,
        batch.count,
        quote,
        buffer,
        target.views(),
        batch.slow);
  }

  private void slow(Batch batch, int row, FlatVector target) {
    byte[] text = batch.text;
    int start = batch.start(row, startSlot, skip);
    byte lead = text[start];
    if (emptyIsNull && (lead == delimiter || lead == '\n' || lead == '\r') && fast != Fast.NONE) {
      target.setNull(row);
      return;
    }
    locate(batch, row, start);
    int from = exact.valueStart;
    int to = exact.valueEnd;
    byte[] source = text;
    if (exact.escaped) {
      int most = to - from;
      if (scratch.length < most + 16) {
        scratch = new byte[Math.max(most + 16, scratch.length * 2)];
      }
      to = exact.unescape(text, scratch, 0);
      from = 0;
      source = scratch;
    }
    if (!exact.quoted || spec.quotedNulls()) {
      for (byte[] nullText : spec.nulls()) {
        // A text that begins with the escape character is NULL only as it stands in the file.
        boolean raw = escapes && nullText.length == 2 && nullText[0] == escape && !exact.quoted;
        byte[] compared = raw ? text : source;
        int start0 = raw ? exact.valueStart : from;
        int length = raw ? exact.valueEnd - exact.valueStart : to - from;
        if (nullText.length == length && matches(compared, start0, nullText)) {
          setNull(batch, row, target);
          return;
        }
      }
    }
    if (target instanceof StringVector strings && spec.parser().isText()) {
      setText(batch, row, strings, source, from, to);
      return;
    }
    if (!spec.parser().parse(source, from, to, target, row)) {
      batch.error(row, column);
      target.setNull(row);
    } else if (spec.part() != null) {
      takePart((LongVector) target, row);
    }
  }

  private ColumnPart part() {
    ColumnPart part = spec.part();
    if (part == null) {
      throw new IllegalStateException("the whole column is wanted");
    }
    return part;
  }

  /** Replaces a timestamp by its part. */
  private void takePart(LongVector target, int row) {
    long micros = target.get(row);
    if (target.isNull(row) || Math.abs(micros) == Long.MAX_VALUE) {
      target.setNull(row);
      return;
    }
    int day = (int) Math.floorDiv(micros, CalendarKernels.MICROS_PER_DAY);
    target.set(
        row,
        switch (part()) {
          case YEAR -> CalendarKernels.year(day);
          case MONTH -> CalendarKernels.month(day);
          case DAY -> CalendarKernels.dayOfMonth(day);
        });
  }

  private void locate(Batch batch, int row, int start) {
    int status = exact.field(batch.text, start, batch.textLength, true);
    if (status != FieldScanner.OK) {
      // A row with a fault, which is dropped or reported as a whole.
      exact.valueStart = start;
      exact.valueEnd = start;
      exact.escaped = false;
    }
  }

  private static boolean matches(byte[] source, int from, byte[] expected) {
    for (int i = 0; i < expected.length; i++) {
      if (source[from + i] != expected[i]) {
        return false;
      }
    }
    return true;
  }

  private void setNull(Batch batch, int row, FlatVector target) {
    if (!spec.forceNotNull()) {
      target.setNull(row);
    } else if (target instanceof StringVector strings && spec.parser().isText()) {
      strings.views()[2 * row] = 0;
      strings.views()[2 * row + 1] = 0;
    } else {
      batch.error(row, column);
      target.setNull(row);
    }
  }

  private void setText(Batch batch, int row, StringVector target, byte[] source, int from, int to) {
    if (!Utf8.valid(source, from, to)) {
      batch.error(row, column);
      target.setNull(row);
      return;
    }
    if (source == batch.text) {
      target.setView(row, target.addBuffer(source), from, to - from);
    } else {
      target.set(row, source, from, to - from);
    }
  }

  /** The text of a row's field as it was given to the parser, for messages. */
  String valueText(Batch batch, int row) {
    locate(batch, row, batch.start(row, startSlot, skip));
    if (exact.escaped) {
      byte[] copy = new byte[exact.valueEnd - exact.valueStart];
      int length = exact.unescape(batch.text, copy, 0);
      return new String(copy, 0, length, StandardCharsets.UTF_8);
    }
    return new String(
        batch.text, exact.valueStart, exact.valueEnd - exact.valueStart, StandardCharsets.UTF_8);
  }

  /** Where a row's field starts in the text. */
  int position(Batch batch, int row) {
    return batch.start(row, startSlot, skip);
  }

  LogicalType type() {
    return spec.type();
  }
}
