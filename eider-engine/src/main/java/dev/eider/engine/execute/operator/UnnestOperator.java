// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.ArrayVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.eval.Evaluator;
import dev.eider.engine.execute.pipeline.Operator;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.expr.BoundExpr;
import java.util.List;

/**
 * Yields each row once for each element of its longest list: the row's columns, then an element of
 * each list (NULL past its end), then perhaps the position.
 */
public final class UnnestOperator implements Operator {
  private final List<BoundExpr> lists;
  private final List<LogicalType> elementTypes;
  private final boolean ordinality;
  private final boolean keepEmpty;

  public UnnestOperator(
      List<BoundExpr> lists,
      List<LogicalType> elementTypes,
      boolean ordinality,
      boolean keepEmpty) {
    this.lists = List.copyOf(lists);
    this.elementTypes = List.copyOf(elementTypes);
    this.ordinality = ordinality;
    this.keepEmpty = keepEmpty;
  }

  @Override
  public Operator.Worker newWorker(WorkerContext context) {
    return new UnnestWorker(Expressions.of(lists, context));
  }

  private final class UnnestWorker implements Operator.Worker {
    private final Evaluator[] evaluators;
    private final FlatVector[] values;
    private final Gatherer gatherer = new Gatherer();
    private final int[] rows = new int[Vector.CAPACITY];
    private final int[][] elements = new int[lists.size()][Vector.CAPACITY];
    private final long[] positions = new long[Vector.CAPACITY];
    private boolean inside;
    private int row;
    private int element;
    private DataChunk output = Gatherer.NOTHING;

    UnnestWorker(Evaluator[] evaluators) {
      this.evaluators = evaluators;
      this.values = new FlatVector[evaluators.length];
    }

    @Override
    public DataChunk output() {
      return output;
    }

    @Override
    public Status process(DataChunk input, long batchIndex) {
      if (!inside) {
        inside = true;
        row = 0;
        element = 0;
        for (int i = 0; i < evaluators.length; i++) {
          values[i] = evaluators[i].evaluate(input).flatten(input.size());
        }
      }
      int count = 0;
      while (row < input.size() && count < Vector.CAPACITY) {
        int longest = 0;
        for (FlatVector list : values) {
          longest = Math.max(longest, length(list, row));
        }
        boolean kept = longest == 0 && keepEmpty;
        if (element < longest || kept) {
          rows[count] = row;
          positions[count] = kept ? -1 : element + 1;
          for (int i = 0; i < values.length; i++) {
            elements[i][count] =
                element < length(values[i], row) ? first(values[i], row) + element : -1;
          }
          count++;
          element++;
        }
        if (element >= longest) {
          row++;
          element = 0;
        }
      }
      output = count == 0 ? Gatherer.NOTHING : combine(input, count);
      inside = row < input.size();
      return inside ? Status.MORE : Status.NEXT;
    }

    private DataChunk combine(DataChunk input, int count) {
      int columns = input.columnCount();
      Vector[] result = new Vector[columns + values.length + (ordinality ? 1 : 0)];
      System.arraycopy(gatherer.gather(input, rows, count).columns(), 0, result, 0, columns);
      for (int i = 0; i < values.length; i++) {
        FlatVector target = FlatVector.allocate(elementTypes.get(i), count);
        FlatVector child = child(values[i]);
        for (int k = 0; k < count; k++) {
          if (elements[i][k] < 0) {
            target.setNull(k);
          } else {
            target.copyRow(child, elements[i][k], k);
          }
        }
        result[columns + i] = target;
      }
      if (ordinality) {
        LongVector numbers = new LongVector(LogicalType.BIGINT, count);
        for (int k = 0; k < count; k++) {
          if (positions[k] < 0) {
            numbers.setNull(k);
          } else {
            numbers.set(k, positions[k]);
          }
        }
        result[columns + values.length] = numbers;
      }
      return new DataChunk(result, count);
    }
  }

  private static int length(FlatVector list, int row) {
    if (list.isNull(row)) {
      return 0;
    }
    return switch (list) {
      case ListVector lists -> lists.lengths()[row];
      case ArrayVector arrays -> arrays.size();
      default -> 0;
    };
  }

  private static int first(FlatVector list, int row) {
    return list instanceof ListVector lists
        ? lists.offsets()[row]
        : row * ((ArrayVector) list).size();
  }

  private static FlatVector child(FlatVector list) {
    return switch (list) {
      case ListVector lists -> lists.child();
      case ArrayVector arrays -> arrays.child();
      // The list of an untyped NULL has no elements.
      default -> list;
    };
  }
}
