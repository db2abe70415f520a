// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Quantiles of types that fit a word: the words of each group, selected from at the end. */
final class WordQuantileState implements AggregateState {
  private static final long[] NONE = new long[0];
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private final LogicalType input;
  private final LogicalType one;
  private final Quantiles.Request request;
  private long[][] words = new long[4][];
  private int[] sizes = new int[4];
  private long held;

  WordQuantileState(LogicalType input, LogicalType one, Quantiles.Request request) {
    this.input = input;
    this.one = one;
    this.request = request;
    Arrays.fill(words, NONE);
  }

  @Override
  public void ensureGroups(int groups) {
    int old = words.length;
    if (groups > old) {
      int grown = Math.max(groups, old * 2);
      words = Arrays.copyOf(words, grown);
      Arrays.fill(words, old, grown, NONE);
      sizes = Arrays.copyOf(sizes, grown);
    }
  }

  private long[] room(int group, int more) {
    long[] array = words[group];
    if (array.length - sizes[group] < more) {
      int needed = Math.addExact(sizes[group], more);
      int grown = Math.max(needed, Math.max(4, (int) Math.min(1L << 30, array.length * 2L)));
      held += 8L * (grown - array.length);
      array = Arrays.copyOf(array, grown);
      words[group] = array;
    }
    return array;
  }

  @Override
  public void update(Operand[] arguments, int[] groups, int count) {
    Operand argument = arguments[0];
    FlatVector vector = argument.vector();
    for (int i = 0; i < count; i++) {
      if (!argument.isNull(i)) {
        int group = groups[i];
        room(group, 1)[sizes[group]++] = OrderedWords.get(vector, argument.index(i));
      }
    }
  }

  @Override
  public void updateOne(Operand[] arguments, int group, int count) {
    Operand argument = arguments[0];
    long[] array = room(group, count);
    int size = sizes[group];
    if (!argument.isConstant() && !argument.vector().mayHaveNulls()) {
      switch (argument.vector()) {
        case DoubleVector v -> {
          double[] values = v.values();
          for (int i = 0; i < count; i++) {
            array[size + i] = OrderedWords.ofDouble(values[i]);
          }
          sizes[group] = size + count;
          return;
        }
        case IntVector v -> {
          int[] values = v.values();
          for (int i = 0; i < count; i++) {
            array[size + i] = values[i];
          }
          sizes[group] = size + count;
          return;
        }
        default -> {}
      }
    }
    for (int i = 0; i < count; i++) {
      if (!argument.isNull(i)) {
        array[size++] = OrderedWords.get(argument.vector(), argument.index(i));
      }
    }
    sizes[group] = size;
  }

  /** The values of a group. */
  static List<Value> values(AggregateState state, int group) {
    WordQuantileState kept = (WordQuantileState) state;
    FlatVector value = FlatVector.allocate(kept.input, 1);
    List<Value> values = new ArrayList<>(kept.sizes[group]);
    for (int i = 0; i < kept.sizes[group]; i++) {
      OrderedWords.set(value, 0, kept.words[group][i]);
      values.add(value.getValue(0));
    }
    return values;
  }

  @Override
  public void combine(AggregateState other, int[] from, int[] to, int count) {
    WordQuantileState that = (WordQuantileState) other;
    for (int i = 0; i < count; i++) {
      int size = that.sizes[from[i]];
      if (size > 0) {
        long[] array = room(to[i], size);
        System.arraycopy(that.words[from[i]], 0, array, sizes[to[i]], size);
        sizes[to[i]] += size;
      }
    }
  }

  @Override
  public void finish(int first, int count, FlatVector result) {
    for (int i = 0; i < count; i++) {
      int group = first + i;
      int size = sizes[group];
      if (size == 0) {
        result.setNull(i);
      } else if (request.deviation()) {
        deviation(words[group], size, result, i);
      } else if (request.isList()) {
        Arrays.sort(words[group], 0, size);
        ListVector list = (ListVector) result;
        int at = list.appendChildren(request.fractions().length);
        list.setList(i, at, request.fractions().length);
        for (double fraction : request.fractions()) {
          quantile(words[group], size, fraction, list.child(), at++);
        }
      } else {
        quantile(words[group], size, request.fractions()[0], result, i);
      }
    }
  }

  private void quantile(long[] values, int size, double fraction, FlatVector result, int row) {
    if (request.discrete()) {
      OrderedWords.set(result, row, OrderedWords.select(values, size, discrete(fraction, size)));
      return;
    }
    boolean descending = Quantiles.isDescending(fraction);
    double position = (size - 1) * Math.abs(fraction);
    int lower = (int) Math.floor(position);
    int upper = (int) Math.ceil(position);
    double share = position - lower;
    int lowRank = descending ? size - 1 - lower : lower;
    int highRank = descending ? size - 1 - upper : upper;
    long low = OrderedWords.select(values, size, lowRank);
    long high = lower == upper ? low : OrderedWords.select(values, size, highRank);
    interpolate(low, high, share, result, row);
  }

  /** The rank of a discrete quantile. */
  static int discrete(double fraction, int size) {
    double q = Math.abs(fraction);
    int rank = Math.max(1, size - (int) Math.floor(size - size * q)) - 1;
    return Quantiles.isDescending(fraction) ? size - 1 - rank : rank;
  }

  private void interpolate(long low, long high, double share, FlatVector result, int row) {
    switch (result) {
      case DoubleVector v -> {
        double a = OrderedWords.toDouble(low);
        double b = OrderedWords.toDouble(high);
        v.set(row, low == high ? a : a * (1 - share) + b * share);
      }
      case FloatVector v -> {
        double a = OrderedWords.toDouble(low);
        double b = OrderedWords.toDouble(high);
        v.set(row, (float) (low == high ? a : a + (b - a) * share));
      }
      case LongVector v -> {
        // Dates interpolate as timestamps.
        long unit = input.id() == TypeId.DATE ? MICROS_PER_DAY : 1;
        long a = low * unit;
        double delta = (double) (high * unit - a) * share;
        boolean truncates = input.id() == TypeId.DECIMAL;
        v.set(row, a + (truncates ? (long) delta : Math.round(delta)));
      }
      default -> throw new IllegalStateException("no interpolation for " + one);
    }
  }

  private void deviation(long[] values, int size, FlatVector result, int row) {
    boolean floating = input.id() == TypeId.DOUBLE || input.id() == TypeId.FLOAT;
    if (floating) {
      double median = medianDouble(values, size);
      long[] distances = new long[size];
      for (int i = 0; i < size; i++) {
        distances[i] = OrderedWords.ofDouble(Math.abs(OrderedWords.toDouble(values[i]) - median));
      }
      double spread = medianDouble(distances, size);
      if (result instanceof FloatVector floats) {
        floats.set(row, (float) spread);
      } else {
        ((DoubleVector) result).set(row, spread);
      }
      return;
    }
    long unit =
        switch (input.id()) {
          case DATE -> MICROS_PER_DAY;
          case TIMESTAMP_S -> 1_000_000L;
          case TIMESTAMP_MS -> 1_000L;
          default -> 1L;
        };
    boolean isExact = input.id() == TypeId.DECIMAL;
    long median = medianLong(values, size, unit, isExact);
    long[] distances = new long[size];
    for (int i = 0; i < size; i++) {
      distances[i] = Math.abs(values[i] * unit - median);
    }
    long spread = medianLong(distances, size, 1, isExact);
    if (result instanceof WideVector intervals) {
      long micros = input.id() == TypeId.TIMESTAMP_NS ? spread / 1000 : spread;
      boolean clock = input.id() == TypeId.TIME || input.id() == TypeId.TIME_TZ;
      long days = clock ? 0 : micros / MICROS_PER_DAY;
      intervals.set(row, micros - days * MICROS_PER_DAY, days);
    } else {
      ((LongVector) result).set(row, spread);
    }
  }

  private static double medianDouble(long[] values, int size) {
    double a = OrderedWords.toDouble(OrderedWords.select(values, size, (size - 1) / 2));
    double b = OrderedWords.toDouble(OrderedWords.select(values, size, size / 2));
    return a == b ? a : a * 0.5 + b * 0.5;
  }

  private static long medianLong(long[] values, int size, long unit, boolean isExact) {
    long a = OrderedWords.select(values, size, (size - 1) / 2) * unit;
    long b = OrderedWords.select(values, size, size / 2) * unit;
    // The middle without a sum that may overflow: half a microsecond is rounded up.
    return isExact ? (a & b) + ((a ^ b) >> 1) : (a | b) - ((a ^ b) >> 1);
  }

  @Override
  public long memoryBytes() {
    return held + 12L * words.length;
  }

  @Override
  public void writeGroup(int group, StateWriter out) {
    out.putInt(sizes[group]);
    for (int i = 0; i < sizes[group]; i++) {
      out.putLong(words[group][i]);
    }
  }

  @Override
  public void readGroup(int group, StateReader in) {
    int size = in.getInt();
    long[] array = room(group, size);
    for (int i = 0; i < size; i++) {
      array[sizes[group]++] = in.getLong();
    }
  }
}
