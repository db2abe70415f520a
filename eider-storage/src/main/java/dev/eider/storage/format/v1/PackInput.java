// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Bytes being read, each read checked against their end. All numbers are little-endian. May be
 * pointed at other bytes, so that a reader allocates none. One thread.
 *
 * <p>Every method that reads throws {@link DamagedPackException} when the bytes end before.
 */
public final class PackInput {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private MemorySegment segment = MemorySegment.NULL;
  private long at;
  private long end;

  /** Reads nothing before {@link #over}. */
  public PackInput() {}

  /** Reads bytes {@code [from, to)} of a segment. */
  public PackInput(MemorySegment segment, long from, long to) {
    over(segment, from, to);
  }

  /** Reads an array. */
  public PackInput(byte[] bytes) {
    this(MemorySegment.ofArray(bytes), 0, bytes.length);
  }

  /** Reads bytes {@code [from, to)} of a segment from now on. */
  public void over(MemorySegment source, long from, long to) {
    segment = source;
    at = from;
    end = to;
  }

  /** Where the next read begins, within the segment. */
  public long position() {
    return at;
  }

  /** Bytes left. */
  public long remaining() {
    return end - at;
  }

  /** The segment that is read. */
  public MemorySegment segment() {
    return segment;
  }

  /** An exception that says what is wrong here. */
  public DamagedPackException damaged(String expected, Object seen) {
    return new DamagedPackException(at, "expected " + expected + ", seen " + seen);
  }

  /** Passes over {@code count} bytes and answers where they begin. */
  public long skip(long count) {
    if (count < 0 || count > end - at) {
      throw damaged(count + " more bytes", end - at);
    }
    long from = at;
    at += count;
    return from;
  }

  public int u8() {
    return segment.get(ValueLayout.JAVA_BYTE, skip(1)) & 0xFF;
  }

  public int u16() {
    return segment.get(SHORT, skip(2)) & 0xFFFF;
  }

  public int u32() {
    return segment.get(INT, skip(4));
  }

  public long u64() {
    return segment.get(LONG, skip(8));
  }

  /** An unsigned number in groups of seven bits. */
  public long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int next = u8();
      value |= (next & 0x7FL) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw damaged("a number of at most 10 bytes", "more");
  }

  /** A signed number. */
  public long zigzag() {
    long value = varint();
    return (value >>> 1) ^ -(value & 1);
  }

  /** A number that must lie within {@code [0, max]}. */
  public int count(String what, long max) {
    long value = varint();
    if (value < 0 || value > max) {
      throw damaged(what + " of at most " + max, Long.toUnsignedString(value));
    }
    return (int) value;
  }

  /** Copies bytes. */
  public void raw(byte[] target, int offset, int length) {
    MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, skip(length), target, offset, length);
  }

  /** A length, then as many bytes. */
  public byte[] block() {
    byte[] bytes = new byte[count("a length", remaining())];
    raw(bytes, 0, bytes.length);
    return bytes;
  }

  /** A text. */
  public String text() {
    byte[] bytes = block();
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes))
          .toString();
    } catch (CharacterCodingException e) {
      throw damaged("UTF-8", String.valueOf(e.getMessage()));
    }
  }

  /** Copies words of 32 bits. */
  public void words(int[] target, int count) {
    MemorySegment.copy(segment, INT, skip(4L * count), target, 0, count);
  }

  /** Copies words of 64 bits. */
  public void words(long[] target, int count) {
    MemorySegment.copy(segment, LONG, skip(8L * count), target, 0, count);
  }
}
