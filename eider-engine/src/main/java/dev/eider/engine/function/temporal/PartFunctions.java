// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.temporal;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.CalendarKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.StructVector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.cast.TemporalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** {@code date_part} and the functions named after the parts. */
final class PartFunctions {
  private static final List<LogicalType> INSTANTS =
      List.of(
          LogicalType.DATE,
          LogicalType.TIMESTAMP,
          LogicalType.TIMESTAMP_TZ,
          LogicalType.TIMESTAMP_NS,
          LogicalType.TIMESTAMP_MS,
          LogicalType.TIMESTAMP_S);
  private static final List<LogicalType> CLOCKS =
      List.of(LogicalType.TIME, LogicalType.TIME_TZ, LogicalType.TIME_NS);

  private PartFunctions() {}

  static void register(FunctionRegistry registry) {
    for (DatePart part : DatePart.values()) {
      for (LogicalType type : INSTANTS) {
        single(registry, part, type);
      }
      if (ofClock(part) || part == DatePart.EPOCH) {
        for (LogicalType type : CLOCKS) {
          single(registry, part, type);
        }
      }
      if (part != DatePart.JULIAN) {
        single(registry, part, LogicalType.INTERVAL);
      }
    }
    epochs(registry);
    List<LogicalType> all = new ArrayList<>(INSTANTS);
    all.addAll(CLOCKS);
    all.add(LogicalType.INTERVAL);
    for (String name : List.of("date_part", "datepart")) {
      for (LogicalType type : all) {
        List<LogicalType> types = List.of(LogicalType.VARCHAR, type);
        registry.add(
            new ScalarFunction(
                name,
                types,
                null,
                LogicalType.DOUBLE,
                (arguments, context) -> named(name, types, arguments)));
        List<LogicalType> several = List.of(LogicalType.list(LogicalType.VARCHAR), type);
        registry.add(
            new ScalarFunction(
                name,
                several,
                null,
                LogicalType.ANY,
                (arguments, context) -> struct(name, several, arguments)));
      }
    }
    names(registry);
  }

  private static boolean ofClock(DatePart part) {
    return switch (part) {
      case MICROSECONDS,
          MILLISECONDS,
          NANOSECONDS,
          SECOND,
          MINUTE,
          HOUR,
          TIMEZONE,
          TIMEZONE_HOUR,
          TIMEZONE_MINUTE ->
          true;
      default -> false;
    };
  }

  private static boolean ofInterval(DatePart part) {
    return switch (part) {
      case YEAR,
          MONTH,
          DAY,
          DECADE,
          CENTURY,
          MILLENNIUM,
          QUARTER,
          NANOSECONDS,
          MICROSECONDS,
          MILLISECONDS,
          SECOND,
          MINUTE,
          HOUR,
          EPOCH ->
          true;
      default -> false;
    };
  }

  /** The functions that carry a part's name; {@code microsecond} and others are not plural. */
  private static List<String> functionNames(DatePart part) {
    return switch (part) {
      case DAY -> List.of("day", "dayofmonth");
      case DOW -> List.of("dayofweek", "weekday");
      case WEEK -> List.of("week", "weekofyear");
      case DOY -> List.of("dayofyear");
      case MICROSECONDS -> List.of("microsecond");
      case MILLISECONDS -> List.of("millisecond");
      case NANOSECONDS -> List.of("nanosecond");
      case TIMEZONE -> List.of("timezone");
      default -> List.of(part.title());
    };
  }

  private static void single(FunctionRegistry registry, DatePart part, LogicalType type) {
    for (String name : functionNames(part)) {
      registry.add(
          ScalarFunction.of(
              name,
              List.of(type),
              part.isDouble() ? LogicalType.DOUBLE : LogicalType.BIGINT,
              false,
              () -> new PartKernel(part, 0, complaint(part, type, true))));
    }
  }

  private static BoundScalar named(String name, List<LogicalType> types, List<Argument> arguments) {
    Value constant = arguments.getFirst().constant();
    Value moment = arguments.get(1).constant();
    if (constant == null || constant.isNull() || moment != null && moment.isNull()) {
      // The type that takes all parts: only a part that is known narrows it, and of a NULL the
      // dialect does not look at the part.
      return new BoundScalar(
          name,
          types,
          LogicalType.DOUBLE,
          ScalarKernel.NullHandling.PROPAGATE,
          BoundScalar.Stability.CONSISTENT,
          true,
          AnyPartKernel::new,
          null);
    }
    DatePart part = DatePart.of(constant.asString());
    return new BoundScalar(
        name,
        types,
        part.isDouble() ? LogicalType.DOUBLE : LogicalType.BIGINT,
        ScalarKernel.NullHandling.PROPAGATE,
        BoundScalar.Stability.CONSISTENT,
        false,
        () -> new PartKernel(part, 1, complaint(part, types.get(1), false)),
        part);
  }

  /** What to say to the first value when the type has no such part, or null. */
  private static @Nullable String complaint(DatePart part, LogicalType type, boolean function) {
    boolean zone =
        part == DatePart.TIMEZONE
            || part == DatePart.TIMEZONE_HOUR
            || part == DatePart.TIMEZONE_MINUTE;
    boolean fits =
        switch (type.id()) {
          case INTERVAL -> ofInterval(part);
          case TIME, TIME_NS, TIME_TZ -> ofClock(part) || part == DatePart.EPOCH;
          case DATE -> !zone;
          default -> true;
        };
    if (fits) {
      return null;
    }
    String quote = function && !zone ? "" : "\"";
    return quote
        + type.toString().toLowerCase(Locale.ROOT)
        + quote
        + " units \""
        + (function && part == DatePart.YEARWEEK ? "week" : part.title())
        + "\" not recognized";
  }

  private static BoundScalar struct(
      String name, List<LogicalType> types, List<Argument> arguments) {
    Value constant = arguments.getFirst().constant();
    if (constant == null || constant.isNull() || constant.asList().isEmpty()) {
      throw EiderException.binder(name + " needs a constant list of part names with no NULL in it");
    }
    List<LogicalType.Field> fields = new ArrayList<>();
    List<DatePart> parts = new ArrayList<>();
    for (Value value : constant.asList()) {
      if (value.isNull()) {
        throw EiderException.binder("NULL struct entry name in \"" + name + "\"");
      }
      DatePart part = DatePart.of(value.asString());
      String complaint = complaint(part, types.get(1), false);
      if (complaint != null) {
        throw EiderException.notImplemented(complaint);
      }
      for (LogicalType.Field field : fields) {
        if (field.name().equals(value.asString())) {
          throw EiderException.binder(
              "Duplicate struct entry name \"" + field.name() + "\" in \"" + name + "\"");
        }
      }
      parts.add(part);
      fields.add(
          new LogicalType.Field(
              value.asString(), part.isDouble() ? LogicalType.DOUBLE : LogicalType.BIGINT));
    }
    return new BoundScalar(
        name,
        types,
        LogicalType.struct(fields),
        ScalarKernel.NullHandling.PROPAGATE,
        BoundScalar.Stability.CONSISTENT,
        false,
        () ->
            (operands, count, result, context) -> {
              StructVector struct = (StructVector) result;
              for (int f = 0; f < parts.size(); f++) {
                FlatVector child = struct.child(f);
                child.copyValidity(result, count);
                new PartKernel(parts.get(f), 1, null).apply(operands, count, child, context);
              }
            },
        parts);
  }

  /** One part of argument {@code position}. */
  private static final class PartKernel implements ScalarKernel {
    private final DatePart part;
    private final int position;
    private final @Nullable String complaint;

    PartKernel(DatePart part, int position, @Nullable String complaint) {
      this.part = part;
      this.position = position;
      this.complaint = complaint;
    }

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      Operand argument = arguments[position];
      if (fast(argument, count, result)) {
        return;
      }
      for (int i = 0; i < count; i++) {
        if (!result.isNull(i)) {
          if (complaint != null) {
            complain(complaint, argument, i, result);
          } else {
            write(part, argument, i, result, context);
          }
        }
      }
    }

    private static void complain(String complaint, Operand argument, int row, FlatVector result) {
      if (argument.vector() instanceof IntVector dates
          && Math.abs(dates.get(argument.index(row))) == TemporalText.DATE_INFINITY) {
        result.setNull(row);
        return;
      }
      throw EiderException.notImplemented(complaint);
    }

    /** Year, month and day of a column of dates or plain timestamps without infinities. */
    private boolean fast(Operand argument, int count, FlatVector result) {
      if (argument.isConstant() || !(result instanceof LongVector longs)) {
        return false;
      }
      if (part != DatePart.YEAR && part != DatePart.MONTH && part != DatePart.DAY) {
        return false;
      }
      long[] out = longs.values();
      if (argument.vector() instanceof IntVector dates) {
        int[] days = dates.values();
        int extreme = 0;
        for (int i = 0; i < count; i++) {
          extreme |=
              days[i] == TemporalText.DATE_INFINITY || days[i] == -TemporalText.DATE_INFINITY
                  ? 1
                  : 0;
        }
        if (extreme != 0) {
          return false;
        }
        switch (part) {
          case YEAR -> CalendarKernels.yearOfDays(days, count, out);
          case MONTH -> CalendarKernels.monthOfDays(days, count, out);
          default -> CalendarKernels.dayOfDays(days, count, out);
        }
        return true;
      }
      if (argument.vector().type().id() != TypeId.TIMESTAMP) {
        return false;
      }
      long[] micros = ((LongVector) argument.vector()).values();
      int extreme = 0;
      for (int i = 0; i < count; i++) {
        extreme |= TemporalReader.isInfinite(micros[i]) ? 1 : 0;
      }
      if (extreme != 0) {
        return false;
      }
      switch (part) {
        case YEAR -> CalendarKernels.yearOfMicros(micros, count, out);
        case MONTH -> CalendarKernels.monthOfMicros(micros, count, out);
        default -> CalendarKernels.dayOfMicros(micros, count, out);
      }
      return true;
    }
  }

  /** The part is named by a column. */
  private static final class AnyPartKernel implements ScalarKernel {
    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      for (int i = 0; i < count; i++) {
        if (!result.isNull(i)) {
          DatePart part =
              DatePart.of(((StringVector) arguments[0].vector()).getString(arguments[0].index(i)));
          String complaint = complaint(part, arguments[1].vector().type(), false);
          if (complaint != null) {
            throw EiderException.notImplemented(complaint);
          }
          write(part, arguments[1], i, result, context);
        }
      }
    }
  }

  private static void write(
      DatePart part, Operand argument, int row, FlatVector result, EvalContext context) {
    if (argument.vector() instanceof WideVector intervals) {
      int at = argument.index(row);
      long monthsDays = intervals.high(at);
      set(
          result,
          row,
          ofInterval(part, (int) (monthsDays >> 32), (int) monthsDays, intervals.low(at)));
      return;
    }
    long micros = TemporalReader.micros(argument, row, context.timeZone());
    TypeId type = argument.vector().type().id();
    boolean isTime = type == TypeId.TIME || type == TypeId.TIME_NS || type == TypeId.TIME_TZ;
    if (!isTime && TemporalReader.isInfinite(micros)) {
      result.setNull(row);
      return;
    }
    switch (part) {
      case EPOCH -> {
        long utc = micros;
        if (type == TypeId.TIMESTAMP_TZ) {
          utc = ((LongVector) argument.vector()).get(argument.index(row));
        }
        set(result, row, utc / 1e6);
      }
      case JULIAN ->
          set(
              result,
              row,
              TemporalReader.days(micros)
                  + 2_440_588.0
                  + TemporalReader.ofDay(micros) / (double) CalendarKernels.MICROS_PER_DAY);
      case TIMEZONE, TIMEZONE_HOUR, TIMEZONE_MINUTE -> {
        int offset = offset(argument, row, context, type);
        set(
            result,
            row,
            part == DatePart.TIMEZONE
                ? offset
                : part == DatePart.TIMEZONE_HOUR ? offset / 3600 : offset % 3600 / 60);
      }
      case NANOSECONDS ->
          set(
              result,
              row,
              Math.floorMod(micros, 60_000_000L) * 1_000L + TemporalReader.nanos(argument, row));
      default -> {
        // 24:00:00 is a time of day and not the next midnight.
        set(result, row, isTime ? ofClock(part, micros) : ofMicros(part, micros));
      }
    }
  }

  private static int offset(Operand argument, int row, EvalContext context, TypeId type) {
    if (type == TypeId.TIMESTAMP_TZ) {
      return TemporalText.offsetSeconds(
          ((LongVector) argument.vector()).get(argument.index(row)), context.timeZone());
    }
    if (type == TypeId.TIME_TZ) {
      return TemporalText.timeTzOffset(((LongVector) argument.vector()).get(argument.index(row)));
    }
    return 0;
  }

  private static void set(FlatVector result, int row, double value) {
    if (result instanceof DoubleVector doubles) {
      doubles.set(row, value);
    } else {
      ((LongVector) result).set(row, (long) value);
    }
  }

  private static void set(FlatVector result, int row, long value) {
    if (result instanceof DoubleVector doubles) {
      doubles.set(row, value);
    } else {
      ((LongVector) result).set(row, value);
    }
  }

  /** A whole part of local microseconds. */
  static long ofMicros(DatePart part, long micros) {
    int days = TemporalReader.days(micros);
    long clock = TemporalReader.ofDay(micros);
    long year = CalendarKernels.year(days);
    return switch (part) {
      case YEAR -> year;
      case MONTH -> CalendarKernels.month(days);
      case DAY -> CalendarKernels.dayOfMonth(days);
      case DECADE -> year / 10;
      case CENTURY -> year > 0 ? (year - 1) / 100 + 1 : year / 100 - 1;
      case MILLENNIUM -> year > 0 ? (year - 1) / 1000 + 1 : year / 1000 - 1;
      case QUARTER -> (CalendarKernels.month(days) - 1) / 3 + 1;
      case MICROSECONDS, MILLISECONDS, SECOND, MINUTE, HOUR -> ofClock(part, clock);
      case DOW -> TemporalReader.isoDayOfWeek(days) % 7;
      case ISODOW -> TemporalReader.isoDayOfWeek(days);
      case WEEK -> TemporalReader.isoWeek(days);
      case DOY -> days - CalendarKernels.daysOf(year, 1, 1) + 1;
      case YEARWEEK -> {
        long isoYear = TemporalReader.isoYear(days);
        long week = TemporalReader.isoWeek(days);
        yield isoYear * 100 + (isoYear > 0 ? week : -week);
      }
      case ISOYEAR -> TemporalReader.isoYear(days);
      case ERA -> year > 0 ? 1 : 0;
      case NANOSECONDS, EPOCH, TIMEZONE, TIMEZONE_HOUR, TIMEZONE_MINUTE, JULIAN ->
          throw new IllegalStateException("not a whole part of a clock: " + part);
    };
  }

  /** A part of microseconds since midnight. */
  private static long ofClock(DatePart part, long clock) {
    return switch (part) {
      case MICROSECONDS -> clock % 60_000_000L;
      case MILLISECONDS -> clock % 60_000_000L / 1_000L;
      case SECOND -> clock % 60_000_000L / 1_000_000L;
      case MINUTE -> clock / 60_000_000L % 60;
      default -> clock / 3_600_000_000L;
    };
  }

  private static double ofInterval(DatePart part, int months, int days, long micros) {
    return switch (part) {
      case YEAR -> months / 12;
      case MONTH -> months % 12;
      case DAY -> days;
      case DECADE -> months / 120;
      case CENTURY -> months / 1200;
      case MILLENNIUM -> months / 12000;
      case QUARTER -> months % 12 / 3 + 1;
      case NANOSECONDS -> micros % 60_000_000L * 1_000L;
      case MICROSECONDS -> micros % 60_000_000L;
      case MILLISECONDS -> micros % 60_000_000L / 1_000L;
      case SECOND -> micros % 60_000_000L / 1_000_000L;
      case MINUTE -> micros % 3_600_000_000L / 60_000_000L;
      case HOUR -> micros / 3_600_000_000L;
      case EPOCH -> {
        // A year has 365.25 days, a month 30.
        long seconds = months / 12 * 31_557_600L + (months % 12 * 30L + days) * 86_400L;
        yield seconds + micros / 1e6;
      }
      default ->
          throw EiderException.notImplemented(
              "\"interval\" units \"" + part.title() + "\" not recognized");
    };
  }

  /** {@code epoch_ms}, {@code epoch_us} and {@code epoch_ns} of everything temporal. */
  private static void epochs(FunctionRegistry registry) {
    List<LogicalType> all = new ArrayList<>(INSTANTS);
    all.addAll(CLOCKS);
    all.add(LogicalType.INTERVAL);
    for (LogicalType type : all) {
      epoch(registry, "epoch_ms", type, 1_000);
      epoch(registry, "epoch_us", type, 1);
      epoch(registry, "epoch_ns", type, 0);
    }
  }

  /** {@code unit} is the number of microseconds counted as one; 0 for nanoseconds. */
  private static void epoch(FunctionRegistry registry, String name, LogicalType type, long unit) {
    registry.add(
        ScalarFunction.of(
            name,
            List.of(type),
            LogicalType.BIGINT,
            true,
            () ->
                (arguments, count, result, context) -> {
                  for (int i = 0; i < count; i++) {
                    if (!result.isNull(i)) {
                      epoch(arguments[0], i, unit, (LongVector) result);
                    }
                  }
                }));
  }

  private static void epoch(Operand argument, int row, long unit, LongVector result) {
    long micros;
    boolean instant = false;
    if (argument.vector() instanceof WideVector intervals) {
      int at = argument.index(row);
      long monthsDays = intervals.high(at);
      // Here, other than for epoch(), every month has 30 days.
      long seconds = ((monthsDays >> 32) * 30L + (int) monthsDays) * 86_400L;
      micros = seconds * 1_000_000L + intervals.low(at);
    } else {
      // An instant counts from 1970 in UTC.
      micros = TemporalReader.micros(argument, row, java.time.ZoneOffset.UTC);
      TypeId type = argument.vector().type().id();
      boolean clock = type == TypeId.TIME || type == TypeId.TIME_NS || type == TypeId.TIME_TZ;
      instant = !clock;
      if (instant && TemporalReader.isInfinite(micros)) {
        result.setNull(row);
        return;
      }
    }
    if (unit == 0) {
      long nanos = micros * 1_000L;
      if (nanos / 1_000L != micros) {
        throw EiderException.conversion(
            switch (argument.vector()) {
              case WideVector intervals -> "Could not convert Interval to Nanoseconds";
              case IntVector dates ->
                  "Could not convert DATE ("
                      + TemporalText.date(dates.get(argument.index(row)))
                      + ") to nanoseconds";
              default -> "Could not convert Timestamp(US) to Timestamp(NS)";
            });
      }
      result.set(row, nanos + TemporalReader.nanos(argument, row));
    } else {
      // Instants are rounded, half away from zero, as by a cast to TIMESTAMP_MS; the rest is cut.
      long half = instant ? unit / 2 : 0;
      result.set(row, unit == 1 ? micros : (micros < 0 ? micros - half : micros + half) / unit);
    }
  }

  private static void names(FunctionRegistry registry) {
    for (LogicalType type : INSTANTS) {
      name(registry, "dayname", type, true);
      name(registry, "monthname", type, false);
      registry.add(
          ScalarFunction.of(
              "last_day",
              List.of(type),
              LogicalType.DATE,
              false,
              () ->
                  (arguments, count, result, context) -> {
                    for (int i = 0; i < count; i++) {
                      if (result.isNull(i)) {
                        continue;
                      }
                      long micros = TemporalReader.micros(arguments[0], i, context.timeZone());
                      if (TemporalReader.isInfinite(micros)) {
                        result.setNull(i);
                        continue;
                      }
                      int days = TemporalReader.days(micros);
                      long year = CalendarKernels.year(days);
                      int month = CalendarKernels.month(days);
                      ((IntVector) result)
                          .set(
                              i,
                              (int)
                                  CalendarKernels.daysOf(
                                      year, month, CalendarKernels.monthLength(year, month)));
                    }
                  }));
    }
  }

  private static void name(
      FunctionRegistry registry, String name, LogicalType type, boolean ofDay) {
    registry.add(
        ScalarFunction.of(
            name,
            List.of(type),
            LogicalType.VARCHAR,
            false,
            () ->
                (arguments, count, result, context) -> {
                  for (int i = 0; i < count; i++) {
                    if (result.isNull(i)) {
                      continue;
                    }
                    long micros = TemporalReader.micros(arguments[0], i, context.timeZone());
                    if (TemporalReader.isInfinite(micros)) {
                      result.setNull(i);
                      continue;
                    }
                    int days = TemporalReader.days(micros);
                    ((StringVector) result)
                        .set(
                            i,
                            ofDay
                                ? dayName(TemporalReader.isoDayOfWeek(days))
                                : monthName(CalendarKernels.month(days)));
                  }
                }));
  }

  static String dayName(int isoDay) {
    return title(java.time.DayOfWeek.of(isoDay).name());
  }

  static String monthName(int month) {
    return title(java.time.Month.of(month).name());
  }

  private static String title(String name) {
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }
}
