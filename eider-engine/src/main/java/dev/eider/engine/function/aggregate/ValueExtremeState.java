// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;

/** min and max of any type by comparing values. */
final class ValueExtremeState implements AggregateState {
  private final boolean least;
  private final GroupValues values;

  ValueExtremeState(LogicalType type, boolean least) {
    this.least = least;
    values = new GroupValues(type);
  }

  @Override
  public void ensureGroups(int groups) {
    values.ensureGroups(groups);
  }

  private void add(int group, FlatVector vector, int row) {
    if (values.isSet(group)) {
      int order = CompareKernels.compare(vector, row, values.values(), group);
      if (least ? order >= 0 : order <= 0) {
        return;
      }
    }
    values.set(group, vector, row);
  }

  @Override
  public void update(Operand[] arguments, int[] groups, int count) {
    Operand argument = arguments[0];
    FlatVector vector = argument.vector();
    for (int i = 0; i < count; i++) {
      int at = argument.index(i);
      if (!vector.isNull(at)) {
        add(groups[i], vector, at);
      }
    }
  }

  @Override
  public void updateOne(Operand[] arguments, int group, int count) {
    Operand argument = arguments[0];
    FlatVector vector = argument.vector();
    int best = -1;
    for (int i = 0; i < count; i++) {
      int at = argument.index(i);
      if (vector.isNull(at)) {
        continue;
      }
      if (best < 0) {
        best = at;
        continue;
      }
      int order = CompareKernels.compare(vector, at, vector, best);
      if (least ? order < 0 : order > 0) {
        best = at;
      }
    }
    if (best >= 0) {
      add(group, vector, best);
    }
  }

  @Override
  public void combine(AggregateState other, int[] from, int[] to, int count) {
    GroupValues theirs = ((ValueExtremeState) other).values;
    for (int i = 0; i < count; i++) {
      if (theirs.isSet(from[i])) {
        add(to[i], theirs.values(), from[i]);
      }
    }
  }

  @Override
  public void finish(int first, int count, FlatVector result) {
    values.finish(first, count, result);
  }

  @Override
  public long memoryBytes() {
    return values.memoryBytes();
  }

  @Override
  public void writeGroup(int group, StateWriter out) {
    values.write(group, out);
  }

  @Override
  public void readGroup(int group, StateReader in) {
    values.read(group, in);
  }
}
