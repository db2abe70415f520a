// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.StructVector;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.BoundAggregate;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.util.Arrays;
import java.util.List;

/**
 * The states of ordered aggregates: all rows, as structs of the arguments and the sort keys. They
 * are sorted when the result is asked for, so that states merge in any order.
 */
final class SortedStates implements AggregateState {
  private final BoundAggregate function;
  private final List<LogicalType.StateOrder> order;
  private final RowChains rows;

  private SortedStates(
      BoundAggregate function, List<LogicalType.StateOrder> order, LogicalType row) {
    this.function = function;
    this.order = order;
    this.rows = new RowChains(row);
  }

  /** The states of that type, whose rows are fed to the function in order. */
  static ExportedAggregate of(ExportedAggregate plain, LogicalType.AggregateState type) {
    LogicalType row = ((LogicalType.ListOf) type.layout()).child();
    BoundAggregate inner = plain.function();
    BoundAggregate sorted =
        new BoundAggregate(
                inner.name(),
                List.of(row),
                inner.returnType(),
                true,
                true,
                () -> new SortedStates(inner, type.order(), row),
                type)
            .withLayout(
                new ValuesLayout(row, (state, group) -> ((SortedStates) state).rows.values(group)));
    return new ExportedAggregate(sorted, type);
  }

  @Override
  public void ensureGroups(int groups) {
    rows.ensureGroups(groups);
  }

  @Override
  public void update(Operand[] arguments, int[] groups, int count) {
    for (int i = 0; i < count; i++) {
      rows.append(groups[i], arguments[0].vector(), arguments[0].index(i));
    }
  }

  @Override
  public void combine(AggregateState other, int[] from, int[] to, int count) {
    for (int i = 0; i < count; i++) {
      rows.appendAll(to[i], ((SortedStates) other).rows, from[i]);
    }
  }

  @Override
  public void finish(int first, int count, FlatVector result) {
    AggregateState state = function.newState();
    state.ensureGroups(count);
    StructVector all = (StructVector) rows.rows();
    Operand[] operands = new Operand[function.parameters().size()];
    for (int i = 0; i < count; i++) {
      int[] numbers = rows.rowNumbers(first + i);
      Integer[] sorted = Arrays.stream(numbers).boxed().toArray(Integer[]::new);
      Arrays.sort(sorted, (a, b) -> compare(all, a, b));
      if (sorted.length == 0) {
        continue;
      }
      int[] groups = new int[sorted.length];
      Arrays.fill(groups, i);
      for (int k = 0; k < operands.length; k++) {
        FlatVector column = FlatVector.allocate(function.parameters().get(k), sorted.length);
        for (int row = 0; row < sorted.length; row++) {
          column.copyRow(all.child(k), sorted[row], row);
        }
        operands[k] = new Operand(column, 1);
      }
      state.update(operands, groups, sorted.length);
    }
    state.finish(0, count, result);
  }

  private int compare(StructVector all, int a, int b) {
    for (LogicalType.StateOrder key : order) {
      FlatVector values = all.child(key.field());
      boolean nullA = values.isNull(a);
      boolean nullB = values.isNull(b);
      if (nullA || nullB) {
        if (nullA != nullB) {
          return nullA == key.nullsFirst() ? -1 : 1;
        }
        continue;
      }
      int result = CompareKernels.compare(values, a, values, b);
      if (result != 0) {
        return key.descending() ? -result : result;
      }
    }
    return 0;
  }

  @Override
  public long memoryBytes() {
    return rows.memoryBytes();
  }

  @Override
  public void writeGroup(int group, StateWriter out) {
    rows.write(group, out);
  }

  @Override
  public void readGroup(int group, StateReader in) {
    rows.read(group, in);
  }
}
