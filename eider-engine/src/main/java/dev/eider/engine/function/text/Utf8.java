// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

/** UTF-8 by bytes. Texts in vectors are valid UTF-8. */
final class Utf8 {
  private Utf8() {}

  static int codePoints(byte[] bytes, int offset, int length) {
    int count = 0;
    for (int i = offset; i < offset + length; i++) {
      // Continuation bytes are 10xxxxxx, the signed values -128 to -65.
      count += bytes[i] > (byte) 0xBF ? 1 : 0;
    }
    return count;
  }

  /** Bytes of the code point that starts with {@code first}. */
  static int width(byte first) {
    return first >= 0 ? 1 : (first & 0xE0) == 0xC0 ? 2 : (first & 0xF0) == 0xE0 ? 3 : 4;
  }

  /** Offset of the code point {@code count} after {@code offset}, at most {@code end}. */
  static int skip(byte[] bytes, int offset, int end, long count) {
    int at = offset;
    for (long i = 0; i < count && at < end; i++) {
      at += width(bytes[at]);
    }
    return Math.min(at, end);
  }

  static int codePoint(byte[] bytes, int at) {
    int b = bytes[at] & 0xFF;
    if (b < 0x80) {
      return b;
    }
    if (b < 0xE0) {
      return (b & 0x1F) << 6 | (bytes[at + 1] & 0x3F);
    }
    if (b < 0xF0) {
      return (b & 0x0F) << 12 | (bytes[at + 1] & 0x3F) << 6 | (bytes[at + 2] & 0x3F);
    }
    return (b & 0x07) << 18
        | (bytes[at + 1] & 0x3F) << 12
        | (bytes[at + 2] & 0x3F) << 6
        | (bytes[at + 3] & 0x3F);
  }

  /** Index of {@code needle} in {@code text[from, to)}, or -1. */
  static int indexOf(
      byte[] text, int from, int to, byte[] needle, int needleOffset, int needleLength) {
    if (needleLength == 0) {
      return from;
    }
    byte first = needle[needleOffset];
    int last = to - needleLength;
    for (int i = from; i <= last; i++) {
      if (text[i] == first && matches(text, i, needle, needleOffset, needleLength)) {
        return i;
      }
    }
    return -1;
  }

  static boolean matches(byte[] text, int at, byte[] needle, int needleOffset, int length) {
    for (int k = 0; k < length; k++) {
      if (text[at + k] != needle[needleOffset + k]) {
        return false;
      }
    }
    return true;
  }
}
