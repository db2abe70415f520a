// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.temporal;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.kernel.CalendarKernels;
import dev.eider.base.kernel.NumberText;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.StructVector;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** Dates, times and timestamps from their parts or from a count since 1970. */
final class MakeFunctions {
  private static final LogicalType LONG = LogicalType.BIGINT;
  private static final LogicalType DOUBLE = LogicalType.DOUBLE;
  private static final long YEAR_MIN = -290_307;
  private static final long YEAR_MAX = 294_247;

  private MakeFunctions() {}

  static void register(FunctionRegistry registry) {
    add(registry, "make_date", List.of(LONG, LONG, LONG), LogicalType.DATE, MakeFunctions::dates);
    add(
        registry,
        "make_date",
        List.of(LogicalType.INTEGER),
        LogicalType.DATE,
        (arguments, count, result, context) -> {
          for (int i = 0; i < count; i++) {
            if (!result.isNull(i)) {
              ((IntVector) result)
                  .set(i, ((IntVector) arguments[0].vector()).get(arguments[0].index(i)));
            }
          }
        });
    LogicalType parts =
        LogicalType.struct(
            List.of(
                new LogicalType.Field("year", LONG),
                new LogicalType.Field("month", LONG),
                new LogicalType.Field("day", LONG)));
    add(registry, "make_date", List.of(parts), LogicalType.DATE, MakeFunctions::structDates);
    add(registry, "make_time", List.of(LONG, LONG, DOUBLE), LogicalType.TIME, MakeFunctions::times);
    List<LogicalType> six = List.of(LONG, LONG, LONG, LONG, LONG, DOUBLE);
    add(registry, "make_timestamp", six, LogicalType.TIMESTAMP, MakeFunctions::stamps);
    add(registry, "make_timestamptz", six, LogicalType.TIMESTAMP_TZ, MakeFunctions::stamps);
    List<LogicalType> seven = new ArrayList<>(six);
    seven.add(LogicalType.VARCHAR);
    add(registry, "make_timestamptz", seven, LogicalType.TIMESTAMP_TZ, MakeFunctions::stamps);
    count(registry, "make_timestamp", LogicalType.TIMESTAMP, 1);
    count(registry, "make_timestamptz", LogicalType.TIMESTAMP_TZ, 1);
    count(registry, "make_timestamp_ms", LogicalType.TIMESTAMP, 1_000);
    count(registry, "epoch_ms", LogicalType.TIMESTAMP, 1_000);
    count(registry, "make_timestamp_ns", LogicalType.TIMESTAMP_NS, 1);
    add(
        registry,
        "to_timestamp",
        List.of(DOUBLE),
        LogicalType.TIMESTAMP_TZ,
        MakeFunctions::fromSeconds);
  }

  private static void add(
      FunctionRegistry registry,
      String name,
      List<LogicalType> types,
      LogicalType returns,
      ScalarKernel kernel) {
    registry.add(ScalarFunction.of(name, types, returns, true, () -> kernel));
  }

  private static long number(Operand argument, int row) {
    return ((LongVector) argument.vector()).get(argument.index(row));
  }

  private static EiderException outOfRange(long year, long month, long day) {
    return EiderException.conversion("Date out of range: " + year + "-" + month + "-" + day);
  }

  private static long days(long year, long month, long day) {
    if (year < YEAR_MIN
        || year > YEAR_MAX
        || month < 1
        || month > 12
        || day < 1
        || day > CalendarKernels.monthLength(year, (int) month)) {
      throw outOfRange(year, month, day);
    }
    return CalendarKernels.daysOf(year, (int) month, (int) day);
  }

  private static void dates(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)) {
        ((IntVector) result)
            .set(
                i,
                (int)
                    dateDays(
                        number(arguments[0], i), number(arguments[1], i), number(arguments[2], i)));
      }
    }
  }

  /** Dates reach further than timestamps do. */
  private static long dateDays(long year, long month, long day) {
    if (year < -5_877_640
        || year > 5_881_579
        || month < 1
        || month > 12
        || day < 1
        || day > CalendarKernels.monthLength(year, (int) month)) {
      throw outOfRange(year, month, day);
    }
    return CalendarKernels.daysOf(year, (int) month, (int) day);
  }

  private static void structDates(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    StructVector struct = (StructVector) arguments[0].vector();
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      int row = arguments[0].index(i);
      boolean whole = true;
      for (int f = 0; f < 3; f++) {
        whole &= !struct.child(f).isNull(row);
      }
      if (whole) {
        long days =
            dateDays(
                ((LongVector) struct.child(0)).get(row),
                ((LongVector) struct.child(1)).get(row),
                ((LongVector) struct.child(2)).get(row));
        ((IntVector) result).set(i, (int) days);
      } else {
        result.setNull(i);
      }
    }
  }

  private static long clock(Operand[] arguments, int from, int row) {
    long hour = number(arguments[from], row);
    long minute = number(arguments[from + 1], row);
    Operand third = arguments[from + 2];
    double seconds = ((DoubleVector) third.vector()).get(third.index(row));
    long micros = Double.isFinite(seconds) ? Math.round(seconds * 1e6) : -1;
    boolean midnight = hour == 24 && minute == 0 && micros == 0;
    if (!midnight
        && (hour < 0
            || hour > 23
            || minute < 0
            || minute > 59
            || micros < 0
            || micros > 60_000_000L)) {
      throw EiderException.conversion(
          "Time out of range: " + hour + ":" + minute + ":" + NumberText.of(seconds));
    }
    return (hour * 60 + minute) * 60_000_000L + micros;
  }

  private static void times(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)) {
        ((LongVector) result).set(i, clock(arguments, 0, i));
      }
    }
  }

  private static void stamps(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    boolean zoned = result.type().id() == TypeId.TIMESTAMP_TZ;
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      long micros =
          days(number(arguments[0], i), number(arguments[1], i), number(arguments[2], i))
                  * Calendar.DAY
              + clock(arguments, 3, i);
      if (zoned) {
        ZoneId zone = context.timeZone();
        if (arguments.length == 7) {
          Operand name = arguments[6];
          zone = ZoneFunctions.zoneOf(((StringVector) name.vector()).getString(name.index(i)));
        }
        micros = ZoneFunctions.toInstant(micros, zone);
      }
      ((LongVector) result).set(i, micros);
    }
  }

  /** A number of units since 1970. */
  private static void count(
      FunctionRegistry registry, String name, LogicalType returns, long scale) {
    add(
        registry,
        name,
        List.of(LONG),
        returns,
        (arguments, count, result, context) -> {
          for (int i = 0; i < count; i++) {
            if (result.isNull(i)) {
              continue;
            }
            long units = number(arguments[0], i);
            long value = units * scale;
            if (value / scale != units || value == Long.MIN_VALUE || value == Long.MIN_VALUE + 1) {
              throw EiderException.conversion("Could not convert Timestamp(MS) to Timestamp(US)");
            }
            ((LongVector) result).set(i, value);
          }
        });
  }

  private static void fromSeconds(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    DoubleVector seconds = (DoubleVector) arguments[0].vector();
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      double micros = Math.rint(seconds.get(arguments[0].index(i)) * 1e6);
      if (!(Math.abs(micros) < 9.2233720368547e18)) {
        throw new EiderException(
            ErrorType.CONVERSION, "Epoch seconds out of range for TIMESTAMP WITH TIME ZONE");
      }
      ((LongVector) result).set(i, (long) micros);
    }
  }
}
