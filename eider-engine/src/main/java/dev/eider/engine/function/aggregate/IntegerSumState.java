// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Exact sums of values of up to 64 bits, and averages from them.
 *
 * <p>A sum is {@code low + high * 2^64} with a signed low word: a row changes the high word only
 * when the low one overflows, which is a branch that is hardly ever taken. A group without values
 * has a count of 0.
 */
final class IntegerSumState implements SummingState {
  private final int averageScale;
  private long[] low = new long[1];
  private long[] high = new long[1];
  private long[] counts = new long[1];

  /**
   * Empty sums.
   *
   * @param averageScale -1 for the sum itself; else the average, divided by ten to this power
   */
  IntegerSumState(int averageScale) {
    this.averageScale = averageScale;
  }

  @Override
  public void ensureGroups(int groups) {
    if (groups > low.length) {
      int size = Math.max(groups, low.length * 2);
      low = Arrays.copyOf(low, size);
      high = Arrays.copyOf(high, size);
      counts = Arrays.copyOf(counts, size);
    }
  }

  private void add(int group, long value) {
    long old = low[group];
    long sum = old + value;
    if (((old ^ sum) & (value ^ sum)) < 0) {
      high[group] += value < 0 ? -1 : 1;
    }
    low[group] = sum;
    counts[group]++;
  }

  @Override
  public boolean clear() {
    Arrays.fill(low, 0);
    Arrays.fill(high, 0);
    Arrays.fill(counts, 0);
    return true;
  }

  @Override
  public void update(Operand[] arguments, int[] groups, int count) {
    Operand argument = arguments[0];
    FlatVector vector = argument.vector();
    boolean plain = argument.step() == 1 && !vector.mayHaveNulls();
    switch (vector) {
      case IntVector v -> {
        if (plain) {
          addInts(v.values(), groups, count);
        } else {
          for (int i = 0; i < count; i++) {
            int at = argument.index(i);
            if (!v.isNull(at)) {
              add(groups[i], v.get(at));
            }
          }
        }
      }
      case LongVector v -> {
        if (plain) {
          addLongs(v.values(), groups, count);
        } else {
          for (int i = 0; i < count; i++) {
            int at = argument.index(i);
            if (!v.isNull(at)) {
              add(groups[i], v.get(at));
            }
          }
        }
      }
      case BoolVector v -> {
        for (int i = 0; i < count; i++) {
          int at = argument.index(i);
          if (!v.isNull(at)) {
            add(groups[i], v.get(at));
          }
        }
      }
      default -> throw new IllegalStateException("sum of " + vector.type());
    }
  }

  private void addInts(int[] values, int[] groups, int count) {
    for (int i = 0; i < count; i++) {
      add(groups[i], values[i]);
    }
  }

  private void addLongs(long[] values, int[] groups, int count) {
    for (int i = 0; i < count; i++) {
      add(groups[i], values[i]);
    }
  }

  @Override
  public void updateOne(Operand[] arguments, int group, int count) {
    Operand argument = arguments[0];
    FlatVector vector = argument.vector();
    if (argument.step() == 1 && !vector.mayHaveNulls() && vector instanceof IntVector ints) {
      addTotal(group, sum(ints.values(), count), count);
    } else if (argument.step() == 1
        && !vector.mayHaveNulls()
        && vector instanceof LongVector longs) {
      // The halves of a value are summed apart, so that the loops need no overflow check.
      long upper = sumUpper(longs.values(), count);
      long lower = sumLower(longs.values(), count);
      addTotal(group, lower, count);
      long shifted = upper << 32;
      addTotal(group, shifted, 0);
      high[group] += (upper >> 32) - (shifted >> 63);
    } else {
      int[] groups = new int[count];
      Arrays.fill(groups, group);
      update(arguments, groups, count);
    }
  }

  private void addTotal(int group, long value, int count) {
    if (count == 0 && value == 0) {
      return;
    }
    add(group, value);
    counts[group] += count - 1;
  }

  private static long sum(int[] values, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += values[i];
    }
    return sum;
  }

  private static long sumUpper(long[] values, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += values[i] >> 32;
    }
    return sum;
  }

  private static long sumLower(long[] values, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += values[i] & 0xFFFF_FFFFL;
    }
    return sum;
  }

  @Override
  public void combine(AggregateState other, int[] from, int[] to, int count) {
    IntegerSumState theirs = (IntegerSumState) other;
    for (int i = 0; i < count; i++) {
      int source = from[i];
      int target = to[i];
      add(target, theirs.low[source]);
      high[target] += theirs.high[source];
      counts[target] += theirs.counts[source] - 1;
    }
  }

  @Override
  public void finish(int first, int count, FlatVector result) {
    for (int i = 0; i < count; i++) {
      int group = first + i;
      if (counts[group] == 0) {
        result.setNull(i);
        continue;
      }
      switch (result) {
        case WideVector wide -> wide.set(i, low[group], high[group] + (low[group] >> 63));
        case DoubleVector doubles ->
            doubles.set(i, asDouble(group) / (counts[group] * Math.pow(10, averageScale)));
        case LongVector longs -> {
          BigInteger[] parts = asBig(group).divideAndRemainder(BigInteger.valueOf(counts[group]));
          long more = parts[1].longValue() > counts[group] / 2 ? 1 : 0;
          longs.set(i, parts[0].longValue() + more);
        }
        default -> throw new IllegalStateException("sum into " + result.type());
      }
    }
  }

  private double asDouble(int group) {
    return high[group] == 0 ? low[group] : asBig(group).doubleValue();
  }

  private BigInteger asBig(int group) {
    return WideVector.toBig(low[group], high[group] + (low[group] >> 63), false);
  }

  @Override
  public SumWords sum(int group) {
    return new SumWords(counts[group], asBig(group), 0);
  }

  @Override
  public void setSum(int group, SumWords sum) {
    BigInteger exact = java.util.Objects.requireNonNull(sum.exact());
    low[group] = exact.longValue();
    // The low word is signed here.
    high[group] =
        exact.subtract(BigInteger.valueOf(low[group])).shiftRight(Long.SIZE).longValueExact();
    counts[group] = sum.count();
  }

  @Override
  public long memoryBytes() {
    return 24L * low.length;
  }

  @Override
  public void writeGroup(int group, StateWriter out) {
    out.putLong(low[group]);
    out.putLong(high[group]);
    out.putLong(counts[group]);
  }

  @Override
  public void readGroup(int group, StateReader in) {
    low[group] = in.getLong();
    high[group] = in.getLong();
    counts[group] = in.getLong();
  }
}
