// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.DictionaryVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.SequenceVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.function.Calls;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A chunk of encoded columns gives, row by row, what the same expression gives over the row's
 * values as constants; and a filter selects the rows whose value is true.
 */
class EvaluatorPropertyTest {
  private static final List<LogicalType> TYPES =
      List.of(
          LogicalType.INTEGER,
          LogicalType.BIGINT,
          LogicalType.DOUBLE,
          LogicalType.VARCHAR,
          LogicalType.BOOLEAN,
          LogicalType.UBIGINT,
          LogicalType.decimal(20, 2));
  private static final int[] SIZES = {1, 2, 63, 64, 65, 200, 2048};

  @Test
  void rowsOfAChunkAgreeWithConstants() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      int size = SIZES[random.nextInt(SIZES.length)];
      DataChunk chunk = chunk(random, size);
      BoundExpr expr = expression(random, 3, LogicalType.BOOLEAN);
      Evaluator evaluator = Evaluator.of(expr, Calls.CONTEXT);
      // Twice: the second run must not see what the first left behind.
      evaluator.evaluate(chunk);
      Vector result = evaluator.evaluate(chunk);
      int[] expected = new int[size];
      int count = 0;
      for (int row = 0; row < size; row++) {
        Value one = ofRow(expr, chunk, row);
        assertEquals(one, result.getValue(row), "seed " + seed + " row " + row + ": " + expr);
        if (!one.isNull() && one.asBoolean()) {
          expected[count++] = row;
        }
      }
      int[] selection = new int[size];
      int selected = FilterEvaluator.of(expr, Calls.CONTEXT).select(chunk, selection);
      assertArrayEquals(
          Arrays.copyOf(expected, count),
          Arrays.copyOf(selection, selected),
          "seed " + seed + ": " + expr);
    }
  }

  private static Value ofRow(BoundExpr expr, DataChunk chunk, int row) {
    BoundExpr constant = substitute(expr, chunk, row);
    return ConstantFolder.evaluate(constant, Calls.CONTEXT);
  }

  private static BoundExpr substitute(BoundExpr expr, DataChunk chunk, int row) {
    return expr instanceof BoundExpr.InputRef input
        ? new BoundExpr.Constant(chunk.column(input.position()).getValue(row))
        : ExprRewriter.mapChildren(expr, child -> substitute(child, chunk, row));
  }

  private static DataChunk chunk(Random random, int size) {
    Vector[] columns = new Vector[TYPES.size()];
    for (int c = 0; c < columns.length; c++) {
      columns[c] = column(random, TYPES.get(c), size);
    }
    return new DataChunk(columns, size);
  }

  private static Vector column(Random random, LogicalType type, int size) {
    int form = random.nextInt(5);
    if (form == 0) {
      return ConstantVector.of(value(random, type));
    }
    if (form == 1) {
      int entries = 1 + random.nextInt(6);
      FlatVector dictionary = flat(random, type, entries);
      int[] codes = new int[size];
      for (int i = 0; i < size; i++) {
        codes[i] = random.nextInt(entries);
      }
      return new DictionaryVector(dictionary, entries, codes);
    }
    if (form == 2 && type.equals(LogicalType.INTEGER)) {
      return new SequenceVector(type, random.nextInt(5) - 2, random.nextInt(3) - 1);
    }
    return flat(random, type, size);
  }

  private static FlatVector flat(Random random, LogicalType type, int size) {
    FlatVector column = FlatVector.allocate(type, size);
    boolean nulls = random.nextBoolean();
    for (int i = 0; i < size; i++) {
      Value value = value(random, type);
      column.setValue(i, value.isNull() && !nulls ? zero(type) : value);
    }
    return column;
  }

  private static Value zero(LogicalType type) {
    return dev.eider.engine.function.cast.ValueCasts.cast(Value.of("0"), type);
  }

  private static Value value(Random random, LogicalType type) {
    if (random.nextInt(5) == 0) {
      return Value.nullOf(type);
    }
    int small = random.nextInt(7) - 3;
    String text =
        switch (type.id()) {
          case VARCHAR -> random.nextBoolean() ? "s" + small : "a rather long text number " + small;
          case BOOLEAN -> small > 0 ? "true" : "false";
          case UBIGINT -> small < 0 ? "18446744073709551615" : String.valueOf(small);
          case DOUBLE -> small == 3 ? "nan" : small == 2 ? "-0.0" : String.valueOf(small * 0.5);
          default -> String.valueOf(small);
        };
    return dev.eider.engine.function.cast.ValueCasts.cast(Value.of(text), type);
  }

  private static BoundExpr leaf(Random random, LogicalType type) {
    int position = TYPES.indexOf(type);
    return random.nextInt(3) == 0
        ? new BoundExpr.Constant(value(random, type))
        : new BoundExpr.InputRef(position, type);
  }

  private static BoundExpr expression(Random random, int depth, LogicalType type) {
    if (depth == 0) {
      return leaf(random, type);
    }
    if (!type.equals(LogicalType.BOOLEAN)) {
      return switch (random.nextInt(4)) {
        case 0 ->
            new BoundExpr.Case(
                List.of(
                    new BoundExpr.When(
                        expression(random, depth - 1, LogicalType.BOOLEAN),
                        expression(random, depth - 1, type))),
                expression(random, depth - 1, type),
                type);
        case 1 ->
            new BoundExpr.Coalesce(
                List.of(expression(random, depth - 1, type), expression(random, depth - 1, type)),
                type);
        case 2 ->
            type.equals(LogicalType.INTEGER) || type.equals(LogicalType.DOUBLE)
                ? Calls.bind("+", false, leaf(random, type), leaf(random, type))
                : leaf(random, type);
        default -> leaf(random, type);
      };
    }
    LogicalType operand = TYPES.get(random.nextInt(TYPES.size()));
    return switch (random.nextInt(8)) {
      case 0 -> new BoundExpr.And(parts(random, depth));
      case 1 -> new BoundExpr.Or(parts(random, depth));
      case 2 -> new BoundExpr.Not(expression(random, depth - 1, LogicalType.BOOLEAN));
      case 3 -> new BoundExpr.IsNull(expression(random, depth - 1, operand), random.nextBoolean());
      case 4 -> {
        List<BoundExpr> items = new ArrayList<>();
        int count = 1 + random.nextInt(6);
        for (int i = 0; i < count; i++) {
          items.add(
              random.nextInt(4) == 0
                  ? leaf(random, operand)
                  : new BoundExpr.Constant(value(random, operand)));
        }
        yield new BoundExpr.In(leaf(random, operand), items, random.nextBoolean());
      }
      case 5 ->
          new BoundExpr.DistinctFrom(
              random.nextBoolean(), leaf(random, operand), leaf(random, operand));
      default ->
          new BoundExpr.Compare(
              CompareOp.values()[random.nextInt(6)],
              expression(random, depth - 1, operand),
              expression(random, depth - 1, operand));
    };
  }

  private static List<BoundExpr> parts(Random random, int depth) {
    List<BoundExpr> parts = new ArrayList<>();
    int count = 2 + random.nextInt(2);
    for (int i = 0; i < count; i++) {
      parts.add(expression(random, depth - 1, LogicalType.BOOLEAN));
    }
    return parts;
  }

  @Test
  void aGuardKeepsAnErrorFromRowsItLeavesOut() {
    FlatVector divisors = FlatVector.allocate(LogicalType.INTEGER, 4);
    for (int i = 0; i < 4; i++) {
      divisors.setValue(i, Value.of(i));
    }
    DataChunk chunk = new DataChunk(new Vector[] {divisors}, 4);
    BoundExpr column = new BoundExpr.InputRef(0, LogicalType.INTEGER);
    BoundExpr zero = new BoundExpr.Constant(Value.of(0));
    BoundExpr nonZero = new BoundExpr.Compare(CompareOp.NE, column, zero);
    BoundExpr quotient = Calls.bind("//", false, new BoundExpr.Constant(Value.of(6)), column);
    BoundExpr big =
        new BoundExpr.Compare(CompareOp.GE, quotient, new BoundExpr.Constant(Value.of(3)));
    int[] selection = new int[4];
    int count =
        FilterEvaluator.of(new BoundExpr.And(List.of(nonZero, big)), Calls.CONTEXT)
            .select(chunk, selection);
    assertArrayEquals(new int[] {1, 2}, Arrays.copyOf(selection, count));
    BoundExpr guarded =
        new BoundExpr.Case(
            List.of(new BoundExpr.When(nonZero, quotient)), zero, LogicalType.INTEGER);
    Vector values = Evaluator.of(guarded, Calls.CONTEXT).evaluate(chunk);
    assertEquals(Value.of(0), values.getValue(0));
    assertEquals(Value.of(2), values.getValue(3));
    Vector tried = Evaluator.of(new BoundExpr.Try(quotient), Calls.CONTEXT).evaluate(chunk);
    assertEquals(Value.nullOf(LogicalType.INTEGER), tried.getValue(0));
    assertEquals(Value.of(6), tried.getValue(1));
    org.junit.jupiter.api.Assertions.assertThrows(
        EiderException.class, () -> Evaluator.of(quotient, Calls.CONTEXT).evaluate(chunk));
  }

  @Test
  void foldingKeepsWhatThrows() {
    BoundExpr failing =
        Calls.bind(
            "//", false, new BoundExpr.Constant(Value.of(1)), new BoundExpr.Constant(Value.of(0)));
    assertEquals(failing, ConstantFolder.fold(failing, Calls.CONTEXT));
    BoundExpr sum =
        Calls.bind(
            "+", false, new BoundExpr.Constant(Value.of(1)), new BoundExpr.Constant(Value.of(2)));
    assertEquals(new BoundExpr.Constant(Value.of(3)), ConstantFolder.fold(sum, Calls.CONTEXT));
  }
}
