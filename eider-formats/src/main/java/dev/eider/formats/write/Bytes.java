// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.write;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing array of bytes. One thread's. */
public final class Bytes {
  /** What was put; valid up to {@link #length}. Replaced when it grows. */
  public byte[] data = new byte[64 << 10];

  /** How many bytes were put. */
  public int length;

  /** Makes room for that many more bytes. */
  public void room(int more) {
    if (data.length - length < more) {
      data = Arrays.copyOf(data, Math.max(length + more, data.length * 2));
    }
  }

  public void put(byte b) {
    room(1);
    data[length++] = b;
  }

  public void put(byte[] source, int offset, int count) {
    room(count);
    System.arraycopy(source, offset, data, length, count);
    length += count;
  }

  public void put(byte[] source) {
    put(source, 0, source.length);
  }

  /** Puts text as UTF-8. */
  public void put(String text) {
    int count = text.length();
    room(count * 3);
    boolean ascii = true;
    for (int i = 0; i < count; i++) {
      char c = text.charAt(i);
      ascii &= c < 128;
      data[length + i] = (byte) c;
    }
    if (ascii) {
      length += count;
    } else {
      put(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Puts a number in decimal digits. */
  public void putLong(long value) {
    room(20);
    if (value < 0) {
      if (value == Long.MIN_VALUE) {
        put("-9223372036854775808");
        return;
      }
      data[length++] = '-';
      putDigits(-value);
    } else {
      putDigits(value);
    }
  }

  private void putDigits(long value) {
    int digits = 1;
    for (long v = value; v >= 10; v /= 10) {
      digits++;
    }
    length += digits;
    int at = length;
    long v = value;
    do {
      data[--at] = (byte) ('0' + v % 10);
      v /= 10;
    } while (v != 0);
  }

  /** A number with leading zeros. */
  public void putPadded(long value, int width) {
    room(width);
    long v = value;
    for (int i = width - 1; i >= 0; i--) {
      data[length + i] = (byte) ('0' + v % 10);
      v /= 10;
    }
    length += width;
  }
}
