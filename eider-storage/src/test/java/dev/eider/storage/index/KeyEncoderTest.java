// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.index;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.type.Interval;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.PhysicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DictionaryVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.SequenceVector;
import dev.eider.base.vector.Vector;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeyEncoderTest {
  private static final int ROWS = 200;

  static Stream<LogicalType> types() {
    return Stream.of(
        LogicalType.BOOLEAN,
        LogicalType.TINYINT,
        LogicalType.SMALLINT,
        LogicalType.INTEGER,
        LogicalType.BIGINT,
        LogicalType.HUGEINT,
        LogicalType.UTINYINT,
        LogicalType.USMALLINT,
        LogicalType.UINTEGER,
        LogicalType.UBIGINT,
        LogicalType.UHUGEINT,
        LogicalType.BIGNUM,
        LogicalType.FLOAT,
        LogicalType.DOUBLE,
        LogicalType.decimal(4, 1),
        LogicalType.decimal(18, 3),
        LogicalType.decimal(38, 10),
        LogicalType.VARCHAR,
        LogicalType.JSON,
        LogicalType.BLOB,
        LogicalType.BIT,
        LogicalType.UUID,
        LogicalType.DATE,
        LogicalType.TIME,
        LogicalType.TIME_NS,
        LogicalType.TIME_TZ,
        LogicalType.TIMESTAMP_S,
        LogicalType.TIMESTAMP_MS,
        LogicalType.TIMESTAMP,
        LogicalType.TIMESTAMP_NS,
        LogicalType.TIMESTAMP_TZ,
        LogicalType.INTERVAL,
        LogicalType.enumOf(List.of("z", "y", "x", "a", "b")));
  }

  @ParameterizedTest
  @MethodSource("types")
  void theOrderOfKeysIsTheOrderOfTheEngine(LogicalType type) {
    FlatVector column = column(type, new Random(type.toString().hashCode()));
    KeyEncoder encoder = new KeyEncoder(List.of(type));
    List<byte[]> keys = keys(encoder, column);
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < ROWS; j++) {
        assertOrder(
            CompareKernels.compareNullsGreatest(column, i, column, j),
            keys.get(i),
            keys.get(j),
            column.getValue(i) + " and " + column.getValue(j));
      }
    }
  }

  @Test
  void compositeKeysCompareColumnByColumn() {
    List<LogicalType> all = types().toList();
    Random random = new Random(11);
    for (int round = 0; round < 40; round++) {
      List<LogicalType> types = new ArrayList<>();
      FlatVector[] columns = new FlatVector[2 + random.nextInt(3)];
      for (int c = 0; c < columns.length; c++) {
        LogicalType type = random.nextBoolean() ? LogicalType.VARCHAR : pick(all, random);
        types.add(type);
        columns[c] = column(type, random);
      }
      List<byte[]> keys = keys(new KeyEncoder(types), columns);
      for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < ROWS; j++) {
          int order = 0;
          for (int c = 0; c < columns.length && order == 0; c++) {
            order = CompareKernels.compareNullsGreatest(columns[c], i, columns[c], j);
          }
          assertOrder(order, keys.get(i), keys.get(j), types.toString());
        }
      }
    }
  }

  private static void assertOrder(int expected, byte[] a, byte[] b, String what) {
    int order = Arrays.compareUnsigned(a, b);
    assertEquals(Integer.signum(expected), Integer.signum(order), what);
    if (order != 0) {
      int mismatch = Arrays.mismatch(a, b);
      assertTrue(mismatch < Math.min(a.length, b.length), () -> "prefix-free: " + what);
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void everyShapeOfVectorGivesTheSameKey(LogicalType type) {
    FlatVector column = column(type, new Random(1));
    KeyEncoder encoder = new KeyEncoder(List.of(type));
    List<byte[]> keys = keys(encoder, column);
    int[] codes = new int[ROWS];
    Random random = new Random(2);
    Arrays.setAll(codes, i -> random.nextInt(ROWS));
    Vector dictionary = new DictionaryVector(column, ROWS, codes);
    for (int i = 0; i < ROWS; i++) {
      encoder.encode(new Vector[] {dictionary}, i);
      assertArrayEquals(keys.get(codes[i]), encoder.copy());
      encoder.encode(new Vector[] {ConstantVector.of(column.getValue(i))}, 77);
      assertArrayEquals(keys.get(i), encoder.copy());
      assertArrayEquals(
          keys.get(i), encoder.lowerBound(List.of(column.getValue(i)), true), "as a bound");
    }
  }

  @Test
  void sequencesHaveTheKeysOfTheirValues() {
    for (LogicalType type : List.of(LogicalType.BIGINT, LogicalType.INTEGER)) {
      KeyEncoder encoder = new KeyEncoder(List.of(type));
      Vector sequence = new SequenceVector(type, -20, 7);
      List<byte[]> keys = keys(encoder, sequence.flatten(50));
      for (int i = 0; i < 50; i++) {
        encoder.encode(new Vector[] {sequence}, i);
        assertArrayEquals(keys.get(i), encoder.copy());
      }
    }
  }

  @Test
  void nullsAreReported() {
    KeyEncoder encoder = new KeyEncoder(List.of(LogicalType.INTEGER, LogicalType.VARCHAR));
    ConstantVector one = ConstantVector.of(Value.of(1));
    ConstantVector text = ConstantVector.of(Value.of("x"));
    ConstantVector none = ConstantVector.of(Value.nullOf(LogicalType.VARCHAR));
    encoder.encode(new Vector[] {one, none}, 0);
    assertTrue(encoder.hasNull());
    encoder.encode(new Vector[] {one, text}, 0);
    assertFalse(encoder.hasNull());
    assertEquals(encoder.length(), encoder.copy().length);
  }

  @Test
  void boundsHoldWhatComparisonsSay() {
    List<LogicalType> types = List.of(LogicalType.VARCHAR, LogicalType.INTEGER);
    KeyEncoder encoder = new KeyEncoder(types);
    Random random = new Random(9);
    FlatVector text = FlatVector.allocate(LogicalType.VARCHAR, ROWS);
    FlatVector number = FlatVector.allocate(LogicalType.INTEGER, ROWS);
    for (int i = 0; i < ROWS; i++) {
      text.setValue(i, maybe(Value.of("ab\0".substring(random.nextInt(4))), random));
      number.setValue(i, maybe(Value.of(random.nextInt(7) - 3), random));
    }
    List<byte[]> keys = keys(encoder, text, number);
    for (int i = 0; i < ROWS; i++) {
      Value first = text.getValue(i);
      Value second = number.getValue(i);
      byte[] atLeast = encoder.lowerBound(List.of(first), true);
      byte[] greater = encoder.lowerBound(List.of(first), false);
      byte[] atMost = encoder.upperBound(List.of(first), true);
      byte[] less = encoder.upperBound(List.of(first), false);
      byte[] bothAtMost = encoder.upperBound(List.of(first, second), true);
      byte[] bothGreater = encoder.lowerBound(List.of(first, second), false);
      byte[] known = encoder.endOfValues(List.of());
      byte[] knownSecond = encoder.endOfValues(List.of(first));
      for (int j = 0; j < ROWS; j++) {
        int order = CompareKernels.compareNullsGreatest(text, j, text, i);
        int both = order != 0 ? order : CompareKernels.compareNullsGreatest(number, j, number, i);
        byte[] key = keys.get(j);
        assertEquals(order >= 0, Arrays.compareUnsigned(key, atLeast) >= 0);
        assertEquals(order > 0, Arrays.compareUnsigned(key, greater) >= 0);
        assertEquals(order <= 0, Arrays.compareUnsigned(key, atMost) < 0);
        assertEquals(order < 0, Arrays.compareUnsigned(key, less) < 0);
        assertEquals(both <= 0, Arrays.compareUnsigned(key, bothAtMost) < 0);
        assertEquals(both > 0, Arrays.compareUnsigned(key, bothGreater) >= 0);
        assertEquals(!text.isNull(j), Arrays.compareUnsigned(key, known) < 0);
        if (order == 0) {
          assertEquals(!number.isNull(j), Arrays.compareUnsigned(key, knownSecond) < 0);
        }
      }
    }
    assertEquals(0, encoder.lowerBound(List.of(), true).length);
    assertThrows(IllegalArgumentException.class, () -> encoder.upperBound(List.of(), true));
    assertThrows(
        IllegalArgumentException.class, () -> encoder.lowerBound(List.of(Value.of(1)), true));
    assertThrows(
        IllegalArgumentException.class,
        () -> encoder.endOfValues(List.of(Value.of("a"), Value.of(1))));
  }

  @Test
  void aBoundBehindHighBytesCarries() {
    KeyEncoder encoder = new KeyEncoder(List.of(LogicalType.UBIGINT));
    Value most = new Value(LogicalType.UBIGINT, -1L);
    assertArrayEquals(new byte[] {2}, encoder.lowerBound(List.of(most), false));
  }

  @Test
  void typesThatNoIndexCanHaveAreNamed() {
    List<LogicalType> nested =
        List.of(
            LogicalType.list(LogicalType.INTEGER),
            LogicalType.array(LogicalType.FLOAT, 3),
            LogicalType.struct(List.of(new LogicalType.Field("a", LogicalType.INTEGER))),
            LogicalType.map(LogicalType.VARCHAR, LogicalType.INTEGER),
            LogicalType.SQLNULL);
    for (LogicalType type : nested) {
      EiderException error =
          assertThrows(
              EiderException.class, () -> new KeyEncoder(List.of(LogicalType.INTEGER, type)));
      assertEquals(ErrorType.INVALID_TYPE, error.type());
      assertTrue(
          error
              .getMessage()
              .contains(
                  "Invalid Type [" + type + "]: Invalid type for index key. Column 2 of the key"),
          error.getMessage());
    }
    assertThrows(IllegalArgumentException.class, () -> new KeyEncoder(List.of()));
  }

  private static List<byte[]> keys(KeyEncoder encoder, FlatVector... columns) {
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < Math.min(ROWS, columns[0].capacity()); i++) {
      int length = encoder.encode(columns, i);
      boolean anyNull = false;
      for (FlatVector column : columns) {
        anyNull |= column.isNull(i);
      }
      assertEquals(anyNull, encoder.hasNull());
      keys.add(Arrays.copyOf(encoder.buffer(), length));
    }
    return keys;
  }

  private static FlatVector column(LogicalType type, Random random) {
    FlatVector column = FlatVector.allocate(type, ROWS);
    for (int i = 0; i < ROWS; i++) {
      column.setValue(i, maybe(new Value(type, object(type, random)), random));
    }
    return column;
  }

  private static Value maybe(Value value, Random random) {
    return random.nextInt(12) == 0 ? Value.nullOf(value.type()) : value;
  }

  /** A value of a type: border cases, and values that are near to one another or the same. */
  private static Object object(LogicalType type, Random random) {
    return switch (type.id()) {
      case BOOLEAN -> random.nextBoolean();
      case TINYINT -> (int) (byte) number(random);
      case SMALLINT -> (int) (short) number(random);
      case INTEGER, DATE -> (int) number(random);
      case UTINYINT -> (int) number(random) & 0xFF;
      case USMALLINT -> (int) number(random) & 0xFFFF;
      case ENUM -> random.nextInt(5);
      case UINTEGER -> number(random) & 0xFFFF_FFFFL;
      case TIME, TIME_NS -> number(random) & Long.MAX_VALUE;
      case HUGEINT -> big(random);
      case UHUGEINT, UUID -> big(random).mod(BigInteger.ONE.shiftLeft(128));
      case DECIMAL -> type.physical() == PhysicalType.INT64 ? (Object) number(random) : big(random);
      case FLOAT ->
          pick(
              List.of(
                  0f,
                  -0f,
                  Float.NaN,
                  Float.intBitsToFloat(0xFFC0_0001),
                  Float.POSITIVE_INFINITY,
                  Float.NEGATIVE_INFINITY,
                  Float.MIN_VALUE,
                  -Float.MIN_VALUE,
                  Float.MAX_VALUE,
                  (float) random.nextGaussian(),
                  Float.intBitsToFloat(random.nextInt())),
              random);
      case DOUBLE ->
          pick(
              List.of(
                  0d,
                  -0d,
                  Double.NaN,
                  Double.longBitsToDouble(0xFFF8_0000_0000_0001L),
                  Double.POSITIVE_INFINITY,
                  Double.NEGATIVE_INFINITY,
                  Double.MIN_VALUE,
                  -Double.MAX_VALUE,
                  random.nextGaussian(),
                  Double.longBitsToDouble(random.nextLong())),
              random);
      case VARCHAR, JSON -> text(random, "ab\0\1\2é\u20AC");
      case BIT -> text(random, "01");
      case BIGNUM -> big(random).pow(1 + random.nextInt(3)).toString();
      case BLOB -> {
        byte[] bytes = new byte[random.nextInt(4) == 0 ? 40 : random.nextInt(5)];
        for (int i = 0; i < bytes.length; i++) {
          bytes[i] = pick(List.of((byte) 0, (byte) 1, (byte) 2, (byte) -1, (byte) -128), random);
        }
        yield bytes;
      }
      case INTERVAL ->
          new Interval(
              pick(List.of(0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE), random),
              pick(List.of(0, 30, -30, 31, Integer.MAX_VALUE, Integer.MIN_VALUE), random),
              pick(
                  List.of(0L, 1L, -1L, 86_400_000_000L, -86_400_000_000L, Long.MIN_VALUE), random));
      default -> number(random);
    };
  }

  private static long number(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> pick(List.of(0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE, 255L, 256L), random);
      case 1 -> random.nextInt(20) - 10;
      case 2 -> random.nextLong() >> random.nextInt(64);
      default -> random.nextLong();
    };
  }

  private static BigInteger big(Random random) {
    BigInteger value = BigInteger.valueOf(number(random));
    return random.nextBoolean()
        ? value
        : value.shiftLeft(63).add(BigInteger.valueOf(number(random)));
  }

  private static String text(Random random, String letters) {
    int length = random.nextInt(4) == 0 ? 10 + random.nextInt(30) : random.nextInt(6);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(i < 8 && length > 8 ? '1' : letters.charAt(random.nextInt(letters.length())));
    }
    return text.toString();
  }

  private static <T> T pick(List<T> values, Random random) {
    return values.get(random.nextInt(values.size()));
  }
}
