// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.base.kernel.HashKernels;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Finds the different numbers of a chunk and gives each row a code. */
final class NumberDictionary {
  /** More entries are no dictionary any more. */
  private static final int ENTRIES_MAX = 1 << 15;

  /** A dictionary serves where there are at least so many rows for each entry. */
  static final int SHARE = 8;

  private long[] slots = new long[1024];
  private int[] slotCodes = new int[1024];
  private long[] entries = new long[256];
  private int size;
  private boolean hasNull;

  NumberDictionary() {
    Arrays.fill(slotCodes, -1);
  }

  private static void numbers(FlatVector vector, int count, long[] into) {
    switch (vector) {
      case IntVector v -> ColumnData.integers(v, count, into);
      case LongVector v -> ColumnData.integers(v, count, into);
      default -> PlainFloats.bits(vector, count, into);
    }
  }

  private int code(long number) {
    int slot = (int) HashKernels.mix(number) & slots.length - 1;
    while (slotCodes[slot] >= 0) {
      if (slots[slot] == number) {
        return slotCodes[slot];
      }
      slot = slot + 1 & slots.length - 1;
    }
    if (size == entries.length) {
      entries = Arrays.copyOf(entries, 2 * size);
    }
    entries[size] = number;
    slots[slot] = number;
    slotCodes[slot] = size++;
    if (4 * size > slots.length) {
      grow();
    }
    return size - 1;
  }

  private void grow() {
    slots = new long[4 * slots.length];
    slotCodes = new int[slots.length];
    Arrays.fill(slotCodes, -1);
    for (int code = 0; code < size; code++) {
      int slot = (int) HashKernels.mix(entries[code]) & slots.length - 1;
      while (slotCodes[slot] >= 0) {
        slot = slot + 1 & slots.length - 1;
      }
      slots[slot] = entries[code];
      slotCodes[slot] = code;
    }
  }

  /** Different numbers in a sample, of which one in {@link #SHARE} at most is counted. */
  static int distinct(ColumnData sample) {
    NumberDictionary seen = new NumberDictionary();
    long most = sample.rows() / SHARE;
    long[] numbers = {};
    for (int vector = 0; vector < sample.vectors() && seen.size <= most; vector++) {
      int count = sample.count(vector);
      if (numbers.length < count) {
        numbers = new long[count];
      }
      numbers(sample.vector(vector), count, numbers);
      for (int i = 0; i < count && seen.size <= most; i++) {
        seen.code(numbers[i]);
      }
    }
    return seen.size;
  }

  /** A writer of codes, or null when there are too many different numbers. */
  static @Nullable NodeWriter writer(ColumnData data, EncodeContext context) {
    NumberDictionary dictionary = new NumberDictionary();
    int[][] codes = new int[data.vectors()][];
    long[] numbers = {};
    for (int vector = 0; vector < data.vectors(); vector++) {
      int count = data.count(vector);
      if (numbers.length < count) {
        numbers = new long[count];
      }
      FlatVector values = data.vector(vector);
      numbers(values, count, numbers);
      int[] made = new int[count];
      codes[vector] = made;
      for (int i = 0; i < count; i++) {
        if (values.isNull(i)) {
          dictionary.hasNull = true;
          made[i] = -1;
        } else {
          made[i] = dictionary.code(numbers[i]);
        }
      }
      if (dictionary.size > ENTRIES_MAX) {
        return null;
      }
    }
    int size = dictionary.size + (dictionary.hasNull ? 1 : 0);
    FlatVector entries = FlatVector.allocate(data.type(), Math.max(1, size));
    switch (entries) {
      case IntVector v -> {
        for (int i = 0; i < dictionary.size; i++) {
          v.set(i, (int) dictionary.entries[i]);
        }
      }
      case LongVector v -> System.arraycopy(dictionary.entries, 0, v.values(), 0, dictionary.size);
      default -> PlainFloats.values(dictionary.entries, dictionary.size, entries);
    }
    if (dictionary.hasNull) {
      entries.setNull(dictionary.size);
      replaceNulls(codes, dictionary.size);
    }
    ColumnData one = new ColumnData(data.type(), new FlatVector[] {entries}, new int[] {size});
    NodeWriter writer =
        entries instanceof IntVector || entries instanceof LongVector
            ? new IntegerEncoding.Writer(one, context)
            : new PlainFloats.Writer(one, context);
    return new DictionaryEncoding.Writer(data, writer, codes, context);
  }

  static void replaceNulls(int[][] codes, int code) {
    for (int[] some : codes) {
      for (int i = 0; i < some.length; i++) {
        if (some[i] < 0) {
          some[i] = code;
        }
      }
    }
  }
}
