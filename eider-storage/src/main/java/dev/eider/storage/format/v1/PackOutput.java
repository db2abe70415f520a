// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes being written, in a growing array. All numbers are little-endian. One thread. */
public final class PackOutput {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt WORD32 =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong WORD64 =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes;
  private int size;

  /** Nothing yet, with room for so many bytes. */
  public PackOutput(int capacity) {
    bytes = new byte[Math.max(16, capacity)];
  }

  /** The array; the first {@link #size()} bytes count. Asked for again after a write. */
  public byte[] bytes() {
    return bytes;
  }

  /** Bytes written. */
  public int size() {
    return size;
  }

  /** Forgets what was written after the first {@code newSize} bytes. */
  public void truncate(int newSize) {
    size = newSize;
  }

  /** Bytes of the array, used or not. */
  public int capacity() {
    return bytes.length;
  }

  /** A copy of what was written. */
  public byte[] toArray() {
    return Arrays.copyOf(bytes, size);
  }

  /**
   * Makes room for {@code count} bytes more and answers where they begin; they count as written.
   *
   * @throws IllegalStateException when that is more than an array holds
   */
  public int reserve(int count) {
    int at = size;
    long needed = (long) at + count;
    if (needed > bytes.length) {
      if (needed > Integer.MAX_VALUE - 64) {
        throw new IllegalStateException("a column chunk of more than 2 GiB");
      }
      bytes =
          Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 64L, Math.max(needed, 2L * at)));
    }
    size = (int) needed;
    return at;
  }

  /** One byte. */
  public void u8(int value) {
    int at = reserve(1);
    bytes[at] = (byte) value;
  }

  /** Two bytes. */
  public void u16(int value) {
    int at = reserve(2);
    SHORT.set(bytes, at, (short) value);
  }

  /** Four bytes. */
  public void u32(int value) {
    int at = reserve(4);
    INT.set(bytes, at, value);
  }

  /** Overwrites four bytes at {@code at}. */
  public void u32At(int at, int value) {
    INT.set(bytes, at, value);
  }

  /** Eight bytes. */
  public void u64(long value) {
    int at = reserve(8);
    LONG.set(bytes, at, value);
  }

  /** An unsigned number in groups of seven bits, the low one first. */
  public void varint(long value) {
    int at = reserve(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[at++] = (byte) rest;
    size = at;
  }

  /** A signed number: zigzag, then as {@link #varint}. */
  public void zigzag(long value) {
    varint((value << 1) ^ (value >> 63));
  }

  /** Bytes as they are. */
  public void raw(byte[] source, int offset, int length) {
    int at = reserve(length);
    System.arraycopy(source, offset, bytes, at, length);
  }

  /** What was written to another output. */
  public void raw(PackOutput source) {
    raw(source.bytes, 0, source.size);
  }

  /** A length as varint, then as many bytes. */
  public void block(byte[] source) {
    varint(source.length);
    raw(source, 0, source.length);
  }

  /** A text: length in bytes as varint, then UTF-8. */
  public void text(String value) {
    block(value.getBytes(StandardCharsets.UTF_8));
  }

  /** Words of 32 bits. */
  public void words(int[] source, int count) {
    int at = reserve(Math.multiplyExact(count, 4));
    MemorySegment.copy(source, 0, MemorySegment.ofArray(bytes), WORD32, at, count);
  }

  /** Words of 64 bits. */
  public void words(long[] source, int count) {
    int at = reserve(Math.multiplyExact(count, 8));
    MemorySegment.copy(source, 0, MemorySegment.ofArray(bytes), WORD64, at, count);
  }
}
