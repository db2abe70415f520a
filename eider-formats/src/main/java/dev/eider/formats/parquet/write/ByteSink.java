// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A growing array of bytes, little-endian. One thread's. */
final class ByteSink {
  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** What was put, up to {@link #length}; replaced when it grows. */
  byte[] data;

  int length;

  ByteSink(int capacity) {
    data = new byte[Math.max(16, capacity)];
  }

  void clear() {
    length = 0;
  }

  /** Makes room for that many more bytes. */
  void room(int more) {
    if (data.length - length < more) {
      int size = Math.addExact(length, more);
      data =
          Arrays.copyOf(
              data, (int) Math.max(size, Math.min(Integer.MAX_VALUE - 64L, data.length * 2L)));
    }
  }

  void put(int b) {
    room(1);
    data[length++] = (byte) b;
  }

  void putInt(int value) {
    room(4);
    INT.set(data, length, value);
    length += 4;
  }

  void putLong(long value) {
    room(8);
    LONG.set(data, length, value);
    length += 8;
  }

  void put(byte[] source, int from, int count) {
    room(count);
    System.arraycopy(source, from, data, length, count);
    length += count;
  }

  /** An unsigned number of seven bits a byte. */
  void putVarint(long value) {
    room(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      data[length++] = (byte) (rest & 0x7F | 0x80);
      rest >>>= 7;
    }
    data[length++] = (byte) rest;
  }

  /** A signed number, small for small absolute values. */
  void putZigzag(long value) {
    putVarint(value << 1 ^ value >> 63);
  }

  byte[] toArray() {
    return Arrays.copyOf(data, length);
  }
}
