// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.vector;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Strings as 16-byte views, two words a row.
 *
 * <p>Word 0 holds the length in bytes (low half) and the first four bytes (high half,
 * little-endian, zero padded). Word 1 holds bytes 4 to 11, zero padded, when the length is at most
 * {@link #INLINE}; else the index of a buffer (high half) and an offset in it (low half). The
 * buffers are byte arrays that belong to whoever filled them (a scan's window, a dictionary page)
 * or to this vector ({@link #set}); views are copied between vectors without touching the text.
 */
public final class StringVector extends FlatVector {
  /** The longest string that lies inside its view, in bytes. */
  public static final int INLINE = 12;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int FIRST_BLOCK = 4 << 10;
  private static final int MAX_BLOCK = 1 << 20;

  private long[] views;
  private byte[][] buffers = new byte[2][];
  private int bufferCount;

  /** Own storage being filled; it is {@code buffers[ownIndex]}, or ownIndex is -1. */
  private byte[] own = new byte[0];

  private int ownIndex = -1;
  private int ownUsed;

  /** Bytes of all own blocks that are still in {@code buffers}. */
  private long ownBytes;

  public StringVector(LogicalType type, int capacity) {
    super(type, capacity);
    views = new long[2 * capacity];
  }

  /** The views, two words a row. */
  public long[] views() {
    return views;
  }

  /** The buffers that long views index; only the first {@link #bufferCount()} are in use. */
  public byte[][] buffers() {
    return buffers;
  }

  public int bufferCount() {
    return bufferCount;
  }

  /** Length in bytes. */
  public int length(int row) {
    return (int) views[2 * row];
  }

  /** Makes {@code buffer} one that views of this vector may point into; answers its index. */
  public int addBuffer(byte[] buffer) {
    for (int i = bufferCount - 1; i >= 0 && i >= bufferCount - 2; i--) {
      if (buffers[i] == buffer) {
        return i;
      }
    }
    if (bufferCount == buffers.length) {
      buffers = Arrays.copyOf(buffers, bufferCount * 2);
    }
    buffers[bufferCount] = buffer;
    return bufferCount++;
  }

  /** Sets a valid row to a view on {@code buffers()[bufferIndex]}: no copy. */
  public void setView(int row, int bufferIndex, int offset, int length) {
    byte[] buffer = buffers[bufferIndex];
    views[2 * row] = word0(buffer, offset, length);
    views[2 * row + 1] =
        length <= INLINE
            ? inlineRest(buffer, offset, length)
            : ((long) bufferIndex << 32) | (offset & 0xFFFF_FFFFL);
  }

  /** Sets a valid row to a copy of the bytes, kept in this vector's own storage if long. */
  public void set(int row, byte[] source, int offset, int length) {
    views[2 * row] = word0(source, offset, length);
    if (length <= INLINE) {
      views[2 * row + 1] = inlineRest(source, offset, length);
    } else {
      int at = reserve(length);
      System.arraycopy(source, offset, own, at, length);
      views[2 * row + 1] = ((long) ownIndex << 32) | at;
    }
  }

  /** Sets a valid row to the UTF-8 bytes of the text. */
  public void set(int row, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    set(row, bytes, 0, bytes.length);
  }

  /** Sets a valid row to a copy of another vector's row. */
  public void set(int row, StringVector source, int sourceRow) {
    int length = source.length(sourceRow);
    if (length <= INLINE) {
      views[2 * row] = source.views[2 * sourceRow];
      views[2 * row + 1] = source.views[2 * sourceRow + 1];
    } else {
      set(row, source.buffer(sourceRow), source.offset(sourceRow), length);
    }
  }

  /**
   * Room for a string of {@code length} bytes in own storage: write to {@link #ownBuffer()} from
   * the offset returned, then call {@link #setOwn}. Only the last reservation may be shortened.
   */
  public int reserve(int length) {
    if (ownIndex < 0 || own.length - ownUsed < length) {
      // A vector of one value, a constant, needs no more than that.
      int first = views.length > 2 ? FIRST_BLOCK : 0;
      int size = Math.max(length, Math.min(MAX_BLOCK, Math.max(first, own.length * 2)));
      own = new byte[size];
      ownUsed = 0;
      ownIndex = addBuffer(own);
      ownBytes += size;
    }
    int at = ownUsed;
    ownUsed += length;
    return at;
  }

  /** The array that {@link #reserve} handed an offset of. */
  public byte[] ownBuffer() {
    return own;
  }

  /** Sets a row to {@code length} bytes at {@code at} of the own buffer. */
  public void setOwn(int row, int at, int length) {
    setView(row, ownIndex, at, length);
    if (length <= INLINE) {
      ownUsed = at;
    } else {
      ownUsed = at + length;
    }
  }

  /** The array that holds a long row's bytes (length over {@link #INLINE}). */
  public byte[] buffer(int row) {
    return buffers[(int) (views[2 * row + 1] >>> 32)];
  }

  /** Where a long row starts in {@link #buffer(int)}. */
  public int offset(int row) {
    return (int) views[2 * row + 1];
  }

  /**
   * Copies the bytes of a row to {@code target[at..)}, which must have room for at least {@code
   * max(length, 12)} bytes; answers the length.
   */
  public int copyBytes(int row, byte[] target, int at) {
    int length = length(row);
    if (length <= INLINE) {
      INT.set(target, at, (int) (views[2 * row] >>> 32));
      LONG.set(target, at + 4, views[2 * row + 1]);
    } else {
      System.arraycopy(buffer(row), offset(row), target, at, length);
    }
    return length;
  }

  /** The bytes of a row, copied. */
  public byte[] getBytes(int row) {
    int length = length(row);
    byte[] bytes = new byte[Math.max(length, INLINE)];
    copyBytes(row, bytes, 0);
    return bytes.length == length ? bytes : Arrays.copyOf(bytes, length);
  }

  /** The array a row's bytes lie in: the buffer of a long row, a copy (from index 0) of a short. */
  public byte[] getBytesOrBuffer(int row) {
    return length(row) > INLINE ? buffer(row) : getBytes(row);
  }

  /** The text of a row, copied. */
  public String getString(int row) {
    int length = length(row);
    return length > INLINE
        ? new String(buffer(row), offset(row), length, StandardCharsets.UTF_8)
        : new String(getBytes(row), StandardCharsets.UTF_8);
  }

  /** Word 0 of the view of these bytes. */
  public static long word0(byte[] bytes, int offset, int length) {
    long prefix = 0;
    if (length >= 4) {
      prefix = (int) INT.get(bytes, offset) & 0xFFFF_FFFFL;
    } else {
      for (int i = 0; i < length; i++) {
        prefix |= (bytes[offset + i] & 0xFFL) << (8 * i);
      }
    }
    return (prefix << 32) | length;
  }

  /** Word 1 of the view of at most {@link #INLINE} bytes. */
  public static long inlineRest(byte[] bytes, int offset, int length) {
    long rest = 0;
    for (int i = 4; i < length; i++) {
      rest |= (bytes[offset + i] & 0xFFL) << (8 * (i - 4));
    }
    return rest;
  }

  /** Makes the buffers of {@code source} buffers of this vector at the same indexes. */
  public void shareBuffers(StringVector source) {
    if (buffers.length < source.bufferCount) {
      buffers = new byte[source.buffers.length][];
    }
    System.arraycopy(source.buffers, 0, buffers, 0, source.bufferCount);
    bufferCount = source.bufferCount;
    ownIndex = -1;
    ownBytes = 0;
  }

  @Override
  public void reset() {
    super.reset();
    if (ownIndex >= 0) {
      buffers[0] = own;
      bufferCount = 1;
      ownIndex = 0;
      ownBytes = own.length;
    } else {
      bufferCount = 0;
      ownBytes = 0;
    }
    Arrays.fill(buffers, bufferCount, buffers.length, null);
    ownUsed = 0;
  }

  @Override
  void grow(int newCapacity) {
    views = Arrays.copyOf(views, 2 * newCapacity);
  }

  @Override
  void copyValue(FlatVector source, int sourceRow, int row) {
    set(row, (StringVector) source, sourceRow);
  }

  @Override
  void gatherValues(FlatVector source, int[] selection, int count) {
    StringVector strings = (StringVector) source;
    shareBuffers(strings);
    long[] from = strings.views;
    long[] to = views;
    for (int i = 0; i < count; i++) {
      int row = selection[i];
      to[2 * i] = from[2 * row];
      to[2 * i + 1] = from[2 * row + 1];
    }
  }

  @Override
  void setBoxed(int row, Value value) {
    if (value.get() instanceof byte[] bytes) {
      set(row, bytes, 0, bytes.length);
    } else {
      set(row, value.asString());
    }
  }

  @Override
  Value getBoxed(int row) {
    return type().id() == TypeId.BLOB
        ? new Value(type(), getBytes(row))
        : new Value(type(), getString(row));
  }

  @Override
  public long sizeInBytes() {
    return 8L * views.length + ownBytes;
  }
}
