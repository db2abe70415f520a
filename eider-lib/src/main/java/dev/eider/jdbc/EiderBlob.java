// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.jdbc;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Blob;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Bytes that were read, or that are to be bound. */
final class EiderBlob implements Blob {
  private byte[] bytes;

  EiderBlob(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  public long length() {
    return bytes.length;
  }

  @Override
  public byte[] getBytes(long position, int length) throws SQLException {
    if (position < 1 || length < 0 || position > bytes.length + 1L) {
      throw SqlErrors.argument(
          "bytes from " + position + " of a blob of " + bytes.length + " were asked for");
    }
    int from = (int) position - 1;
    return Arrays.copyOfRange(bytes, from, (int) Math.min(bytes.length, (long) from + length));
  }

  @Override
  public InputStream getBinaryStream() {
    return new ByteArrayInputStream(bytes);
  }

  @Override
  public InputStream getBinaryStream(long position, long length) throws SQLException {
    return new ByteArrayInputStream(getBytes(position, (int) Math.min(length, bytes.length)));
  }

  @Override
  public long position(byte[] pattern, long start) {
    for (int at = (int) Math.max(0, start - 1); at + pattern.length <= bytes.length; at++) {
      if (Arrays.equals(bytes, at, at + pattern.length, pattern, 0, pattern.length)) {
        return at + 1L;
      }
    }
    return -1;
  }

  @Override
  public long position(Blob pattern, long start) throws SQLException {
    return position(pattern.getBytes(1, (int) pattern.length()), start);
  }

  @Override
  public int setBytes(long position, byte[] source) throws SQLException {
    return setBytes(position, source, 0, source.length);
  }

  @Override
  public int setBytes(long position, byte[] source, int offset, int length) throws SQLException {
    if (position < 1 || position > bytes.length + 1L) {
      throw SqlErrors.argument("position " + position + " in a blob of " + bytes.length + " bytes");
    }
    int at = (int) position - 1;
    if (at + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, at + length);
    }
    System.arraycopy(source, offset, bytes, at, length);
    return length;
  }

  @Override
  public OutputStream setBinaryStream(long position) throws SQLException {
    throw SqlErrors.unsupported("writing a blob through a stream (use setBytes)");
  }

  @Override
  public void truncate(long length) {
    bytes = Arrays.copyOf(bytes, (int) length);
  }

  @Override
  public void free() {}

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof EiderBlob that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "a blob of " + bytes.length + " bytes";
  }
}
