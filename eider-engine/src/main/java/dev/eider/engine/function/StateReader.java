// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Reads what {@link StateWriter} wrote. One thread. */
public final class StateReader {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes;
  private int position;

  public StateReader(byte[] bytes, int position) {
    this.bytes = bytes;
    this.position = position;
  }

  public int getByte() {
    return bytes[position++];
  }

  public int getInt() {
    int value = (int) INT.get(bytes, position);
    position += 4;
    return value;
  }

  public long getLong() {
    long value = (long) LONG.get(bytes, position);
    position += 8;
    return value;
  }

  public double getDouble() {
    return Double.longBitsToDouble(getLong());
  }

  /** A copy of what {@link StateWriter#putBytes} wrote. */
  public byte[] getBytes() {
    int length = getInt();
    byte[] copy = Arrays.copyOfRange(bytes, position, position + length);
    position += length;
    return copy;
  }

  public int position() {
    return position;
  }

  /** Continues in another array. */
  public void reset(byte[] newBytes, int newPosition) {
    bytes = newBytes;
    position = newPosition;
  }
}
