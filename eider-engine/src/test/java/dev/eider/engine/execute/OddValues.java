// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute;

import dev.eider.base.type.Interval;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Boxed values with many ties, extremes and awkward neighbours, and their order, written plainly.
 */
final class OddValues {
  private static final long[] LONGS = {
    0, 1, -1, 255, 256, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 1, 1L << 40, -(1L << 40)
  };
  private static final double[] DOUBLES = {
    0.0,
    -0.0,
    1.5,
    -1.5,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    1e-300,
    Double.MIN_VALUE,
    Double.MAX_VALUE,
    -Double.MAX_VALUE
  };
  private static final String[] TEXTS = {
    "",
    "\0",
    "\0\0",
    "a",
    "a\0",
    "a\0\0\0\0\0\0\0\0",
    "ab",
    "abcdefgh",
    "abcdefgh\0",
    "abcdefghi",
    "abcdefghijklmnop",
    "abcdefghijklmnoq",
    "z",
    "äöü",
    "\uD83D\uDE00"
  };

  private OddValues() {}

  static Value random(LogicalType type, SplittableRandom random, int nullPercent) {
    if (random.nextInt(100) < nullPercent) {
      return Value.nullOf(type);
    }
    return new Value(type, object(type, random));
  }

  private static Object object(LogicalType type, SplittableRandom random) {
    boolean odd = random.nextInt(3) == 0;
    return switch (type) {
      case LogicalType.EnumOf names -> random.nextInt(names.values().size());
      case LogicalType.ListOf list -> items(list.child(), random.nextInt(4), random);
      case LogicalType.ArrayOf array -> items(array.child(), array.size(), random);
      case LogicalType.Struct struct -> {
        List<Value> fields = new ArrayList<>();
        for (LogicalType.Field field : struct.fields()) {
          fields.add(random(field.type(), random, 20));
        }
        yield fields;
      }
      default ->
          switch (type.physical()) {
            case BOOL -> random.nextBoolean();
            case INT32 ->
                type.id() == TypeId.TINYINT ? random.nextInt(256) - 128 : smallInt(random, odd);
            case INT64 ->
                odd
                    ? LONGS[random.nextInt(LONGS.length)]
                    : (Object) (random.nextLong() >> random.nextInt(64));
            case INT128 -> wide(type, random, odd);
            case FLOAT ->
                odd
                    ? (float) DOUBLES[random.nextInt(DOUBLES.length)]
                    : (Object) (float) random.nextInt(100);
            case DOUBLE ->
                odd
                    ? DOUBLES[random.nextInt(DOUBLES.length)]
                    : (Object) (random.nextInt(50) * Math.pow(10, random.nextInt(9)));
            case STRING -> text(type, random, odd);
            case INTERVAL ->
                new Interval(
                    random.nextInt(3),
                    random.nextInt(61) - 30,
                    random.nextInt(5) * 43_200_000_000L);
            default -> throw new IllegalArgumentException(type.toString());
          };
    };
  }

  private static int smallInt(SplittableRandom random, boolean odd) {
    return odd
        ? (random.nextBoolean() ? Integer.MAX_VALUE : Integer.MIN_VALUE)
        : random.nextInt(400);
  }

  private static Object wide(LogicalType type, SplittableRandom random, boolean odd) {
    BigInteger value =
        odd
            ? BigInteger.valueOf(random.nextLong()).shiftLeft(60)
            : BigInteger.valueOf(random.nextInt(100)).shiftLeft(random.nextInt(3) * 32);
    boolean unsigned = type.id() == TypeId.UHUGEINT || type.id() == TypeId.UUID;
    return unsigned ? value.abs() : random.nextBoolean() ? value.negate() : value;
  }

  private static Object text(LogicalType type, SplittableRandom random, boolean odd) {
    String text =
        odd
            ? TEXTS[random.nextInt(TEXTS.length)]
            : "http://example.org/".substring(0, random.nextInt(20)) + random.nextInt(300);
    return type.id() == TypeId.BLOB ? text.getBytes(StandardCharsets.UTF_8) : text;
  }

  private static List<Value> items(LogicalType type, int count, SplittableRandom random) {
    List<Value> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      items.add(random(type, random, 20));
    }
    return items;
  }

  /** The order of a sort key. */
  static int compare(Value a, Value b, boolean descending, boolean nullsFirst) {
    if (a.isNull() || b.isNull()) {
      return a.isNull() == b.isNull() ? 0 : a.isNull() == nullsFirst ? -1 : 1;
    }
    int result = compareObjects(a.type(), a.get(), b.get());
    return descending ? -result : result;
  }

  /** NULL is the greatest value. */
  static int compareNullsGreatest(Value a, Value b) {
    return compare(a, b, false, false);
  }

  private static int compareObjects(LogicalType type, @Nullable Object a, @Nullable Object b) {
    return switch (a) {
      case Boolean x -> x.compareTo((Boolean) b);
      case Integer x -> x.compareTo((Integer) b);
      case Long x ->
          type.id() == TypeId.UBIGINT ? Long.compareUnsigned(x, (Long) b) : x.compareTo((Long) b);
      case BigInteger x -> x.compareTo((BigInteger) b);
      case Float x -> Double.compare(x + 0.0f, (Float) b + 0.0f);
      case Double x -> Double.compare(x + 0.0, (Double) b + 0.0);
      case String x ->
          bytes(x.getBytes(StandardCharsets.UTF_8), ((String) b).getBytes(StandardCharsets.UTF_8));
      case byte[] x -> bytes(x, (byte[]) b);
      case Interval x -> micros(x).compareTo(micros((Interval) b));
      case List<?> x -> lists(x, (List<?>) b);
      default -> throw new IllegalArgumentException(String.valueOf(a));
    };
  }

  private static int bytes(byte[] a, byte[] b) {
    return Arrays.compareUnsigned(a, b);
  }

  private static BigInteger micros(Interval value) {
    return BigInteger.valueOf(value.months() * 30L + value.days())
        .multiply(BigInteger.valueOf(86_400_000_000L))
        .add(BigInteger.valueOf(value.micros()));
  }

  private static int lists(List<?> a, List<?> b) {
    for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
      int result = compareNullsGreatest((Value) a.get(i), (Value) b.get(i));
      if (result != 0) {
        return result;
      }
    }
    return Integer.compare(a.size(), b.size());
  }
}
