// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.Interval;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class JavaValuesTest {
  private static void assertSame(LogicalType type, Object object) {
    Value value = JavaValues.toValue(object);
    assertEquals(type, value.type());
    assertEquals(object, JavaValues.toJava(value));
  }

  @Test
  void thereAndBackAgain() {
    assertSame(LogicalType.BOOLEAN, true);
    assertSame(LogicalType.TINYINT, (byte) -1);
    assertSame(LogicalType.SMALLINT, (short) -1);
    assertSame(LogicalType.INTEGER, -1);
    assertSame(LogicalType.BIGINT, -1L);
    assertSame(LogicalType.HUGEINT, BigInteger.ONE.shiftLeft(127).subtract(BigInteger.ONE));
    assertSame(LogicalType.UHUGEINT, BigInteger.ONE.shiftLeft(128).subtract(BigInteger.ONE));
    assertSame(LogicalType.FLOAT, 1.5f);
    assertSame(LogicalType.DOUBLE, 1.5);
    assertSame(LogicalType.decimal(3, 2), new BigDecimal("-1.25"));
    assertSame(LogicalType.decimal(3, 3), new BigDecimal("0.005"));
    assertSame(LogicalType.decimal(25, 5), new BigDecimal("12345678901234567890.12345"));
    assertSame(LogicalType.VARCHAR, "text");
    assertSame(LogicalType.UUID, UUID.fromString("f0e1d2c3-0000-1111-2222-333344445555"));
    assertSame(LogicalType.DATE, LocalDate.of(1969, 12, 31));
    assertSame(LogicalType.DATE, LocalDate.MAX);
    assertSame(LogicalType.TIME, LocalTime.of(23, 59, 59, 999_999_000));
    assertSame(LogicalType.TIME_TZ, OffsetTime.of(1, 2, 3, 0, ZoneOffset.ofHours(-5)));
    assertSame(LogicalType.TIMESTAMP, LocalDateTime.of(1969, 1, 2, 3, 4, 5, 6_000));
    assertSame(LogicalType.TIMESTAMP, LocalDateTime.MIN);
    assertSame(LogicalType.TIMESTAMP_TZ, OffsetDateTime.of(2020, 1, 2, 3, 4, 5, 0, ZoneOffset.UTC));
    assertSame(LogicalType.INTERVAL, new Interval(1, 2, 3));
    assertSame(LogicalType.list(LogicalType.INTEGER), Arrays.asList(1, null, 3));
    assertSame(LogicalType.list(LogicalType.list(LogicalType.VARCHAR)), List.of(List.of("a")));
    Map<String, Integer> map = new LinkedHashMap<>();
    map.put("b", 1);
    map.put("a", 2);
    assertSame(LogicalType.map(LogicalType.VARCHAR, LogicalType.INTEGER), map);
  }

  @Test
  void otherClassesOfJava() {
    assertEquals(List.of(1, 2), JavaValues.toJava(JavaValues.toValue(new int[] {1, 2})));
    assertEquals(
        new Value(LogicalType.TIMESTAMP_TZ, 1_000_000L),
        JavaValues.toValue(Instant.ofEpochSecond(1)));
    assertEquals(
        new Value(LogicalType.INTERVAL, new Interval(0, 0, 90_000_000)),
        JavaValues.toValue(Duration.ofSeconds(90)));
    assertEquals(
        new Value(LogicalType.INTERVAL, new Interval(14, 3, 0)),
        JavaValues.toValue(Period.of(1, 2, 3)));
    assertEquals(
        new Value(LogicalType.DATE, 1), JavaValues.toValue(java.sql.Date.valueOf("1970-01-02")));
    assertEquals(
        new Value(LogicalType.TIME, 3_661_000_000L),
        JavaValues.toValue(java.sql.Time.valueOf("01:01:01")));
    assertEquals(
        LocalDateTime.of(2020, 3, 29, 2, 30),
        JavaValues.toJava(JavaValues.toValue(java.sql.Timestamp.valueOf("2020-03-29 02:30:00"))));
    assertArrayEquals(
        new byte[] {1, 2}, (byte[]) JavaValues.toJava(JavaValues.toValue(new byte[] {1, 2})));
  }

  @Test
  void listsOfSeveralNumberClassesAreWidened() {
    assertEquals(
        List.of(BigInteger.ONE, BigInteger.TWO),
        JavaValues.toJava(JavaValues.toValue(List.of(1, 2L))));
    assertEquals(List.of(1.0, 2.5), JavaValues.toJava(JavaValues.toValue(List.of(1, 2.5))));
    assertThrows(EiderException.class, () -> JavaValues.toValue(List.of(1, "x")));
  }

  @Test
  void unsignedAndPreciseTypes() {
    assertEquals((short) 255, JavaValues.toJava(new Value(LogicalType.UTINYINT, 255)));
    assertEquals(
        4_294_967_295L, JavaValues.toJava(new Value(LogicalType.UINTEGER, 4_294_967_295L)));
    assertEquals(
        new BigInteger("18446744073709551615"),
        JavaValues.toJava(new Value(LogicalType.UBIGINT, -1L)));
    assertEquals(
        LocalDateTime.of(1970, 1, 1, 0, 0, 1, 1),
        JavaValues.toJava(new Value(LogicalType.TIMESTAMP_NS, 1_000_000_001L)));
    assertEquals(LocalTime.MAX, JavaValues.toJava(new Value(LogicalType.TIME, 86_400_000_000L)));
  }

  @Test
  void whatIsNoValueSaysSo() {
    EiderException error =
        assertThrows(EiderException.class, () -> JavaValues.toValue(new Object()));
    assertEquals(
        "Invalid Input Error: a Java object of class java.lang.Object is no SQL value",
        error.getMessage());
    assertThrows(EiderException.class, () -> JavaValues.toValue(new BigDecimal("1e-40")));
  }
}
