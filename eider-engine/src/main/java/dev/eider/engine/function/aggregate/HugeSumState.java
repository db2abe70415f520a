// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.math.BigInteger;
import java.util.Arrays;

/** Sums of 128-bit integers, and averages from them; overflow is an error. */
final class HugeSumState implements SummingState {
  private static final BigInteger DECIMAL_LIMIT = BigInteger.TEN.pow(38);

  private final int averageScale;
  private long[] words = new long[2];
  private long[] counts = new long[1];

  /**
   * Empty sums.
   *
   * @param averageScale -1 for the sum itself; else the average, divided by ten to this power
   */
  HugeSumState(int averageScale) {
    this.averageScale = averageScale;
  }

  @Override
  public void ensureGroups(int groups) {
    if (groups > counts.length) {
      int size = Math.max(groups, counts.length * 2);
      words = Arrays.copyOf(words, 2 * size);
      counts = Arrays.copyOf(counts, size);
    }
  }

  private void add(int group, long low, long high) {
    long oldHigh = words[2 * group + 1];
    long sumLow = words[2 * group] + low;
    long carry = Long.compareUnsigned(sumLow, low) < 0 ? 1 : 0;
    long sumHigh = oldHigh + high + carry;
    if (((oldHigh ^ sumHigh) & (high ^ sumHigh)) < 0) {
      throw EiderException.outOfRange(
          "Overflow in HUGEINT addition: "
              + WideVector.toBig(words[2 * group], oldHigh, false)
              + " + "
              + WideVector.toBig(low, high, false));
    }
    words[2 * group] = sumLow;
    words[2 * group + 1] = sumHigh;
  }

  @Override
  public boolean clear() {
    Arrays.fill(words, 0);
    Arrays.fill(counts, 0);
    return true;
  }

  @Override
  public void update(Operand[] arguments, int[] groups, int count) {
    Operand argument = arguments[0];
    WideVector vector = (WideVector) argument.vector();
    for (int i = 0; i < count; i++) {
      int at = argument.index(i);
      if (!vector.isNull(at)) {
        add(groups[i], vector.low(at), vector.high(at));
        counts[groups[i]]++;
      }
    }
  }

  @Override
  public void combine(AggregateState other, int[] from, int[] to, int count) {
    HugeSumState theirs = (HugeSumState) other;
    for (int i = 0; i < count; i++) {
      add(to[i], theirs.words[2 * from[i]], theirs.words[2 * from[i] + 1]);
      counts[to[i]] += theirs.counts[from[i]];
    }
  }

  @Override
  public void finish(int first, int count, FlatVector result) {
    for (int i = 0; i < count; i++) {
      int group = first + i;
      if (counts[group] == 0) {
        result.setNull(i);
      } else if (result instanceof WideVector wide) {
        if (wide.type().id() == TypeId.DECIMAL
            && WideVector.toBig(words[2 * group], words[2 * group + 1], false)
                    .abs()
                    .compareTo(DECIMAL_LIMIT)
                >= 0) {
          throw EiderException.outOfRange(
              "Overflow in SUM of DECIMAL: the result does not fit in DECIMAL(38)");
        }
        wide.set(i, words[2 * group], words[2 * group + 1]);
      } else {
        double sum = WideVector.toBig(words[2 * group], words[2 * group + 1], false).doubleValue();
        ((DoubleVector) result).set(i, sum / (counts[group] * Math.pow(10, averageScale)));
      }
    }
  }

  @Override
  public SumWords sum(int group) {
    return new SumWords(
        counts[group], WideVector.toBig(words[2 * group], words[2 * group + 1], false), 0);
  }

  @Override
  public void setSum(int group, SumWords sum) {
    BigInteger exact = java.util.Objects.requireNonNull(sum.exact());
    words[2 * group] = exact.longValue();
    words[2 * group + 1] = exact.shiftRight(Long.SIZE).longValueExact();
    counts[group] = sum.count();
  }

  @Override
  public long memoryBytes() {
    return 24L * counts.length;
  }

  @Override
  public void writeGroup(int group, StateWriter out) {
    out.putLong(words[2 * group]);
    out.putLong(words[2 * group + 1]);
    out.putLong(counts[group]);
  }

  @Override
  public void readGroup(int group, StateReader in) {
    words[2 * group] = in.getLong();
    words[2 * group + 1] = in.getLong();
    counts[group] = in.getLong();
  }
}
