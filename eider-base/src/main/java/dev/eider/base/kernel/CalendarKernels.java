// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.kernel;

/**
 * The proleptic Gregorian calendar on day numbers (days since 1970-01-01), branch-free. After C.
 * Neri and L. Schneider, "Euclidean affine functions and their application to calendar algorithms"
 * (2023).
 */
public final class CalendarKernels {
  /** Microseconds a day. */
  public static final long MICROS_PER_DAY = 86_400_000_000L;

  private static final long CYCLES = 14_704;
  private static final long SHIFT_DAYS = 719_468 + 146_097 * CYCLES;
  private static final long SHIFT_YEARS = 400 * CYCLES;

  private CalendarKernels() {}

  /** Year, month and day packed: {@code year << 16 | month << 8 | day}. */
  public static long civil(int days) {
    long n1 = 4 * (days + SHIFT_DAYS) + 3;
    long century = n1 / 146_097;
    long n2 = (n1 % 146_097) | 3;
    long p2 = 2_939_745L * n2;
    long yearOfCentury = p2 >>> 32;
    long dayOfYear = (p2 & 0xFFFF_FFFFL) / 2_939_745L / 4;
    long n3 = 2_141 * dayOfYear + 197_913;
    long month = n3 >> 16;
    long day = (n3 & 0xFFFF) / 2_141 + 1;
    long late = dayOfYear >= 306 ? 1 : 0;
    long year = 100 * century + yearOfCentury - SHIFT_YEARS + late;
    return year << 16 | (month - 12 * late) << 8 | day;
  }

  /** The year of a day: {@link #civil} without what only month and day need. */
  public static int year(int days) {
    long n1 = 4 * (days + SHIFT_DAYS) + 3;
    long century = n1 / 146_097;
    long n2 = (n1 - century * 146_097) | 3;
    long p2 = 2_939_745L * n2;
    // From day 306 on, counted from the first of March, it is the next year.
    long late = (p2 & 0xFFFF_FFFFL) >= 306 * 4 * 2_939_745L ? 1 : 0;
    return (int) (100 * century + (p2 >>> 32) - SHIFT_YEARS + late);
  }

  /** The month of a day, 1 to 12. */
  public static int month(int days) {
    return (int) (civil(days) >> 8) & 0xFF;
  }

  /** The day of the month, 1 to 31. */
  public static int dayOfMonth(int days) {
    return (int) civil(days) & 0xFF;
  }

  /** The day number of a date; the date must be valid and in range. */
  public static long daysOf(long year, int month, int day) {
    long y = year + SHIFT_YEARS - (month <= 2 ? 1 : 0);
    long m = month <= 2 ? month + 9 : month - 3;
    long era = y / 400;
    long yearOfEra = y - era * 400;
    long dayOfYear = (153 * m + 2) / 5 + day - 1;
    return era * 146_097
        + yearOfEra * 365
        + yearOfEra / 4
        - yearOfEra / 100
        + dayOfYear
        - SHIFT_DAYS;
  }

  /** Whether the year has 366 days. */
  public static boolean isLeap(long year) {
    return (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0);
  }

  /** Days of a month. */
  public static int monthLength(long year, int month) {
    return switch (month) {
      case 2 -> isLeap(year) ? 29 : 28;
      case 4, 6, 9, 11 -> 30;
      default -> 31;
    };
  }

  /** Writes the year of each day. */
  public static void yearOfDays(int[] days, int count, long[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = year(days[i]);
    }
  }

  /** Writes the month of each day. */
  public static void monthOfDays(int[] days, int count, long[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = civil(days[i]) >> 8 & 0xFF;
    }
  }

  /** Writes the day of the month of each day. */
  public static void dayOfDays(int[] days, int count, long[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = civil(days[i]) & 0xFF;
    }
  }

  /**
   * Writes the day number of each timestamp. Neighbouring rows of real data mostly share a day, but
   * the division by a constant is a multiplication and needs no guess.
   */
  public static void daysOfMicros(long[] micros, int count, int[] days) {
    for (int i = 0; i < count; i++) {
      days[i] = (int) Math.floorDiv(micros[i], MICROS_PER_DAY);
    }
  }

  /** Writes the year of each timestamp in microseconds since 1970. */
  public static void yearOfMicros(long[] micros, int count, long[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = year((int) Math.floorDiv(micros[i], MICROS_PER_DAY));
    }
  }

  /** Writes the month of each timestamp. */
  public static void monthOfMicros(long[] micros, int count, long[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = civil((int) Math.floorDiv(micros[i], MICROS_PER_DAY)) >> 8 & 0xFF;
    }
  }

  /** Writes the day of the month of each timestamp. */
  public static void dayOfMicros(long[] micros, int count, long[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = civil((int) Math.floorDiv(micros[i], MICROS_PER_DAY)) & 0xFF;
    }
  }
}
