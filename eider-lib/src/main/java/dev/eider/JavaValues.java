// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.Interval;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.LogicalType.Field;
import dev.eider.base.type.Value;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Java objects and SQL values, in both directions.
 *
 * <table>
 * <caption>What a value of a type is in Java</caption>
 * <tr><td>BOOLEAN</td><td>{@link Boolean}</td></tr>
 * <tr><td>TINYINT, SMALLINT, INTEGER, BIGINT</td><td>{@link Byte}, {@link Short}, {@link Integer},
 *     {@link Long}</td></tr>
 * <tr><td>UTINYINT, USMALLINT, UINTEGER</td><td>the next larger: {@link Short}, {@link Integer}, {@link
 *     Long}</td></tr>
 * <tr><td>UBIGINT, HUGEINT, UHUGEINT</td><td>{@link BigInteger}</td></tr>
 * <tr><td>DECIMAL</td><td>{@link BigDecimal}</td></tr>
 * <tr><td>FLOAT, DOUBLE</td><td>{@link Float}, {@link Double}</td></tr>
 * <tr><td>VARCHAR, JSON, ENUM, BIT, BIGNUM</td><td>{@link String}</td></tr>
 * <tr><td>BLOB</td><td>{@code byte[]}</td></tr>
 * <tr><td>UUID</td><td>{@link UUID}</td></tr>
 * <tr><td>DATE</td><td>{@link LocalDate}</td></tr>
 * <tr><td>TIME, TIME_NS</td><td>{@link LocalTime}</td></tr>
 * <tr><td>TIME WITH TIME ZONE</td><td>{@link OffsetTime}</td></tr>
 * <tr><td>TIMESTAMP and its precisions</td><td>{@link LocalDateTime}</td></tr>
 * <tr><td>TIMESTAMP WITH TIME ZONE</td><td>{@link OffsetDateTime} (UTC)</td></tr>
 * <tr><td>INTERVAL</td><td>{@link Interval}</td></tr>
 * <tr><td>LIST, ARRAY</td><td>{@link List}</td></tr>
 * <tr><td>STRUCT, MAP</td><td>{@link LinkedHashMap}; a tuple is a {@link List}</td></tr>
 * <tr><td>UNION</td><td>the object of its member</td></tr>
 * <tr><td>AGGREGATE_STATE</td><td>the object of the value it holds</td></tr>
 * </table>
 *
 * <p>Infinite dates and timestamps are the greatest and least values of their Java class.
 */
public final class JavaValues {
  private static final BigInteger WORD = BigInteger.ONE.shiftLeft(64);
  private static final int TIME_TZ_MAX_OFFSET = 16 * 60 * 60 - 1;

  private JavaValues() {}

  /** The object of a value, or null for NULL. */
  public static @Nullable Object toJava(Value value) {
    Object object = value.object();
    if (object == null) {
      return null;
    }
    LogicalType type = value.type();
    return switch (type) {
      case LogicalType.Simple simple -> simple(simple, value, object);
      case LogicalType.Decimal decimal ->
          new BigDecimal(
              object instanceof BigInteger big ? big : BigInteger.valueOf(value.asLong()),
              decimal.scale());
      case LogicalType.EnumOf values -> values.values().get((Integer) object);
      case LogicalType.ListOf list -> list(value.asList());
      case LogicalType.ArrayOf array -> list(value.asList());
      case LogicalType.Struct struct -> struct(struct, value.asList());
      case LogicalType.MapOf map -> map(value.asList());
      case LogicalType.AggregateState state -> toJava(value.asList().getFirst());
      case LogicalType.Union union ->
          toJava(value.asList().get(1 + (int) value.asList().getFirst().asLong()));
    };
  }

  private static @Nullable Object simple(LogicalType.Simple type, Value value, Object object) {
    return switch (type.id()) {
      case TINYINT -> (byte) value.asLong();
      case SMALLINT, UTINYINT -> (short) value.asLong();
      case USMALLINT -> (int) value.asLong();
      case UINTEGER -> value.asLong();
      case UBIGINT -> unsigned(value.asLong());
      case UUID -> uuid((BigInteger) object);
      case DATE -> date((int) value.asLong());
      case TIME -> LocalTime.ofNanoOfDay(clamp(value.asLong() * 1_000));
      case TIME_NS -> LocalTime.ofNanoOfDay(clamp(value.asLong()));
      case TIME_TZ -> timeTz(value.asLong());
      case TIMESTAMP_S -> timestamp(value.asLong(), 1, 1_000_000_000);
      case TIMESTAMP_MS -> timestamp(value.asLong(), 1_000, 1_000_000);
      case TIMESTAMP -> timestamp(value.asLong(), 1_000_000, 1_000);
      case TIMESTAMP_NS -> timestamp(value.asLong(), 1_000_000_000, 1);
      case TIMESTAMP_TZ -> {
        LocalDateTime utc = timestamp(value.asLong(), 1_000_000, 1_000);
        yield OffsetDateTime.of(utc, ZoneOffset.UTC);
      }
      default -> object;
    };
  }

  /** 24:00:00 is a time in SQL and none in Java. */
  private static long clamp(long nanos) {
    return Math.min(nanos, LocalTime.MAX.toNanoOfDay());
  }

  /** The 64 bits as a number without a sign. */
  public static BigInteger unsigned(long bits) {
    BigInteger signed = BigInteger.valueOf(bits);
    return bits < 0 ? signed.add(WORD) : signed;
  }

  private static UUID uuid(BigInteger bits) {
    return new UUID(bits.shiftRight(64).longValue(), bits.longValue());
  }

  /** Days since 1970. */
  public static LocalDate date(int days) {
    return days == Integer.MAX_VALUE
        ? LocalDate.MAX
        : days == -Integer.MAX_VALUE ? LocalDate.MIN : LocalDate.ofEpochDay(days);
  }

  private static OffsetTime timeTz(long bits) {
    int offset = TIME_TZ_MAX_OFFSET - (int) (bits & 0xFF_FFFF);
    return OffsetTime.of(
        LocalTime.ofNanoOfDay(clamp((bits >>> 24) * 1_000)), ZoneOffset.ofTotalSeconds(offset));
  }

  /** A count of parts of a second since 1970. */
  public static LocalDateTime timestamp(long value, long partsPerSecond, int nanosPerPart) {
    if (value == Long.MAX_VALUE) {
      return LocalDateTime.MAX;
    }
    if (value == -Long.MAX_VALUE) {
      return LocalDateTime.MIN;
    }
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(value, partsPerSecond),
        (int) Math.floorMod(value, partsPerSecond) * nanosPerPart,
        ZoneOffset.UTC);
  }

  private static List<@Nullable Object> list(List<Value> items) {
    List<@Nullable Object> objects = new ArrayList<>(items.size());
    for (Value item : items) {
      objects.add(toJava(item));
    }
    return objects;
  }

  private static Object struct(LogicalType.Struct type, List<Value> items) {
    if (!type.fields().isEmpty() && type.fields().getFirst().name().isEmpty()) {
      return list(items);
    }
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < items.size(); i++) {
      fields.put(type.fields().get(i).name(), toJava(items.get(i)));
    }
    return fields;
  }

  private static Map<@Nullable Object, @Nullable Object> map(List<Value> entries) {
    Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
    for (Value entry : entries) {
      map.put(toJava(entry.asList().get(0)), toJava(entry.asList().get(1)));
    }
    return map;
  }

  /**
   * The value of an object: of the classes that {@link #toJava} answers, and of the other classes
   * of java.time and java.sql, arrays, collections and maps. Nanoseconds are cut to microseconds.
   *
   * @throws EiderException INVALID_INPUT for an object of any other class
   */
  public static Value toValue(@Nullable Object object) {
    return switch (object) {
      case null -> Value.NULL;
      case Value value -> value;
      case String text -> Value.of(text);
      case Integer number -> Value.of(number.intValue());
      case Long number -> Value.of(number.longValue());
      case Double number -> Value.of(number.doubleValue());
      case Boolean flag -> Value.of(flag.booleanValue());
      case BigDecimal number -> decimal(number);
      case BigInteger number -> integer(number);
      case Byte number -> new Value(LogicalType.TINYINT, (int) number);
      case Short number -> new Value(LogicalType.SMALLINT, (int) number);
      case Float number -> new Value(LogicalType.FLOAT, number);
      case Character character -> Value.of(character.toString());
      case byte[] bytes -> new Value(LogicalType.BLOB, bytes.clone());
      case UUID uuid -> uuid(uuid);
      case Interval interval -> new Value(LogicalType.INTERVAL, interval);
      case Enum<?> constant -> Value.of(constant.name());
      case Collection<?> items -> list(items.toArray());
      case Map<?, ?> map -> map(map);
      default -> {
        Value time = time(object);
        if (time != null) {
          yield time;
        }
        if (object.getClass().isArray()) {
          Object[] items = new Object[Array.getLength(object)];
          for (int i = 0; i < items.length; i++) {
            items[i] = Array.get(object, i);
          }
          yield list(items);
        }
        throw EiderException.invalidInput(
            "a Java object of class " + object.getClass().getName() + " is no SQL value");
      }
    };
  }

  private static @Nullable Value time(Object object) {
    return switch (object) {
      case LocalDate date -> date(date);
      case LocalDateTime stamp -> timestamp(stamp);
      case LocalTime time -> new Value(LogicalType.TIME, time.toNanoOfDay() / 1_000);
      case OffsetTime time ->
          new Value(
              LogicalType.TIME_TZ,
              time.toLocalTime().toNanoOfDay() / 1_000 << 24
                  | (TIME_TZ_MAX_OFFSET - time.getOffset().getTotalSeconds()));
      case Instant instant -> instant(instant);
      case OffsetDateTime stamp -> instant(stamp.toInstant());
      case ZonedDateTime stamp -> instant(stamp.toInstant());
      case java.sql.Timestamp stamp -> timestamp(stamp.toLocalDateTime());
      case java.sql.Date date -> date(date.toLocalDate());
      case java.sql.Time time ->
          new Value(LogicalType.TIME, time.toLocalTime().toNanoOfDay() / 1_000);
      case java.util.Date date -> instant(date.toInstant());
      case java.util.Calendar calendar -> instant(calendar.toInstant());
      case Duration duration ->
          new Value(LogicalType.INTERVAL, new Interval(0, 0, duration.toNanos() / 1_000));
      case Period period ->
          new Value(
              LogicalType.INTERVAL,
              new Interval(Math.toIntExact(period.toTotalMonths()), period.getDays(), 0));
      default -> null;
    };
  }

  private static Value date(LocalDate date) {
    int days =
        date.equals(LocalDate.MAX)
            ? Integer.MAX_VALUE
            : date.equals(LocalDate.MIN) ? -Integer.MAX_VALUE : Math.toIntExact(date.toEpochDay());
    return new Value(LogicalType.DATE, days);
  }

  private static Value timestamp(LocalDateTime stamp) {
    return new Value(
        LogicalType.TIMESTAMP,
        micros(
            stamp.equals(LocalDateTime.MAX),
            stamp.equals(LocalDateTime.MIN),
            stamp.toEpochSecond(ZoneOffset.UTC),
            stamp.getNano()));
  }

  private static Value instant(Instant instant) {
    return new Value(
        LogicalType.TIMESTAMP_TZ,
        micros(
            instant.equals(OffsetDateTime.of(LocalDateTime.MAX, ZoneOffset.UTC).toInstant()),
            instant.equals(OffsetDateTime.of(LocalDateTime.MIN, ZoneOffset.UTC).toInstant()),
            instant.getEpochSecond(),
            instant.getNano()));
  }

  private static long micros(boolean greatest, boolean least, long seconds, int nanos) {
    if (greatest || least) {
      return greatest ? Long.MAX_VALUE : -Long.MAX_VALUE;
    }
    try {
      return Math.addExact(Math.multiplyExact(seconds, 1_000_000L), nanos / 1_000);
    } catch (ArithmeticException e) {
      throw EiderException.outOfRange(
          "a timestamp " + seconds + " seconds from 1970 is out of the range of TIMESTAMP");
    }
  }

  private static Value uuid(UUID uuid) {
    return new Value(
        LogicalType.UUID,
        unsigned(uuid.getMostSignificantBits())
            .shiftLeft(64)
            .or(unsigned(uuid.getLeastSignificantBits())));
  }

  private static Value integer(BigInteger number) {
    if (number.bitLength() <= 127) {
      return new Value(LogicalType.HUGEINT, number);
    }
    if (number.signum() > 0 && number.bitLength() == 128) {
      return new Value(LogicalType.UHUGEINT, number);
    }
    return new Value(LogicalType.BIGNUM, number.toString());
  }

  private static Value decimal(BigDecimal number) {
    BigDecimal plain = number.scale() < 0 ? number.setScale(0) : number;
    int width = Math.max(plain.precision(), plain.scale());
    if (width > LogicalType.Decimal.MAX_WIDTH) {
      throw EiderException.outOfRange(
          "the decimal "
              + number
              + " has "
              + width
              + " digits, DECIMAL at most "
              + LogicalType.Decimal.MAX_WIDTH);
    }
    LogicalType type = LogicalType.decimal(width, plain.scale());
    BigInteger unscaled = plain.unscaledValue();
    return width <= 18 ? new Value(type, unscaled.longValueExact()) : new Value(type, unscaled);
  }

  private static Value list(@Nullable Object[] items) {
    List<Value> values = new ArrayList<>(items.length);
    LogicalType child = LogicalType.SQLNULL;
    boolean mixed = false;
    for (Object item : items) {
      Value value = toValue(item);
      values.add(value);
      if (!value.isNull()) {
        mixed |= child.id() != LogicalType.SQLNULL.id() && !child.equals(value.type());
        child = value.type();
      }
    }
    if (mixed) {
      child = common(values);
      for (int i = 0; i < values.size(); i++) {
        values.set(i, widen(values.get(i), child));
      }
    }
    for (int i = 0; i < values.size(); i++) {
      if (values.get(i).isNull()) {
        values.set(i, Value.nullOf(child));
      }
    }
    return new Value(LogicalType.list(child), values);
  }

  /** A type for integers, floating-point numbers or decimals of several widths. */
  private static LogicalType common(List<Value> values) {
    boolean integral = true;
    for (Value value : values) {
      if (!value.isNull()) {
        if (!value.type().isNumeric()) {
          throw EiderException.invalidInput(
              "the elements of a list must be of one type, and are of "
                  + values.getFirst().type()
                  + " and "
                  + value.type());
        }
        integral &= value.type().isIntegral();
      }
    }
    return integral ? LogicalType.HUGEINT : LogicalType.DOUBLE;
  }

  private static Value widen(Value value, LogicalType type) {
    Object object = toJava(value);
    if (!(object instanceof Number number)) {
      return Value.nullOf(type);
    }
    return type.id() == LogicalType.DOUBLE.id()
        ? Value.of(number.doubleValue())
        : new Value(
            type, number instanceof BigInteger big ? big : BigInteger.valueOf(number.longValue()));
  }

  private static Value map(Map<?, ?> map) {
    List<Value> keys = list(map.keySet().toArray()).asList();
    List<Value> values = list(map.values().toArray()).asList();
    LogicalType key = keys.isEmpty() ? LogicalType.SQLNULL : keys.getFirst().type();
    LogicalType element = values.isEmpty() ? LogicalType.SQLNULL : values.getFirst().type();
    LogicalType entry =
        LogicalType.struct(List.of(new Field("key", key), new Field("value", element)));
    List<Value> entries = new ArrayList<>(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      entries.add(new Value(entry, List.of(keys.get(i), values.get(i))));
    }
    return new Value(LogicalType.map(key, element), entries);
  }
}
