// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.LogicalType.Field;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.BoundAggregate;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.StateLayout;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/** Sums with compensation, geometric and weighted means, the mean of intervals. */
final class Means extends MomentState {
  private final Kind kind;

  /** What is computed. */
  enum Kind {
    /** Kahan's compensated sum. */
    SUM,
    /** The mean of such a sum. */
    MEAN,
    /** exp of the mean of the logarithms. */
    GEOMETRIC,
    /** The second argument weighs the first. */
    WEIGHTED
  }

  private Means(Kind kind) {
    super(2, kind == Kind.WEIGHTED);
    this.kind = kind;
  }

  static void register(FunctionRegistry registry) {
    for (String name : List.of("kahan_sum", "fsum", "sumkahan")) {
      add(registry, name, Kind.SUM);
    }
    add(registry, "favg", Kind.MEAN);
    add(registry, "geomean", Kind.GEOMETRIC);
    add(registry, "geometric_mean", Kind.GEOMETRIC);
    add(registry, "weighted_avg", Kind.WEIGHTED);
    add(registry, "wavg", Kind.WEIGHTED);
    List<LogicalType> types = List.of(LogicalType.INTERVAL);
    BoundAggregate intervals =
        new BoundAggregate("avg", types, LogicalType.INTERVAL, false, true, IntervalMean::new, null)
            .withLayout(IntervalMean.LAYOUT);
    for (String name : List.of("avg", "mean")) {
      registry.add(
          new AggregateFunction(
              name,
              types,
              null,
              LogicalType.INTERVAL,
              (arguments, scope) -> new AggregateFunction.Binding(intervals, List.of(0))));
    }
  }

  private static void add(FunctionRegistry registry, String name, Kind kind) {
    boolean weighted = kind == Kind.WEIGHTED;
    List<LogicalType> types =
        weighted ? List.of(LogicalType.DOUBLE, LogicalType.DOUBLE) : List.of(LogicalType.DOUBLE);
    BoundAggregate bound =
        new BoundAggregate(
                name, types, LogicalType.DOUBLE, false, true, () -> new Means(kind), null)
            .withLayout(MomentLayout.of(layout(kind)));
    registry.add(
        new AggregateFunction(
            name,
            types,
            null,
            LogicalType.DOUBLE,
            (arguments, scope) ->
                new AggregateFunction.Binding(bound, weighted ? List.of(0, 1) : List.of(0))));
  }

  private static MomentLayout.Node layout(Kind kind) {
    MomentLayout.Node count = MomentLayout.count();
    MomentLayout.Node value = MomentLayout.sum(0);
    return switch (kind) {
      case SUM -> MomentLayout.parts("value", value, "err", MomentLayout.sum(1));
      case MEAN -> MomentLayout.parts("count", count, "value", value, "err", MomentLayout.sum(1));
      case GEOMETRIC -> MomentLayout.parts("count", count, "value", value);
      case WEIGHTED ->
          MomentLayout.parts("count", count, "value", value, "weight", MomentLayout.sum(1));
    };
  }

  @Override
  void add(int group, double x, double y) {
    count[group]++;
    switch (kind) {
      case SUM, MEAN -> compensate(group, x);
      case GEOMETRIC -> sums[0][group] += Math.log(x);
      case WEIGHTED -> {
        sums[0][group] += x * y;
        sums[1][group] += y;
      }
    }
  }

  private void compensate(int group, double x) {
    double sum = sums[0][group];
    double difference = x - sums[1][group];
    double next = sum + difference;
    sums[1][group] = (next - sum) - difference;
    sums[0][group] = next;
  }

  @Override
  void merge(int group, MomentState other, int otherGroup) {
    count[group] += other.count[otherGroup];
    if (kind == Kind.SUM || kind == Kind.MEAN) {
      compensate(group, other.sums[0][otherGroup]);
      compensate(group, -other.sums[1][otherGroup]);
    } else {
      sums[0][group] += other.sums[0][otherGroup];
      sums[1][group] += other.sums[1][otherGroup];
    }
  }

  @Override
  void result(int group, DoubleVector result, int row) {
    result.set(
        row,
        switch (kind) {
          case SUM -> sums[0][group];
          case MEAN -> sums[0][group] / count[group];
          case GEOMETRIC -> Math.exp(sums[0][group] / count[group]);
          case WEIGHTED -> sums[0][group] / sums[1][group];
        });
  }

  /** Months, days and microseconds summed apart; the remainders of the division carry down. */
  private static final class IntervalMean implements AggregateState {
    private static final long DAY = 86_400_000_000L;
    private static final long DAYS_A_MONTH = 30;

    /** The sums of the parts, each of which may be longer than an interval's. */
    private static final StateLayout LAYOUT =
        new StateLayout() {
          @Override
          public LogicalType type() {
            return LogicalType.struct(
                List.of(
                    new Field("count", LogicalType.UBIGINT),
                    new Field("months", LogicalType.BIGINT),
                    new Field("days", LogicalType.BIGINT),
                    new Field("micros", LogicalType.HUGEINT)));
          }

          @Override
          public Value export(AggregateState state, int group) {
            IntervalMean mean = (IntervalMean) state;
            if (mean.counts[group] == 0) {
              return Value.nullOf(type());
            }
            BigInteger micros = WideVector.toBig(mean.low[group], mean.high[group], false);
            return new Value(
                type(),
                List.of(
                    new Value(LogicalType.UBIGINT, mean.counts[group]),
                    Value.of(mean.months[group]),
                    Value.of(mean.days[group]),
                    new Value(LogicalType.HUGEINT, micros)));
          }

          @Override
          public void load(AggregateState state, int group, Value value) {
            IntervalMean mean = (IntervalMean) state;
            List<Value> parts = value.asList();
            mean.counts[group] = parts.get(0).asLong();
            mean.months[group] = parts.get(1).asLong();
            mean.days[group] = parts.get(2).asLong();
            BigInteger micros = (BigInteger) parts.get(3).get();
            mean.low[group] = micros.longValue();
            mean.high[group] = micros.shiftRight(Long.SIZE).longValueExact();
          }
        };

    private long[] counts = new long[4];
    private long[] months = new long[4];
    private long[] days = new long[4];
    private long[] low = new long[4];
    private long[] high = new long[4];

    @Override
    public void ensureGroups(int groups) {
      if (groups > counts.length) {
        int grown = Math.max(groups, counts.length * 2);
        counts = Arrays.copyOf(counts, grown);
        months = Arrays.copyOf(months, grown);
        days = Arrays.copyOf(days, grown);
        low = Arrays.copyOf(low, grown);
        high = Arrays.copyOf(high, grown);
      }
    }

    private void addMicros(int group, long lowWord, long highWord) {
      long sum = low[group] + lowWord;
      high[group] += highWord + (Long.compareUnsigned(sum, lowWord) < 0 ? 1 : 0);
      low[group] = sum;
    }

    @Override
    public void update(Operand[] arguments, int[] groups, int count) {
      Operand argument = arguments[0];
      WideVector vector = (WideVector) argument.vector();
      for (int i = 0; i < count; i++) {
        if (!argument.isNull(i)) {
          int row = argument.index(i);
          int group = groups[i];
          counts[group]++;
          months[group] += vector.high(row) >> 32;
          days[group] += (int) vector.high(row);
          addMicros(group, vector.low(row), vector.low(row) >> 63);
        }
      }
    }

    @Override
    public void combine(AggregateState other, int[] from, int[] to, int count) {
      IntervalMean that = (IntervalMean) other;
      for (int i = 0; i < count; i++) {
        counts[to[i]] += that.counts[from[i]];
        months[to[i]] += that.months[from[i]];
        days[to[i]] += that.days[from[i]];
        addMicros(to[i], that.low[from[i]], that.high[from[i]]);
      }
    }

    @Override
    public void finish(int first, int count, FlatVector result) {
      for (int i = 0; i < count; i++) {
        int group = first + i;
        long n = counts[group];
        if (n == 0) {
          result.setNull(i);
          continue;
        }
        long dayRest = days[group] + months[group] % n * DAYS_A_MONTH;
        BigInteger micros =
            WideVector.toBig(low[group], high[group], false)
                .add(BigInteger.valueOf(dayRest % n).multiply(BigInteger.valueOf(DAY)))
                .divide(BigInteger.valueOf(n));
        ((WideVector) result)
            .set(i, micros.longValue(), (months[group] / n) << 32 | (dayRest / n & 0xFFFF_FFFFL));
      }
    }

    @Override
    public long memoryBytes() {
      return 40L * counts.length;
    }

    @Override
    public void writeGroup(int group, StateWriter out) {
      out.putLong(counts[group]);
      out.putLong(months[group]);
      out.putLong(days[group]);
      out.putLong(low[group]);
      out.putLong(high[group]);
    }

    @Override
    public void readGroup(int group, StateReader in) {
      counts[group] = in.getLong();
      months[group] = in.getLong();
      days[group] = in.getLong();
      low[group] = in.getLong();
      high[group] = in.getLong();
    }
  }
}
