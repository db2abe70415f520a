// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.data;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A growing byte array with the few number formats the generators need. Owned by one thread at a
 * time. {@link #reserve} must be called once per row; the append methods do not grow the array.
 */
public final class RowBuffer {
  private byte[] bytes = new byte[1 << 16];
  private int length;

  byte[] array() {
    return bytes;
  }

  /** Bytes appended since the last {@link #clear}. */
  public int length() {
    return length;
  }

  public void clear() {
    length = 0;
  }

  /** Makes room for {@code extra} more bytes. */
  public void reserve(int extra) {
    if (length + extra > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + extra, bytes.length * 2));
    }
  }

  public void put(byte b) {
    bytes[length++] = b;
  }

  public void put(char ascii) {
    bytes[length++] = (byte) ascii;
  }

  public void put(byte[] text) {
    System.arraycopy(text, 0, bytes, length, text.length);
    length += text.length;
  }

  /** Appends UTF-8 text, growing the array when needed. */
  public void putText(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    reserve(utf8.length);
    put(utf8);
  }

  public void putLong(long value) {
    if (value < 0) {
      put('-');
      value = -value;
    }
    int digits = 1;
    for (long limit = 10; digits < 19 && value >= limit; limit *= 10) {
      digits++;
    }
    putDigits(value, digits);
  }

  /** Appends the last {@code digits} decimal digits of a value that is not negative. */
  public void putDigits(long value, int digits) {
    for (int i = length + digits - 1; i >= length; i--) {
      bytes[i] = (byte) ('0' + value % 10);
      value /= 10;
    }
    length += digits;
  }

  /** Appends {@code scaled / 10^scale} without trailing zeros, as in {@code 7.1} and {@code 24}. */
  public void putDecimal(long scaled, int scale) {
    if (scaled < 0) {
      put('-');
      scaled = -scaled;
    }
    long one = 1;
    for (int i = 0; i < scale; i++) {
      one *= 10;
    }
    putLong(scaled / one);
    long fraction = scaled % one;
    if (fraction == 0) {
      return;
    }
    int digits = scale;
    while (fraction % 10 == 0) {
      fraction /= 10;
      digits--;
    }
    put('.');
    putDigits(fraction, digits);
  }

  /** Appends a quoted CSV field if the text needs quotes, else the bare text. */
  public void putField(String text) {
    boolean quote =
        text.indexOf(',') >= 0
            || text.indexOf('"') >= 0
            || text.indexOf('\n') >= 0
            || text.indexOf('\r') >= 0;
    putText(quote ? '"' + text.replace("\"", "\"\"") + '"' : text);
  }

  /** Appends the eight bytes of the value in hexadecimal, lowest byte first. */
  public void putHexLittleEndian(long value) {
    for (int i = 0; i < 8; i++) {
      int b = (int) (value >>> (8 * i)) & 0xFF;
      bytes[length++] = hexDigit(b >>> 4);
      bytes[length++] = hexDigit(b & 15);
    }
  }

  private static byte hexDigit(int nibble) {
    return (byte) (nibble < 10 ? '0' + nibble : 'A' + nibble - 10);
  }
}
