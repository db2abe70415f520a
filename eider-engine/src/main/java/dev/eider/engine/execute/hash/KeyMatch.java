// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.hash;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;

/**
 * Compares keys of probing rows with stored keys, one column at a time. NULL equals NULL.
 *
 * <p>Shape of all loops: {@code rows[0, count)} are the candidates; row {@code r} is compared with
 * stored row {@code stored[r]}. Equal ones are kept in place in {@code rows}; the others are
 * written to {@code misses} from {@code missCount} on. The result is the number kept.
 */
public final class KeyMatch {
  private KeyMatch() {}

  /** Compares one column of any type. */
  public static int match(
      FlatVector probe,
      FlatVector store,
      int[] rows,
      int count,
      int[] stored,
      int[] misses,
      int missCount) {
    if (probe.mayHaveNulls() || store.mayHaveNulls()) {
      return matchAny(probe, store, rows, count, stored, misses, missCount);
    }
    return switch (probe) {
      case IntVector v ->
          matchInt(
              v.values(), ((IntVector) store).values(), rows, count, stored, misses, missCount);
      case LongVector v ->
          matchLong(
              v.values(), ((LongVector) store).values(), rows, count, stored, misses, missCount);
      case DoubleVector v ->
          matchDouble(
              v.values(), ((DoubleVector) store).values(), rows, count, stored, misses, missCount);
      case BoolVector v ->
          matchByte(
              v.values(), ((BoolVector) store).values(), rows, count, stored, misses, missCount);
      case StringVector v ->
          matchString(v, (StringVector) store, rows, count, stored, misses, missCount);
      default -> matchAny(probe, store, rows, count, stored, misses, missCount);
    };
  }

  private static int matchInt(
      int[] probe, int[] store, int[] rows, int count, int[] stored, int[] misses, int missCount) {
    int kept = 0;
    int missed = missCount;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      boolean equal = probe[row] == store[stored[row]];
      misses[missed] = row;
      rows[kept] = row;
      kept += equal ? 1 : 0;
      missed += equal ? 0 : 1;
    }
    return kept;
  }

  private static int matchLong(
      long[] probe,
      long[] store,
      int[] rows,
      int count,
      int[] stored,
      int[] misses,
      int missCount) {
    int kept = 0;
    int missed = missCount;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      boolean equal = probe[row] == store[stored[row]];
      misses[missed] = row;
      rows[kept] = row;
      kept += equal ? 1 : 0;
      missed += equal ? 0 : 1;
    }
    return kept;
  }

  private static int matchDouble(
      double[] probe,
      double[] store,
      int[] rows,
      int count,
      int[] stored,
      int[] misses,
      int missCount) {
    int kept = 0;
    int missed = missCount;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      double a = probe[row];
      double b = store[stored[row]];
      if (a == b || CompareKernels.compareDouble(a, b) == 0) {
        rows[kept++] = row;
      } else {
        misses[missed++] = row;
      }
    }
    return kept;
  }

  private static int matchByte(
      byte[] probe,
      byte[] store,
      int[] rows,
      int count,
      int[] stored,
      int[] misses,
      int missCount) {
    int kept = 0;
    int missed = missCount;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      if (probe[row] == store[stored[row]]) {
        rows[kept++] = row;
      } else {
        misses[missed++] = row;
      }
    }
    return kept;
  }

  private static int matchString(
      StringVector probe,
      StringVector store,
      int[] rows,
      int count,
      int[] stored,
      int[] misses,
      int missCount) {
    int kept = 0;
    int missed = missCount;
    long[] a = probe.views();
    long[] b = store.views();
    if (store.bufferCount() > 0 && count > 0) {
      misses[missed] = touch(store, b, rows, count, stored);
    }
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      int other = stored[row];
      long word = a[2 * row];
      boolean equal =
          word == b[2 * other]
              && ((int) word <= StringVector.INLINE
                  ? a[2 * row + 1] == b[2 * other + 1]
                  : CompareKernels.equalString(probe, row, store, other));
      if (equal) {
        rows[kept++] = row;
      } else {
        misses[missed++] = row;
      }
    }
    return kept;
  }

  /**
   * Loads the first byte of every long stored string, so that the misses of the cache overlap. The
   * result only keeps the loop alive.
   */
  private static int touch(StringVector store, long[] views, int[] rows, int count, int[] stored) {
    byte[][] buffers = store.buffers();
    int sum = 0;
    for (int i = 0; i < count; i++) {
      int at = 2 * stored[rows[i]];
      if ((int) views[at] > StringVector.INLINE) {
        long place = views[at + 1];
        sum += buffers[(int) (place >>> 32)][(int) place];
      }
    }
    return sum;
  }

  private static int matchAny(
      FlatVector probe,
      FlatVector store,
      int[] rows,
      int count,
      int[] stored,
      int[] misses,
      int missCount) {
    int kept = 0;
    int missed = missCount;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      if (CompareKernels.sameValue(probe, row, store, stored[row])) {
        rows[kept++] = row;
      } else {
        misses[missed++] = row;
      }
    }
    return kept;
  }
}
