// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.memory.MemoryReservation;
import java.util.Arrays;

/**
 * DELTA_LENGTH_BYTE_ARRAY (all lengths, then all bytes) and DELTA_BYTE_ARRAY (each string as the
 * length it shares with the one before, and the rest).
 */
final class DeltaStrings extends PageValues {
  private final boolean prefixed;
  private final MemoryReservation memory;
  private final DeltaValues deltas = new DeltaValues();
  private byte[] bytes = new byte[0];
  private int end;
  private int[] prefixes = new int[0];
  private int[] lengths = new int[0];
  private int count;
  private int next;
  private int at;

  /** The string before, of which the next one may share a part. */
  private byte[] previous = new byte[0];

  private int previousLength;
  private long charged;

  DeltaStrings(boolean prefixed, MemoryReservation memory) {
    super(prefixed ? "DELTA_BYTE_ARRAY" : "DELTA_LENGTH_BYTE_ARRAY");
    this.prefixed = prefixed;
    this.memory = memory;
  }

  void start(byte[] source, int from, int to) {
    bytes = source;
    end = to;
    int position = from;
    if (prefixed) {
      prefixes = lengths(prefixes, position, to);
      position = deltas.position();
      int strings = count;
      lengths = lengths(lengths, position, to);
      if (strings != count) {
        throw new DamagedException(
            "a page has " + strings + " shared lengths for " + count + " strings");
      }
    } else {
      lengths = lengths(lengths, position, to);
    }
    at = deltas.position();
    next = 0;
    previousLength = 0;
  }

  /** Reads one list of lengths; the array grows with what was read, not with what is claimed. */
  private int[] lengths(int[] reused, int from, int to) {
    deltas.start(bytes, from, to);
    int[] found = reused;
    int read = 0;
    while (deltas.left() > 0) {
      int n = Math.min(deltas.left(), Math.max(4096, read));
      if (found.length < read + n) {
        charge(4L * (read + n - found.length));
        found = Arrays.copyOf(found, read + n);
      }
      deltas.readInts(found, read, n);
      read += n;
    }
    count = read;
    return found;
  }

  private void charge(long more) {
    memory.grow(more);
    charged += more;
  }

  /** Gives back what was charged. */
  void free() {
    memory.shrink(charged);
    charged = 0;
    prefixes = new int[0];
    lengths = new int[0];
  }

  private void need(int wanted) {
    if (wanted > count - next) {
      throw new DamagedException(
          "a page ends too early: "
              + wanted
              + " strings expected, "
              + (count - next)
              + " are left");
    }
  }

  @Override
  void readBinary(BinaryBatch out, int wanted) {
    need(wanted);
    out.reserve(wanted);
    if (!prefixed) {
      out.bytes = bytes;
      for (int i = 0; i < wanted; i++) {
        out.offsets[i] = at;
        out.lengths[i] = advance(next + i);
      }
      next += wanted;
      return;
    }
    long total = 0;
    for (int i = 0; i < wanted; i++) {
      int prefix = prefixes[next + i];
      int rest = lengths[next + i];
      if (prefix < 0 || rest < 0) {
        throw new DamagedException("a string has the length " + Math.min(prefix, rest));
      }
      total += (long) prefix + rest;
    }
    if (total > Integer.MAX_VALUE - 64) {
      throw new DamagedException("the strings of a page claim " + total + " bytes");
    }
    // Fresh, because strings of the chunk point into it.
    memory.grow(total);
    try {
      out.bytes = new byte[(int) total + Bits.SLACK];
    } finally {
      memory.shrink(total);
    }
    join(out, wanted);
  }

  private void join(BinaryBatch out, int wanted) {
    int to = 0;
    byte[] before = previous;
    int beforeAt = 0;
    int beforeLength = previousLength;
    for (int i = 0; i < wanted; i++) {
      int prefix = prefixes[next + i];
      if (prefix > beforeLength) {
        throw new DamagedException(
            "a string shares " + prefix + " bytes with one of " + beforeLength);
      }
      System.arraycopy(before, beforeAt, out.bytes, to, prefix);
      int from = at;
      int rest = advance(next + i);
      System.arraycopy(bytes, from, out.bytes, to + prefix, rest);
      out.offsets[i] = to;
      out.lengths[i] = prefix + rest;
      before = out.bytes;
      beforeAt = to;
      beforeLength = prefix + rest;
      to += beforeLength;
    }
    next += wanted;
    if (previous.length < beforeLength) {
      previous = new byte[beforeLength];
    }
    System.arraycopy(before, beforeAt, previous, 0, beforeLength);
    previousLength = beforeLength;
  }

  /** Passes over the bytes of a string; answers how many. */
  private int advance(int string) {
    int length = lengths[string];
    if (length < 0 || length > end - at) {
      throw new DamagedException(
          "Data corruption detected, read of length_in_bytes ("
              + length
              + ") would exceed buffer capacity ("
              + (end - at)
              + ")");
    }
    at += length;
    return length;
  }

  private final BinaryBatch skipped = new BinaryBatch();

  @Override
  void skip(int wanted) {
    need(wanted);
    if (prefixed) {
      for (int done = 0; done < wanted; ) {
        int n = Math.min(2048, wanted - done);
        readBinary(skipped, n);
        done += n;
      }
      skipped.bytes = new byte[0];
      return;
    }
    for (int i = 0; i < wanted; i++) {
      advance(next + i);
    }
    next += wanted;
  }
}
