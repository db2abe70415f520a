// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.engine;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * VARCHAR casts of DuckDB's values. Its driver's {@code getString} is that cast for most types, but
 * for floating point and temporal types it is a Java rendering instead; those are rendered here.
 */
final class DuckDbCellText implements CellText {
  private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);
  private static final long INFINITE_DAY = Integer.MAX_VALUE;

  /** Outside this range of decimal exponents numbers are written in scientific notation. */
  private static final int MIN_PLAIN_EXPONENT = -4;

  private static final int MAX_PLAIN_EXPONENT = 15;

  @Override
  public @Nullable String of(ResultSet rows, int column, String type) throws SQLException {
    return switch (type) {
      case "FLOAT" -> {
        float value = rows.getFloat(column);
        yield rows.wasNull() ? null : ofFloat(value);
      }
      case "DOUBLE" -> {
        double value = rows.getDouble(column);
        yield rows.wasNull() ? null : ofDouble(value);
      }
      case "DATE" -> {
        // Asked for as a LocalDate the driver goes through java.sql.Date and loses the era.
        Object date = rows.getObject(column);
        yield date instanceof LocalDate local ? ofDate(local) : rows.getString(column);
      }
      case "TIME", "TIME_NS", "TIME WITH TIME ZONE" -> ofTimeColumn(rows, column);
      case "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS" ->
          ofTimestampColumn(rows, column, type);
      case "TIMESTAMP WITH TIME ZONE" -> {
        OffsetDateTime value = rows.getObject(column, OffsetDateTime.class);
        yield value == null ? null : ofInstant(rows, value);
      }
      default -> rows.getString(column);
    };
  }

  static String ofFloat(float value) {
    if (!Float.isFinite(value)) {
      return nonFinite(value);
    }
    return scientificOrPlain(new BigDecimal(Float.toString(value)), 1 / value < 0);
  }

  static String ofDouble(double value) {
    if (!Double.isFinite(value)) {
      return nonFinite(value);
    }
    return scientificOrPlain(new BigDecimal(Double.toString(value)), 1 / value < 0);
  }

  private static String nonFinite(double value) {
    return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  }

  private static String scientificOrPlain(BigDecimal shortest, boolean negative) {
    String sign = negative ? "-" : "";
    if (shortest.signum() == 0) {
      return sign + "0.0";
    }
    BigDecimal digits = shortest.abs().stripTrailingZeros();
    String unscaled = digits.unscaledValue().toString();
    int exponent = unscaled.length() - 1 - digits.scale();
    if (exponent >= MIN_PLAIN_EXPONENT && exponent <= MAX_PLAIN_EXPONENT) {
      String plain = digits.toPlainString();
      return sign + (plain.indexOf('.') < 0 ? plain + ".0" : plain);
    }
    String mantissa =
        unscaled.length() == 1 ? unscaled : unscaled.charAt(0) + "." + unscaled.substring(1);
    String power = Integer.toString(Math.abs(exponent));
    return sign + mantissa + (exponent < 0 ? "e-" : "e+") + (power.length() < 2 ? "0" : "") + power;
  }

  static String ofDate(LocalDate date) {
    long day = date.toEpochDay();
    if (day == INFINITE_DAY) {
      return "infinity";
    }
    if (day == -INFINITE_DAY) {
      return "-infinity";
    }
    int year = date.getYear();
    int shown = year > 0 ? year : 1 - year;
    return pad(shown, 4)
        + '-'
        + pad(date.getMonthValue(), 2)
        + '-'
        + pad(date.getDayOfMonth(), 2)
        + (year > 0 ? "" : " (BC)");
  }

  private static @Nullable String ofTimeColumn(ResultSet rows, int column) throws SQLException {
    try {
      Object value = rows.getObject(column);
      return switch (value) {
        case null -> null;
        case LocalTime time -> ofTime(time);
        case OffsetTime time -> ofTime(time.toLocalTime()) + ofOffset(time.getOffset());
        default -> value.toString();
      };
    } catch (DateTimeException endOfDay) {
      // The driver cannot express 24:00:00, which is a legal value here.
      return "24:00:00";
    }
  }

  static String ofTime(LocalTime time) {
    String seconds =
        pad(time.getHour(), 2) + ':' + pad(time.getMinute(), 2) + ':' + pad(time.getSecond(), 2);
    if (time.getNano() == 0) {
      return seconds;
    }
    String fraction = pad(time.getNano(), 9);
    int end = fraction.length();
    while (fraction.charAt(end - 1) == '0') {
      end--;
    }
    return seconds + '.' + fraction.substring(0, end);
  }

  private static @Nullable String ofTimestampColumn(ResultSet rows, int column, String type)
      throws SQLException {
    try {
      LocalDateTime value = rows.getObject(column, LocalDateTime.class);
      return value == null ? null : ofTimestamp(value, type);
    } catch (DateTimeException beyondJava) {
      // Only an infinite TIMESTAMP_S is too large for the driver; its sign is lost there.
      return "infinity";
    }
  }

  static String ofTimestamp(LocalDateTime value, String type) {
    String special = infinity(value, type);
    return special != null ? special : ofDate(value.toLocalDate()) + clock(value.toLocalTime());
  }

  private static String clock(LocalTime time) {
    return ' ' + ofTime(time);
  }

  /** The largest and the smallest number of ticks stand for the infinities. */
  private static @Nullable String infinity(LocalDateTime value, String type) {
    ChronoUnit unit =
        switch (type) {
          case "TIMESTAMP_S" -> ChronoUnit.SECONDS;
          case "TIMESTAMP_MS" -> ChronoUnit.MILLIS;
          case "TIMESTAMP_NS" -> ChronoUnit.NANOS;
          default -> ChronoUnit.MICROS;
        };
    long ticks;
    try {
      ticks = unit.between(EPOCH, value);
    } catch (ArithmeticException tooLarge) {
      return null;
    }
    return ticks == Long.MAX_VALUE ? "infinity" : ticks == -Long.MAX_VALUE ? "-infinity" : null;
  }

  private static String ofInstant(ResultSet rows, OffsetDateTime value) throws SQLException {
    LocalDateTime utc = value.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
    String special = infinity(utc, "TIMESTAMP");
    if (special != null) {
      return special;
    }
    ZoneId zone = sessionZone(rows);
    OffsetDateTime local = value.atZoneSameInstant(zone).toOffsetDateTime();
    // The cast leaves out the seconds that offsets had before there was standard time.
    ZoneOffset offset = ZoneOffset.ofTotalSeconds(local.getOffset().getTotalSeconds() / 60 * 60);
    return ofDate(local.toLocalDate()) + clock(local.toLocalTime()) + ofOffset(offset);
  }

  private static ZoneId sessionZone(ResultSet rows) throws SQLException {
    try (Statement statement = rows.getStatement().getConnection().createStatement();
        ResultSet zone = statement.executeQuery("SELECT current_setting('TimeZone')")) {
      zone.next();
      return ZoneId.of(zone.getString(1), ZoneId.SHORT_IDS);
    } catch (SQLException | DateTimeException unknownZone) {
      return ZoneOffset.UTC;
    }
  }

  private static String ofOffset(ZoneOffset offset) {
    int seconds = offset.getTotalSeconds();
    int size = Math.abs(seconds);
    String text = (seconds < 0 ? "-" : "+") + pad(size / 3600, 2);
    int minutes = size / 60 % 60;
    if (minutes != 0 || size % 60 != 0) {
      text += ":" + pad(minutes, 2);
    }
    if (size % 60 != 0) {
      text += ":" + pad(size % 60, 2);
    }
    return text;
  }

  private static String pad(int value, int width) {
    String text = Integer.toString(value);
    return "0".repeat(Math.max(0, width - text.length())) + text;
  }
}
