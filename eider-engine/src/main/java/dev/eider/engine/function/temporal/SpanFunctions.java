// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.temporal;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.CalendarKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code date_trunc}, {@code date_diff}, {@code date_sub}, {@code age}, {@code time_bucket}. */
final class SpanFunctions {
  private static final List<LogicalType> INSTANTS =
      List.of(LogicalType.DATE, LogicalType.TIMESTAMP, LogicalType.TIMESTAMP_TZ);

  /** 2000-01-03, a Monday: the origin of buckets narrower than a month. */
  private static final long MONDAY_ORIGIN = 10_959L * Calendar.DAY;

  /** 2000-01-01: the origin of buckets of months. */
  private static final long MONTH_ORIGIN = 10_957L * Calendar.DAY;

  private SpanFunctions() {}

  static void register(FunctionRegistry registry) {
    for (String name : List.of("date_trunc", "datetrunc")) {
      for (LogicalType type : INSTANTS) {
        trunc(registry, name, type);
      }
      truncInterval(registry, name);
    }
    for (String name : List.of("date_diff", "datediff")) {
      differences(registry, name, true);
    }
    for (String name : List.of("date_sub", "datesub")) {
      differences(registry, name, false);
    }
    age(registry);
    buckets(registry);
  }

  /** The part named by a constant first argument, or null when it is not a constant. */
  private static @Nullable DatePart constantPart(List<Argument> arguments) {
    Value constant = arguments.getFirst().constant();
    return constant == null || constant.isNull() ? null : DatePart.of(constant.asString());
  }

  private static DatePart part(@Nullable DatePart constant, Operand argument, int row) {
    return constant != null
        ? constant
        : DatePart.of(((StringVector) argument.vector()).getString(argument.index(row)));
  }

  private static BoundScalar bound(
      String name,
      List<LogicalType> types,
      LogicalType returns,
      ScalarKernel kernel,
      @Nullable DatePart part) {
    return new BoundScalar(
        name,
        types,
        returns,
        ScalarKernel.NullHandling.PROPAGATE,
        BoundScalar.Stability.CONSISTENT,
        true,
        () -> kernel,
        part);
  }

  private static void trunc(FunctionRegistry registry, String name, LogicalType type) {
    List<LogicalType> types = List.of(LogicalType.VARCHAR, type);
    registry.add(
        new ScalarFunction(
            name,
            types,
            null,
            type.id() == TypeId.DATE ? LogicalType.TIMESTAMP : type,
            (arguments, context) -> {
              DatePart part = constantPart(arguments);
              LogicalType returns = type.id() == TypeId.DATE ? LogicalType.TIMESTAMP : type;
              return bound(name, types, returns, truncKernel(part), part);
            }));
  }

  private static ScalarKernel truncKernel(@Nullable DatePart constant) {
    return (arguments, count, result, context) -> {
      ZoneId zone = context.timeZone();
      for (int i = 0; i < count; i++) {
        if (result.isNull(i)) {
          continue;
        }
        long micros = TemporalReader.micros(arguments[1], i, zone);
        if (!TemporalReader.isInfinite(micros)) {
          micros = Calendar.truncate(part(constant, arguments[0], i), micros);
          if (result.type().id() == TypeId.TIMESTAMP_TZ) {
            micros = ZoneFunctions.toInstant(micros, zone);
          }
        }
        set(result, i, micros);
      }
    };
  }

  private static void set(FlatVector result, int row, long micros) {
    if (result instanceof IntVector dates) {
      dates.set(
          row,
          TemporalReader.isInfinite(micros)
              ? (micros > 0 ? Integer.MAX_VALUE : -Integer.MAX_VALUE)
              : TemporalReader.days(micros));
    } else {
      ((LongVector) result).set(row, micros);
    }
  }

  private static void truncInterval(FunctionRegistry registry, String name) {
    List<LogicalType> types = List.of(LogicalType.VARCHAR, LogicalType.INTERVAL);
    registry.add(
        new ScalarFunction(
            name,
            types,
            null,
            LogicalType.INTERVAL,
            (arguments, context) -> {
              DatePart constant = constantPart(arguments);
              return bound(
                  name,
                  types,
                  LogicalType.INTERVAL,
                  (operands, count, result, eval) -> {
                    WideVector source = (WideVector) operands[1].vector();
                    for (int i = 0; i < count; i++) {
                      if (!result.isNull(i)) {
                        int at = operands[1].index(i);
                        truncInterval(
                            part(constant, operands[0], i),
                            source.low(at),
                            source.high(at),
                            (WideVector) result,
                            i);
                      }
                    }
                  },
                  constant);
            }));
  }

  private static void truncInterval(
      DatePart part, long micros, long monthsDays, WideVector result, int row) {
    long months = monthsDays >> 32;
    long days = (int) monthsDays;
    long unit =
        switch (part) {
          case MILLENNIUM -> 12_000;
          case CENTURY -> 1_200;
          case DECADE -> 120;
          case YEAR, ISOYEAR -> 12;
          case QUARTER -> 3;
          default -> 1;
        };
    long keptDays = 0;
    long keptMicros = 0;
    switch (part) {
      case WEEK, YEARWEEK -> keptDays = days / 7 * 7;
      case DAY, DOW, ISODOW, DOY, JULIAN -> keptDays = days;
      case HOUR, MINUTE, SECOND, EPOCH, MILLISECONDS, MICROSECONDS, NANOSECONDS -> {
        keptDays = days;
        long step =
            switch (part) {
              case HOUR -> 3_600_000_000L;
              case MINUTE -> 60_000_000L;
              case SECOND, EPOCH -> 1_000_000L;
              case MILLISECONDS -> 1_000L;
              default -> 1L;
            };
        keptMicros = micros / step * step;
      }
      default -> {}
    }
    result.set(row, keptMicros, (months / unit * unit << 32) | (keptDays & 0xFFFF_FFFFL));
  }

  private static void differences(FunctionRegistry registry, String name, boolean boundaries) {
    for (LogicalType type :
        List.of(
            LogicalType.DATE, LogicalType.TIMESTAMP, LogicalType.TIMESTAMP_TZ, LogicalType.TIME)) {
      List<LogicalType> types = List.of(LogicalType.VARCHAR, type, type);
      registry.add(
          new ScalarFunction(
              name,
              types,
              null,
              LogicalType.BIGINT,
              (arguments, context) -> {
                DatePart constant = constantPart(arguments);
                return bound(
                    name,
                    types,
                    LogicalType.BIGINT,
                    (operands, count, result, eval) ->
                        differ(constant, boundaries, operands, count, result, eval),
                    constant);
              }));
    }
  }

  private static void differ(
      @Nullable DatePart constant,
      boolean boundaries,
      Operand[] arguments,
      int count,
      FlatVector result,
      EvalContext context) {
    ZoneId zone = context.timeZone();
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      DatePart part = part(constant, arguments[0], i);
      boolean clock = arguments[1].vector().type().id() == TypeId.TIME;
      check(part, clock, boundaries);
      long from = TemporalReader.micros(arguments[1], i, zone);
      long to = TemporalReader.micros(arguments[2], i, zone);
      if (!clock && (TemporalReader.isInfinite(from) || TemporalReader.isInfinite(to))) {
        result.setNull(i);
        continue;
      }
      ((LongVector) result)
          .set(
              i,
              boundaries ? Calendar.difference(part, from, to) : Calendar.complete(part, from, to));
    }
  }

  private static void check(DatePart part, boolean clock, boolean boundaries) {
    switch (part) {
      case ERA, TIMEZONE, TIMEZONE_HOUR, TIMEZONE_MINUTE ->
          throw EiderException.notImplemented(
              "Specifier type not implemented for " + (boundaries ? "DATEDIFF" : "DATESUB"));
      case HOUR, MINUTE, SECOND, EPOCH, MILLISECONDS, MICROSECONDS, NANOSECONDS -> {}
      case DOW, ISODOW, DOY, JULIAN -> noSuchTime(clock, DatePart.DAY);
      case YEARWEEK -> noSuchTime(clock, DatePart.WEEK);
      case ISOYEAR -> noSuchTime(clock, DatePart.YEAR);
      default -> noSuchTime(clock, part);
    }
  }

  private static void noSuchTime(boolean clock, DatePart part) {
    if (clock) {
      throw EiderException.notImplemented("\"time\" units \"" + part.title() + "\" not recognized");
    }
  }

  private static void age(FunctionRegistry registry) {
    for (LogicalType type : List.of(LogicalType.TIMESTAMP, LogicalType.TIMESTAMP_TZ)) {
      registry.add(
          ScalarFunction.of(
              "age",
              List.of(type, type),
              LogicalType.INTERVAL,
              false,
              () ->
                  (arguments, count, result, context) -> {
                    ZoneId zone = context.timeZone();
                    for (int i = 0; i < count; i++) {
                      if (!result.isNull(i)) {
                        writeAge(
                            TemporalReader.micros(arguments[0], i, zone),
                            TemporalReader.micros(arguments[1], i, zone),
                            (WideVector) result,
                            i);
                      }
                    }
                  }));
      List<LogicalType> one = List.of(type);
      registry.add(
          new ScalarFunction(
              "age",
              one,
              null,
              LogicalType.INTERVAL,
              (arguments, scope) ->
                  new BoundScalar(
                      "age",
                      one,
                      LogicalType.INTERVAL,
                      ScalarKernel.NullHandling.PROPAGATE,
                      BoundScalar.Stability.CONSISTENT_WITHIN_QUERY,
                      false,
                      () ->
                          (operands, count, result, context) -> {
                            ZoneId zone = context.timeZone();
                            long today =
                                Calendar.truncate(
                                    DatePart.DAY,
                                    ZoneFunctions.toLocal(context.transactionMicros(), zone));
                            for (int i = 0; i < count; i++) {
                              if (!result.isNull(i)) {
                                writeAge(
                                    today,
                                    TemporalReader.micros(operands[0], i, zone),
                                    (WideVector) result,
                                    i);
                              }
                            }
                          },
                      null)));
    }
  }

  private static void writeAge(long later, long earlier, WideVector result, int row) {
    if (TemporalReader.isInfinite(later) || TemporalReader.isInfinite(earlier)) {
      result.setNull(row);
      return;
    }
    boolean swap = later < earlier;
    long from = swap ? later : earlier;
    long to = swap ? earlier : later;
    int fromDays = TemporalReader.days(from);
    int toDays = TemporalReader.days(to);
    long months =
        (CalendarKernels.year(toDays) - CalendarKernels.year(fromDays)) * 12L
            + CalendarKernels.month(toDays)
            - CalendarKernels.month(fromDays);
    long days = CalendarKernels.dayOfMonth(toDays) - CalendarKernels.dayOfMonth(fromDays);
    long micros = TemporalReader.ofDay(to) - TemporalReader.ofDay(from);
    if (micros < 0) {
      micros += Calendar.DAY;
      days--;
    }
    if (days < 0) {
      days +=
          CalendarKernels.monthLength(
              CalendarKernels.year(fromDays), CalendarKernels.month(fromDays));
      months--;
    }
    if (swap) {
      months = -months;
      days = -days;
      micros = -micros;
    }
    result.set(row, micros, (months << 32) | (days & 0xFFFF_FFFFL));
  }

  private static void buckets(FunctionRegistry registry) {
    for (LogicalType type : INSTANTS) {
      bucket(registry, List.of(LogicalType.INTERVAL, type), type);
      bucket(registry, List.of(LogicalType.INTERVAL, type, LogicalType.INTERVAL), type);
      bucket(registry, List.of(LogicalType.INTERVAL, type, type), type);
    }
    bucket(
        registry,
        List.of(LogicalType.INTERVAL, LogicalType.TIMESTAMP_TZ, LogicalType.VARCHAR),
        LogicalType.TIMESTAMP_TZ);
  }

  private static void bucket(FunctionRegistry registry, List<LogicalType> types, LogicalType type) {
    registry.add(
        ScalarFunction.of(
            "time_bucket",
            types,
            type,
            true,
            () ->
                (arguments, count, result, context) -> {
                  ZoneId zone = context.timeZone();
                  for (int i = 0; i < count; i++) {
                    if (!result.isNull(i)) {
                      bucketRow(arguments, i, result, zone);
                    }
                  }
                }));
  }

  private static void bucketRow(Operand[] arguments, int row, FlatVector result, ZoneId session) {
    WideVector widths = (WideVector) arguments[0].vector();
    int at = arguments[0].index(row);
    long months = widths.high(at) >> 32;
    long width = (int) widths.high(at) * Calendar.DAY + widths.low(at);
    if (months != 0 && width != 0) {
      throw EiderException.notImplemented("Month intervals cannot have day or time component");
    }
    if (result.type().id() == TypeId.TIMESTAMP_TZ && months == 0 && width == 0) {
      throw EiderException.outOfRange("Can't bucket using zero days");
    }
    if (months < 0 || width < 0 || (months == 0 && width == 0)) {
      throw EiderException.notImplemented("Period must be greater than 0");
    }
    ZoneId zone = session;
    if (arguments.length == 3 && arguments[2].vector() instanceof StringVector names) {
      zone = ZoneFunctions.zoneOf(names.getString(arguments[2].index(row)));
    }
    long micros = TemporalReader.micros(arguments[1], row, zone);
    if (TemporalReader.isInfinite(micros)) {
      set(result, row, micros);
      return;
    }
    long origin = months > 0 ? MONTH_ORIGIN : MONDAY_ORIGIN;
    long shiftMonths = 0;
    long shift = 0;
    if (arguments.length == 3) {
      if (arguments[2].vector() instanceof WideVector offsets) {
        int o = arguments[2].index(row);
        shiftMonths = offsets.high(o) >> 32;
        shift = (int) offsets.high(o) * Calendar.DAY + offsets.low(o);
        micros = Calendar.addMonths(micros, -shiftMonths) - shift;
      } else if (!(arguments[2].vector() instanceof StringVector)) {
        origin = TemporalReader.micros(arguments[2], row, zone);
      }
    }
    long start;
    if (months > 0) {
      long count =
          Calendar.difference(DatePart.MONTH, origin, Calendar.truncate(DatePart.MONTH, micros));
      start =
          Calendar.addMonths(
              Calendar.truncate(DatePart.MONTH, origin), Math.floorDiv(count, months) * months);
    } else {
      start = origin + Math.floorDiv(micros - origin, width) * width;
    }
    start = Calendar.addMonths(start + shift, shiftMonths);
    set(
        result,
        row,
        result.type().id() == TypeId.TIMESTAMP_TZ ? ZoneFunctions.toInstant(start, zone) : start);
  }
}
