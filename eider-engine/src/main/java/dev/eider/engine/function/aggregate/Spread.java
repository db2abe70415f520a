// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DoubleVector;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.BoundAggregate;
import dev.eider.engine.function.FunctionRegistry;
import java.util.List;

/**
 * Variance, standard deviation and standard error by Welford's recurrence; parts are merged after
 * Chan, Golub and LeVeque.
 */
final class Spread extends MomentState {
  private static final int MEAN = 0;
  private static final int SQUARES = 1;

  private final Kind kind;

  /** What is computed of the sums. */
  enum Kind {
    VAR_SAMP,
    VAR_POP,
    STDDEV_SAMP,
    STDDEV_POP,
    SEM
  }

  Spread(Kind kind) {
    super(2, false);
    this.kind = kind;
  }

  static void register(FunctionRegistry registry) {
    add(registry, "var_samp", Kind.VAR_SAMP);
    add(registry, "variance", Kind.VAR_SAMP);
    add(registry, "var_pop", Kind.VAR_POP);
    add(registry, "stddev_samp", Kind.STDDEV_SAMP);
    add(registry, "stddev", Kind.STDDEV_SAMP);
    add(registry, "stddev_pop", Kind.STDDEV_POP);
    add(registry, "sem", Kind.SEM);
  }

  private static void add(FunctionRegistry registry, String name, Kind kind) {
    List<LogicalType> types = List.of(LogicalType.DOUBLE);
    BoundAggregate bound =
        new BoundAggregate(
                name, types, LogicalType.DOUBLE, false, true, () -> new Spread(kind), null)
            .withLayout(MomentLayout.of(deviation(MEAN, SQUARES)));
    registry.add(
        new AggregateFunction(
            name,
            types,
            null,
            LogicalType.DOUBLE,
            (arguments, context) -> new AggregateFunction.Binding(bound, List.of(0))));
  }

  /** The layout of a mean and the squares around it. */
  static MomentLayout.Node deviation(int mean, int squares) {
    return MomentLayout.parts(
        "count",
        MomentLayout.count(),
        "mean",
        MomentLayout.sum(mean),
        "dsquared",
        MomentLayout.sum(squares));
  }

  @Override
  void add(int group, double x, double y) {
    long n = ++count[group];
    double mean = sums[MEAN][group];
    double newMean = mean + (x - mean) / n;
    sums[SQUARES][group] += (x - newMean) * (x - mean);
    sums[MEAN][group] = newMean;
  }

  @Override
  void merge(int group, MomentState other, int otherGroup) {
    double mine = count[group];
    double theirs = other.count[otherGroup];
    double total = mine + theirs;
    double delta = other.sums[MEAN][otherGroup] - sums[MEAN][group];
    sums[MEAN][group] = Math.fma(theirs / total, delta, sums[MEAN][group]);
    sums[SQUARES][group] += other.sums[SQUARES][otherGroup] + delta * delta * theirs * mine / total;
    count[group] += other.count[otherGroup];
  }

  @Override
  void result(int group, DoubleVector result, int row) {
    double n = count[group];
    double squares = sums[SQUARES][group];
    boolean sample = kind == Kind.VAR_SAMP || kind == Kind.STDDEV_SAMP;
    if (sample && n <= 1) {
      result.setNull(row);
      return;
    }
    double value =
        switch (kind) {
          case VAR_SAMP -> squares / (n - 1);
          case VAR_POP -> n > 1 ? squares / n : 0;
          case STDDEV_SAMP -> Math.sqrt(squares / (n - 1));
          case STDDEV_POP -> n > 1 ? Math.sqrt(squares / n) : 0;
          case SEM -> Math.sqrt(squares / n) / Math.sqrt(n);
        };
    result.set(row, value);
  }
}
