// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.util.Arrays;

/**
 * States of statistics over one or two DOUBLE arguments: a count and a few doubles a group. Rows
 * with a NULL argument are left out.
 */
abstract class MomentState implements AggregateState {
  /** Rows a group. */
  protected long[] count = new long[4];

  /** The sums: {@code sums[k][group]}. */
  protected final double[][] sums;

  private final boolean binary;

  MomentState(int sumCount, boolean binary) {
    this.binary = binary;
    this.sums = new double[sumCount][4];
  }

  /** Adds a row; {@code y} is 0 for a statistic of one argument. */
  abstract void add(int group, double x, double y);

  /** Merges a group that is not empty into one that is not empty. */
  abstract void merge(int group, MomentState other, int otherGroup);

  /** The result of a group with at least one row, or NaN with {@code result.setNull} done. */
  abstract void result(int group, DoubleVector result, int row);

  @Override
  public void ensureGroups(int groups) {
    if (groups > count.length) {
      int grown = Math.max(groups, count.length * 2);
      count = Arrays.copyOf(count, grown);
      for (int k = 0; k < sums.length; k++) {
        sums[k] = Arrays.copyOf(sums[k], grown);
      }
    }
  }

  @Override
  public void update(Operand[] arguments, int[] groups, int rows) {
    Operand first = arguments[0];
    double[] x = ((DoubleVector) first.vector()).values();
    if (!binary) {
      for (int i = 0; i < rows; i++) {
        if (!first.isNull(i)) {
          add(groups[i], x[first.index(i)], 0);
        }
      }
      return;
    }
    Operand second = arguments[1];
    double[] y = ((DoubleVector) second.vector()).values();
    for (int i = 0; i < rows; i++) {
      if (!first.isNull(i) && !second.isNull(i)) {
        add(groups[i], x[first.index(i)], y[second.index(i)]);
      }
    }
  }

  @Override
  public void combine(AggregateState other, int[] from, int[] to, int groups) {
    MomentState that = (MomentState) other;
    for (int i = 0; i < groups; i++) {
      int source = from[i];
      int target = to[i];
      if (that.count[source] == 0) {
        continue;
      }
      if (count[target] == 0) {
        count[target] = that.count[source];
        for (int k = 0; k < sums.length; k++) {
          sums[k][target] = that.sums[k][source];
        }
      } else {
        merge(target, that, source);
      }
    }
  }

  @Override
  public void finish(int first, int groups, FlatVector result) {
    DoubleVector doubles = (DoubleVector) result;
    for (int i = 0; i < groups; i++) {
      if (count[first + i] == 0) {
        emptyResult(doubles, i);
      } else {
        result(first + i, doubles, i);
      }
    }
  }

  /** The result of a group without rows: NULL unless a statistic says otherwise. */
  void emptyResult(DoubleVector result, int row) {
    result.setNull(row);
  }

  @Override
  public long memoryBytes() {
    return 8L * count.length * (1 + sums.length);
  }

  @Override
  public void writeGroup(int group, StateWriter out) {
    out.putLong(count[group]);
    for (double[] sum : sums) {
      out.putDouble(sum[group]);
    }
  }

  @Override
  public void readGroup(int group, StateReader in) {
    count[group] = in.getLong();
    for (double[] sum : sums) {
      sum[group] = in.getDouble();
    }
  }
}
