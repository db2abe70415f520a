// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import dev.eider.engine.function.cast.TemporalText;

/** The mean of times with offsets: of the times of day that they are in UTC. */
final class ClockMeanState implements SummingState {
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final long MICROS_PER_SECOND = 1_000_000L;

  private final IntegerSumState clocks = new IntegerSumState(0);

  @Override
  public void ensureGroups(int groups) {
    clocks.ensureGroups(groups);
  }

  @Override
  public void update(Operand[] arguments, int[] groups, int count) {
    Operand argument = arguments[0];
    LongVector times = (LongVector) argument.vector();
    LongVector utc = new LongVector(LogicalType.TIME, Math.max(1, count));
    for (int i = 0; i < count; i++) {
      if (argument.isNull(i)) {
        utc.setNull(i);
      } else {
        long time = times.get(argument.index(i));
        long offset = TemporalText.timeTzOffset(time) * MICROS_PER_SECOND;
        utc.set(i, Math.floorMod(TemporalText.timeTzMicros(time) - offset, MICROS_PER_DAY));
      }
    }
    clocks.update(new Operand[] {new Operand(utc, 1)}, groups, count);
  }

  @Override
  public void combine(AggregateState other, int[] from, int[] to, int count) {
    clocks.combine(((ClockMeanState) other).clocks, from, to, count);
  }

  @Override
  public void finish(int first, int count, FlatVector result) {
    clocks.finish(first, count, result);
    LongVector times = (LongVector) result;
    for (int i = 0; i < count; i++) {
      if (!times.isNull(i)) {
        times.set(i, TemporalText.timeTz(times.get(i), 0));
      }
    }
  }

  @Override
  public SumWords sum(int group) {
    return clocks.sum(group);
  }

  @Override
  public void setSum(int group, SumWords sum) {
    clocks.setSum(group, sum);
  }

  @Override
  public long memoryBytes() {
    return clocks.memoryBytes();
  }

  @Override
  public void writeGroup(int group, StateWriter out) {
    clocks.writeGroup(group, out);
  }

  @Override
  public void readGroup(int group, StateReader in) {
    clocks.readGroup(group, in);
  }
}
