// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.jdbc;

import dev.eider.JavaValues;
import dev.eider.base.error.EiderException;
import dev.eider.base.type.Interval;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Struct;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Between the objects of {@link JavaValues} and those of JDBC. */
final class JdbcValues {
  private JdbcValues() {}

  /** What {@code getObject} answers for an object of a value of that type. */
  static @Nullable Object wrap(LogicalType type, @Nullable Object object) {
    if (object == null) {
      return null;
    }
    return switch (type) {
      case LogicalType.ListOf list -> EiderArray.of(list.child(), (List<?>) object);
      case LogicalType.ArrayOf array -> EiderArray.of(array.child(), (List<?>) object);
      case LogicalType.Struct struct -> struct(struct, object);
      case LogicalType.MapOf map -> {
        Map<@Nullable Object, @Nullable Object> wrapped = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) object).entrySet()) {
          wrapped.put(wrap(map.key(), entry.getKey()), wrap(map.value(), entry.getValue()));
        }
        yield wrapped;
      }
      default ->
          switch (object) {
            case LocalDateTime stamp -> Timestamp.valueOf(stamp);
            case byte[] bytes -> new EiderBlob(bytes);
            case Interval interval -> intervalText(interval);
            default -> object;
          };
    };
  }

  private static EiderStruct struct(LogicalType.Struct type, Object object) {
    int size = type.fields().size();
    String[] names = new String[size];
    @Nullable Object[] attributes = new Object[size];
    Object[] values =
        object instanceof List<?> tuple ? tuple.toArray() : ((Map<?, ?>) object).values().toArray();
    for (int i = 0; i < size; i++) {
      LogicalType.Field field = type.fields().get(i);
      names[i] = field.name();
      attributes[i] = wrap(field.type(), values[i]);
    }
    return new EiderStruct(type.toString(), names, attributes);
  }

  /** An interval inside of a nested value; a column's own text comes from the engine. */
  private static String intervalText(Interval interval) {
    return interval.months()
        + " months "
        + interval.days()
        + " days "
        + interval.micros()
        + " microseconds";
  }

  /** The value to bind for an object given to a setter. */
  static Value bind(@Nullable Object object) throws SQLException {
    try {
      return JavaValues.toValue(unwrap(object));
    } catch (EiderException e) {
      throw SqlErrors.of(e);
    }
  }

  private static @Nullable Object unwrap(@Nullable Object object) throws SQLException {
    return switch (object) {
      case null -> null;
      case Array array -> {
        Object elements = array.getArray();
        yield elements instanceof Object[] objects ? unwrapAll(objects) : elements;
      }
      case EiderStruct struct -> structValue(struct);
      case Struct struct -> unwrapAll(struct.getAttributes());
      case Blob blob -> blob.getBytes(1, (int) blob.length());
      case Clob clob -> clob.getSubString(1, (int) clob.length());
      case InputStream stream -> bytes(stream, -1);
      case Reader reader -> text(reader, -1);
      case Object[] objects -> unwrapAll(objects);
      default -> object;
    };
  }

  private static Value structValue(EiderStruct struct) throws SQLException {
    List<LogicalType.Field> fields = new ArrayList<>();
    List<Value> values = new ArrayList<>();
    for (Map.Entry<String, @Nullable Object> entry : struct.getMap().entrySet()) {
      Value value = bind(entry.getValue());
      fields.add(new LogicalType.Field(entry.getKey(), value.type()));
      values.add(value);
    }
    return new Value(LogicalType.struct(fields), values);
  }

  private static List<@Nullable Object> unwrapAll(@Nullable Object[] objects) throws SQLException {
    List<@Nullable Object> all = new ArrayList<>(objects.length);
    for (Object object : objects) {
      all.add(unwrap(object));
    }
    return all;
  }

  /** All bytes of a stream, or the first {@code length}. */
  static byte[] bytes(InputStream stream, long length) throws SQLException {
    try {
      return length < 0
          ? stream.readAllBytes()
          : stream.readNBytes((int) Math.min(Integer.MAX_VALUE, length));
    } catch (IOException e) {
      throw new SQLException(
          "the stream given as a parameter failed: " + e.getMessage(), "22000", e);
    }
  }

  /** All characters of a reader, or the first {@code length}. */
  static String text(Reader reader, long length) throws SQLException {
    StringBuilder text = new StringBuilder();
    char[] buffer = new char[8192];
    try {
      while (length < 0 || text.length() < length) {
        int wanted =
            length < 0 ? buffer.length : (int) Math.min(buffer.length, length - text.length());
        int count = reader.read(buffer, 0, wanted);
        if (count < 0) {
          break;
        }
        text.append(buffer, 0, count);
      }
    } catch (IOException e) {
      throw new SQLException(
          "the reader given as a parameter failed: " + e.getMessage(), "22000", e);
    }
    return text.toString();
  }

  /** A timestamp as local time of the calendar's zone. */
  static @Nullable Object local(@Nullable Timestamp stamp, @Nullable Calendar calendar) {
    if (stamp == null || calendar == null) {
      return stamp;
    }
    return LocalDateTime.ofInstant(stamp.toInstant(), calendar.getTimeZone().toZoneId());
  }

  /** A date as local date of the calendar's zone. */
  static @Nullable Object local(@Nullable Date date, @Nullable Calendar calendar) {
    if (date == null || calendar == null) {
      return date;
    }
    return java.time.Instant.ofEpochMilli(date.getTime())
        .atZone(calendar.getTimeZone().toZoneId())
        .toLocalDate();
  }

  /** A time as local time of the calendar's zone. */
  static @Nullable Object local(java.sql.@Nullable Time time, @Nullable Calendar calendar) {
    if (time == null || calendar == null) {
      return time;
    }
    return java.time.Instant.ofEpochMilli(time.getTime())
        .atZone(calendar.getTimeZone().toZoneId())
        .toLocalTime();
  }
}
