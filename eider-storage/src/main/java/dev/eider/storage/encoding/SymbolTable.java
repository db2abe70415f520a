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

  /**
   * What to do at the first two bytes: code in the low half, length in the high one. Where no
   * symbol of two bytes fits, that of one byte; where there is none, an escape of length 1.
   */
  private final short[] pairs = new short[1 << 16];

  /** Codes of symbols of one byte; -1: none. */
  private final short[] singles = new short[256];

  /** Longer symbols by their first three bytes: symbol, mask of its bytes, code and length. */
  private final long[] hashSymbols = new long[1 << HASH_BITS];

  private final long[] hashMasks = new long[1 << HASH_BITS];
  private final short[] hashInfos = new short[1 << HASH_BITS];

  SymbolTable() {
    clear();
  }

  private void clear() {
    size = 0;
    Arrays.fill(pairs, info(ESCAPE, 1));
    Arrays.fill(singles, (short) -1);
    Arrays.fill(hashSymbols, -1);
    Arrays.fill(hashMasks, 0);
  }

  private static short info(int code, int length) {
    return (short) (code | length << 8);
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
  private void add(long symbol, int length) {
    int code = size;
    if (length == 1) {
      int first = (int) symbol & 0xFF;
      if (singles[first] >= 0) {
        return;
      }
      singles[first] = (short) code;
      for (int second = 0; second < 256; second++) {
        int pair = first | second << 8;
        if (pairs[pair] >>> 8 == 1) {
          pairs[pair] = info(code, 1);
        }
      }
    } else if (length == 2) {
      int pair = (int) symbol & 0xFFFF;
      if (pairs[pair] >>> 8 == 2) {
        return;
      }
      pairs[pair] = info(code, 2);
    } else {
      int slot = hash(symbol);
      if (hashMasks[slot] != 0) {
        return;
      }
      hashSymbols[slot] = symbol;
      hashMasks[slot] = mask(length);
      hashInfos[slot] = info(code, length);
    }
    symbols[code] = symbol;
    lengths[code] = length;
    size++;
  }

  /** Code and length at {@code at}, with few bytes left. */
  private int find(byte[] text, int at, int end) {
    long word = (long) LONG.get(text, at);
    int left = end - at;
    int slot = hash(word);
    if ((word & hashMasks[slot]) == hashSymbols[slot] && hashInfos[slot] >>> 8 <= left) {
      return hashInfos[slot];
    }
    int info = pairs[(int) word & 0xFFFF];
    if (info >>> 8 <= left) {
      return info;
    }
    int code = singles[(int) word & 0xFF];
    return info(code < 0 ? ESCAPE : code, 1);
  }

  /**
   * A table for texts like this one.
   *
   * @param text at least 8 bytes longer than {@code length}
   * @param workspace reused from one table to the next
   */
  static SymbolTable build(byte[] text, int length, Workspace workspace) {
    SymbolTable table = new SymbolTable();
    int[] single = workspace.single;
    int[] pair = workspace.pair;
    int[] touched = new int[length + 1];
    Candidates candidates = workspace.candidates;
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
      int info = find(text, at, length);
      int code = info & 0xFF;
      if (code == ESCAPE) {
        code = 256 + (text[at] & 0xFF);
      }
      at += info >>> 8;
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
      int slot = hash(word);
      int info =
          (word & hashMasks[slot]) == hashSymbols[slot]
              ? hashInfos[slot]
              : pairs[(int) word & 0xFFFF];
      target[to] = (byte) info;
      // Counts only behind an escape.
      target[to + 1] = (byte) word;
      to += (info & 0xFF) == ESCAPE ? 2 : 1;
      at += info >>> 8;
    }
    while (at < length) {
      int info = find(text, at, length);
      target[to++] = (byte) info;
      if ((info & 0xFF) == ESCAPE) {
        target[to++] = text[at];
      }
      at += info >>> 8;
    }
    return to - from;
  }

  /** What is counted while a table is made; all zeros in between. */
  static final class Workspace {
    private final int[] single = new int[CODES];
    private final int[] pair = new int[CODES * CODES];
    private final Candidates candidates = new Candidates();
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
