// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.vector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.type.Interval;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VectorTest {
  static List<LogicalType> types() {
    return List.of(
        LogicalType.BOOLEAN,
        LogicalType.TINYINT,
        LogicalType.INTEGER,
        LogicalType.UBIGINT,
        LogicalType.HUGEINT,
        LogicalType.UHUGEINT,
        LogicalType.UUID,
        LogicalType.decimal(9, 2),
        LogicalType.decimal(38, 10),
        LogicalType.FLOAT,
        LogicalType.DOUBLE,
        LogicalType.VARCHAR,
        LogicalType.BLOB,
        LogicalType.DATE,
        LogicalType.TIMESTAMP,
        LogicalType.INTERVAL,
        LogicalType.enumOf(List.of("a", "b", "c")),
        LogicalType.list(LogicalType.INTEGER),
        LogicalType.list(LogicalType.list(LogicalType.VARCHAR)),
        LogicalType.array(LogicalType.DOUBLE, 3),
        LogicalType.map(LogicalType.VARCHAR, LogicalType.BIGINT),
        LogicalType.struct(
            List.of(
                new LogicalType.Field("x", LogicalType.INTEGER),
                new LogicalType.Field("y", LogicalType.list(LogicalType.VARCHAR)))));
  }

  /** A random value; every fifth is NULL. */
  static Value random(LogicalType type, Random random) {
    if (random.nextInt(5) == 0) {
      return Value.nullOf(type);
    }
    return switch (type.id()) {
      case BOOLEAN -> new Value(type, random.nextBoolean());
      case UHUGEINT, UUID -> new Value(type, new BigInteger(128, random));
      case BLOB -> {
        byte[] bytes = new byte[random.nextInt(20)];
        random.nextBytes(bytes);
        yield new Value(type, bytes);
      }
      case LIST -> {
        List<Value> items = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          items.add(random(((LogicalType.ListOf) type).child(), random));
        }
        yield new Value(type, items);
      }
      case ARRAY -> {
        List<Value> items = new ArrayList<>();
        for (int i = 0; i < ((LogicalType.ArrayOf) type).size(); i++) {
          items.add(random(((LogicalType.ArrayOf) type).child(), random));
        }
        yield new Value(type, items);
      }
      case MAP -> {
        LogicalType.Struct entry = ((LogicalType.MapOf) type).entry();
        List<Value> items = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
          items.add(
              new Value(
                  entry,
                  List.of(
                      new Value(LogicalType.VARCHAR, "k" + i),
                      random(((LogicalType.MapOf) type).value(), random))));
        }
        yield new Value(type, items);
      }
      case STRUCT -> {
        List<Value> fields = new ArrayList<>();
        for (LogicalType.Field field : ((LogicalType.Struct) type).fields()) {
          fields.add(random(field.type(), random));
        }
        yield new Value(type, fields);
      }
      default ->
          switch (type.physical()) {
            case INT32 -> new Value(type, random.nextInt(3));
            case INT64 -> new Value(type, random.nextLong());
            case INT128 -> new Value(type, new BigInteger(120, random).negate());
            case FLOAT -> new Value(type, random.nextFloat());
            case DOUBLE -> new Value(type, random.nextDouble());
            case INTERVAL ->
                new Value(
                    type, new Interval(random.nextInt(), random.nextInt(), random.nextLong()));
            default -> new Value(type, "text ".repeat(random.nextInt(6)));
          };
    };
  }

  @ParameterizedTest
  @MethodSource("types")
  void valuesSurviveSetGatherCopyAndEncodings(LogicalType type) {
    Random random = new Random(type.toString().hashCode());
    int rows = 150;
    List<Value> values = new ArrayList<>();
    FlatVector vector = FlatVector.allocate(type, 4);
    vector.ensureCapacity(rows);
    for (int i = 0; i < rows; i++) {
      Value value = random(type, random);
      values.add(value);
      vector.setValue(i, value);
    }
    int[] selection = new int[rows];
    for (int i = 0; i < rows; i++) {
      assertEquals(values.get(i), vector.getValue(i));
      selection[i] = random.nextInt(rows);
    }
    FlatVector gathered = FlatVector.allocate(type, rows);
    gathered.setNull(0);
    gathered.gather(vector, selection, rows);
    FlatVector copied = FlatVector.allocate(type, rows);
    copied.copyRange(vector, 10, 3, rows - 20);
    FlatVector fromCodes = new DictionaryVector(vector, rows, selection).flatten(rows);
    FlatVector into = FlatVector.allocate(type, 1);
    vector.flattenInto(into, rows);
    for (int i = 0; i < rows; i++) {
      assertEquals(values.get(selection[i]), gathered.getValue(i));
      assertEquals(values.get(selection[i]), fromCodes.getValue(i));
      assertEquals(values.get(i), into.getValue(i));
    }
    for (int i = 0; i < rows - 20; i++) {
      assertEquals(values.get(10 + i), copied.getValue(3 + i));
    }
    FlatVector constant = ConstantVector.of(values.get(7)).flatten(9);
    for (int i = 0; i < 9; i++) {
      assertEquals(values.get(7), constant.getValue(i));
    }
  }

  @Test
  void aGatherWithoutSelectedNullsHasNoMask() {
    IntVector source = new IntVector(LogicalType.INTEGER, 100);
    source.setNull(50);
    IntVector target = new IntVector(LogicalType.INTEGER, 100);
    int[] selection = new int[99];
    for (int i = 0; i < 99; i++) {
      selection[i] = i < 50 ? i : i + 1;
    }
    target.gather(source, selection, 99);
    assertFalse(target.mayHaveNulls());
    target.gather(source, new int[] {50}, 1);
    assertTrue(target.isNull(0));
  }

  @Test
  void growingKeepsNullsAndNewRowsAreValid() {
    LongVector vector = new LongVector(LogicalType.BIGINT, 2);
    vector.setNull(1);
    vector.ensureCapacity(1000);
    assertTrue(vector.isNull(1));
    for (int i = 2; i < 1000; i++) {
      assertFalse(vector.isNull(i));
    }
  }

  @Test
  void sequencesCountBothPhysicalTypes() {
    assertEquals(new Value(LogicalType.BIGINT, 17L), sequence(LogicalType.BIGINT).getValue(4));
    assertEquals(new Value(LogicalType.INTEGER, 17), sequence(LogicalType.INTEGER).getValue(4));
    assertEquals(
        new Value(LogicalType.INTEGER, 17), sequence(LogicalType.INTEGER).flatten(5).getValue(4));
  }

  private static SequenceVector sequence(LogicalType type) {
    return new SequenceVector(type, 5, 3);
  }
}
