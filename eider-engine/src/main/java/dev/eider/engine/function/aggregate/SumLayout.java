// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.LogicalType.Field;
import dev.eider.base.type.PhysicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.StateLayout;
import java.math.BigInteger;
import java.util.List;

/** Sums leave as their value; means as the number of values and their sum. */
final class SumLayout implements StateLayout {
  private final LogicalType sum;
  private final boolean withCount;

  private SumLayout(LogicalType sum, boolean withCount) {
    this.sum = sum;
    this.withCount = withCount;
  }

  /** A sum with {@code result} as its type. */
  static SumLayout ofSum(LogicalType result) {
    return new SumLayout(result, false);
  }

  /** A mean over states of that class. */
  static SumLayout ofMean(AggregateState state) {
    return new SumLayout(
        state instanceof DoubleSumState ? LogicalType.DOUBLE : LogicalType.HUGEINT, true);
  }

  @Override
  public LogicalType type() {
    return withCount
        ? LogicalType.struct(
            List.of(new Field("count", LogicalType.UBIGINT), new Field("value", sum)))
        : sum;
  }

  @Override
  public Value export(AggregateState state, int group) {
    SumWords words = ((SummingState) state).sum(group);
    if (words.count() == 0) {
      return Value.nullOf(type());
    }
    Object total = words.exact() == null ? (Object) words.approximate() : words.exact();
    Value value = new Value(sum, total);
    return withCount
        ? new Value(type(), List.of(new Value(LogicalType.UBIGINT, words.count()), value))
        : value;
  }

  @Override
  public void load(AggregateState state, int group, Value value) {
    long count = withCount ? value.asList().get(0).asLong() : 1;
    Object total = (withCount ? value.asList().get(1) : value).get();
    boolean exact = sum.physical() == PhysicalType.INT128;
    ((SummingState) state)
        .setSum(
            group,
            new SumWords(
                count,
                exact ? (BigInteger) total : null,
                exact ? 0 : ((Number) total).doubleValue()));
  }
}
