// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.base.vector.StringVector;
import dev.eider.storage.format.v1.PackFormat;
import dev.eider.storage.format.v1.PackInput;
import dev.eider.storage.format.v1.PackOutput;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * What the encodings of strings have in common: a vector is its validity, a run of the lengths of
 * its strings in bytes (0 for NULL), and their text one after the other, in some form.
 */
final class StringText {
  /** Bytes behind the text in an array that views are made of. */
  static final int SLACK = 16;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** The longest text of one vector. */
  private static final long TEXT_MAX = Integer.MAX_VALUE - 64L;

  private StringText() {}

  /** Writes validity and lengths; answers the bytes of the text. */
  static int writeLengths(StringVector vector, int count, EncodeContext context, PackOutput out) {
    ValidityEncoding.write(vector, count, context.integers, out);
    long[] lengths = context.longs(count);
    long sum = 0;
    for (int i = 0; i < count; i++) {
      lengths[i] = ColumnData.length(vector, i);
      sum += lengths[i];
    }
    if (sum > TEXT_MAX) {
      throw new IllegalStateException("a vector of " + sum + " bytes");
    }
    context.integers.write(lengths, 0, count, out);
    return (int) sum;
  }

  /** Bytes of the text of the first rows. */
  static long length(StringVector vector, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += ColumnData.length(vector, i);
    }
    return sum;
  }

  /** Copies the text of the first rows to an array with {@link #SLACK} to spare. */
  static void copy(StringVector vector, int count, byte[] target, int at) {
    int to = at;
    long[] views = vector.views();
    byte[][] buffers = vector.buffers();
    boolean nulls = vector.mayHaveNulls();
    for (int i = 0; i < count; i++) {
      if (nulls && vector.isNull(i)) {
        continue;
      }
      int length = (int) views[2 * i];
      if (length <= StringVector.INLINE) {
        LONG.set(target, to, views[2 * i] >>> 32 | views[2 * i + 1] << 32);
        LONG.set(target, to + 8, views[2 * i + 1] >>> 32);
      } else {
        long place = views[2 * i + 1];
        System.arraycopy(buffers[(int) (place >>> 32)], (int) place, target, to, length);
      }
      to += length;
    }
  }

  /** Reads the lengths of the strings; answers their sum. */
  static int readLengths(PackInput in, int count, int[] lengths, DecodeContext context) {
    context.integers.read(in, count, lengths);
    long sum = 0;
    int least = 0;
    for (int i = 0; i < count; i++) {
      sum += lengths[i];
      least = Math.min(least, lengths[i]);
    }
    if (least < 0 || sum > TEXT_MAX) {
      throw in.damaged("lengths of strings", least < 0 ? least : sum);
    }
    return (int) sum;
  }

  /**
   * Makes the rows views on their text.
   *
   * @param text all text from index 0, with {@link #SLACK} to spare
   */
  static void views(StringVector target, int count, int[] lengths, byte[] text) {
    long[] views = target.views();
    long buffer = (long) target.addBuffer(text) << 32;
    int at = 0;
    for (int i = 0; i < count; i++) {
      int length = lengths[i];
      long low = (long) LONG.get(text, at);
      if (length > StringVector.INLINE) {
        views[2 * i] = low << 32 | length;
        views[2 * i + 1] = buffer | at;
      } else {
        long high = (long) LONG.get(text, at + 4);
        views[2 * i] = (length < 4 ? low & (1L << 8 * length) - 1 : low) << 32 | length;
        views[2 * i + 1] =
            length <= 4 ? 0 : length == 12 ? high : high & (1L << 8 * (length - 4)) - 1;
      }
      at += length;
    }
  }

  /** The most a zstd frame or a text of symbols is unpacked to in relation to its bytes. */
  static void checkExpansion(PackInput in, int length, long packed, int factor) {
    if (length > (packed + 64) * factor) {
      throw in.damaged("text that packs to " + packed + " bytes", length + " bytes");
    }
  }

  /** The encoding of strings that only differ in how the text is written. */
  static int tag(boolean packed) {
    return packed ? PackFormat.ZSTD : PackFormat.PLAIN_STRINGS;
  }
}
