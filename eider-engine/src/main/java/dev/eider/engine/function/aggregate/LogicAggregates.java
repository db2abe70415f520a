// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.BoundAggregate;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.StateLayout;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.util.Arrays;
import java.util.List;

/** Aggregates over bits and booleans: {@code bool_and}, {@code bit_xor}, {@code count_if}, ... */
final class LogicAggregates {
  private LogicAggregates() {}

  /** How two words are combined. */
  enum Op {
    AND,
    OR,
    XOR
  }

  static void register(FunctionRegistry registry) {
    bool(registry, "bool_and", Op.AND);
    bool(registry, "bool_or", Op.OR);
    for (LogicalType type :
        List.of(
            LogicalType.TINYINT,
            LogicalType.SMALLINT,
            LogicalType.INTEGER,
            LogicalType.BIGINT,
            LogicalType.HUGEINT,
            LogicalType.UTINYINT,
            LogicalType.USMALLINT,
            LogicalType.UINTEGER,
            LogicalType.UBIGINT,
            LogicalType.UHUGEINT)) {
      bits(registry, "bit_and", Op.AND, type);
      bits(registry, "bit_or", Op.OR, type);
      bits(registry, "bit_xor", Op.XOR, type);
    }
    plain(registry, "count_if", LogicalType.BOOLEAN, LogicalType.HUGEINT, () -> new CountIf());
    plain(registry, "product", LogicalType.DOUBLE, LogicalType.DOUBLE, () -> new Product());
    registry.aggregateAlias("countif", "count_if");
  }

  private static void bool(FunctionRegistry registry, String name, Op op) {
    plain(registry, name, LogicalType.BOOLEAN, LogicalType.BOOLEAN, () -> new Bits(op));
  }

  private static void bits(FunctionRegistry registry, String name, Op op, LogicalType type) {
    plain(registry, name, type, type, () -> new Bits(op));
  }

  static void plain(
      FunctionRegistry registry,
      String name,
      LogicalType argument,
      LogicalType result,
      java.util.function.Supplier<AggregateState> states) {
    List<LogicalType> types = List.of(argument);
    BoundAggregate plain = new BoundAggregate(name, types, result, false, true, states, null);
    // The result says all, unless it is of another kind than what went in.
    BoundAggregate bound =
        argument.equals(result) ? plain.withLayout(StateLayout.ofResult(result)) : plain;
    registry.add(
        new AggregateFunction(
            name,
            types,
            null,
            result,
            (arguments, context) -> new AggregateFunction.Binding(bound, List.of(0))));
  }

  /** Combines words; a group without values is NULL. */
  private static final class Bits implements AggregateState {
    private final Op op;
    private long[] low = new long[4];
    private long[] high = new long[4];
    private boolean[] seen = new boolean[4];

    Bits(Op op) {
      this.op = op;
    }

    @Override
    public void ensureGroups(int groups) {
      if (groups > low.length) {
        int grown = Math.max(groups, low.length * 2);
        low = Arrays.copyOf(low, grown);
        high = Arrays.copyOf(high, grown);
        seen = Arrays.copyOf(seen, grown);
      }
    }

    private void add(int group, long lowWord, long highWord) {
      if (!seen[group]) {
        seen[group] = true;
        low[group] = lowWord;
        high[group] = highWord;
        return;
      }
      switch (op) {
        case AND -> {
          low[group] &= lowWord;
          high[group] &= highWord;
        }
        case OR -> {
          low[group] |= lowWord;
          high[group] |= highWord;
        }
        case XOR -> {
          low[group] ^= lowWord;
          high[group] ^= highWord;
        }
      }
    }

    @Override
    public void update(Operand[] arguments, int[] groups, int count) {
      Operand argument = arguments[0];
      for (int i = 0; i < count; i++) {
        if (argument.isNull(i)) {
          continue;
        }
        int row = argument.index(i);
        switch (argument.vector()) {
          case BoolVector v -> add(groups[i], v.get(row), 0);
          case IntVector v -> add(groups[i], v.get(row), 0);
          case LongVector v -> add(groups[i], v.get(row), 0);
          case WideVector v -> add(groups[i], v.low(row), v.high(row));
          default -> throw new IllegalStateException("not a word: " + argument.vector().type());
        }
      }
    }

    @Override
    public void combine(AggregateState other, int[] from, int[] to, int count) {
      Bits that = (Bits) other;
      for (int i = 0; i < count; i++) {
        if (that.seen[from[i]]) {
          add(to[i], that.low[from[i]], that.high[from[i]]);
        }
      }
    }

    @Override
    public void finish(int first, int count, FlatVector result) {
      for (int i = 0; i < count; i++) {
        int group = first + i;
        if (!seen[group]) {
          result.setNull(i);
          continue;
        }
        switch (result) {
          case BoolVector v -> v.set(i, (byte) low[group]);
          case IntVector v -> v.set(i, (int) low[group]);
          case LongVector v -> v.set(i, low[group]);
          case WideVector v -> v.set(i, low[group], high[group]);
          default -> throw new IllegalStateException("not a word: " + result.type());
        }
      }
    }

    @Override
    public long memoryBytes() {
      return 17L * low.length;
    }

    @Override
    public void writeGroup(int group, StateWriter out) {
      out.putByte(seen[group] ? 1 : 0);
      out.putLong(low[group]);
      out.putLong(high[group]);
    }

    @Override
    public void readGroup(int group, StateReader in) {
      seen[group] = in.getByte() != 0;
      low[group] = in.getLong();
      high[group] = in.getLong();
    }
  }

  /** Counts rows that are true; without a row that is not NULL the result is NULL. */
  private static final class CountIf implements AggregateState {
    private long[] counts = new long[4];
    private boolean[] seen = new boolean[4];

    @Override
    public void ensureGroups(int groups) {
      if (groups > counts.length) {
        counts = Arrays.copyOf(counts, Math.max(groups, counts.length * 2));
        seen = Arrays.copyOf(seen, counts.length);
      }
    }

    @Override
    public void update(Operand[] arguments, int[] groups, int count) {
      Operand argument = arguments[0];
      byte[] values = ((BoolVector) argument.vector()).values();
      for (int i = 0; i < count; i++) {
        if (!argument.isNull(i)) {
          counts[groups[i]] += values[argument.index(i)];
          seen[groups[i]] = true;
        }
      }
    }

    @Override
    public void combine(AggregateState other, int[] from, int[] to, int count) {
      CountIf that = (CountIf) other;
      for (int i = 0; i < count; i++) {
        counts[to[i]] += that.counts[from[i]];
        seen[to[i]] |= that.seen[from[i]];
      }
    }

    @Override
    public void finish(int first, int count, FlatVector result) {
      WideVector wide = (WideVector) result;
      for (int i = 0; i < count; i++) {
        wide.set(i, counts[first + i], 0);
        if (!seen[first + i]) {
          result.setNull(i);
        }
      }
    }

    @Override
    public long memoryBytes() {
      return 9L * counts.length;
    }

    @Override
    public void writeGroup(int group, StateWriter out) {
      out.putByte(seen[group] ? 1 : 0);
      out.putLong(counts[group]);
    }

    @Override
    public void readGroup(int group, StateReader in) {
      seen[group] = in.getByte() != 0;
      counts[group] = in.getLong();
    }
  }

  /** Multiplies. */
  private static final class Product extends MomentState {
    Product() {
      super(1, false);
    }

    @Override
    void add(int group, double x, double y) {
      sums[0][group] = count[group]++ == 0 ? x : sums[0][group] * x;
    }

    @Override
    void merge(int group, MomentState other, int otherGroup) {
      sums[0][group] *= other.sums[0][otherGroup];
      count[group] += other.count[otherGroup];
    }

    @Override
    void result(int group, DoubleVector result, int row) {
      result.set(row, sums[0][group]);
    }
  }
}
