// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.kernel.HashKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import java.util.Arrays;
import java.util.List;

/** The constants of an IN list, as an open hash table. */
final class ValueSet {
  private final FlatVector entries;
  private final int size;
  private final int[] slots;
  private final boolean hasNull;
  private long[] hashes = new long[0];

  /** A set of the values that are not NULL; all of one type. */
  ValueSet(LogicalType type, List<Value> values) {
    entries = FlatVector.allocate(type, Math.max(1, values.size()));
    int next = 0;
    boolean nulls = false;
    for (Value value : values) {
      if (value.isNull()) {
        nulls = true;
      } else {
        entries.setValue(next++, value);
      }
    }
    size = next;
    hasNull = nulls;
    slots = new int[Integer.highestOneBit(Math.max(4, size * 2)) * 2];
    Arrays.fill(slots, -1);
    long[] own = new long[Math.max(1, size)];
    HashKernels.hash(entries, size, own);
    for (int i = 0; i < size; i++) {
      int slot = (int) own[i] & (slots.length - 1);
      while (slots[slot] >= 0) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = i;
    }
  }

  /** Whether the list holds a NULL, which makes a miss NULL instead of false. */
  boolean hasNull() {
    return hasNull;
  }

  /** Writes 1 for the rows of the column that are in the set, else 0; 0 for NULL. */
  void contains(FlatVector column, int count, byte[] out) {
    if (size <= 3 && column instanceof IntVector ints) {
      containsFewInts(ints.values(), count, out);
    } else if (size <= 3 && column instanceof LongVector longs) {
      containsFewLongs(longs.values(), count, out);
    } else {
      containsHashed(column, count, out);
    }
    if (column.mayHaveNulls()) {
      for (int i = 0; i < count; i++) {
        if (column.isNull(i)) {
          out[i] = 0;
        }
      }
    }
  }

  private void containsFewInts(int[] values, int count, byte[] out) {
    if (size == 0) {
      Arrays.fill(out, 0, count, (byte) 0);
      return;
    }
    IntVector set = (IntVector) entries;
    int a = set.get(0);
    int b = set.get(Math.min(1, size - 1));
    int c = set.get(size - 1);
    for (int i = 0; i < count; i++) {
      int x = values[i];
      out[i] = (byte) (x == a | x == b | x == c ? 1 : 0);
    }
  }

  private void containsFewLongs(long[] values, int count, byte[] out) {
    if (size == 0) {
      Arrays.fill(out, 0, count, (byte) 0);
      return;
    }
    LongVector set = (LongVector) entries;
    long a = set.get(0);
    long b = set.get(Math.min(1, size - 1));
    long c = set.get(size - 1);
    for (int i = 0; i < count; i++) {
      long x = values[i];
      out[i] = (byte) (x == a | x == b | x == c ? 1 : 0);
    }
  }

  private void containsHashed(FlatVector column, int count, byte[] out) {
    if (hashes.length < count) {
      hashes = new long[count];
    }
    HashKernels.hash(column, count, hashes);
    for (int i = 0; i < count; i++) {
      int slot = (int) hashes[i] & (slots.length - 1);
      int found = 0;
      while (slots[slot] >= 0 && !column.isNull(i)) {
        if (CompareKernels.sameValue(column, i, entries, slots[slot])) {
          found = 1;
          break;
        }
        slot = (slot + 1) & (slots.length - 1);
      }
      out[i] = (byte) found;
    }
  }
}
