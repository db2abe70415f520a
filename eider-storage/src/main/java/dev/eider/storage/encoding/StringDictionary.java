// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.base.kernel.HashKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.StringVector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Finds the different strings of a chunk and gives each row a code. */
final class StringDictionary {
  private final StringVector entries;
  private long[] entryHashes = new long[64];
  private int[] slots = new int[256];
  private int size;
  private boolean hasNull;
  private long[] hashes = {};

  StringDictionary(LogicalType type) {
    entries = new StringVector(type, 64);
    Arrays.fill(slots, -1);
  }

  int size() {
    return size;
  }

  /** Gives the first rows of a vector their codes, -1 for NULL. */
  void codes(StringVector strings, int count, int[] codes) {
    if (hashes.length < count) {
      hashes = new long[count];
    }
    HashKernels.hash(strings, count, hashes);
    for (int i = 0; i < count; i++) {
      if (strings.isNull(i)) {
        hasNull = true;
        codes[i] = -1;
      } else {
        codes[i] = code(strings, i, hashes[i]);
      }
    }
  }

  private int code(StringVector strings, int row, long hash) {
    int slot = (int) hash & slots.length - 1;
    while (slots[slot] >= 0) {
      int code = slots[slot];
      if (entryHashes[code] == hash && same(entries, code, strings, row)) {
        return code;
      }
      slot = slot + 1 & slots.length - 1;
    }
    slots[slot] = size;
    if (size == entryHashes.length) {
      entryHashes = Arrays.copyOf(entryHashes, 2 * size);
    }
    entries.ensureCapacity(size + 1);
    entryHashes[size] = hash;
    entries.set(size, strings, row);
    size++;
    if (2 * size > slots.length) {
      grow();
    }
    return size - 1;
  }

  private void grow() {
    slots = new int[4 * slots.length];
    Arrays.fill(slots, -1);
    for (int code = 0; code < size; code++) {
      int slot = (int) entryHashes[code] & slots.length - 1;
      while (slots[slot] >= 0) {
        slot = slot + 1 & slots.length - 1;
      }
      slots[slot] = code;
    }
  }

  private static boolean same(StringVector a, int i, StringVector b, int j) {
    long[] left = a.views();
    long[] right = b.views();
    if (left[2 * i] != right[2 * j]) {
      return false;
    }
    int length = (int) left[2 * i];
    if (length <= StringVector.INLINE) {
      return left[2 * i + 1] == right[2 * j + 1];
    }
    return Arrays.equals(
        a.buffer(i),
        a.offset(i),
        a.offset(i) + length,
        b.buffer(j),
        b.offset(j),
        b.offset(j) + length);
  }

  /** The share of different strings in a sample. */
  static double distinctShare(ColumnData sample) {
    StringDictionary seen = new StringDictionary(sample.type());
    int[] codes = {};
    long rows = 0;
    for (int vector = 0; vector < sample.vectors(); vector++) {
      int count = sample.count(vector);
      if (codes.length < count) {
        codes = new int[count];
      }
      seen.codes((StringVector) sample.vector(vector), count, codes);
      rows += count;
    }
    return rows == 0 ? 1 : (double) seen.size / rows;
  }

  /** A writer of codes, or null when more than {@code most} strings are different. */
  static @Nullable NodeWriter writer(ColumnData data, long most, EncodeContext context) {
    StringDictionary dictionary = new StringDictionary(data.type());
    int[][] codes = new int[data.vectors()][];
    for (int vector = 0; vector < data.vectors(); vector++) {
      int count = data.count(vector);
      codes[vector] = new int[count];
      dictionary.codes((StringVector) data.vector(vector), count, codes[vector]);
      if (dictionary.size > most) {
        return null;
      }
    }
    int size = dictionary.size;
    if (dictionary.hasNull) {
      dictionary.entries.ensureCapacity(size + 1);
      dictionary.entries.setNull(size);
      NumberDictionary.replaceNulls(codes, size);
      size++;
    }
    ColumnData entries =
        new ColumnData(
            data.type(), new FlatVector[] {dictionary.entries}, new int[] {Math.max(1, size)});
    return new DictionaryEncoding.Writer(
        data, EncodingChooser.text(entries, context), codes, context);
  }
}
