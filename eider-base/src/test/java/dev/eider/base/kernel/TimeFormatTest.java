// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Formats of dates: what is written is read again; hostile input is refused with a place. */
class TimeFormatTest {
  private final TimeReading reading = new TimeReading();

  private boolean read(TimeFormat format, String text) {
    byte[] bytes = ("<<" + text + ">>").getBytes(StandardCharsets.UTF_8);
    return reading.read(format, bytes, 2, bytes.length - 2);
  }

  @Test
  void everyDayOfManyYearsIsReadBack() {
    for (String pattern :
        new String[] {
          "%Y-%m-%d", "%d.%m.%Y", "%A, %-d. %B %Y", "%j/%Y", "%G-W%V-%u", "%Y %U %w", "%Y %W %w"
        }) {
      TimeFormat format = TimeFormat.of(pattern);
      for (int day = 1; day < 60_000; day += 13) {
        StringBuilder text = new StringBuilder();
        format.write(text, day, 0, 0, "");
        assertTrue(read(format, text.toString()), () -> pattern + " " + text);
        assertEquals(day, reading.epochDay(), () -> pattern + " " + text);
      }
    }
  }

  @Test
  void timesAreReadBack() {
    TimeFormat format = TimeFormat.of("%Y-%m-%d %I:%M:%S.%n %p %z");
    StringBuilder text = new StringBuilder();
    long clock = 86_399_123_456_789L;
    format.write(text, 18_000, clock, -5_400, "");
    assertEquals("2019-04-14 11:59:59.123456789 PM -01:30", text.toString());
    assertTrue(read(format, text.toString()));
    assertEquals(18_000L * 86_400_000_000_000L + clock + 5_400_000_000_000L, reading.epochNanos());
  }

  @Test
  void problemsNameThePlace() {
    TimeFormat format = TimeFormat.of("%Y-%m-%d");
    assertFalse(read(format, "2020-13-01"));
    assertTrue(reading.explain("2020-13-01").startsWith("2020-13-01\n     ^\n"));
    assertFalse(read(format, "2020-1"));
    assertFalse(read(format, ""));
    assertFalse(read(format, "2020-01-01x"));
    assertTrue(read(format, "2020-02-30"));
    assertEquals(TimeReading.NONE, reading.epochDay());
    assertTrue(read(format, "-infinity"));
    assertEquals(TimeReading.Special.NEGATIVE_INFINITY, reading.special());
  }

  @Test
  void patternsAreChecked() {
    assertNull(TimeFormat.problem("%d%%%Y"));
    for (String bad : new String[] {"", "%", "%q", "%-", "%-q", "%Y%"}) {
      assertThrows(EiderException.class, () -> TimeFormat.of(bad));
    }
  }
}
