// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.BoundAggregate;
import dev.eider.engine.function.FunctionRegistry;
import java.util.List;

/**
 * Covariance, correlation and linear regression of (y, x) pairs. Recurrences and merging after
 * Schubert and Gertz, "Numerically stable parallel computation of (co-)variance", SSDBM 2018.
 */
final class Regression extends MomentState {
  private static final int MEAN_X = 0;
  private static final int MEAN_Y = 1;
  private static final int SQUARES_X = 2;
  private static final int SQUARES_Y = 3;
  private static final int PRODUCTS = 4;

  private final Kind kind;

  /** What is computed of the sums. */
  enum Kind {
    COVAR_POP,
    COVAR_SAMP,
    CORR,
    REGR_AVGX,
    REGR_AVGY,
    REGR_COUNT,
    REGR_INTERCEPT,
    REGR_R2,
    REGR_SLOPE,
    REGR_SXX,
    REGR_SXY,
    REGR_SYY
  }

  Regression(Kind kind) {
    super(5, true);
    this.kind = kind;
  }

  static void register(FunctionRegistry registry) {
    for (Kind kind : Kind.values()) {
      String name = kind.name().toLowerCase(java.util.Locale.ROOT);
      List<LogicalType> types = List.of(LogicalType.DOUBLE, LogicalType.DOUBLE);
      LogicalType returns = kind == Kind.REGR_COUNT ? LogicalType.UINTEGER : LogicalType.DOUBLE;
      BoundAggregate bound =
          new BoundAggregate(name, types, returns, false, true, () -> new Regression(kind), null)
              .withLayout(MomentLayout.of(layout(kind)));
      registry.add(
          new AggregateFunction(
              name,
              types,
              null,
              returns,
              (arguments, context) -> new AggregateFunction.Binding(bound, List.of(0, 1))));
    }
  }

  private static MomentLayout.Node layout(Kind kind) {
    MomentLayout.Node count = MomentLayout.count();
    MomentLayout.Node products =
        MomentLayout.parts(
            "count",
            count,
            "meanx",
            MomentLayout.sum(MEAN_X),
            "meany",
            MomentLayout.sum(MEAN_Y),
            "co_moment",
            MomentLayout.sum(PRODUCTS));
    MomentLayout.Node x = Spread.deviation(MEAN_X, SQUARES_X);
    MomentLayout.Node y = Spread.deviation(MEAN_Y, SQUARES_Y);
    MomentLayout.Node slope = MomentLayout.parts("cov_pop", products, "var_pop", x);
    MomentLayout.Node correlation =
        MomentLayout.parts("cov_pop", products, "dev_pop_x", x, "dev_pop_y", y);
    return switch (kind) {
      case COVAR_POP, COVAR_SAMP -> products;
      case CORR -> correlation;
      case REGR_COUNT -> count;
      case REGR_AVGX -> MomentLayout.parts("sum", MomentLayout.total(MEAN_X), "count", count);
      case REGR_AVGY -> MomentLayout.parts("sum", MomentLayout.total(MEAN_Y), "count", count);
      case REGR_SLOPE -> slope;
      case REGR_INTERCEPT ->
          MomentLayout.parts(
              "count",
              count,
              "sum_x",
              MomentLayout.total(MEAN_X),
              "sum_y",
              MomentLayout.total(MEAN_Y),
              "slope",
              slope);
      case REGR_R2 -> MomentLayout.parts("corr", correlation, "var_pop_x", x, "var_pop_y", y);
      case REGR_SXX -> MomentLayout.parts("count", count, "var_pop", x);
      case REGR_SYY -> MomentLayout.parts("count", count, "var_pop", y);
      case REGR_SXY -> MomentLayout.parts("count", count, "cov_pop", products);
    };
  }

  /** {@code first} is y, {@code second} is x: the order of the functions' arguments. */
  @Override
  void add(int group, double first, double second) {
    long n = ++count[group];
    double dx = second - sums[MEAN_X][group];
    double meanX = sums[MEAN_X][group] + dx / n;
    double dy = first - sums[MEAN_Y][group];
    double meanY = sums[MEAN_Y][group] + dy / n;
    sums[PRODUCTS][group] += dx * (first - meanY);
    sums[SQUARES_X][group] += dx * (second - meanX);
    sums[SQUARES_Y][group] += dy * (first - meanY);
    sums[MEAN_X][group] = meanX;
    sums[MEAN_Y][group] = meanY;
  }

  @Override
  void merge(int group, MomentState other, int otherGroup) {
    double mine = count[group];
    double theirs = other.count[otherGroup];
    double total = mine + theirs;
    double dx = other.sums[MEAN_X][otherGroup] - sums[MEAN_X][group];
    double dy = other.sums[MEAN_Y][otherGroup] - sums[MEAN_Y][group];
    double weight = mine * theirs / total;
    sums[PRODUCTS][group] += other.sums[PRODUCTS][otherGroup] + dx * dy * weight;
    sums[SQUARES_X][group] += other.sums[SQUARES_X][otherGroup] + dx * dx * weight;
    sums[SQUARES_Y][group] += other.sums[SQUARES_Y][otherGroup] + dy * dy * weight;
    sums[MEAN_X][group] += dx * theirs / total;
    sums[MEAN_Y][group] += dy * theirs / total;
    count[group] += other.count[otherGroup];
  }

  @Override
  public void finish(int first, int groups, FlatVector result) {
    if (kind == Kind.REGR_COUNT) {
      LongVector counts = (LongVector) result;
      for (int i = 0; i < groups; i++) {
        counts.set(i, count[first + i]);
      }
    } else {
      super.finish(first, groups, result);
    }
  }

  @Override
  void result(int group, DoubleVector result, int row) {
    double n = count[group];
    double xx = n > 1 ? sums[SQUARES_X][group] : 0;
    double yy = n > 1 ? sums[SQUARES_Y][group] : 0;
    double xy = sums[PRODUCTS][group];
    boolean isNull =
        switch (kind) {
          case COVAR_SAMP -> n < 2;
          case REGR_INTERCEPT, REGR_R2 -> xx == 0;
          default -> false;
        };
    if (isNull) {
      result.setNull(row);
      return;
    }
    result.set(
        row,
        switch (kind) {
          case COVAR_POP -> xy / n;
          case COVAR_SAMP -> xy / (n - 1);
          case CORR -> correlation(xx, yy, xy, n);
          case REGR_AVGX -> sums[MEAN_X][group];
          case REGR_AVGY -> sums[MEAN_Y][group];
          case REGR_COUNT -> n;
          case REGR_INTERCEPT -> sums[MEAN_Y][group] - xy / xx * sums[MEAN_X][group];
          case REGR_R2 -> yy == 0 ? 1 : Math.pow(correlation(xx, yy, xy, n), 2);
          case REGR_SLOPE -> xx == 0 ? Double.NaN : xy / xx;
          case REGR_SXX -> xx;
          case REGR_SXY -> xy;
          case REGR_SYY -> yy;
        });
  }

  private static double correlation(double xx, double yy, double xy, double n) {
    double spread = Math.sqrt(xx / n) * Math.sqrt(yy / n);
    return spread == 0 ? Double.NaN : xy / n / spread;
  }
}
