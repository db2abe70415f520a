// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.LocalDate;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The calendar is that of {@code java.time}. */
class CalendarKernelsTest {
  private static void check(int day) {
    LocalDate date = LocalDate.ofEpochDay(day);
    long civil = CalendarKernels.civil(day);
    assertEquals(date.getYear(), civil >> 16, () -> "day " + day);
    assertEquals(date.getMonthValue(), civil >> 8 & 0xFF, () -> "day " + day);
    assertEquals(date.getDayOfMonth(), civil & 0xFF, () -> "day " + day);
    assertEquals(date.getYear(), CalendarKernels.year(day), () -> "day " + day);
  }

  @Test
  void everyDayOfManyCenturies() {
    for (int day = -800_000; day <= 800_000; day++) {
      check(day);
    }
  }

  @Test
  void daysFarAway() {
    Random random = new Random(7);
    for (int i = 0; i < 200_000; i++) {
      check(random.nextInt());
    }
    check(Integer.MIN_VALUE);
    check(Integer.MAX_VALUE);
  }

  @Test
  void yearsOfTimestamps() {
    long day = CalendarKernels.MICROS_PER_DAY;
    long newYear = LocalDate.of(2016, 1, 1).toEpochDay() * day;
    long[] micros = {newYear - 1, newYear, newYear + 1, -1, 0, 60 * day - 1, -719_162 * day};
    long[] years = new long[micros.length];
    CalendarKernels.yearOfMicros(micros, micros.length, years);
    long[] expected = {2015, 2016, 2016, 1969, 1970, 1970, 1};
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], years[i], "timestamp " + micros[i]);
    }
  }
}
