// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Up to 255 symbols of one to eight bytes, chosen so that a text becomes few codes of one byte
 * (FSST: Boncz, Neumann, Leis, VLDB 2020). Code 255 says that the next byte stands for itself.
 */
final class SymbolTable {
  static final int ESCAPE = 255;
  static final int SYMBOLS_MAX = 255;
  static final int LENGTH_MAX = 8;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int HASH_BITS = 11;
  private static final int ROUNDS = 5;

  /** Codes while counting: symbols, then single bytes. */
  private static final int CODES = 512;

  private final long[] symbols = new long[256];
  private final int[] lengths = new int[256];
  private int size;

  /** Codes of symbols of one and two bytes by the bytes; -1: none. */
  private final short[] bytes = new short[256];

  private final short[] pairs = new short[1 << 16];

  /** Codes of longer symbols by their first three bytes; -1: none. */
  private final short[] hashed = new short[1 << HASH_BITS];

  SymbolTable() {
    clear();
  }

  private void clear() {
    size = 0;
    Arrays.fill(bytes, (short) -1);
    Arrays.fill(pairs, (short) -1);
    Arrays.fill(hashed, (short) -1);
  }

  int size() {
    return size;
  }

  long symbol(int code) {
    return symbols[code];
  }

  int length(int code) {
    return lengths[code];
  }

  private static long mask(int length) {
    return length == 8 ? -1L : (1L << 8 * length) - 1;
  }

  private static int hash(long word) {
    return (int) ((word & 0xFFFFFF) * 2971215073L >>> 15) & (1 << HASH_BITS) - 1;
  }

  /** Adds a symbol unless a longer one, or one added before, has its place. */
  private boolean add(long symbol, int length) {
    short code = (short) size;
    if (length == 1) {
      if (bytes[(int) symbol & 0xFF] >= 0) {
        return false;
      }
      bytes[(int) symbol & 0xFF] = code;
    } else if (length == 2) {
      if (pairs[(int) symbol & 0xFFFF] >= 0) {
        return false;
      }
      pairs[(int) symbol & 0xFFFF] = code;
    } else {
      int slot = hash(symbol);
      if (hashed[slot] >= 0) {
        return false;
      }
      hashed[slot] = code;
    }
    symbols[size] = symbol;
    lengths[size] = length;
    size++;
    return true;
  }

  /** The code of the longest symbol at {@code at}, or -1. */
  private int find(byte[] text, int at, int end) {
    long word = (long) LONG.get(text, at);
    int left = end - at;
    int code = hashed[hash(word)];
    if (code >= 0 && (word & mask(lengths[code])) == symbols[code] && lengths[code] <= left) {
      return code;
    }
    code = pairs[(int) word & 0xFFFF];
    if (code >= 0 && left >= 2) {
      return code;
    }
    return bytes[(int) word & 0xFF];
  }

  /**
   * A table for texts like this one.
   *
   * @param text at least 8 bytes longer than {@code length}
   */
  static SymbolTable build(byte[] text, int length) {
    SymbolTable table = new SymbolTable();
    int[] single = new int[CODES];
    int[] pair = new int[CODES * CODES];
    int[] touched = new int[length + 1];
    Candidates candidates = new Candidates();
    for (int round = 0; round < ROUNDS; round++) {
      int pairsSeen = table.count(text, length, single, pair, touched);
      candidates.clear();
      for (int code = 0; code < CODES; code++) {
        if (single[code] > 0) {
          // A symbol of one byte saves an escape: worth more than its length says.
          int symbolLength = table.lengthOf(code);
          candidates.add(
              table.symbolOf(code),
              symbolLength,
              (long) single[code] * (symbolLength == 1 ? 8 : symbolLength));
          single[code] = 0;
        }
      }
      for (int i = 0; i < pairsSeen; i++) {
        int index = touched[i];
        int left = index / CODES;
        int right = index % CODES;
        int count = pair[index];
        pair[index] = 0;
        int leftLength = table.lengthOf(left);
        if (round == ROUNDS - 1 || leftLength == LENGTH_MAX || count < 2) {
          continue;
        }
        int joined = Math.min(LENGTH_MAX, leftLength + table.lengthOf(right));
        long symbol = table.symbolOf(left) | table.symbolOf(right) << 8 * leftLength;
        candidates.add(symbol & mask(joined), joined, (long) count * joined);
      }
      table.clear();
      candidates.best(table);
    }
    return table;
  }

  private int lengthOf(int code) {
    return code < 256 ? lengths[code] : 1;
  }

  private long symbolOf(int code) {
    return code < 256 ? symbols[code] : code - 256;
  }

  /** Counts codes and pairs of neighbours; answers how many different pairs there are. */
  private int count(byte[] text, int length, int[] single, int[] pair, int[] touched) {
    int seen = 0;
    int before = -1;
    int at = 0;
    while (at < length) {
      int code = find(text, at, length);
      if (code < 0) {
        code = 256 + (text[at] & 0xFF);
        at++;
      } else {
        at += lengths[code];
      }
      single[code]++;
      if (before >= 0) {
        int index = before * CODES + code;
        if (pair[index]++ == 0) {
          touched[seen++] = index;
        }
      }
      before = code;
    }
    return seen;
  }

  /**
   * Encodes a text.
   *
   * @param text at least 8 bytes longer than {@code length}
   * @param target of twice the length at least
   * @return the bytes written
   */
  int encode(byte[] text, int length, byte[] target, int from) {
    int to = from;
    int at = 0;
    // A word that reaches over the end may match what is not there.
    int safe = length - LENGTH_MAX;
    while (at <= safe) {
      long word = (long) LONG.get(text, at);
      int code = hashed[hash(word)];
      if (code < 0 || (word & mask(lengths[code])) != symbols[code]) {
        code = pairs[(int) word & 0xFFFF];
        if (code < 0) {
          code = bytes[(int) word & 0xFF];
          if (code < 0) {
            target[to] = (byte) ESCAPE;
            target[to + 1] = (byte) word;
            to += 2;
            at++;
            continue;
          }
        }
      }
      target[to++] = (byte) code;
      at += lengths[code];
    }
    while (at < length) {
      int code = find(text, at, length);
      if (code < 0) {
        target[to++] = (byte) ESCAPE;
        target[to++] = text[at++];
      } else {
        target[to++] = (byte) code;
        at += lengths[code];
      }
    }
    return to - from;
  }

  /** Symbols with what they would save; the best of them make the next table. */
  private static final class Candidates {
    private static final int SLOTS = 1 << 15;

    private final long[] keys = new long[SLOTS];
    private final byte[] keyLengths = new byte[SLOTS];
    private final long[] gains = new long[SLOTS];
    private final int[] used = new int[SLOTS];
    private int count;

    void clear() {
      for (int i = 0; i < count; i++) {
        keyLengths[used[i]] = 0;
      }
      count = 0;
    }

    void add(long symbol, int length, long gain) {
      if (count > SLOTS / 2) {
        return;
      }
      int slot = (int) ((symbol * 0x9E3779B97F4A7C15L ^ length * 0xD6E8FEB86659FD93L) >>> 49);
      while (keyLengths[slot] != 0) {
        if (keys[slot] == symbol && keyLengths[slot] == length) {
          gains[slot] += gain;
          return;
        }
        slot = slot + 1 & SLOTS - 1;
      }
      keys[slot] = symbol;
      keyLengths[slot] = (byte) length;
      gains[slot] = gain;
      used[count++] = slot;
    }

    void best(SymbolTable table) {
      long[] order = new long[count];
      for (int i = 0; i < count; i++) {
        order[i] = -(Math.min(gains[used[i]], (1L << 40) - 1) << 16) | i & 0xFFFF;
      }
      Arrays.sort(order);
      for (int i = 0; i < count && table.size() < SYMBOLS_MAX; i++) {
        int slot = used[(int) order[i] & 0xFFFF];
        table.add(keys[slot], keyLengths[slot]);
      }
    }
  }
}
