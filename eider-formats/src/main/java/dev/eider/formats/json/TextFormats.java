// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.json;

import dev.eider.base.error.EiderException;
import dev.eider.base.json.DecodeOptions;
import dev.eider.base.json.JsonShape;
import dev.eider.base.kernel.TimeFormat;
import dev.eider.base.kernel.TimeReading;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.StringVector;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The formats that dates and timestamps in strings may have, and which types strings may be read
 * as. Belongs to the thread that finds a schema; the lists of formats are immutable.
 */
final class TextFormats implements JsonShape.TextTypes {
  private static final List<String> DATES =
      List.of("%m-%d-%Y", "%m-%d-%y", "%d-%m-%Y", "%d-%m-%y", "%Y-%m-%d", "%y-%m-%d");

  private static final List<String> TIMESTAMPS =
      List.of(
          "%Y-%m-%d %H:%M:%S.%f",
          "%m-%d-%Y %I:%M:%S %p",
          "%m-%d-%y %I:%M:%S %p",
          "%d-%m-%Y %H:%M:%S",
          "%d-%m-%y %H:%M:%S",
          "%Y-%m-%d %H:%M:%S",
          "%y-%m-%d %H:%M:%S",
          "%Y-%m-%dT%H:%M:%S",
          "%Y-%m-%dT%H:%M:%SZ",
          "%Y-%m-%dT%H:%M:%S.%fZ",
          "%Y-%m-%dT%H:%M:%S%z",
          "%Y-%m-%dT%H:%M:%S.%f%z");

  private static final int UUID_LENGTH = 36;

  private final List<TimeFormat> dates;
  private final List<TimeFormat> timestamps;
  private final List<LogicalType> candidates = new ArrayList<>();
  private final DecodeOptions.Casts casts;
  private final TimeReading reading = new TimeReading();
  private final StringVector one = new StringVector(LogicalType.VARCHAR, 1);

  TextFormats(JsonOptions options, DecodeOptions.Casts casts) {
    this.casts = casts;
    dates = formats(options.dateFormat, options.autoDetect ? DATES : List.of());
    timestamps = formats(options.timestampFormat, options.autoDetect ? TIMESTAMPS : List.of());
    candidates.add(LogicalType.UUID);
    if (options.stringsToIntegers) {
      candidates.add(LogicalType.BIGINT);
    }
    candidates.add(LogicalType.TIMESTAMP);
    if (options.timestampFormat == null) {
      candidates.add(LogicalType.TIMESTAMP_TZ);
    }
    candidates.add(LogicalType.DATE);
    candidates.add(LogicalType.TIME);
  }

  private static List<TimeFormat> formats(@Nullable String given, List<String> usual) {
    List<TimeFormat> formats = new ArrayList<>();
    for (String pattern : given == null ? usual : List.of(given)) {
      formats.add(TimeFormat.of(pattern));
    }
    return formats;
  }

  List<TimeFormat> dates() {
    return dates;
  }

  List<TimeFormat> timestamps() {
    return timestamps;
  }

  @Override
  public List<LogicalType> candidates() {
    return candidates;
  }

  @Override
  public boolean fits(LogicalType type, byte[] text, int from, int to) {
    List<TimeFormat> formats =
        type.id() == TypeId.DATE ? dates : type.id() == TypeId.TIMESTAMP ? timestamps : List.of();
    for (TimeFormat format : formats) {
      if (reading.read(format, text, from, to)
          && (reading.special() != TimeReading.Special.NONE
              || reading.epochDay() != TimeReading.NONE)) {
        return true;
      }
    }
    if (!formats.isEmpty()) {
      return false;
    }
    if (!isStrict(type.id(), text, from, to)) {
      return false;
    }
    one.reset();
    one.set(0, text, from, to - from);
    FlatVector value = FlatVector.allocate(type, 1);
    try {
      casts.find(type).cast(one, 1, value);
    } catch (EiderException notOfThisType) {
      return false;
    }
    return !value.isNull(0);
  }

  /** Whether a text is of the usual form of a type, where a cast also takes others. */
  private static boolean isStrict(TypeId id, byte[] text, int from, int to) {
    if (id == TypeId.UUID) {
      return to - from == UUID_LENGTH && text[from + 8] == '-';
    }
    if (id != TypeId.TIME) {
      return true;
    }
    int at = from;
    while (at < to && text[at] >= '0' && text[at] <= '9') {
      at++;
    }
    return at > from && at < to && text[at] == ':';
  }
}
