// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.CalendarKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import org.jspecify.annotations.Nullable;

/** Casts from text to dates and times, and among dates, times and timestamps. */
final class TemporalCasts {
  private static final long DAY = CalendarKernels.MICROS_PER_DAY;

  private TemporalCasts() {}

  /** From text. */
  static CastKernel parse(LogicalType to) {
    return switch (to.id()) {
      case DATE -> TemporalCasts::parseDate;
      case TIME, TIME_NS -> TemporalCasts::parseTime;
      case TIME_TZ -> TemporalCasts::parseTimeTz;
      case INTERVAL -> ParseCasts::toInterval;
      default -> TemporalCasts::parseTimestamp;
    };
  }

  private static void parseDate(
      FlatVector source, int count, FlatVector result, CastContext context) {
    StringVector strings = (StringVector) source;
    IntVector out = (IntVector) result;
    TemporalParser parser = new TemporalParser();
    TextBytes text = new TextBytes();
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      text.load(strings, i, true);
      int status = parser.date(text);
      if (status == TemporalParser.OK) {
        out.set(i, parser.days);
      } else if (!context.nullInstead(result, i)) {
        throw EiderException.conversion(
            status == TemporalParser.RANGE
                ? "date field value out of range: \"" + strings.getString(i) + '"'
                : "invalid date field format: \""
                    + strings.getString(i)
                    + "\", expected format is (YYYY-MM-DD)");
      }
    }
  }

  private static void parseTime(
      FlatVector source, int count, FlatVector result, CastContext context) {
    StringVector strings = (StringVector) source;
    LongVector out = (LongVector) result;
    boolean nanos = result.type().id() == TypeId.TIME_NS;
    TemporalParser parser = new TemporalParser();
    TextBytes text = new TextBytes();
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      text.load(strings, i, true);
      if (parser.time(text) == TemporalParser.OK) {
        out.set(i, nanos ? parser.micros * 1_000 + parser.nanos : parser.micros);
      } else {
        failTime(strings, i, result, context);
      }
    }
  }

  private static void failTime(
      StringVector source, int row, FlatVector result, CastContext context) {
    if (!context.nullInstead(result, row)) {
      throw EiderException.conversion(
          "time field value out of range: \""
              + source.getString(row)
              + "\", expected format is ([YYYY-MM-DD ]HH:MM:SS[.MS])");
    }
  }

  private static void parseTimeTz(
      FlatVector source, int count, FlatVector result, CastContext context) {
    StringVector strings = (StringVector) source;
    LongVector out = (LongVector) result;
    TemporalParser parser = new TemporalParser();
    TextBytes text = new TextBytes();
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      text.load(strings, i, true);
      if (parser.timeWithZone(text) == TemporalParser.OK) {
        out.set(i, TemporalText.timeTz(parser.micros, parser.hasZone ? parser.offset : 0));
      } else {
        failTime(strings, i, result, context);
      }
    }
  }

  private static void parseTimestamp(
      FlatVector source, int count, FlatVector result, CastContext context) {
    StringVector strings = (StringVector) source;
    LongVector out = (LongVector) result;
    TypeId type = result.type().id();
    TemporalParser parser = new TemporalParser();
    TextBytes text = new TextBytes();
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      text.load(strings, i, true);
      int status = parser.timestamp(text);
      long value = Long.MIN_VALUE;
      if (status == TemporalParser.OK) {
        value =
            type == TypeId.TIMESTAMP_TZ
                ? parser.instantMicros(context.zone())
                : parser.localMicros();
        if (value != Long.MIN_VALUE && !TemporalText.infinite(value)) {
          value = fromMicros(value, parser.nanos, type);
        }
        status = value == Long.MIN_VALUE ? TemporalParser.RANGE : status;
      }
      if (status == TemporalParser.OK) {
        out.set(i, value);
      } else if (!context.nullInstead(result, i)) {
        throw EiderException.conversion(
            type != TypeId.TIMESTAMP && type != TypeId.TIMESTAMP_TZ
                ? "Could not convert string '" + strings.getString(i) + "' to INT64"
                : status == TemporalParser.RANGE
                    ? "timestamp field value out of range: \"" + strings.getString(i) + '"'
                    : "invalid timestamp field format: \""
                        + strings.getString(i)
                        + "\", expected format is (YYYY-MM-DD HH:MM[:SS[.US]][\u00b1HH[:MM[:SS]]| ZONE])");
      }
    }
  }

  /** Finite microseconds in the unit of a timestamp type; Long.MIN_VALUE when out of range. */
  private static long fromMicros(long micros, int nanos, TypeId type) {
    return switch (type) {
      case TIMESTAMP_S -> roundDiv(micros, 1_000_000);
      case TIMESTAMP_MS -> roundDiv(micros, 1_000);
      case TIMESTAMP_NS -> {
        long high = Math.multiplyHigh(micros, 1_000);
        long low = micros * 1_000;
        yield high != low >> 63 ? Long.MIN_VALUE : low + nanos;
      }
      default -> micros;
    };
  }

  /** Rounds half away from zero. */
  private static long roundDiv(long value, long divisor) {
    return (value + (value < 0 ? -divisor / 2 : divisor / 2)) / divisor;
  }

  private static long toMicros(long value, TypeId type) {
    try {
      return switch (type) {
        case TIMESTAMP_S -> Math.multiplyExact(value, 1_000_000L);
        case TIMESTAMP_MS -> Math.multiplyExact(value, 1_000L);
        case TIMESTAMP_NS -> Math.floorDiv(value, 1_000L);
        default -> value;
      };
    } catch (ArithmeticException e) {
      return Long.MIN_VALUE;
    }
  }

  /** Among temporal types, or null when the dialect has no such cast. */
  static @Nullable CastKernel find(LogicalType from, LogicalType to) {
    TypeId a = from.id();
    TypeId b = to.id();
    if (a == TypeId.DATE && isTimestamp(b)) {
      return TemporalCasts::dateToTimestamp;
    }
    if (isTimestamp(a)) {
      if (isTimestamp(b)) {
        return a == TypeId.TIMESTAMP_NS && b == TypeId.TIMESTAMP_S
            ? null
            : TemporalCasts::timestampToTimestamp;
      }
      return switch (b) {
        case DATE -> TemporalCasts::timestampToDate;
        case TIME, TIME_NS -> a == TypeId.TIMESTAMP_TZ ? null : TemporalCasts::timestampToTime;
        case TIME_TZ -> a == TypeId.TIMESTAMP_TZ ? TemporalCasts::timestampToTimeTz : null;
        default -> null;
      };
    }
    return switch (a) {
      case TIME ->
          switch (b) {
            case TIME_NS -> scaled(1_000, 1);
            case TIME_TZ -> TemporalCasts::timeToTimeTz;
            default -> null;
          };
      case TIME_NS -> b == TypeId.TIME ? scaled(1, 1_000) : null;
      case TIME_TZ -> b == TypeId.TIME ? TemporalCasts::timeTzToTime : null;
      default -> null;
    };
  }

  static boolean isTimestamp(TypeId id) {
    return switch (id) {
      case TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS, TIMESTAMP_NS, TIMESTAMP_TZ -> true;
      default -> false;
    };
  }

  private static CastKernel scaled(long factor, long divisor) {
    return (source, count, result, context) -> {
      long[] in = ((LongVector) source).values();
      long[] out = ((LongVector) result).values();
      for (int i = 0; i < count; i++) {
        out[i] = in[i] * factor / divisor;
      }
    };
  }

  private static void dateToTimestamp(
      FlatVector source, int count, FlatVector result, CastContext context) {
    int[] in = ((IntVector) source).values();
    long[] out = ((LongVector) result).values();
    TypeId to = result.type().id();
    for (int i = 0; i < count; i++) {
      int days = in[i];
      if (days == TemporalText.DATE_INFINITY || days == -TemporalText.DATE_INFINITY) {
        out[i] = days > 0 ? TemporalText.TIMESTAMP_INFINITY : -TemporalText.TIMESTAMP_INFINITY;
        continue;
      }
      if (to == TypeId.TIMESTAMP_S) {
        out[i] = days * 86_400L;
        continue;
      }
      if (to == TypeId.TIMESTAMP_MS) {
        out[i] = days * 86_400_000L;
        continue;
      }
      long micros = days * DAY;
      boolean fits = Math.multiplyHigh(days, DAY) == micros >> 63;
      if (fits && to == TypeId.TIMESTAMP_TZ) {
        micros = TemporalParser.toInstant(micros, context.zone());
      }
      long value = fits ? fromMicros(micros, 0, to) : Long.MIN_VALUE;
      out[i] = value;
      if (value == Long.MIN_VALUE && !result.isNull(i) && !context.nullInstead(result, i)) {
        throw EiderException.conversion(
            "Type INT32 with value "
                + TemporalText.date(days)
                + " can't be cast to the destination type INT64");
      }
    }
  }

  private static void timestampToTimestamp(
      FlatVector source, int count, FlatVector result, CastContext context) {
    long[] in = ((LongVector) source).values();
    long[] out = ((LongVector) result).values();
    TypeId from = source.type().id();
    TypeId to = result.type().id();
    for (int i = 0; i < count; i++) {
      if (TemporalText.infinite(in[i])) {
        out[i] = in[i];
        continue;
      }
      long micros = toMicros(in[i], from);
      if (micros != Long.MIN_VALUE && from == TypeId.TIMESTAMP_TZ && to != TypeId.TIMESTAMP_TZ) {
        micros = TemporalParser.toLocal(micros, context.zone());
      } else if (micros != Long.MIN_VALUE
          && to == TypeId.TIMESTAMP_TZ
          && from != TypeId.TIMESTAMP_TZ) {
        micros = TemporalParser.toInstant(micros, context.zone());
      }
      long value = micros == Long.MIN_VALUE ? micros : fromMicros(micros, 0, to);
      out[i] = value;
      if (value == Long.MIN_VALUE && !result.isNull(i) && !context.nullInstead(result, i)) {
        throw EiderException.conversion("Could not convert Timestamp to higher precision.");
      }
    }
  }

  private static long localMicros(FlatVector source, int row, CastContext context) {
    long value = ((LongVector) source).get(row);
    long micros = toMicros(value, source.type().id());
    return source.type().id() == TypeId.TIMESTAMP_TZ
        ? TemporalParser.toLocal(micros, context.zone())
        : micros;
  }

  private static void timestampToDate(
      FlatVector source, int count, FlatVector result, CastContext context) {
    long[] in = ((LongVector) source).values();
    int[] out = ((IntVector) result).values();
    for (int i = 0; i < count; i++) {
      if (TemporalText.infinite(in[i])) {
        out[i] = in[i] > 0 ? TemporalText.DATE_INFINITY : -TemporalText.DATE_INFINITY;
      } else {
        out[i] = (int) Math.floorDiv(localMicros(source, i, context), DAY);
      }
    }
  }

  private static void timestampToTime(
      FlatVector source, int count, FlatVector result, CastContext context) {
    long[] in = ((LongVector) source).values();
    long[] out = ((LongVector) result).values();
    boolean nanos = result.type().id() == TypeId.TIME_NS;
    for (int i = 0; i < count; i++) {
      if (TemporalText.infinite(in[i])) {
        infiniteTime(result, i, context);
        continue;
      }
      if (nanos && source.type().id() == TypeId.TIMESTAMP_NS) {
        out[i] = Math.floorMod(in[i], DAY * 1_000);
      } else {
        out[i] = Math.floorMod(localMicros(source, i, context), DAY) * (nanos ? 1_000 : 1);
      }
    }
  }

  private static void infiniteTime(FlatVector result, int row, CastContext context) {
    if (!result.isNull(row) && !context.nullInstead(result, row)) {
      throw EiderException.conversion("Can't get TIME of infinite TIMESTAMP");
    }
  }

  private static void timestampToTimeTz(
      FlatVector source, int count, FlatVector result, CastContext context) {
    long[] in = ((LongVector) source).values();
    long[] out = ((LongVector) result).values();
    for (int i = 0; i < count; i++) {
      if (TemporalText.infinite(in[i])) {
        infiniteTime(result, i, context);
        continue;
      }
      int offset = TemporalText.offsetSeconds(in[i], context.zone());
      out[i] = TemporalText.timeTz(Math.floorMod(in[i] + offset * 1_000_000L, DAY), offset);
    }
  }

  private static void timeToTimeTz(
      FlatVector source, int count, FlatVector result, CastContext context) {
    for (int i = 0; i < count; i++) {
      ((LongVector) result).set(i, TemporalText.timeTz(((LongVector) source).get(i), 0));
    }
  }

  private static void timeTzToTime(
      FlatVector source, int count, FlatVector result, CastContext context) {
    for (int i = 0; i < count; i++) {
      ((LongVector) result).set(i, TemporalText.timeTzMicros(((LongVector) source).get(i)));
    }
  }
}
