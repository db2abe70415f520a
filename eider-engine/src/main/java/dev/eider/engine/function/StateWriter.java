// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Bytes of spilled states, growing; little-endian. One thread. */
public final class StateWriter {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = new byte[1 << 12];
  private int size;

  public void putByte(int value) {
    room(1);
    bytes[size++] = (byte) value;
  }

  public void putInt(int value) {
    room(4);
    INT.set(bytes, size, value);
    size += 4;
  }

  public void putLong(long value) {
    room(8);
    LONG.set(bytes, size, value);
    size += 8;
  }

  public void putDouble(double value) {
    putLong(Double.doubleToRawLongBits(value));
  }

  /** Length, then the bytes. */
  public void putBytes(byte[] source, int offset, int length) {
    putInt(length);
    room(length);
    System.arraycopy(source, offset, bytes, size, length);
    size += length;
  }

  /** The array written to; valid to {@link #size()}. */
  public byte[] array() {
    return bytes;
  }

  public int size() {
    return size;
  }

  public void clear() {
    size = 0;
  }

  private void room(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), bytes.length * 2));
    }
  }
}
