// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.temporal;

import dev.eider.base.error.EiderException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The parts of a date or time that users name, with all their spellings. */
enum DatePart {
  YEAR("year", "yr", "y", "years", "yrs"),
  MONTH("month", "mon", "months", "mons"),
  DAY("day", "days", "d", "dayofmonth"),
  DECADE("decade", "dec", "decades", "decs"),
  CENTURY("century", "cent", "centuries", "c"),
  MILLENNIUM("millennium", "mil", "millenniums", "millennia", "mils", "millenium"),
  MICROSECONDS("microseconds", "microsecond", "us", "usec", "usecs", "usecond", "useconds"),
  MILLISECONDS("milliseconds", "millisecond", "ms", "msec", "msecs", "msecond", "mseconds"),
  /** Not nameable: only the function {@code nanosecond} gives it. */
  NANOSECONDS("nanosecond"),
  SECOND("second", "sec", "seconds", "secs", "s"),
  MINUTE("minute", "min", "minutes", "mins", "m"),
  HOUR("hour", "hr", "hours", "hrs", "h"),
  EPOCH("epoch"),
  DOW("dow", "dayofweek", "weekday"),
  ISODOW("isodow"),
  WEEK("week", "weeks", "w", "weekofyear"),
  DOY("doy", "dayofyear"),
  QUARTER("quarter", "quarters"),
  YEARWEEK("yearweek"),
  ISOYEAR("isoyear"),
  ERA("era"),
  TIMEZONE("timezone"),
  TIMEZONE_HOUR("timezone_hour"),
  TIMEZONE_MINUTE("timezone_minute"),
  JULIAN("julian", "jd");

  private static final Map<String, DatePart> BY_NAME = new HashMap<>();

  static {
    for (DatePart part : values()) {
      if (part != NANOSECONDS) {
        for (String name : part.names) {
          BY_NAME.put(name, part);
        }
      }
    }
  }

  private final String[] names;

  DatePart(String... names) {
    this.names = names;
  }

  /** The usual name. */
  String title() {
    return names[0];
  }

  /** Whether the value has a fraction. */
  boolean isDouble() {
    return this == EPOCH || this == JULIAN;
  }

  /** The part of that name, without regard to case. */
  static DatePart of(String name) {
    DatePart part = BY_NAME.get(name.toLowerCase(Locale.ROOT));
    if (part == null) {
      throw EiderException.conversion("extract specifier \"" + name + "\" not recognized");
    }
    return part;
  }
}
