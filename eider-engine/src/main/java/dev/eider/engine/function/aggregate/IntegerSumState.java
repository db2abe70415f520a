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
  private Sums sums = new Sums();
  private boolean adopted;

  /** The words of all groups. */
  private static final class Sums {
    long[] low = new long[1];
    long[] high = new long[1];
    long[] counts = new long[1];

    void add(int group, long value) {
      long old = low[group];
      long sum = old + value;
      if (((old ^ sum) & (value ^ sum)) < 0) {
        high[group] += value < 0 ? -1 : 1;
      }
      low[group] = sum;
      counts[group]++;
    }
  }

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
    if (groups > sums.low.length) {
      int size = Math.max(groups, sums.low.length * 2);
      sums.low = Arrays.copyOf(sums.low, size);
      sums.high = Arrays.copyOf(sums.high, size);
      sums.counts = Arrays.copyOf(sums.counts, size);
    }
  }

  @Override
  public boolean adopt(AggregateState other) {
    if (!(other instanceof IntegerSumState that)) {
      return false;
    }
    sums = that.sums;
    adopted = true;
    return true;
  }

  @Override
  public boolean clear() {
    Arrays.fill(sums.low, 0);
    Arrays.fill(sums.high, 0);
    Arrays.fill(sums.counts, 0);
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
          addInts(sums, v.values(), groups, count);
        } else {
          for (int i = 0; i < count; i++) {
            int at = argument.index(i);
            if (!v.isNull(at)) {
              sums.add(groups[i], v.get(at));
            }
          }
        }
      }
      case LongVector v -> {
        if (plain) {
          addLongs(sums, v.values(), groups, count);
        } else {
          for (int i = 0; i < count; i++) {
            int at = argument.index(i);
            if (!v.isNull(at)) {
              sums.add(groups[i], v.get(at));
            }
          }
        }
      }
      case BoolVector v -> {
        for (int i = 0; i < count; i++) {
          int at = argument.index(i);
          if (!v.isNull(at)) {
            sums.add(groups[i], v.get(at));
          }
        }
      }
      default -> throw new IllegalStateException("sum of " + vector.type());
    }
  }

  private static void addInts(Sums sums, int[] values, int[] groups, int count) {
    for (int i = 0; i < count; i++) {
      sums.add(groups[i], values[i]);
    }
  }

  private static void addLongs(Sums sums, long[] values, int[] groups, int count) {
    for (int i = 0; i < count; i++) {
      sums.add(groups[i], values[i]);
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
      sums.high[group] += (upper >> 32) - (shifted >> 63);
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
    sums.add(group, value);
    sums.counts[group] += count - 1;
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
      sums.add(target, theirs.sums.low[source]);
      sums.high[target] += theirs.sums.high[source];
      sums.counts[target] += theirs.sums.counts[source] - 1;
    }
  }

  @Override
  public void finish(int first, int count, FlatVector result) {
    for (int i = 0; i < count; i++) {
      int group = first + i;
      if (sums.counts[group] == 0) {
        result.setNull(i);
        continue;
      }
      switch (result) {
        case WideVector wide ->
            wide.set(i, sums.low[group], sums.high[group] + (sums.low[group] >> 63));
        case DoubleVector doubles ->
            doubles.set(i, asDouble(group) / (sums.counts[group] * Math.pow(10, averageScale)));
        case LongVector longs -> {
          BigInteger[] parts =
              asBig(group).divideAndRemainder(BigInteger.valueOf(sums.counts[group]));
          long more = parts[1].longValue() > sums.counts[group] / 2 ? 1 : 0;
          longs.set(i, parts[0].longValue() + more);
        }
        default -> throw new IllegalStateException("sum into " + result.type());
      }
    }
  }

  private double asDouble(int group) {
    return sums.high[group] == 0 ? sums.low[group] : asBig(group).doubleValue();
  }

  private BigInteger asBig(int group) {
    return WideVector.toBig(sums.low[group], sums.high[group] + (sums.low[group] >> 63), false);
  }

  @Override
  public SumWords sum(int group) {
    return new SumWords(sums.counts[group], asBig(group), 0);
  }

  @Override
  public void setSum(int group, SumWords sum) {
    BigInteger exact = java.util.Objects.requireNonNull(sum.exact());
    sums.low[group] = exact.longValue();
    // The low word is signed here.
    sums.high[group] =
        exact.subtract(BigInteger.valueOf(sums.low[group])).shiftRight(Long.SIZE).longValueExact();
    sums.counts[group] = sum.count();
  }

  @Override
  public long memoryBytes() {
    return adopted ? 0 : 24L * sums.low.length;
  }

  @Override
  public void writeGroup(int group, StateWriter out) {
    out.putLong(sums.low[group]);
    out.putLong(sums.high[group]);
    out.putLong(sums.counts[group]);
  }

  @Override
  public void readGroup(int group, StateReader in) {
    sums.low[group] = in.getLong();
    sums.high[group] = in.getLong();
    sums.counts[group] = in.getLong();
  }
}
