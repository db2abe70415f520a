// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import static dev.eider.base.type.LogicalType.BIGINT;
import static dev.eider.base.type.LogicalType.DATE;
import static dev.eider.base.type.LogicalType.DOUBLE;
import static dev.eider.base.type.LogicalType.INTEGER;
import static dev.eider.base.type.LogicalType.INTERVAL;
import static dev.eider.base.type.LogicalType.TIME;
import static dev.eider.base.type.LogicalType.TIMESTAMP;
import static dev.eider.base.type.LogicalType.TIMESTAMP_TZ;
import static dev.eider.base.type.LogicalType.TIME_TZ;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.CalendarKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.cast.TemporalText;
import dev.eider.engine.function.cast.TimeZones;
import java.time.ZoneId;
import java.util.List;

/** {@code + - * /} on dates, times, timestamps and intervals. */
final class TemporalArithmetic {
  private static final long DAY = CalendarKernels.MICROS_PER_DAY;

  private TemporalArithmetic() {}

  static void register(FunctionRegistry registry) {
    add(registry, "+", DATE, INTEGER, DATE, (a, n, r, c) -> dateDays(a[0], a[1], 1, n, r));
    add(registry, "+", INTEGER, DATE, DATE, (a, n, r, c) -> dateDays(a[1], a[0], 1, n, r));
    add(registry, "-", DATE, INTEGER, DATE, (a, n, r, c) -> dateDays(a[0], a[1], -1, n, r));
    add(registry, "-", DATE, DATE, BIGINT, TemporalArithmetic::dateDifference);
    for (LogicalType type : List.of(DATE, TIMESTAMP, TIMESTAMP_TZ)) {
      LogicalType result = type.equals(DATE) ? TIMESTAMP : type;
      add(registry, "+", type, INTERVAL, result, (a, n, r, c) -> shift(a[0], a[1], 1, n, r, c));
      add(registry, "+", INTERVAL, type, result, (a, n, r, c) -> shift(a[1], a[0], 1, n, r, c));
      add(registry, "-", type, INTERVAL, result, (a, n, r, c) -> shift(a[0], a[1], -1, n, r, c));
    }
    for (LogicalType type : List.of(TIME, TIME_TZ)) {
      add(registry, "+", type, INTERVAL, type, (a, n, r, c) -> shiftTime(a[0], a[1], 1, n, r));
      add(registry, "+", INTERVAL, type, type, (a, n, r, c) -> shiftTime(a[1], a[0], 1, n, r));
      add(registry, "-", type, INTERVAL, type, (a, n, r, c) -> shiftTime(a[0], a[1], -1, n, r));
      LogicalType stamp = type.equals(TIME) ? TIMESTAMP : TIMESTAMP_TZ;
      add(registry, "+", type, DATE, stamp, (a, n, r, c) -> dateTime(a[1], a[0], n, r));
      add(registry, "+", DATE, type, stamp, (a, n, r, c) -> dateTime(a[0], a[1], n, r));
    }
    for (LogicalType type : List.of(TIMESTAMP, TIMESTAMP_TZ)) {
      add(registry, "-", type, type, INTERVAL, TemporalArithmetic::stampDifference);
    }
    add(registry, "+", INTERVAL, INTERVAL, INTERVAL, (a, n, r, c) -> sum(a, 1, n, r));
    add(registry, "-", INTERVAL, INTERVAL, INTERVAL, (a, n, r, c) -> sum(a, -1, n, r));
    registry.add(Kernels.failing("-", List.of(INTERVAL), INTERVAL, TemporalArithmetic::negate));
    add(registry, "*", INTERVAL, BIGINT, INTERVAL, (a, n, r, c) -> times(a[0], a[1], n, r));
    add(registry, "*", BIGINT, INTERVAL, INTERVAL, (a, n, r, c) -> times(a[1], a[0], n, r));
    add(registry, "*", INTERVAL, DOUBLE, INTERVAL, (a, n, r, c) -> scale(a[0], a[1], n, r));
    add(registry, "*", DOUBLE, INTERVAL, INTERVAL, (a, n, r, c) -> scale(a[1], a[0], n, r));
    add(registry, "/", INTERVAL, DOUBLE, INTERVAL, TemporalArithmetic::divide);
  }

  private static void add(
      FunctionRegistry registry,
      String sign,
      LogicalType left,
      LogicalType right,
      LogicalType result,
      ScalarKernel kernel) {
    registry.add(Kernels.failing(sign, List.of(left, right), result, kernel));
  }

  private static int intAt(Operand operand, int row) {
    return ((IntVector) operand.vector()).get(operand.index(row));
  }

  private static long longAt(Operand operand, int row) {
    return ((LongVector) operand.vector()).get(operand.index(row));
  }

  private static boolean infinite(int days) {
    return days == TemporalText.DATE_INFINITY || days == -TemporalText.DATE_INFINITY;
  }

  private static void dateDays(
      Operand dates, Operand days, int sign, int count, FlatVector result) {
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      int date = intAt(dates, i);
      long moved = infinite(date) ? date : date + (long) sign * intAt(days, i);
      if (!infinite(date) && Math.abs(moved) >= TemporalText.DATE_INFINITY) {
        throw EiderException.outOfRange("Date out of range");
      }
      ((IntVector) result).set(i, (int) moved);
    }
  }

  private static void dateDifference(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      ((LongVector) result).set(i, (long) intAt(arguments[0], i) - intAt(arguments[1], i));
    }
  }

  private static void shift(
      Operand stamps,
      Operand intervals,
      int sign,
      int count,
      FlatVector result,
      EvalContext context) {
    WideVector spans = (WideVector) intervals.vector();
    boolean zoned = result.type().equals(TIMESTAMP_TZ);
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      int at = intervals.index(i);
      long monthsDays = spans.high(at);
      long months = sign * (monthsDays >> 32);
      long days = (long) sign * (int) monthsDays;
      try {
        long micros = sign > 0 ? spans.low(at) : Math.negateExact(spans.low(at));
        long stamp;
        if (stamps.vector() instanceof IntVector dates) {
          int date = dates.get(stamps.index(i));
          stamp =
              infinite(date)
                  ? date > 0 ? TemporalText.TIMESTAMP_INFINITY : -TemporalText.TIMESTAMP_INFINITY
                  : Math.multiplyExact(date, DAY);
        } else {
          stamp = longAt(stamps, i);
        }
        ((LongVector) result)
            .set(
                i,
                zoned
                    ? shiftZoned(stamp, months, days, micros, context.timeZone())
                    : shift(stamp, months, days, micros));
      } catch (ArithmeticException overflow) {
        throw EiderException.conversion("Date and time not in timestamp range");
      }
    }
  }

  /** Adds months (the day is cut to the month's length), then days, then microseconds. */
  static long shift(long stamp, long months, long days, long micros) {
    if (TemporalText.infinite(stamp)) {
      return stamp;
    }
    long day = Math.floorDiv(stamp, DAY);
    long rest = stamp - day * DAY;
    if (months != 0) {
      day = addMonths(day, months);
    }
    day = Math.addExact(day, days);
    return Math.addExact(Math.addExact(Math.multiplyExact(day, DAY), rest), micros);
  }

  private static long shiftZoned(long instant, long months, long days, long micros, ZoneId zone) {
    if (TemporalText.infinite(instant)) {
      return instant;
    }
    if (months == 0 && days == 0) {
      return Math.addExact(instant, micros);
    }
    long local = shift(TimeZones.toLocal(instant, zone), months, days, 0);
    return Math.addExact(TimeZones.toInstant(local, zone), micros);
  }

  /** A day number moved by months. */
  static long addMonths(long day, long months) {
    long civil = CalendarKernels.civil(Math.toIntExact(day));
    long total = (civil >> 16) * 12 + (civil >> 8 & 0xFF) - 1 + months;
    long year = Math.floorDiv(total, 12L);
    int month = (int) Math.floorMod(total, 12L) + 1;
    int dayOfMonth = Math.min((int) civil & 0xFF, CalendarKernels.monthLength(year, month));
    return CalendarKernels.daysOf(year, month, dayOfMonth);
  }

  private static void shiftTime(
      Operand times, Operand intervals, int sign, int count, FlatVector result) {
    WideVector spans = (WideVector) intervals.vector();
    boolean zoned = result.type().equals(TIME_TZ);
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      long bits = longAt(times, i);
      long time = zoned ? TemporalText.timeTzMicros(bits) : bits;
      long moved = Math.floorMod(time + sign * (spans.low(intervals.index(i)) % DAY), DAY);
      ((LongVector) result)
          .set(i, zoned ? TemporalText.timeTz(moved, TemporalText.timeTzOffset(bits)) : moved);
    }
  }

  private static void dateTime(Operand dates, Operand times, int count, FlatVector result) {
    boolean zoned = result.type().equals(TIMESTAMP_TZ);
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      int date = intAt(dates, i);
      long bits = longAt(times, i);
      long micros =
          zoned
              ? TemporalText.timeTzMicros(bits) - TemporalText.timeTzOffset(bits) * 1_000_000L
              : bits;
      if (infinite(date)) {
        ((LongVector) result)
            .set(i, date > 0 ? TemporalText.TIMESTAMP_INFINITY : -TemporalText.TIMESTAMP_INFINITY);
        continue;
      }
      try {
        ((LongVector) result).set(i, Math.addExact(Math.multiplyExact(date, DAY), micros));
      } catch (ArithmeticException overflow) {
        throw EiderException.outOfRange("Timestamp out of range");
      }
    }
  }

  private static void stampDifference(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      long a = longAt(arguments[0], i);
      long b = longAt(arguments[1], i);
      if (TemporalText.infinite(a) || TemporalText.infinite(b)) {
        throw EiderException.invalidInput("Cannot subtract infinite timestamps");
      }
      long micros;
      try {
        micros = Math.subtractExact(a, b);
      } catch (ArithmeticException overflow) {
        throw EiderException.outOfRange("Overflow in timestamp subtraction");
      }
      put(result, i, 0, micros / DAY, micros % DAY);
    }
  }

  private static void put(FlatVector result, int row, long months, long days, long micros) {
    if ((int) months != months || (int) days != days) {
      throw EiderException.outOfRange("Interval value out of range");
    }
    ((WideVector) result).set(row, micros, months << 32 | days & 0xFFFF_FFFFL);
  }

  private static void sum(Operand[] arguments, int sign, int count, FlatVector result) {
    WideVector a = (WideVector) arguments[0].vector();
    WideVector b = (WideVector) arguments[1].vector();
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      int p = arguments[0].index(i);
      int q = arguments[1].index(i);
      long micros;
      try {
        micros =
            sign > 0 ? Math.addExact(a.low(p), b.low(q)) : Math.subtractExact(a.low(p), b.low(q));
      } catch (ArithmeticException overflow) {
        throw EiderException.outOfRange("Interval value out of range");
      }
      put(
          result,
          i,
          (a.high(p) >> 32) + sign * (b.high(q) >> 32),
          (int) a.high(p) + (long) sign * (int) b.high(q),
          micros);
    }
  }

  private static void negate(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    WideVector a = (WideVector) arguments[0].vector();
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)) {
        int p = arguments[0].index(i);
        if (a.low(p) == Long.MIN_VALUE) {
          throw EiderException.outOfRange("Interval value out of range");
        }
        put(result, i, -(a.high(p) >> 32), -(long) (int) a.high(p), -a.low(p));
      }
    }
  }

  private static void times(Operand intervals, Operand factors, int count, FlatVector result) {
    WideVector a = (WideVector) intervals.vector();
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      int p = intervals.index(i);
      long factor = longAt(factors, i);
      try {
        put(
            result,
            i,
            Math.multiplyExact(a.high(p) >> 32, factor),
            Math.multiplyExact((int) a.high(p), factor),
            Math.multiplyExact(a.low(p), factor));
      } catch (ArithmeticException overflow) {
        throw EiderException.outOfRange("Interval value out of range");
      }
    }
  }

  private static void scale(Operand intervals, Operand factors, int count, FlatVector result) {
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)) {
        scale(intervals, i, ((DoubleVector) factors.vector()).get(factors.index(i)), result);
      }
    }
  }

  /** A fraction of a month becomes days of a 30-day month, a fraction of a day microseconds. */
  private static void scale(Operand intervals, int row, double factor, FlatVector result) {
    WideVector a = (WideVector) intervals.vector();
    int p = intervals.index(row);
    double months = (a.high(p) >> 32) * factor;
    double days = (int) a.high(p) * factor;
    double wholeMonths = months < 0 ? Math.ceil(months) : Math.floor(months);
    double monthDays = (months - wholeMonths) * 30;
    monthDays = Math.rint(monthDays * 1e6) / 1e6;
    double wholeDays = days < 0 ? Math.ceil(days) : Math.floor(days);
    double wholeMonthDays = monthDays < 0 ? Math.ceil(monthDays) : Math.floor(monthDays);
    double rest = days - wholeDays + (monthDays - wholeMonthDays);
    double restMicros = Math.rint(rest * 1e6) / 1e6 * DAY;
    double micros = Math.rint(a.low(p) * factor + restMicros);
    double allDays = wholeDays + wholeMonthDays;
    if (!(Math.abs(wholeMonths) <= Integer.MAX_VALUE)
        || !(Math.abs(allDays) <= Integer.MAX_VALUE)
        || !(Math.abs(micros) < 0x1p63)) {
      throw EiderException.outOfRange("Interval value out of range");
    }
    put(result, row, (long) wholeMonths, (long) allDays, (long) micros);
  }

  private static void divide(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      double divisor = ((DoubleVector) arguments[1].vector()).get(arguments[1].index(i));
      if (divisor == 0) {
        DivisionFunctions.byZero("/", arguments, i, result, context);
      } else {
        scale(arguments[0], i, 1 / divisor, result);
      }
    }
  }
}
