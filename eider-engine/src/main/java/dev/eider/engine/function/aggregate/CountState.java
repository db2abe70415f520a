// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.StateLayout;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.util.Arrays;

/** Numbers of rows, or of rows whose argument is not NULL. */
final class CountState implements AggregateState {
  /** The state is the number itself. */
  static final StateLayout LAYOUT =
      new StateLayout() {
        @Override
        public LogicalType type() {
          return LogicalType.BIGINT;
        }

        @Override
        public Value export(AggregateState state, int group) {
          return Value.of(((CountState) state).counts[group]);
        }

        @Override
        public void load(AggregateState state, int group, Value value) {
          ((CountState) state).counts[group] = value.asLong();
        }
      };

  private final boolean allRows;
  private long[] counts = new long[1];

  CountState(boolean allRows) {
    this.allRows = allRows;
  }

  @Override
  public void ensureGroups(int groups) {
    if (groups > counts.length) {
      counts = Arrays.copyOf(counts, Math.max(groups, counts.length * 2));
    }
  }

  @Override
  public boolean clear() {
    Arrays.fill(counts, 0);
    return true;
  }

  @Override
  public void update(Operand[] arguments, int[] groups, int count) {
    if (allRows || !arguments[0].vector().mayHaveNulls()) {
      addAll(counts, groups, count);
    } else {
      addValid(counts, groups, count, arguments[0]);
    }
  }

  private static void addAll(long[] counts, int[] groups, int count) {
    for (int i = 0; i < count; i++) {
      counts[groups[i]]++;
    }
  }

  private static void addValid(long[] counts, int[] groups, int count, Operand argument) {
    for (int i = 0; i < count; i++) {
      counts[groups[i]] += argument.isNull(i) ? 0 : 1;
    }
  }

  @Override
  public void updateOne(Operand[] arguments, int group, int count) {
    if (allRows || !arguments[0].vector().mayHaveNulls()) {
      counts[group] += count;
      return;
    }
    int valid = 0;
    for (int i = 0; i < count; i++) {
      valid += arguments[0].isNull(i) ? 0 : 1;
    }
    counts[group] += valid;
  }

  @Override
  public void combine(AggregateState other, int[] from, int[] to, int count) {
    long[] theirs = ((CountState) other).counts;
    for (int i = 0; i < count; i++) {
      counts[to[i]] += theirs[from[i]];
    }
  }

  @Override
  public void finish(int first, int count, FlatVector result) {
    System.arraycopy(counts, first, ((LongVector) result).values(), 0, count);
  }

  @Override
  public long memoryBytes() {
    return 8L * counts.length;
  }

  @Override
  public void writeGroup(int group, StateWriter out) {
    out.putLong(counts[group]);
  }

  @Override
  public void readGroup(int group, StateReader in) {
    counts[group] = in.getLong();
  }
}
