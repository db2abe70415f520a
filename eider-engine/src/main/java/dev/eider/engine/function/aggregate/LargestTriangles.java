// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.LogicalType.Field;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StructVector;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundAggregate;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.StateLayout;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.util.List;

/**
 * {@code lttb(x, y, n ORDER BY x)}: at most n points that show the shape of all. The first and the
 * last stay; of each bucket in between stays the point that makes the largest triangle with the one
 * chosen before it and the mean of the next bucket. After Steinarsson, "Downsampling time series
 * for visual representation", University of Iceland 2013.
 */
final class LargestTriangles implements AggregateState {
  private final long target;
  private final RowChains points;
  private final StructVector scratch;

  private LargestTriangles(LogicalType point, long target) {
    this.target = target;
    this.points = new RowChains(point);
    this.scratch = new StructVector(point, 1);
  }

  static void register(FunctionRegistry registry) {
    List<LogicalType> measures = List.of(LogicalType.DOUBLE, LogicalType.FLOAT);
    for (LogicalType x :
        List.of(
            LogicalType.DOUBLE,
            LogicalType.FLOAT,
            LogicalType.TIMESTAMP,
            LogicalType.TIMESTAMP_S,
            LogicalType.TIMESTAMP_MS,
            LogicalType.TIMESTAMP_NS,
            LogicalType.TIMESTAMP_TZ)) {
      for (LogicalType y : measures) {
        LogicalType point = LogicalType.struct(List.of(new Field("x", x), new Field("y", y)));
        registry.add(
            new AggregateFunction(
                "lttb",
                List.of(x, y, LogicalType.BIGINT),
                null,
                LogicalType.list(point),
                (arguments, scope) -> bind(x, y, point, arguments)));
      }
    }
  }

  private static AggregateFunction.Binding bind(
      LogicalType x, LogicalType y, LogicalType point, List<Argument> arguments) {
    Value constant = arguments.get(2).constant();
    if (constant == null || constant.isNull()) {
      throw EiderException.binder("The number of points of lttb must be a constant");
    }
    long target = constant.asLong();
    if (target < 2) {
      throw EiderException.binder("The number of points of lttb must be at least 2");
    }
    return new AggregateFunction.Binding(
        new BoundAggregate(
                "lttb",
                List.of(x, y),
                LogicalType.list(point),
                true,
                true,
                () -> new LargestTriangles(point, target),
                target)
            .withLayout(layout(point)),
        List.of(0, 1));
  }

  /** All points, as a list. */
  private static StateLayout layout(LogicalType point) {
    return new StateLayout() {
      @Override
      public LogicalType type() {
        return LogicalType.list(point);
      }

      @Override
      public Value export(AggregateState state, int group) {
        List<Value> kept = ((LargestTriangles) state).points.values(group);
        return kept.isEmpty() ? Value.nullOf(type()) : new Value(type(), kept);
      }

      @Override
      public void load(AggregateState state, int group, Value value) {
        LargestTriangles triangles = (LargestTriangles) state;
        for (Value one : value.asList()) {
          if (!one.isNull() && one.asList().stream().noneMatch(Value::isNull)) {
            triangles.scratch.setValue(0, one);
            triangles.points.append(group, triangles.scratch, 0);
          }
        }
      }
    };
  }

  @Override
  public void ensureGroups(int groups) {
    points.ensureGroups(groups);
  }

  @Override
  public void update(Operand[] arguments, int[] groups, int count) {
    for (int i = 0; i < count; i++) {
      if (!arguments[0].isNull(i) && !arguments[1].isNull(i)) {
        for (int axis = 0; axis < 2; axis++) {
          FlatVector child = scratch.child(axis);
          child.copyRow(arguments[axis].vector(), arguments[axis].index(i), 0);
        }
        points.append(groups[i], scratch, 0);
      }
    }
  }

  @Override
  public void combine(AggregateState other, int[] from, int[] to, int count) {
    for (int i = 0; i < count; i++) {
      points.appendAll(to[i], ((LargestTriangles) other).points, from[i]);
    }
  }

  @Override
  public void finish(int first, int count, FlatVector result) {
    ListVector lists = (ListVector) result;
    StructVector all = (StructVector) points.rows();
    for (int i = 0; i < count; i++) {
      int[] rows = points.rowNumbers(first + i);
      if (rows.length == 0) {
        result.setNull(i);
        continue;
      }
      int[] kept = rows.length <= target ? rows : chosen(all, rows, (int) target);
      int at = lists.appendChildren(kept.length);
      lists.setList(i, at, kept.length);
      for (int row : kept) {
        lists.child().copyRow(all, row, at++);
      }
    }
  }

  private static int[] chosen(StructVector all, int[] rows, int size) {
    int[] kept = new int[size];
    kept[0] = rows[0];
    kept[size - 1] = rows[rows.length - 1];
    double[] x = axis(all.child(0), rows);
    double[] y = axis(all.child(1), rows);
    double width = size == 2 ? 0 : (double) (rows.length - 2) / (size - 2);
    int before = 0;
    for (int bucket = 1; bucket < size - 1; bucket++) {
      int from = start(bucket - 1, width);
      int to = start(bucket, width);
      int end = Math.min(start(bucket + 1, width), rows.length);
      double meanX = 0;
      double meanY = 0;
      for (int i = to; i < end; i++) {
        meanX += x[i];
        meanY += y[i];
      }
      meanX /= end - to;
      meanY /= end - to;
      int best = from;
      double largest = -1;
      for (int i = from; i < to; i++) {
        double area =
            Math.abs(
                    (x[before] - meanX) * (y[i] - y[before])
                        - (x[before] - x[i]) * (meanY - y[before]))
                * 0.5;
        if (area > largest) {
          largest = area;
          best = i;
        }
      }
      kept[bucket] = rows[best];
      before = best;
    }
    return kept;
  }

  private static int start(int bucket, double width) {
    return (int) Math.floor(bucket * width) + 1;
  }

  /** The numbers of an axis; instants count from the first, so that doubles tell them apart. */
  private static double[] axis(FlatVector values, int[] rows) {
    double[] numbers = new double[rows.length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] =
          switch (values) {
            case DoubleVector v -> v.get(rows[i]);
            case FloatVector v -> v.get(rows[i]);
            case LongVector v -> difference(v.get(rows[i]), v.get(rows[0]));
            default -> throw new IllegalStateException("lttb of " + values.type());
          };
    }
    return numbers;
  }

  private static double difference(long a, long b) {
    long exact = a - b;
    return ((a ^ b) & (a ^ exact)) < 0 ? (double) a - (double) b : exact;
  }

  @Override
  public long memoryBytes() {
    return points.memoryBytes();
  }

  @Override
  public void writeGroup(int group, StateWriter out) {
    points.write(group, out);
  }

  @Override
  public void readGroup(int group, StateReader in) {
    points.read(group, in);
  }
}
