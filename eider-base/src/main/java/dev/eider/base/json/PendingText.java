// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.json;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.TimeFormat;
import dev.eider.base.kernel.TimeReading;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.Vector;
import java.util.List;

/** Texts of values that are converted together when all rows were read. */
final class PendingText {
  private static final String APPROXIMATE =
      "\n If this error occurred during read_json, line/object number information is approximate";

  private final LogicalType type;
  private final DecodeOptions options;
  private final DecodeFaults faults;
  private final StringVector texts = new StringVector(LogicalType.VARCHAR, Vector.CAPACITY);
  private final StringVector one = new StringVector(LogicalType.VARCHAR, 1);
  private final TimeReading reading = new TimeReading();

  PendingText(LogicalType type, DecodeOptions options, DecodeFaults faults) {
    this.type = type;
    this.options = options;
    this.faults = faults;
  }

  void begin() {
    texts.reset();
  }

  void set(JsonDocument document, int node, int row) {
    texts.ensureCapacity(row + 1);
    JsonDecoder.string(document, node, texts, row, true);
  }

  void setNull(int row) {
    texts.ensureCapacity(row + 1);
    texts.setNull(row);
  }

  void finish(FlatVector target, int count) {
    texts.ensureCapacity(count);
    List<TimeFormat> formats = options.formats(type);
    if (!formats.isEmpty()) {
      withFormats(target, count, formats);
      return;
    }
    try {
      options.cast(type).cast(texts, count, target);
    } catch (EiderException e) {
      faults.add(e.detail() + APPROXIMATE, 0);
      for (int row = 0; row < count; row++) {
        one.reset();
        if (!texts.isNull(row)) {
          one.copyRow(texts, row, 0);
          if (!options.castOne(one, target, row)) {
            target.setNull(row);
          }
        }
      }
    }
  }

  private void withFormats(FlatVector target, int count, List<TimeFormat> formats) {
    // Most rows are of the format of the row before.
    int last = formats.size() - 1;
    for (int row = 0; row < count; row++) {
      if (texts.isNull(row)) {
        continue;
      }
      int length = texts.length(row);
      byte[] text = texts.getBytesOrBuffer(row);
      int from = length > StringVector.INLINE ? texts.offset(row) : 0;
      boolean done = read(formats.get(last), text, from, from + length, target, row);
      for (int i = formats.size() - 1; i >= 0 && !done; i--) {
        done = i != last && read(formats.get(i), text, from, from + length, target, row);
        last = done ? i : last;
      }
      if (!done) {
        target.setNull(row);
        faults.add(
            "Could not parse string \""
                + texts.getString(row)
                + "\" according to format specifier \""
                + formats.getLast().pattern()
                + '"',
            row);
      }
    }
  }

  private boolean read(
      TimeFormat format, byte[] text, int from, int to, FlatVector target, int row) {
    return read(reading, format, text, from, to, target, row, type);
  }

  /** Sets a row to a date or timestamp that is of a format; false when it is not. */
  static boolean read(
      TimeReading reading,
      TimeFormat format,
      byte[] text,
      int from,
      int to,
      FlatVector target,
      int row,
      LogicalType type) {
    if (!reading.read(format, text, from, to)) {
      return false;
    }
    if (type.id() == TypeId.DATE) {
      long day = day(reading);
      if (day == TimeReading.NONE) {
        return false;
      }
      ((IntVector) target).set(row, (int) day);
      return true;
    }
    long micros = micros(reading);
    if (micros == TimeReading.NONE) {
      return false;
    }
    ((LongVector) target).set(row, micros);
    return true;
  }

  private static long day(TimeReading reading) {
    return switch (reading.special()) {
      case NONE, EPOCH -> reading.epochDay();
      case INFINITY -> Integer.MAX_VALUE;
      case NEGATIVE_INFINITY -> -Integer.MAX_VALUE;
    };
  }

  private static long micros(TimeReading reading) {
    return switch (reading.special()) {
      case NONE, EPOCH -> reading.micros();
      case INFINITY -> Long.MAX_VALUE;
      case NEGATIVE_INFINITY -> -Long.MAX_VALUE;
    };
  }
}
