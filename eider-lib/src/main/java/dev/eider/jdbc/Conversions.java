// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * From the object of a value ({@link dev.eider.JavaValues}) to what a getter or {@code getObject(i,
 * Class)} asks for. What does not fit is a data exception, never a silent change.
 */
final class Conversions {
  private Conversions() {}

  /** The object as an instance of the class; {@code text} is its VARCHAR form. */
  static Object to(Class<?> target, Object object, String text) throws SQLException {
    if (target == String.class) {
      return text;
    }
    if (target.isInstance(object)) {
      return object;
    }
    Object converted = number(target, object);
    if (converted == null) {
      converted = time(target, object);
    }
    if (converted == null && target == Boolean.class) {
      converted = bool(object);
    }
    if (converted == null && target == UUID.class && object instanceof String string) {
      try {
        converted = UUID.fromString(string);
      } catch (IllegalArgumentException e) {
        throw wrong(object, target);
      }
    }
    if (converted == null) {
      throw wrong(object, target);
    }
    return converted;
  }

  private static @Nullable Object number(Class<?> target, Object object) throws SQLException {
    if (target == Integer.class || target == int.class) {
      return (int) integer(object, Integer.MIN_VALUE, Integer.MAX_VALUE, "int");
    }
    if (target == Long.class || target == long.class) {
      return integer(object, Long.MIN_VALUE, Long.MAX_VALUE, "long");
    }
    if (target == Double.class || target == double.class) {
      return floating(object);
    }
    if (target == BigDecimal.class) {
      return decimal(object);
    }
    if (target == BigInteger.class) {
      try {
        return decimal(object).toBigIntegerExact();
      } catch (ArithmeticException e) {
        throw wrong(object, target);
      }
    }
    if (target == Short.class || target == short.class) {
      return (short) integer(object, Short.MIN_VALUE, Short.MAX_VALUE, "short");
    }
    if (target == Byte.class || target == byte.class) {
      return (byte) integer(object, Byte.MIN_VALUE, Byte.MAX_VALUE, "byte");
    }
    if (target == Float.class || target == float.class) {
      return (float) floating(object);
    }
    return null;
  }

  /** An integer within bounds; a fraction is cut off, as getInt of a DOUBLE does in JDBC. */
  static long integer(Object object, long min, long max, String what) throws SQLException {
    switch (object) {
      case Byte n -> {
        return check(n, min, max, what);
      }
      case Short n -> {
        return check(n, min, max, what);
      }
      case Integer n -> {
        return check(n, min, max, what);
      }
      case Long n -> {
        return check(n, min, max, what);
      }
      case Boolean flag -> {
        return flag ? 1 : 0;
      }
      default -> {
        BigInteger whole = decimal(object).toBigInteger();
        if (whole.bitLength() > 63) {
          throw outOfRange(object, what);
        }
        return check(whole.longValue(), min, max, what);
      }
    }
  }

  private static long check(long value, long min, long max, String what) throws SQLException {
    if (value < min || value > max) {
      throw outOfRange(value, what);
    }
    return value;
  }

  static double floating(Object object) throws SQLException {
    if (object instanceof Number number) {
      return number.doubleValue();
    }
    if (object instanceof Boolean flag) {
      return flag ? 1 : 0;
    }
    if (object instanceof String text) {
      try {
        return Double.parseDouble(text);
      } catch (NumberFormatException e) {
        throw wrong(object, double.class);
      }
    }
    throw wrong(object, double.class);
  }

  static BigDecimal decimal(Object object) throws SQLException {
    try {
      return switch (object) {
        case BigDecimal number -> number;
        case BigInteger number -> new BigDecimal(number);
        case Double number -> BigDecimal.valueOf(number);
        case Float number -> new BigDecimal(number.toString());
        case Number number -> BigDecimal.valueOf(number.longValue());
        case Boolean flag -> flag ? BigDecimal.ONE : BigDecimal.ZERO;
        case String text -> new BigDecimal(text.strip());
        default -> throw wrong(object, BigDecimal.class);
      };
    } catch (NumberFormatException e) {
      throw wrong(object, BigDecimal.class);
    }
  }

  static boolean bool(Object object) throws SQLException {
    if (object instanceof Boolean flag) {
      return flag;
    }
    if (object instanceof String text) {
      switch (text.strip().toLowerCase(java.util.Locale.ROOT)) {
        case "true", "t", "1", "yes", "y", "on" -> {
          return true;
        }
        case "false", "f", "0", "no", "n", "off" -> {
          return false;
        }
        default -> throw wrong(object, boolean.class);
      }
    }
    if (object instanceof Number) {
      return decimal(object).signum() != 0;
    }
    throw wrong(object, boolean.class);
  }

  private static @Nullable Object time(Class<?> target, Object object) throws SQLException {
    if (target == Timestamp.class) {
      return timestamp(object, null);
    }
    if (target == Date.class) {
      return date(object, null);
    }
    if (target == Time.class) {
      return time(object, null);
    }
    if (target == java.util.Date.class) {
      return new java.util.Date(timestamp(object, null).getTime());
    }
    if (target == LocalDate.class) {
      return localDate(object);
    }
    if (target == LocalTime.class) {
      return localTime(object);
    }
    if (target == LocalDateTime.class) {
      return localDateTime(object);
    }
    if (target == OffsetTime.class && object instanceof LocalTime time) {
      return time.atOffset(ZoneOffset.UTC);
    }
    if (target == OffsetDateTime.class
        || target == ZonedDateTime.class
        || target == Instant.class) {
      OffsetDateTime stamp =
          object instanceof OffsetDateTime own
              ? own
              : localDateTime(object).atZone(ZoneId.systemDefault()).toOffsetDateTime();
      return target == OffsetDateTime.class
          ? stamp
          : target == Instant.class ? stamp.toInstant() : stamp.toZonedDateTime();
    }
    return null;
  }

  static LocalDate localDate(Object object) throws SQLException {
    return switch (object) {
      case LocalDate date -> date;
      case LocalDateTime stamp -> stamp.toLocalDate();
      case OffsetDateTime stamp -> local(stamp).toLocalDate();
      case String text -> {
        try {
          yield LocalDate.parse(text.strip());
        } catch (DateTimeException e) {
          throw wrong(object, LocalDate.class);
        }
      }
      default -> throw wrong(object, LocalDate.class);
    };
  }

  static LocalTime localTime(Object object) throws SQLException {
    return switch (object) {
      case LocalTime time -> time;
      case OffsetTime time -> time.toLocalTime();
      case LocalDateTime stamp -> stamp.toLocalTime();
      case OffsetDateTime stamp -> local(stamp).toLocalTime();
      case String text -> {
        try {
          yield LocalTime.parse(text.strip());
        } catch (DateTimeException e) {
          throw wrong(object, LocalTime.class);
        }
      }
      default -> throw wrong(object, LocalTime.class);
    };
  }

  static LocalDateTime localDateTime(Object object) throws SQLException {
    return switch (object) {
      case LocalDateTime stamp -> stamp;
      case LocalDate date -> date.atStartOfDay();
      case OffsetDateTime stamp -> local(stamp);
      case String text -> {
        try {
          yield LocalDateTime.parse(text.strip().replace(' ', 'T'));
        } catch (DateTimeException e) {
          throw wrong(object, LocalDateTime.class);
        }
      }
      default -> throw wrong(object, LocalDateTime.class);
    };
  }

  private static LocalDateTime local(OffsetDateTime stamp) {
    return stamp.atZoneSameInstant(ZoneId.systemDefault()).toLocalDateTime();
  }

  static Timestamp timestamp(Object object, @Nullable Calendar calendar) throws SQLException {
    if (object instanceof OffsetDateTime stamp) {
      return Timestamp.from(stamp.toInstant());
    }
    LocalDateTime stamp = localDateTime(object);
    if (calendar == null) {
      return Timestamp.valueOf(stamp);
    }
    return Timestamp.from(stamp.atZone(calendar.getTimeZone().toZoneId()).toInstant());
  }

  static Date date(Object object, @Nullable Calendar calendar) throws SQLException {
    LocalDate date = localDate(object);
    return calendar == null
        ? Date.valueOf(date)
        : new Date(date.atStartOfDay(calendar.getTimeZone().toZoneId()).toInstant().toEpochMilli());
  }

  static Time time(Object object, @Nullable Calendar calendar) throws SQLException {
    LocalTime time = localTime(object);
    LocalDateTime stamp = time.atDate(LocalDate.EPOCH);
    ZoneId zone = calendar == null ? ZoneId.systemDefault() : calendar.getTimeZone().toZoneId();
    return new Time(stamp.atZone(zone).toInstant().toEpochMilli());
  }

  static Map<?, ?> map(Object object) throws SQLException {
    if (object instanceof Map<?, ?> map) {
      return map;
    }
    throw wrong(object, Map.class);
  }

  static SQLException wrong(Object object, Class<?> target) {
    return new SQLDataException(
        "a value of class "
            + object.getClass().getSimpleName()
            + " ("
            + shortened(object)
            + ") cannot be read as "
            + target.getSimpleName(),
        "22018");
  }

  private static SQLException outOfRange(Object object, String what) {
    return new SQLDataException(
        "the value " + shortened(object) + " is out of the range of a Java " + what, "22003");
  }

  private static String shortened(Object object) {
    String text = object.toString();
    return text.length() > 60 ? text.substring(0, 60) + "…" : text;
  }
}
