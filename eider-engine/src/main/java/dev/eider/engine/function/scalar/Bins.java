// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import dev.eider.base.error.EiderException;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;

/**
 * Upper bounds of bins, from the greatest down. Nice bounds are divisible by two or five times a
 * power of ten; nice instants begin a month, day, hour, minute or second, by the width of a bin.
 */
final class Bins {
  /** Whole numbers are divided with three more digits. */
  private static final BigInteger FACTOR = BigInteger.valueOf(1000);

  private static final long SECOND = 1_000_000L;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final int MONTHS_A_YEAR = 12;
  private static final int DAYS_A_MONTH = 30;

  private Bins() {}

  // --- whole numbers

  static long[] ofLongs(long least, long greatest, long bins, boolean nice) {
    BigInteger min = BigInteger.valueOf(least).multiply(FACTOR);
    BigInteger max = BigInteger.valueOf(greatest).multiply(FACTOR);
    BigInteger step = max.subtract(min).divide(BigInteger.valueOf(bins));
    long limit = bins;
    if (nice) {
      BigInteger niceStep = nice(step);
      BigInteger niceMax = niceStep.signum() == 0 ? max : up(max, niceStep);
      if (niceStep.signum() != 0 && !niceMax.equals(min)) {
        max = niceMax;
        step = niceStep;
      }
      // The number of bins is a wish then.
      limit = 2 * bins;
    }
    Longs bounds = new Longs();
    for (BigInteger at = max; at.compareTo(min) > 0; at = at.subtract(step)) {
      BigInteger whole = at.divide(FACTOR);
      long bound = whole.bitLength() < Long.SIZE ? whole.longValue() : Long.MAX_VALUE;
      if (bounds.size > 0) {
        if (bound < least || bounds.size >= limit) {
          break;
        }
        if (bound == bounds.values[bounds.size - 1]) {
          continue;
        }
      } else if (whole.bitLength() >= Long.SIZE) {
        bound = greatest;
      }
      bounds.add(bound);
    }
    return bounds.toArray();
  }

  private static BigInteger nice(BigInteger step) {
    BigInteger power = BigInteger.ONE;
    while (power.compareTo(step) < 0) {
      power = power.multiply(BigInteger.TEN);
    }
    power = power.divide(BigInteger.TEN);
    BigInteger two = power.multiply(BigInteger.TWO);
    BigInteger five = power;
    if (power.multiply(BigInteger.valueOf(3)).compareTo(step) <= 0) {
      two = two.multiply(BigInteger.valueOf(5));
    }
    if (power.multiply(BigInteger.TWO).compareTo(step) <= 0) {
      five = five.multiply(BigInteger.valueOf(5));
    }
    if (two.signum() == 0) {
      return BigInteger.ZERO;
    }
    BigInteger byTwo = nearest(step, two);
    BigInteger byFive = nearest(step, five);
    return step.subtract(byTwo).abs().compareTo(step.subtract(byFive).abs()) < 0 ? byTwo : byFive;
  }

  private static BigInteger nearest(BigInteger value, BigInteger unit) {
    return value.add(unit.divide(BigInteger.TWO)).divide(unit).multiply(unit);
  }

  private static BigInteger up(BigInteger value, BigInteger unit) {
    return value.add(unit.subtract(BigInteger.ONE)).divide(unit).multiply(unit);
  }

  // --- floating-point numbers

  static double[] ofDoubles(double min, double greatest, long bins, boolean nice) {
    if (!Double.isFinite(min) || !Double.isFinite(greatest)) {
      throw notFinite();
    }
    double span = greatest - min;
    double step = Double.isFinite(span) ? span / bins : greatest / bins - min / bins;
    double digits = 10 / powerBelow(step);
    double max = greatest;
    long limit = bins;
    if (nice) {
      step = nice(step);
      max = finiteOr(Math.ceil(greatest / step) * step, greatest);
      limit = 2 * bins;
    }
    double[] bounds = new double[16];
    int size = 0;
    for (double at = max; at > min; at -= step) {
      // Sums of steps drift; nice bounds have few digits.
      double bound = nice ? round(at * digits) / digits : at;
      if (size > 0 && bounds[size - 1] == bound) {
        continue;
      }
      if (bound <= min || size >= limit) {
        break;
      }
      if (size == bounds.length) {
        bounds = Arrays.copyOf(bounds, 2 * size);
      }
      bounds[size++] = bound;
    }
    return Arrays.copyOf(bounds, size);
  }

  static EiderException notFinite() {
    return EiderException.invalidInput(
        "equi_width_bucket does not support infinite or nan as min/max value");
  }

  private static double powerBelow(double value) {
    double power = 1;
    if (value < 1) {
      while (power > value) {
        power /= 10;
      }
      return power;
    }
    while (power < value) {
      power *= 10;
    }
    return power / 10;
  }

  private static double nice(double step) {
    double power = powerBelow(step);
    double two = power * 3 <= step ? power * 10 : power * 2;
    double five = power * 2 <= step ? power * 5 : power;
    double byTwo = finiteOr(round(step / two) * two, step);
    double byFive = finiteOr(round(step / five) * five, step);
    return Math.abs(step - byTwo) < Math.abs(step - byFive) ? byTwo : byFive;
  }

  private static double finiteOr(double value, double other) {
    return Double.isFinite(value) ? value : other;
  }

  /** Halves away from zero; keeps the sign of zero. */
  private static double round(double value) {
    return Math.copySign(Math.floor(Math.abs(value) + 0.5), value);
  }

  // --- instants

  static long[] ofTimestamps(long least, long greatest, long bins, boolean nice) {
    if (isInfinite(least) || isInfinite(greatest)) {
      throw notFinite();
    }
    if (!nice) {
      return ofLongs(least, greatest, bins, false);
    }
    LocalDateTime min = instant(least);
    LocalDateTime max = instant(greatest);
    double months =
        ((max.getYear() - min.getYear()) * MONTHS_A_YEAR
                + (max.getMonthValue() - min.getMonthValue()))
            / (double) bins;
    double days = (max.getDayOfMonth() - min.getDayOfMonth()) / (double) bins;
    double micros = (micros(max) - micros(min)) / (double) bins;
    // What is no whole month becomes days, what is no whole day time.
    if (months > 0) {
      days += (months - Math.floor(months)) * DAYS_A_MONTH;
    }
    if (days > 0) {
      micros += (days - Math.floor(days)) * DAY;
    }
    long stepMonths = (long) months;
    long stepDays = (long) days;
    long stepMicros = niceMicros(stepMonths, stepDays, (long) micros);
    if (stepMonths >= 6) {
      stepDays = 0;
    }
    LocalDateTime at = ceiling(max, stepMonths, stepDays, stepMicros);
    if (stepMonths <= 0 && stepDays <= 0 && stepMicros <= 0) {
      stepMonths = 0;
      stepDays = 0;
      stepMicros = 1;
    }
    Longs bounds = new Longs();
    while (epochMicros(at) >= least && bounds.size < bins) {
      bounds.add(epochMicros(at));
      at = at.minusMonths(stepMonths).minusDays(stepDays).minus(stepMicros, ChronoUnit.MICROS);
    }
    return bounds.toArray();
  }

  private static long niceMicros(long months, long days, long micros) {
    if (months > 0 || days >= 5) {
      return 0;
    }
    if (days > 0 || micros >= 6 * HOUR) {
      return nearest(micros, HOUR);
    }
    if (micros >= HOUR) {
      return nearest(micros, 15 * MINUTE);
    }
    if (micros >= 10 * MINUTE) {
      return nearest(micros, MINUTE);
    }
    if (micros >= MINUTE) {
      return nearest(micros, 15 * SECOND);
    }
    return micros >= 10 * SECOND ? nearest(micros, SECOND) : micros;
  }

  private static long nearest(long value, long unit) {
    return (value + unit / 2) / unit * unit;
  }

  private static LocalDateTime ceiling(LocalDateTime at, long months, long days, long micros) {
    if (months >= MONTHS_A_YEAR) {
      LocalDateTime month = at.truncatedTo(ChronoUnit.DAYS).withDayOfMonth(1);
      return month.equals(at) ? at : month.plusMonths(1);
    }
    ChronoUnit unit =
        months > 0 || days >= 1
            ? ChronoUnit.DAYS
            : micros >= HOUR
                ? ChronoUnit.HOURS
                : micros >= MINUTE
                    ? ChronoUnit.MINUTES
                    : micros >= SECOND ? ChronoUnit.SECONDS : ChronoUnit.MICROS;
    LocalDateTime whole = at.truncatedTo(unit);
    return whole.equals(at) ? at : whole.plus(1, unit);
  }

  private static boolean isInfinite(long micros) {
    return micros == Long.MAX_VALUE || micros == -Long.MAX_VALUE;
  }

  private static LocalDateTime instant(long micros) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(micros, SECOND), (int) Math.floorMod(micros, SECOND) * 1000, ZoneOffset.UTC);
  }

  private static long micros(LocalDateTime at) {
    return at.toLocalTime().toNanoOfDay() / 1000;
  }

  private static long epochMicros(LocalDateTime at) {
    return at.toEpochSecond(ZoneOffset.UTC) * SECOND + at.getNano() / 1000;
  }

  /** A growing list. */
  private static final class Longs {
    private long[] values = new long[16];
    private int size;

    void add(long value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    long[] toArray() {
      return Arrays.copyOf(values, size);
    }
  }
}
