// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.temporal;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.cast.TemporalText;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;

/** The clock and time zones: {@code now()}, {@code today()}, {@code AT TIME ZONE}. */
final class ZoneFunctions {
  private ZoneFunctions() {}

  static void register(FunctionRegistry registry) {
    for (String name :
        List.of("now", "transaction_timestamp", "current_timestamp", "get_current_timestamp")) {
      clock(registry, name, LogicalType.TIMESTAMP_TZ);
    }
    for (String name : List.of("today", "current_date")) {
      clock(registry, name, LogicalType.DATE);
    }
    for (String name : List.of("current_localtimestamp", "localtimestamp")) {
      clock(registry, name, LogicalType.TIMESTAMP);
    }
    for (String name : List.of("current_localtime", "localtime")) {
      clock(registry, name, LogicalType.TIME);
    }
    for (String name : List.of("current_time", "get_current_time")) {
      clock(registry, name, LogicalType.TIME_TZ);
    }
    clockZone(registry, LogicalType.VARCHAR);
    clockZone(registry, LogicalType.INTERVAL);
    zone(registry, LogicalType.TIMESTAMP, LogicalType.TIMESTAMP_TZ);
    zone(registry, LogicalType.TIMESTAMP_TZ, LogicalType.TIMESTAMP);
  }

  private static void clock(FunctionRegistry registry, String name, LogicalType type) {
    BoundScalar bound =
        new BoundScalar(
            name,
            List.of(),
            type,
            ScalarKernel.NullHandling.PROPAGATE,
            BoundScalar.Stability.CONSISTENT_WITHIN_QUERY,
            false,
            () ->
                (arguments, count, result, context) -> {
                  long instant = context.transactionMicros();
                  long local = toLocal(instant, context.timeZone());
                  for (int i = 0; i < count; i++) {
                    switch (type.id()) {
                      case TIMESTAMP_TZ -> ((LongVector) result).set(i, instant);
                      case DATE -> ((IntVector) result).set(i, TemporalReader.days(local));
                      case TIMESTAMP -> ((LongVector) result).set(i, local);
                      case TIME -> ((LongVector) result).set(i, TemporalReader.ofDay(local));
                      default ->
                          ((LongVector) result)
                              .set(
                                  i,
                                  TemporalText.timeTz(
                                      TemporalReader.ofDay(local),
                                      TemporalText.offsetSeconds(instant, context.timeZone())));
                    }
                  }
                },
            null);
    registry.add(new ScalarFunction(name, List.of(), null, type, (arguments, scope) -> bound));
  }

  private static void zone(FunctionRegistry registry, LogicalType from, LogicalType to) {
    registry.add(
        ScalarFunction.of(
            "timezone",
            List.of(LogicalType.VARCHAR, from),
            to,
            true,
            () ->
                (arguments, count, result, context) -> {
                  StringVector names = (StringVector) arguments[0].vector();
                  long[] values = ((LongVector) arguments[1].vector()).values();
                  String last = "";
                  ZoneId zone = ZoneOffset.UTC;
                  for (int i = 0; i < count; i++) {
                    if (result.isNull(i)) {
                      continue;
                    }
                    String name = names.getString(arguments[0].index(i));
                    if (!name.equals(last)) {
                      zone = zoneOf(name);
                      last = name;
                    }
                    long value = values[arguments[1].index(i)];
                    ((LongVector) result)
                        .set(
                            i,
                            TemporalReader.isInfinite(value)
                                ? value
                                : to == LogicalType.TIMESTAMP
                                    ? toLocal(value, zone)
                                    : toInstant(value, zone));
                  }
                }));
  }

  /** A time of day moved to a zone's offset now, or to an offset given as an interval. */
  private static void clockZone(FunctionRegistry registry, LogicalType by) {
    List<LogicalType> types = List.of(by, LogicalType.TIME_TZ);
    BoundScalar bound =
        new BoundScalar(
            "timezone",
            types,
            LogicalType.TIME_TZ,
            ScalarKernel.NullHandling.PROPAGATE,
            BoundScalar.Stability.CONSISTENT_WITHIN_QUERY,
            true,
            () ->
                (arguments, count, result, context) -> {
                  long[] values = ((LongVector) arguments[1].vector()).values();
                  for (int i = 0; i < count; i++) {
                    if (!result.isNull(i)) {
                      int offset = offset(arguments[0], i, context.transactionMicros());
                      long value = values[arguments[1].index(i)];
                      long utc =
                          TemporalText.timeTzMicros(value)
                              - TemporalText.timeTzOffset(value) * 1_000_000L;
                      long local = Math.floorMod(utc + offset * 1_000_000L, Calendar.DAY);
                      ((LongVector) result).set(i, TemporalText.timeTz(local, offset));
                    }
                  }
                },
            null);
    registry.add(
        new ScalarFunction(
            "timezone", types, null, LogicalType.TIME_TZ, (arguments, scope) -> bound));
  }

  private static int offset(Operand by, int row, long now) {
    if (by.vector() instanceof WideVector intervals) {
      return (int) (intervals.low(by.index(row)) / 1_000_000L);
    }
    String name = ((StringVector) by.vector()).getString(by.index(row));
    return TemporalText.offsetSeconds(now, zoneOf(name));
  }

  /** The zone of that name. */
  static ZoneId zoneOf(String name) {
    try {
      return ZoneId.of(name, ZoneId.SHORT_IDS);
    } catch (DateTimeException e) {
      for (String id : ZoneId.getAvailableZoneIds()) {
        if (id.equalsIgnoreCase(name)) {
          return ZoneId.of(id);
        }
      }
      throw EiderException.notImplemented("Unknown TimeZone '" + name + "'!");
    }
  }

  /** Local microseconds of an instant. */
  static long toLocal(long instant, ZoneId zone) {
    return instant + TemporalText.offsetSeconds(instant, zone) * 1_000_000L;
  }

  /**
   * The instant of local microseconds; in a gap the time is moved forward, in an overlap the
   * second.
   */
  static long toInstant(long local, ZoneId zone) {
    if (zone instanceof ZoneOffset offset) {
      return local - offset.getTotalSeconds() * 1_000_000L;
    }
    long seconds = Math.floorDiv(local, 1_000_000L);
    LocalDateTime time = LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC);
    Instant instant = time.atZone(zone).withLaterOffsetAtOverlap().toInstant();
    return instant.getEpochSecond() * 1_000_000L + Math.floorMod(local, 1_000_000L);
  }
}
