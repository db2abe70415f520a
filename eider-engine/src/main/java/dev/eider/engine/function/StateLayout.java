// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import java.util.ArrayList;
import java.util.List;

/**
 * How the states of an aggregate function leave an aggregation as values, and come back:
 * EXPORT_STATE, {@code finalize}, {@code combine} and {@code combine_aggr}. States go one at a
 * time: a query exports as many states as it has groups, not rows.
 */
public interface StateLayout {
  /** The type of the values. */
  LogicalType type();

  /** The state of one group; NULL when the group is empty. */
  Value export(AggregateState state, int group);

  /** Restores a state, which is not NULL, into an empty group of a state of the same function. */
  void load(AggregateState state, int group, Value value);

  /**
   * The layout of functions whose result says all about the state: fed back as an argument, it
   * gives the same result ({@code min}, {@code bool_and}, {@code product}).
   */
  static StateLayout ofResult(LogicalType type) {
    return new StateLayout() {
      @Override
      public LogicalType type() {
        return type;
      }

      @Override
      public Value export(AggregateState state, int group) {
        return result(state, group, type);
      }

      @Override
      public void load(AggregateState state, int group, Value value) {
        feed(state, group, List.of(new Value(type, value.object())));
      }
    };
  }

  /** The result of one group. */
  static Value result(AggregateState state, int group, LogicalType type) {
    FlatVector result = FlatVector.allocate(type, 1);
    state.finish(group, 1, result);
    return result.getValue(0);
  }

  /** Adds one row of arguments to a group. */
  static void feed(AggregateState state, int group, List<Value> row) {
    List<Operand> operands = new ArrayList<>();
    for (Value value : row) {
      FlatVector vector = FlatVector.allocate(value.type(), 1);
      vector.setValue(0, value);
      operands.add(new Operand(vector, 1));
    }
    state.update(operands.toArray(new Operand[0]), new int[] {group}, 1);
  }
}
