// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The distinct values of a column chunk, in order of their first appearance.
 *
 * @param ids of each value, the number of its entry
 * @param first of each entry, the number of a value that is equal to it; only {@code size} are used
 */
record Dictionary(int[] ids, int[] first, int size) {
  private static final int PHI = 0x9E3779B9;

  /**
   * Collects the distinct values; null when there are more than {@code limit} or they take more
   * than {@code bytes}.
   */
  static @Nullable Dictionary of(LeafBuffer buffer, int limit, long bytes) {
    int most = Math.min(limit, buffer.values);
    return switch (buffer) {
      case IntLeaf ints -> of(ints, most);
      case LongLeaf longs -> of(longs, most);
      case BytesLeaf texts -> of(texts, most, bytes);
    };
  }

  /** A hash table: 0 is free, else the number of an entry and one. */
  private static int[] table(int entries) {
    return new int[Math.max(16, Integer.highestOneBit(Math.max(1, entries)) << 2)];
  }

  private static @Nullable Dictionary of(IntLeaf buffer, int most) {
    int[] values = buffer.stored;
    int[] ids = new int[buffer.values];
    int[] first = new int[most];
    int size = 0;
    int[] table = table(Math.min(most, 1 << 10));
    int room = table.length >> 1;
    for (int i = 0; i < buffer.values; i++) {
      int value = values[i];
      int mask = table.length - 1;
      int slot = mix(value) & mask;
      int entry;
      while ((entry = table[slot]) != 0 && values[first[entry - 1]] != value) {
        slot = slot + 1 & mask;
      }
      if (entry == 0) {
        if (size == most) {
          return null;
        }
        first[size++] = i;
        entry = size;
        table[slot] = entry;
        if (size >= room) {
          table = table(size * 2);
          room = table.length >> 1;
          for (int e = 0; e < size; e++) {
            insert(table, mix(values[first[e]]), e + 1);
          }
        }
      }
      ids[i] = entry - 1;
    }
    return new Dictionary(ids, first, size);
  }

  private static int mix(int value) {
    int hash = value * PHI;
    return hash ^ hash >>> 15;
  }

  private static int mix(long value) {
    long hash = value * 0x9E3779B97F4A7C15L;
    return (int) (hash ^ hash >>> 32);
  }

  private static void insert(int[] table, int hash, int entry) {
    int mask = table.length - 1;
    int slot = hash & mask;
    while (table[slot] != 0) {
      slot = slot + 1 & mask;
    }
    table[slot] = entry;
  }

  private static @Nullable Dictionary of(LongLeaf buffer, int most) {
    long[] values = buffer.stored;
    int[] ids = new int[buffer.values];
    int[] first = new int[most];
    int size = 0;
    int[] table = table(Math.min(most, 1 << 10));
    int room = table.length >> 1;
    for (int i = 0; i < buffer.values; i++) {
      long value = values[i];
      int mask = table.length - 1;
      int slot = mix(value) & mask;
      int entry;
      while ((entry = table[slot]) != 0 && values[first[entry - 1]] != value) {
        slot = slot + 1 & mask;
      }
      if (entry == 0) {
        if (size == most) {
          return null;
        }
        first[size++] = i;
        entry = size;
        table[slot] = entry;
        if (size >= room) {
          table = table(size * 2);
          room = table.length >> 1;
          for (int e = 0; e < size; e++) {
            insert(table, mix(values[first[e]]), e + 1);
          }
        }
      }
      ids[i] = entry - 1;
    }
    return new Dictionary(ids, first, size);
  }

  private static @Nullable Dictionary of(BytesLeaf buffer, int most, long bytes) {
    int[] ids = new int[buffer.values];
    int[] first = new int[most];
    int[] hashes = new int[Math.min(most, 1 << 10)];
    int size = 0;
    long left = bytes;
    int[] table = table(Math.min(most, 1 << 10));
    int room = table.length >> 1;
    for (int i = 0; i < buffer.values; i++) {
      int hash = hash(buffer.heap, buffer.starts[i], buffer.starts[i + 1]);
      int mask = table.length - 1;
      int slot = hash & mask;
      int entry;
      while ((entry = table[slot]) != 0
          && !(hashes[entry - 1] == hash && same(buffer, first[entry - 1], i))) {
        slot = slot + 1 & mask;
      }
      if (entry == 0) {
        left -= buffer.length(i) + 4L;
        if (size == most || left < 0) {
          return null;
        }
        if (size == hashes.length) {
          hashes = Arrays.copyOf(hashes, 2 * size);
        }
        hashes[size] = hash;
        first[size++] = i;
        entry = size;
        table[slot] = entry;
        if (size >= room) {
          table = table(size * 2);
          room = table.length >> 1;
          for (int e = 0; e < size; e++) {
            insert(table, hashes[e], e + 1);
          }
        }
      }
      ids[i] = entry - 1;
    }
    return new Dictionary(ids, first, size);
  }

  private static boolean same(BytesLeaf buffer, int one, int other) {
    return Arrays.equals(
        buffer.heap,
        buffer.starts[one],
        buffer.starts[one + 1],
        buffer.heap,
        buffer.starts[other],
        buffer.starts[other + 1]);
  }

  private static int hash(byte[] bytes, int from, int to) {
    long hash = to - from;
    int at = from;
    for (; at + 8 <= to; at += 8) {
      hash = (hash ^ (long) ByteSink.LONG.get(bytes, at)) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
    }
    // The heap has room behind its last byte, so the rest may be read as a word.
    long rest = (long) ByteSink.LONG.get(bytes, at) & (1L << 8 * (to - at)) - 1;
    return mix(hash ^ rest * 0xC2B2AE3D27D4EB4FL);
  }
}
