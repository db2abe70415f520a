// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.StateLayout;
import java.util.Arrays;
import java.util.List;

/** States that keep all values leave as the list of them. */
final class ValuesLayout implements StateLayout {
  private final LogicalType element;
  private final Values values;

  ValuesLayout(LogicalType element, Values values) {
    this.element = element;
    this.values = values;
  }

  /** Reads the values of a group. */
  @FunctionalInterface
  interface Values {
    List<Value> of(AggregateState state, int group);
  }

  @Override
  public LogicalType type() {
    return LogicalType.list(element);
  }

  @Override
  public Value export(AggregateState state, int group) {
    List<Value> kept = values.of(state, group);
    return kept.isEmpty() ? Value.nullOf(type()) : new Value(type(), kept);
  }

  @Override
  public void load(AggregateState state, int group, Value value) {
    List<Value> kept = value.asList();
    FlatVector vector = FlatVector.allocate(element, Math.max(1, kept.size()));
    for (int i = 0; i < kept.size(); i++) {
      vector.setValue(i, kept.get(i));
    }
    int[] groups = new int[kept.size()];
    Arrays.fill(groups, group);
    state.update(new Operand[] {new Operand(vector, 1)}, groups, kept.size());
  }
}
