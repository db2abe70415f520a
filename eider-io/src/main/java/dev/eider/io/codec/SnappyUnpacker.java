// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.codec;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Unpacks Snappy's raw format. Belongs to one thread.
 *
 * <p>Columns of numbers pack into short elements: a literal of the bytes that differ and a copy of
 * those that do not, a few bytes each. What counts then is the time from one element's tag to that
 * of the next. So {@link #run} takes a short literal and the copy behind it from one word, looks up
 * in a table what a copy's tag means, and moves whole words whatever the length, with nothing else
 * in its loop; all that is rare or near an end is left to {@link #step}.
 *
 * <p>Invariant: {@code window[0, have)} are the packed bytes from {@code at} on, of which those
 * before {@code in} are consumed; {@code target[from, out)} is unpacked.
 *
 * @see <a href="https://github.com/google/snappy/blob/main/format_description.txt">the format</a>
 */
final class SnappyUnpacker {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Packed bytes that are looked at at a time: they stay in a core's cache. */
  private static final int WINDOW = 32 << 10;

  /** The largest element that {@link #run} takes, its words rounded up. */
  private static final int MARGIN = 80;

  /** Of the length byte of a literal: from here on the length itself follows. */
  private static final int LONG_LITERAL = 60 << 2;

  /** The tag of the longest literal that leaves a copy's bytes in the same word. */
  private static final int PAIRED_LITERAL = 3 << 2;

  /**
   * Of the tags of copies with offsets of 11 and 16 bits: the length, from bit 16 a mask of the
   * bytes behind the tag that are offset, from bit 32 the rest of the offset. Of other tags 0.
   */
  private static final long[] COPIES = new long[256];

  static {
    for (int tag = 0; tag < COPIES.length; tag++) {
      if ((tag & 3) == 1) {
        COPIES[tag] = 4 + (tag >>> 2 & 7) | 0xFFL << 16 | (long) (tag >>> 5) << 40;
      } else if ((tag & 3) == 2) {
        COPIES[tag] = 1 + (tag >>> 2) | 0xFFFFL << 16;
      }
    }
  }

  private final byte[] window = new byte[WINDOW];
  private int in;
  private int have;
  private long at;
  private int out;

  /**
   * Unpacks one block.
   *
   * @throws IOException the block is damaged, or unpacks to another length
   */
  void unpack(MemorySegment packed, byte[] target, int from, int length) throws IOException {
    in = 0;
    have = 0;
    at = 0;
    out = from;
    long claimed = readLength(packed);
    if (claimed != length) {
      throw BlockUnpacker.sizes(length, claimed);
    }
    long size = packed.byteSize();
    int end = from + length;
    while (at + in < size) {
      if (have - in < MARGIN && at + have < size) {
        if (isLongLiteral(packed)) {
          step(packed, target, from, end);
          continue;
        }
        fill(packed);
      }
      long reached = run(window, in, have - MARGIN, target, out, from, end - MARGIN);
      in = (int) (reached >>> 32);
      out = (int) reached;
      if (in < have && (have - in >= MARGIN || at + have == size)) {
        step(packed, target, from, end);
      }
    }
    if (out != end) {
      throw BlockUnpacker.sizes(length, out - from);
    }
  }

  private long readLength(MemorySegment packed) throws IOException {
    long length = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      if (at == packed.byteSize()) {
        throw new IOException("the block ends too early");
      }
      byte b = packed.get(ValueLayout.JAVA_BYTE, at++);
      length |= (b & 0x7FL) << shift;
      if (b >= 0) {
        return length;
      }
    }
    throw new IOException("the block begins with no length");
  }

  /** Whether the next element is a literal that may be taken without the window. */
  private boolean isLongLiteral(MemorySegment packed) {
    int tag = packed.get(ValueLayout.JAVA_BYTE, at + in) & 0xFF;
    return (tag & 3) == 0 && tag >= LONG_LITERAL;
  }

  /** Moves the window on to the first byte that is not consumed. */
  private void fill(MemorySegment packed) {
    at += in;
    in = 0;
    have = (int) Math.min(WINDOW, packed.byteSize() - at);
    MemorySegment.copy(packed, ValueLayout.JAVA_BYTE, at, window, 0, have);
  }

  /**
   * Unpacks elements until one that it does not know or a limit. The bytes behind the limits are
   * there too, and of the target's they may be written.
   *
   * @return how far it came in the window, and from bit 0 in the target
   */
  private static long run(
      byte[] window, int in, int inLimit, byte[] target, int out, int from, int outLimit) {
    int at = in;
    int to = out;
    while (at < inLimit && to < outLimit) {
      long word = (long) LONG.get(window, at);
      if ((word & 3) == 0) {
        int tag = (int) word & 0xFF;
        if (tag > PAIRED_LITERAL) {
          if (tag >= LONG_LITERAL) {
            break;
          }
          int last = tag >>> 2;
          LONG.set(target, to, (long) LONG.get(window, at + 1));
          LONG.set(target, to + 8, (long) LONG.get(window, at + 9));
          if (last > 15) {
            copyLiteral(window, at + 1, target, to, last);
          }
          to += last + 1;
          at += last + 2;
          continue;
        }
        LONG.set(target, to, word >>> 8);
        word >>>= (tag << 1) + 16;
        to += (tag >>> 2) + 1;
        at += (tag >>> 2) + 2;
      }
      long copy = COPIES[(int) word & 0xFF];
      int length = (int) copy & 0xFF;
      int offset = (int) (word >>> 8) & (int) (copy >>> 16) & 0xFFFF | (int) (copy >>> 32);
      int source = to - offset;
      if (offset < 8 || length == 0 || source < from) {
        break;
      }
      at += ((int) word & 3) + 1;
      LONG.set(target, to, (long) LONG.get(target, source));
      if (length > 8) {
        LONG.set(target, to + 8, (long) LONG.get(target, source + 8));
        if (length > 16) {
          copyLong(target, to, source);
        }
      }
      to += length;
    }
    return (long) at << 32 | to;
  }

  /** The rest of a literal whose first 16 bytes were copied. */
  private static void copyLiteral(byte[] window, int at, byte[] target, int to, int last) {
    for (int i = 16; i <= last; i += 8) {
      LONG.set(target, to + i, (long) LONG.get(window, at + i));
    }
  }

  /** The rest of 64 bytes of which the first 16 were copied; at least 8 bytes lie between. */
  private static void copyLong(byte[] target, int to, int source) {
    if (to - source == 8) {
      // Runs of one value: no word waits for the one before.
      long value = (long) LONG.get(target, source);
      LONG.set(target, to + 16, value);
      LONG.set(target, to + 24, value);
      LONG.set(target, to + 32, value);
      LONG.set(target, to + 40, value);
      LONG.set(target, to + 48, value);
      LONG.set(target, to + 56, value);
      return;
    }
    for (int i = 16; i < 64; i += 8) {
      LONG.set(target, to + i, (long) LONG.get(target, source + i));
    }
  }

  /** Unpacks one element of any kind, anywhere. */
  private void step(MemorySegment packed, byte[] target, int from, int end) throws IOException {
    long element = at + in;
    int tag = packed.get(ValueLayout.JAVA_BYTE, element) & 0xFF;
    int kind = tag & 3;
    int extra = kind == 0 ? Math.max(0, (tag >>> 2) - 59) : kind == 3 ? 4 : kind;
    if (extra >= packed.byteSize() - element) {
      throw new IOException("an element ends behind the block, at byte " + element);
    }
    long operand = 0;
    for (int i = 0; i < extra; i++) {
      operand |= (packed.get(ValueLayout.JAVA_BYTE, element + 1 + i) & 0xFFL) << (8 * i);
    }
    long length = 1 + (kind == 0 && extra > 0 ? operand : tag >>> 2);
    if (kind == 1) {
      length = 4 + (tag >>> 2 & 7);
      operand |= (long) (tag >>> 5) << 8;
    }
    if (length > end - out) {
      throw new IOException("an element of " + length + " bytes is too long, at byte " + element);
    }
    if (kind == 0) {
      if (length > packed.byteSize() - element - 1 - extra) {
        throw new IOException("a literal ends behind the block, at byte " + element);
      }
      MemorySegment.copy(
          packed, ValueLayout.JAVA_BYTE, element + 1 + extra, target, out, (int) length);
      consume(1 + extra + length);
    } else {
      if (operand == 0 || operand > out - from) {
        throw new IOException("a copy from before the beginning, at byte " + element);
      }
      copy(target, out, (int) operand, (int) length);
      consume(1 + extra);
    }
    out += (int) length;
  }

  private void consume(long bytes) {
    if (bytes < have - in) {
      in += (int) bytes;
    } else {
      at += in + bytes;
      in = 0;
      have = 0;
    }
  }

  private static void copy(byte[] target, int to, int offset, int length) {
    for (int i = to; i < to + length; i++) {
      target[i] = target[i - offset];
    }
  }
}
