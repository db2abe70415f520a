// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.util.Arrays;

/**
 * min and max of integers, dates, times and doubles. Values are kept as words whose signed order is
 * the order of the type (doubles: NaN greatest; UBIGINT: the sign bit flipped); for max the word is
 * complemented, so that the least word wins in both.
 */
final class WordExtremeState implements AggregateState {
  private final long flip;
  private final long unsigned;
  private long[] best = {Long.MAX_VALUE};
  private byte[] seen = new byte[1];

  WordExtremeState(LogicalType type, boolean least) {
    flip = least ? 0 : -1;
    unsigned = type.id() == TypeId.UBIGINT ? Long.MIN_VALUE : 0;
  }

  @Override
  public void ensureGroups(int groups) {
    int old = best.length;
    if (groups > old) {
      int size = Math.max(groups, old * 2);
      best = Arrays.copyOf(best, size);
      seen = Arrays.copyOf(seen, size);
      Arrays.fill(best, old, size, Long.MAX_VALUE);
    }
  }

  /** The order-preserving word of a double; its own inverse on words. */
  private static long word(double value) {
    return swap(Double.doubleToLongBits(value));
  }

  private static long swap(long bits) {
    return bits ^ ((bits >> 63) & Long.MAX_VALUE);
  }

  @Override
  public boolean clear() {
    Arrays.fill(best, Long.MAX_VALUE);
    Arrays.fill(seen, (byte) 0);
    return true;
  }

  @Override
  public void update(Operand[] arguments, int[] groups, int count) {
    Operand argument = arguments[0];
    FlatVector vector = argument.vector();
    if (argument.step() == 1 && !vector.mayHaveNulls()) {
      switch (vector) {
        case IntVector v -> addInts(v.values(), groups, count);
        case LongVector v -> addLongs(v.values(), groups, count);
        case DoubleVector v -> addDoubles(v.values(), groups, count);
        default -> throw new IllegalStateException("min of " + vector.type());
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      int at = argument.index(i);
      if (!vector.isNull(at)) {
        add(groups[i], wordAt(vector, at));
      }
    }
  }

  private long wordAt(FlatVector vector, int row) {
    return switch (vector) {
      case IntVector v -> v.get(row);
      case LongVector v -> v.get(row) ^ unsigned;
      case DoubleVector v -> word(v.get(row));
      default -> throw new IllegalStateException("min of " + vector.type());
    };
  }

  private void add(int group, long word) {
    best[group] = Math.min(best[group], word ^ flip);
    seen[group] = 1;
  }

  private void addInts(int[] values, int[] groups, int count) {
    for (int i = 0; i < count; i++) {
      add(groups[i], values[i]);
    }
  }

  private void addLongs(long[] values, int[] groups, int count) {
    for (int i = 0; i < count; i++) {
      add(groups[i], values[i] ^ unsigned);
    }
  }

  private void addDoubles(double[] values, int[] groups, int count) {
    for (int i = 0; i < count; i++) {
      add(groups[i], word(values[i]));
    }
  }

  @Override
  public void updateOne(Operand[] arguments, int group, int count) {
    Operand argument = arguments[0];
    FlatVector vector = argument.vector();
    if (count == 0) {
      return;
    }
    if (argument.step() == 1 && !vector.mayHaveNulls()) {
      if (vector instanceof IntVector v) {
        add(group, flip == 0 ? min(v.values(), count) : max(v.values(), count));
        return;
      }
      if (vector instanceof LongVector v && unsigned == 0) {
        add(group, flip == 0 ? min(v.values(), count) : max(v.values(), count));
        return;
      }
    }
    for (int i = 0; i < count; i++) {
      int at = argument.index(i);
      if (!vector.isNull(at)) {
        add(group, wordAt(vector, at));
      }
    }
  }

  private static int min(int[] values, int count) {
    int best = Integer.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      best = Math.min(best, values[i]);
    }
    return best;
  }

  private static int max(int[] values, int count) {
    int best = Integer.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      best = Math.max(best, values[i]);
    }
    return best;
  }

  private static long min(long[] values, int count) {
    long best = Long.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      best = Math.min(best, values[i]);
    }
    return best;
  }

  private static long max(long[] values, int count) {
    long best = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      best = Math.max(best, values[i]);
    }
    return best;
  }

  @Override
  public void combine(AggregateState other, int[] from, int[] to, int count) {
    WordExtremeState theirs = (WordExtremeState) other;
    for (int i = 0; i < count; i++) {
      best[to[i]] = Math.min(best[to[i]], theirs.best[from[i]]);
      seen[to[i]] |= theirs.seen[from[i]];
    }
  }

  @Override
  public void finish(int first, int count, FlatVector result) {
    for (int i = 0; i < count; i++) {
      int group = first + i;
      if (seen[group] == 0) {
        result.setNull(i);
        continue;
      }
      long word = best[group] ^ flip;
      switch (result) {
        case IntVector v -> v.set(i, (int) word);
        case LongVector v -> v.set(i, word ^ unsigned);
        case DoubleVector v -> v.set(i, Double.longBitsToDouble(swap(word)));
        default -> throw new IllegalStateException("min into " + result.type());
      }
    }
  }

  @Override
  public long memoryBytes() {
    return 9L * best.length;
  }

  @Override
  public void writeGroup(int group, StateWriter out) {
    out.putByte(seen[group]);
    out.putLong(best[group]);
  }

  @Override
  public void readGroup(int group, StateReader in) {
    seen[group] = (byte) in.getByte();
    best[group] = in.getLong();
  }
}
