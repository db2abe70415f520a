// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.HashKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundAggregate;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import dev.eider.engine.function.cast.ValueCasts;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;

/**
 * {@code reservoir_quantile}: a discrete quantile of a uniform sample of each group; exact for
 * groups that fit the sample. The sample is the rows with the least of pseudo-random priorities, so
 * that two samples merge into one; priorities come from row numbers and repeat from run to run.
 */
final class ReservoirQuantile implements AggregateState {
  private static final int SAMPLE = 8_192;
  private static final long[] NONE = new long[0];

  private final double[] fractions;
  private final boolean isList;
  private final int sample;
  private long[][] words = new long[4][];
  private long[][] priorities = new long[4][];
  private int[] sizes = new int[4];
  private long[] seen = new long[4];
  private long held;

  private ReservoirQuantile(double[] fractions, boolean isList, int sample) {
    this.fractions = fractions;
    this.isList = isList;
    this.sample = sample;
    Arrays.fill(words, NONE);
    Arrays.fill(priorities, NONE);
  }

  static void register(FunctionRegistry registry) {
    LogicalType list = LogicalType.list(LogicalType.DOUBLE);
    for (LogicalType position : List.of(LogicalType.DOUBLE, list)) {
      add(registry, List.of(LogicalType.ANY, position));
      add(registry, List.of(LogicalType.ANY, position, LogicalType.INTEGER));
    }
  }

  private static void add(FunctionRegistry registry, List<LogicalType> types) {
    registry.add(
        new AggregateFunction(
            "reservoir_quantile",
            types,
            null,
            LogicalType.ANY,
            (arguments, scope) -> bind(arguments)));
  }

  private static AggregateFunction.Binding bind(List<Argument> arguments) {
    LogicalType own = ValuePickers.concrete(arguments.getFirst().type());
    LogicalType type = own.id() == TypeId.UHUGEINT ? LogicalType.DOUBLE : own;
    // 128-bit numbers have no word: they are sampled as doubles and rounded at the end.
    if (!type.isNumeric() && !OrderedWords.fits(type)) {
      throw EiderException.binder(
          "No function matches the given name and argument types 'reservoir_quantile("
              + type
              + ")'. You might need to add explicit type casts.");
    }
    LogicalType input = OrderedWords.fits(type) ? type : LogicalType.DOUBLE;
    Value constant = arguments.get(1).constant();
    if (constant == null) {
      throw EiderException.binder("RESERVOIR_QUANTILE can only take constant quantile parameters");
    }
    if (constant.isNull()) {
      throw EiderException.binder("RESERVOIR_QUANTILE QUANTILE parameter cannot be NULL");
    }
    boolean isList = constant.type().id() == TypeId.LIST || constant.type().id() == TypeId.ARRAY;
    List<Value> values = isList ? constant.asList() : List.of(constant);
    double[] fractions = new double[values.size()];
    for (int i = 0; i < fractions.length; i++) {
      if (values.get(i).isNull()) {
        throw EiderException.binder("RESERVOIR_QUANTILE QUANTILE parameter cannot be NULL");
      }
      fractions[i] = ValueCasts.cast(values.get(i), LogicalType.DOUBLE).asDouble();
      if (!(fractions[i] >= 0 && fractions[i] <= 1)) {
        throw EiderException.binder(
            "RESERVOIR_QUANTILE can only take parameters in the range [0, 1]");
      }
    }
    int sample = sample(arguments);
    return new AggregateFunction.Binding(
        new BoundAggregate(
            "reservoir_quantile",
            List.of(input),
            isList ? LogicalType.list(type) : type,
            false,
            true,
            () -> new ReservoirQuantile(fractions, isList, sample),
            List.of(isList, sample, Arrays.toString(fractions))),
        List.of(0));
  }

  private static int sample(List<Argument> arguments) {
    if (arguments.size() < 3) {
      return SAMPLE;
    }
    Value size = arguments.get(2).constant();
    if (size == null) {
      throw EiderException.binder(
          "RESERVOIR_QUANTILE can only take constant sample size parameters");
    }
    if (size.isNull()) {
      throw EiderException.binder("Size of the RESERVOIR_QUANTILE sample cannot be NULL");
    }
    if (size.asLong() <= 0 || size.asLong() > 1 << 24) {
      throw EiderException.binder("Size of the RESERVOIR_QUANTILE sample must be bigger than 0");
    }
    return (int) size.asLong();
  }

  @Override
  public void ensureGroups(int groups) {
    int old = words.length;
    if (groups > old) {
      int grown = Math.max(groups, old * 2);
      words = Arrays.copyOf(words, grown);
      priorities = Arrays.copyOf(priorities, grown);
      Arrays.fill(words, old, grown, NONE);
      Arrays.fill(priorities, old, grown, NONE);
      sizes = Arrays.copyOf(sizes, grown);
      seen = Arrays.copyOf(seen, grown);
    }
  }

  @Override
  public void update(Operand[] arguments, int[] groups, int count) {
    Operand argument = arguments[0];
    for (int i = 0; i < count; i++) {
      if (!argument.isNull(i)) {
        int group = groups[i];
        long word = OrderedWords.get(argument.vector(), argument.index(i));
        offer(group, word, HashKernels.mix(++seen[group] * 0x9E3779B97F4A7C15L ^ word));
      }
    }
  }

  /** The priorities are a heap with the greatest on top. */
  private void offer(int group, long word, long priority) {
    int size = sizes[group];
    if (size < sample) {
      if (size == words[group].length) {
        int grown = Math.min(sample, Math.max(8, size * 2));
        held += 16L * (grown - size);
        words[group] = Arrays.copyOf(words[group], grown);
        priorities[group] = Arrays.copyOf(priorities[group], grown);
      }
      int at = size;
      long[] heap = priorities[group];
      while (at > 0 && heap[(at - 1) >>> 1] < priority) {
        heap[at] = heap[(at - 1) >>> 1];
        words[group][at] = words[group][(at - 1) >>> 1];
        at = (at - 1) >>> 1;
      }
      heap[at] = priority;
      words[group][at] = word;
      sizes[group] = size + 1;
    } else if (priority < priorities[group][0]) {
      sink(priorities[group], words[group], size, priority, word);
    }
  }

  private static void sink(long[] heap, long[] values, int size, long priority, long word) {
    int at = 0;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && heap[child + 1] > heap[child]) {
        child++;
      }
      if (heap[child] <= priority) {
        break;
      }
      heap[at] = heap[child];
      values[at] = values[child];
      at = child;
    }
    heap[at] = priority;
    values[at] = word;
  }

  @Override
  public void combine(AggregateState other, int[] from, int[] to, int count) {
    ReservoirQuantile that = (ReservoirQuantile) other;
    for (int i = 0; i < count; i++) {
      for (int k = 0; k < that.sizes[from[i]]; k++) {
        offer(to[i], that.words[from[i]][k], that.priorities[from[i]][k]);
      }
      seen[to[i]] += that.seen[from[i]];
    }
  }

  @Override
  public void finish(int first, int count, FlatVector result) {
    for (int i = 0; i < count; i++) {
      int size = sizes[first + i];
      if (size == 0) {
        result.setNull(i);
        continue;
      }
      long[] sorted = Arrays.copyOf(words[first + i], size);
      Arrays.sort(sorted);
      if (isList) {
        ListVector list = (ListVector) result;
        int at = list.appendChildren(fractions.length);
        list.setList(i, at, fractions.length);
        for (double fraction : fractions) {
          set(list.child(), at++, sorted[(int) ((size - 1) * fraction)]);
        }
      } else {
        set(result, i, sorted[(int) ((size - 1) * fractions[0])]);
      }
    }
  }

  private static void set(FlatVector result, int row, long word) {
    if (result instanceof WideVector wide) {
      int scale = wide.type() instanceof LogicalType.Decimal decimal ? decimal.scale() : 0;
      wide.setBig(
          row,
          new BigDecimal(OrderedWords.toDouble(word))
              .movePointRight(scale)
              .setScale(0, RoundingMode.HALF_EVEN)
              .toBigInteger());
    } else {
      OrderedWords.set(result, row, word);
    }
  }

  @Override
  public long memoryBytes() {
    return held + 28L * words.length;
  }

  @Override
  public void writeGroup(int group, StateWriter out) {
    out.putLong(seen[group]);
    out.putInt(sizes[group]);
    for (int k = 0; k < sizes[group]; k++) {
      out.putLong(words[group][k]);
      out.putLong(priorities[group][k]);
    }
  }

  @Override
  public void readGroup(int group, StateReader in) {
    seen[group] = in.getLong();
    int size = in.getInt();
    for (int k = 0; k < size; k++) {
      long word = in.getLong();
      offer(group, word, in.getLong());
    }
  }
}
