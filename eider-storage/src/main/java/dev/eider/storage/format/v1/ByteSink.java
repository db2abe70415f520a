// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import java.util.zip.CRC32C;

/** Bytes that grow while an object is encoded. One thread. */
final class ByteSink {
  private byte[] bytes;
  private int size;

  ByteSink(int capacity) {
    bytes = new byte[Math.max(64, capacity)];
  }

  int size() {
    return size;
  }

  byte[] toArray() {
    return Arrays.copyOf(bytes, size);
  }

  private void need(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), bytes.length * 2));
    }
  }

  private ByteSink little(long value, int width) {
    need(width);
    for (int i = 0; i < width; i++) {
      bytes[size++] = (byte) (value >>> 8 * i);
    }
    return this;
  }

  ByteSink u8(int value) {
    return little(value, 1);
  }

  ByteSink u16(int value) {
    return little(value, 2);
  }

  ByteSink u32(int value) {
    return little(value, 4);
  }

  ByteSink u64(long value) {
    if (value < 0) {
      throw new IllegalArgumentException("a stored number is not negative: " + value);
    }
    return little(value, 8);
  }

  private void bigEndian(long value) {
    little(Long.reverseBytes(value), 8);
  }

  ByteSink uuid(UUID value) {
    bigEndian(value.getMostSignificantBits());
    bigEndian(value.getLeastSignificantBits());
    return this;
  }

  ByteSink hash(Hash128 value) {
    bigEndian(value.high());
    bigEndian(value.low());
    return this;
  }

  ByteSink raw(byte[] value) {
    need(value.length);
    System.arraycopy(value, 0, bytes, size, value.length);
    size += value.length;
    return this;
  }

  ByteSink bytes(byte[] value) {
    return u32(value.length).raw(value);
  }

  ByteSink string(String value) {
    return bytes(value.getBytes(StandardCharsets.UTF_8));
  }

  ByteSink magic(String value) {
    return raw(value.getBytes(StandardCharsets.US_ASCII));
  }

  /** The checksum of what was written from {@code from} on. */
  int crc(int from) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, size - from);
    return (int) crc.getValue();
  }

  Hash128 hashOfAll() {
    return Hash128.of(bytes, 0, size);
  }
}
