// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.storage;

import dev.eider.base.type.Interval;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.PhysicalType;
import dev.eider.base.type.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Values of every type in shapes that suit one encoding or another, from a seed. */
final class RandomValues {
  /** Shapes of values. */
  enum Shape {
    RANDOM,
    SMALL,
    ASCENDING,
    RUNS,
    FEW,
    OUTLIERS,
    ONE
  }

  /** Every type that is stored. */
  static final List<LogicalType> TYPES = types();

  private final Random random;
  private Value last = Value.NULL;
  private long step;

  RandomValues(long seed) {
    random = new Random(seed);
  }

  private static List<LogicalType> types() {
    List<LogicalType> types =
        new ArrayList<>(
            List.of(
                LogicalType.SQLNULL,
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
                LogicalType.decimal(4, 1),
                LogicalType.decimal(9, 2),
                LogicalType.decimal(18, 3),
                LogicalType.decimal(38, 10),
                LogicalType.enumOf(List.of("a", "b", "c", "d", "e", "f", "g"))));
    LogicalType pair =
        LogicalType.struct(
            List.of(
                new LogicalType.Field("a", LogicalType.INTEGER),
                new LogicalType.Field("b", LogicalType.VARCHAR)));
    types.add(pair);
    types.add(LogicalType.list(LogicalType.BIGINT));
    types.add(LogicalType.list(LogicalType.list(LogicalType.VARCHAR)));
    types.add(LogicalType.list(pair));
    types.add(LogicalType.array(LogicalType.DOUBLE, 3));
    types.add(LogicalType.array(LogicalType.list(LogicalType.INTEGER), 2));
    types.add(LogicalType.map(LogicalType.VARCHAR, LogicalType.INTEGER));
    types.add(
        LogicalType.struct(
            List.of(
                new LogicalType.Field("x", LogicalType.list(LogicalType.FLOAT)),
                new LogicalType.Field("y", pair))));
    types.add(
        new LogicalType.Union(
            List.of(
                new LogicalType.Field("n", LogicalType.INTEGER),
                new LogicalType.Field("s", LogicalType.VARCHAR))));
    return types;
  }

  /** Values of a column. */
  List<Value> column(LogicalType type, Shape shape, int rows, double nulls) {
    List<Value> all = new ArrayList<>();
    last = value(type, shape, 0);
    step = 0;
    List<Value> few = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      few.add(value(type, Shape.RANDOM, 0));
    }
    for (int i = 0; i < rows; i++) {
      if (random.nextDouble() < nulls) {
        all.add(Value.nullOf(type));
        continue;
      }
      last =
          switch (shape) {
            case RUNS -> random.nextInt(20) == 0 ? value(type, Shape.SMALL, 0) : last;
            case FEW -> few.get(random.nextInt(few.size()));
            case ONE -> last;
            default -> value(type, shape, 0);
          };
      all.add(last);
    }
    return all;
  }

  /** An integer of so many bits in the shape. */
  private long integer(Shape shape, int bits) {
    long mask = bits == 64 ? -1L : (1L << bits) - 1;
    long wanted =
        switch (shape) {
          case RANDOM -> random.nextLong();
          case SMALL, RUNS, FEW, ONE -> 5 + random.nextInt(50);
          case ASCENDING -> step += random.nextInt(3);
          case OUTLIERS -> random.nextInt(100) == 0 ? random.nextLong() : random.nextInt(30);
        };
    return wanted & mask;
  }

  private Value value(LogicalType type, Shape shape, int depth) {
    return switch (type.id()) {
      case SQLNULL -> new Value(type, 0);
      case BOOLEAN -> new Value(type, integer(shape, 1) == 1);
      case TINYINT -> new Value(type, (int) (byte) integer(shape, 8));
      case SMALLINT -> new Value(type, (int) (short) integer(shape, 16));
      case UTINYINT -> new Value(type, (int) integer(shape, 8));
      case USMALLINT -> new Value(type, (int) integer(shape, 16));
      case INTEGER, DATE -> new Value(type, (int) integer(shape, 32));
      case ENUM -> new Value(type, (int) (integer(shape, 20) % 7));
      case UINTEGER -> new Value(type, integer(shape, 32));
      case FLOAT -> new Value(type, number(shape).floatValue());
      case DOUBLE -> new Value(type, number(shape));
      case DECIMAL ->
          type.physical() == PhysicalType.INT64
              ? new Value(type, integer(shape, 40) - 1000)
              : new Value(type, BigInteger.valueOf(integer(shape, 64)).shiftLeft(20));
      case HUGEINT -> new Value(type, big(shape));
      case UHUGEINT, UUID -> new Value(type, big(shape).mod(BigInteger.ONE.shiftLeft(128)));
      case INTERVAL ->
          new Value(
              type,
              new Interval((int) integer(shape, 5), (int) integer(shape, 10), integer(shape, 64)));
      case BIGNUM -> new Value(type, big(shape).toString());
      case BIT -> new Value(type, Long.toBinaryString(integer(shape, 30)));
      case VARCHAR, JSON -> new Value(type, text(shape));
      case BLOB -> {
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        yield new Value(type, bytes);
      }
      case LIST -> new Value(type, some(((LogicalType.ListOf) type).child(), shape, -1, depth));
      case MAP -> new Value(type, some(((LogicalType.MapOf) type).entry(), shape, -1, depth));
      case ARRAY -> {
        LogicalType.ArrayOf array = (LogicalType.ArrayOf) type;
        yield new Value(type, some(array.child(), shape, array.size(), depth));
      }
      case STRUCT -> {
        List<Value> fields = new ArrayList<>();
        for (LogicalType.Field field : ((LogicalType.Struct) type).fields()) {
          fields.add(orNull(field.type(), shape, depth));
        }
        yield new Value(type, fields);
      }
      case UNION -> {
        List<LogicalType.Field> members = ((LogicalType.Union) type).members();
        int tag = random.nextInt(members.size());
        List<Value> fields = new ArrayList<>();
        fields.add(Value.of(tag));
        for (int i = 0; i < members.size(); i++) {
          LogicalType member = members.get(i).type();
          fields.add(i == tag ? orNull(member, shape, depth) : Value.nullOf(member));
        }
        yield new Value(type, fields);
      }
      default -> new Value(type, integer(shape, 64));
    };
  }

  private Value orNull(LogicalType type, Shape shape, int depth) {
    return random.nextInt(8) == 0 ? Value.nullOf(type) : value(type, shape, depth + 1);
  }

  private List<Value> some(LogicalType child, Shape shape, int count, int depth) {
    List<Value> items = new ArrayList<>();
    int wanted = count >= 0 ? count : random.nextInt(4 - Math.min(2, depth));
    for (int i = 0; i < wanted; i++) {
      items.add(orNull(child, shape, depth));
    }
    return items;
  }

  private Double number(Shape shape) {
    return switch (shape) {
      case RANDOM ->
          switch (random.nextInt(20)) {
            case 1 -> -0.0;
            case 2 -> Double.NaN;
            case 3 -> Double.NEGATIVE_INFINITY;
            default -> Double.longBitsToDouble(random.nextLong());
          };
      case OUTLIERS -> random.nextInt(50) == 0 ? -0.0 : random.nextInt(10000) / 100.0;
      case ASCENDING -> 1000.0 + random.nextDouble();
      default -> random.nextInt(100) / 10.0;
    };
  }

  private BigInteger big(Shape shape) {
    return shape == Shape.RANDOM
        ? new BigInteger(127, random).subtract(BigInteger.ONE.shiftLeft(126))
        : BigInteger.valueOf(integer(shape, 40));
  }

  private String text(Shape shape) {
    String[] words = {"carefully", "final", "deposits", "sleep", "\u00e4\u00f6\ud83d\ude00", "x"};
    StringBuilder text = new StringBuilder();
    if (shape == Shape.RANDOM) {
      for (int i = random.nextInt(30); i > 0; i--) {
        text.append((char) (32 + random.nextInt(200)));
      }
    } else if (shape == Shape.OUTLIERS) {
      String[] phrases = {"The quick brown fox jumps over", " the lazy dog, and once more "};
      for (int i = 5 + random.nextInt(6); i > 0; i--) {
        text.append(phrases[random.nextInt(phrases.length)]);
      }
      text.append(random.nextInt(1000));
    } else if (shape == Shape.ASCENDING) {
      text.append("key").append(1000000 + (step += random.nextInt(3)));
    } else {
      for (int i = random.nextInt(4); i > 0; i--) {
        text.append(words[random.nextInt(words.length)]).append(' ');
      }
    }
    return text.toString();
  }
}
