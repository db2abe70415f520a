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

/** Sums and averages of doubles, added in the order they come. */
final class DoubleSumState implements SummingState {
  private final boolean average;
  private double[] sums = new double[1];
  private long[] counts = new long[1];

  DoubleSumState(boolean average) {
    this.average = average;
  }

  @Override
  public void ensureGroups(int groups) {
    if (groups > sums.length) {
      int size = Math.max(groups, sums.length * 2);
      sums = Arrays.copyOf(sums, size);
      counts = Arrays.copyOf(counts, size);
    }
  }

  @Override
  public boolean clear() {
    Arrays.fill(sums, 0);
    Arrays.fill(counts, 0);
    return true;
  }

  @Override
  public void update(Operand[] arguments, int[] groups, int count) {
    Operand argument = arguments[0];
    DoubleVector vector = (DoubleVector) argument.vector();
    if (argument.step() == 1 && !vector.mayHaveNulls()) {
      add(vector.values(), groups, count, sums, counts);
      return;
    }
    for (int i = 0; i < count; i++) {
      int at = argument.index(i);
      if (!vector.isNull(at)) {
        sums[groups[i]] += vector.get(at);
        counts[groups[i]]++;
      }
    }
  }

  private static void add(double[] values, int[] groups, int count, double[] sums, long[] counts) {
    for (int i = 0; i < count; i++) {
      int group = groups[i];
      sums[group] += values[i];
      counts[group]++;
    }
  }

  @Override
  public void updateOne(Operand[] arguments, int group, int count) {
    Operand argument = arguments[0];
    DoubleVector vector = (DoubleVector) argument.vector();
    if (argument.step() == 1 && !vector.mayHaveNulls()) {
      sums[group] = sum(sums[group], vector.values(), count);
      counts[group] += count;
      return;
    }
    for (int i = 0; i < count; i++) {
      int at = argument.index(i);
      if (!vector.isNull(at)) {
        sums[group] += vector.get(at);
        counts[group]++;
      }
    }
  }

  private static double sum(double start, double[] values, int count) {
    double sum = start;
    for (int i = 0; i < count; i++) {
      sum += values[i];
    }
    return sum;
  }

  @Override
  public void combine(AggregateState other, int[] from, int[] to, int count) {
    DoubleSumState theirs = (DoubleSumState) other;
    for (int i = 0; i < count; i++) {
      sums[to[i]] += theirs.sums[from[i]];
      counts[to[i]] += theirs.counts[from[i]];
    }
  }

  @Override
  public void finish(int first, int count, FlatVector result) {
    double[] values = ((DoubleVector) result).values();
    for (int i = 0; i < count; i++) {
      int group = first + i;
      if (counts[group] == 0) {
        result.setNull(i);
      } else {
        values[i] = average ? sums[group] / counts[group] : sums[group];
      }
    }
  }

  @Override
  public SumWords sum(int group) {
    return new SumWords(counts[group], null, sums[group]);
  }

  @Override
  public void setSum(int group, SumWords sum) {
    sums[group] = sum.approximate();
    counts[group] = sum.count();
  }

  @Override
  public long memoryBytes() {
    return 16L * sums.length;
  }

  @Override
  public void writeGroup(int group, StateWriter out) {
    out.putDouble(sums[group]);
    out.putLong(counts[group]);
  }

  @Override
  public void readGroup(int group, StateReader in) {
    sums[group] = in.getDouble();
    counts[group] = in.getLong();
  }
}
