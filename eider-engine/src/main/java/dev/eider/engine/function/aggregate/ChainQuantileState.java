// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;

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

  /** The values of a group. */
  static List<Value> values(AggregateState state, int group) {
    return ((ChainQuantileState) state).rows.values(group);
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
      if (!request.discrete()) {
        continuous(values, order, result, i);
      } else if (request.isList()) {
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

  /** Wide decimals and intervals between two neighbours. */
  private void continuous(FlatVector values, Integer[] order, FlatVector result, int row) {
    WideVector wide = (WideVector) values;
    if (request.deviation()) {
      BigInteger median = between(wide, order, 0.5).getBig(0);
      BigInteger[] distances = new BigInteger[order.length];
      for (int k = 0; k < distances.length; k++) {
        distances[k] = wide.getBig(order[k]).subtract(median).abs();
      }
      Arrays.sort(distances);
      BigInteger low = distances[(distances.length - 1) / 2];
      BigInteger high = distances[distances.length / 2];
      ((WideVector) result).setBig(row, low.add(high.subtract(low).shiftRight(1)));
      return;
    }
    if (!request.isList()) {
      result.copyRow(between(wide, order, request.fractions()[0]), 0, row);
      return;
    }
    ListVector list = (ListVector) result;
    int at = list.appendChildren(request.fractions().length);
    list.setList(row, at, request.fractions().length);
    for (double fraction : request.fractions()) {
      list.child().copyRow(between(wide, order, fraction), 0, at++);
    }
  }

  private static WideVector between(WideVector values, Integer[] order, double fraction) {
    double position = (order.length - 1) * Math.abs(fraction);
    int lower = (int) Math.floor(position);
    int upper = (int) Math.ceil(position);
    double share = position - lower;
    int last = order.length - 1;
    boolean descending = Quantiles.isDescending(fraction);
    int a = order[descending ? last - lower : lower];
    int b = order[descending ? last - upper : upper];
    WideVector one = new WideVector(values.type(), 1);
    if (values.type().id() == TypeId.INTERVAL) {
      // The parts interpolate apart; what is left of a month carries into days, of a day into time.
      double months = mix(values.high(a) >> 32, values.high(b) >> 32, share);
      double days = mix((int) values.high(a), (int) values.high(b), share);
      double micros = mix(values.low(a), values.low(b), share);
      long wholeMonths = (long) months;
      days += (months - wholeMonths) * 30;
      long wholeDays = (long) days;
      micros += (days - wholeDays) * 86_400_000_000.0;
      one.set(0, Math.round(micros), wholeMonths << 32 | (wholeDays & 0xFFFF_FFFFL));
      return one;
    }
    BigDecimal low = new BigDecimal(values.getBig(a));
    BigDecimal high = new BigDecimal(values.getBig(b));
    BigDecimal mixed = low.add(high.subtract(low).multiply(new BigDecimal(share)));
    one.setBig(0, mixed.setScale(0, RoundingMode.DOWN).toBigInteger());
    return one;
  }

  private static double mix(double a, double b, double share) {
    return a + (b - a) * share;
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
