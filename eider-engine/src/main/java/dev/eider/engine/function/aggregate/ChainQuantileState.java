// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.util.Arrays;

/**
 * Discrete quantiles of types without a word (text, wide numbers, nested): rows sorted at the end.
 */
final class ChainQuantileState implements AggregateState {
  private final Quantiles.Request request;
  private final RowChains rows;

  ChainQuantileState(LogicalType type, Quantiles.Request request) {
    this.request = request;
    this.rows = new RowChains(type);
  }

  @Override
  public void ensureGroups(int groups) {
    rows.ensureGroups(groups);
  }

  @Override
  public void update(Operand[] arguments, int[] groups, int count) {
    for (int i = 0; i < count; i++) {
      if (!arguments[0].isNull(i)) {
        rows.append(groups[i], arguments[0].vector(), arguments[0].index(i));
      }
    }
  }

  @Override
  public void combine(AggregateState other, int[] from, int[] to, int count) {
    for (int i = 0; i < count; i++) {
      rows.appendAll(to[i], ((ChainQuantileState) other).rows, from[i]);
    }
  }

  @Override
  public void finish(int first, int count, FlatVector result) {
    FlatVector values = rows.rows();
    for (int i = 0; i < count; i++) {
      int[] numbers = rows.rowNumbers(first + i);
      if (numbers.length == 0) {
        result.setNull(i);
        continue;
      }
      Integer[] order = new Integer[numbers.length];
      for (int k = 0; k < order.length; k++) {
        order[k] = numbers[k];
      }
      Arrays.sort(order, (a, b) -> CompareKernels.compare(values, a, values, b));
      if (request.isList()) {
        ListVector list = (ListVector) result;
        int at = list.appendChildren(request.fractions().length);
        list.setList(i, at, request.fractions().length);
        for (double fraction : request.fractions()) {
          list.child()
              .copyRow(values, order[WordQuantileState.discrete(fraction, order.length)], at++);
        }
      } else {
        int rank = WordQuantileState.discrete(request.fractions()[0], order.length);
        result.copyRow(values, order[rank], i);
      }
    }
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
