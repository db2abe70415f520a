// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DoubleVector;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.BoundAggregate;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.StateLayout;
import java.util.ArrayList;
import java.util.List;

/** Skewness and kurtosis from the sums of powers, with the usual sample corrections. */
final class Shape extends MomentState {
  private final Kind kind;

  /** What is computed of the sums. */
  enum Kind {
    SKEWNESS,
    KURTOSIS,
    KURTOSIS_POP
  }

  Shape(Kind kind) {
    super(4, false);
    this.kind = kind;
  }

  static void register(FunctionRegistry registry) {
    add(registry, "skewness", Kind.SKEWNESS);
    add(registry, "kurtosis", Kind.KURTOSIS);
    add(registry, "kurtosis_pop", Kind.KURTOSIS_POP);
  }

  private static void add(FunctionRegistry registry, String name, Kind kind) {
    List<LogicalType> types = List.of(LogicalType.DOUBLE);
    BoundAggregate bound =
        new BoundAggregate(
                name, types, LogicalType.DOUBLE, false, true, () -> new Shape(kind), null)
            .withLayout(layout(kind));
    registry.add(
        new AggregateFunction(
            name,
            types,
            null,
            LogicalType.DOUBLE,
            (arguments, context) -> new AggregateFunction.Binding(bound, List.of(0))));
  }

  private static StateLayout layout(Kind kind) {
    List<Object> parts =
        new ArrayList<>(
            List.of(
                "n",
                MomentLayout.count(),
                "sum",
                MomentLayout.sum(0),
                "sum_sqr",
                MomentLayout.sum(1),
                "sum_cub",
                MomentLayout.sum(2)));
    if (kind != Kind.SKEWNESS) {
      parts.addAll(List.of("sum_four", MomentLayout.sum(3)));
    }
    return MomentLayout.of(MomentLayout.parts(parts.toArray()));
  }

  @Override
  void add(int group, double x, double y) {
    count[group]++;
    sums[0][group] += x;
    sums[1][group] += x * x;
    sums[2][group] += x * x * x;
    sums[3][group] += x * x * x * x;
  }

  @Override
  void merge(int group, MomentState other, int otherGroup) {
    count[group] += other.count[otherGroup];
    for (int k = 0; k < sums.length; k++) {
      sums[k][group] += other.sums[k][otherGroup];
    }
  }

  @Override
  void result(int group, DoubleVector result, int row) {
    double n = count[group];
    int least = kind == Kind.SKEWNESS ? 2 : kind == Kind.KURTOSIS ? 3 : 1;
    if (n <= least) {
      result.setNull(row);
      return;
    }
    double value = kind == Kind.SKEWNESS ? skewness(group, n) : kurtosis(group, n);
    if (value == Double.NEGATIVE_INFINITY) {
      // No spread.
      result.setNull(row);
      return;
    }
    if (!Double.isFinite(value)) {
      throw EiderException.outOfRange(
          (kind == Kind.SKEWNESS ? "SKEW" : "Kurtosis") + " is out of range!");
    }
    result.set(row, value);
  }

  private double skewness(int group, double n) {
    double s = sums[0][group];
    double s2 = sums[1][group];
    double s3 = sums[2][group];
    double inverse = 1 / n;
    double squares = s2 - s * s * inverse;
    // What rounding leaves of equal values is no spread; an overflow is an error.
    boolean isNoise =
        Double.isFinite(squares)
            && Double.isFinite(s2)
            && Math.abs(squares) <= Math.ulp(1.0) * Math.max(1.0, Math.abs(s2));
    if (isNoise || inverse * squares <= 0) {
      return Double.NEGATIVE_INFINITY;
    }
    double divisor = Math.sqrt(Math.pow(inverse * squares, 3));
    double correction = Math.sqrt(n * (n - 1)) / (n - 2);
    return correction
        * inverse
        * (s3 - 3 * s2 * s * inverse + 2 * Math.pow(s, 3) * inverse * inverse)
        / divisor;
  }

  private double kurtosis(int group, double n) {
    double s = sums[0][group];
    double s2 = sums[1][group];
    double s3 = sums[2][group];
    double s4 = sums[3][group];
    double inverse = 1 / n;
    double m2 = inverse * (s2 - s * s * inverse);
    if (m2 <= 0) {
      return Double.NEGATIVE_INFINITY;
    }
    double m4 =
        inverse
            * (s4
                - 4 * s3 * s * inverse
                + 6 * s2 * s * s * inverse * inverse
                - 3 * Math.pow(s, 4) * Math.pow(inverse, 3));
    return kind == Kind.KURTOSIS_POP
        ? m4 / (m2 * m2) - 3
        : (n - 1) * ((n + 1) * m4 / (m2 * m2) - 3 * (n - 1)) / ((n - 2) * (n - 3));
  }
}
