// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import java.nio.charset.StandardCharsets;

/**
 * Writes the compact protocol of Thrift. A structure is {@code int outer = begin(); field(...) ...
 * end(outer)}; fields ascend.
 */
final class ThriftWriter {
  private static final int TRUE = 1;
  private static final int FALSE = 2;
  private static final int I16 = 4;
  static final int I32 = 5;
  static final int I64 = 6;
  static final int BINARY = 8;
  private static final int LIST = 9;
  static final int STRUCT = 12;

  private final ByteSink out;
  private int last;

  ThriftWriter(ByteSink out) {
    this.out = out;
  }

  /** Begins a structure; what it answers is given to {@link #end}. */
  int begin() {
    int outer = last;
    last = 0;
    return outer;
  }

  void end(int outer) {
    out.put(0);
    last = outer;
  }

  private void head(int id, int type) {
    int delta = id - last;
    if (delta > 0 && delta < 16) {
      out.put(delta << 4 | type);
    } else {
      out.put(type);
      out.putZigzag(id);
    }
    last = id;
  }

  void bool(int id, boolean value) {
    head(id, value ? TRUE : FALSE);
  }

  void i16(int id, int value) {
    head(id, I16);
    out.putZigzag(value);
  }

  void i32(int id, int value) {
    head(id, I32);
    out.putZigzag(value);
  }

  void i64(int id, long value) {
    head(id, I64);
    out.putZigzag(value);
  }

  void binary(int id, byte[] value) {
    head(id, BINARY);
    element(value);
  }

  void text(int id, String value) {
    binary(id, value.getBytes(StandardCharsets.UTF_8));
  }

  /** Begins a structure that is a field. */
  int struct(int id) {
    head(id, STRUCT);
    return begin();
  }

  /** A structure without fields. */
  void empty(int id) {
    end(struct(id));
  }

  /** Begins a list; its elements follow. */
  void list(int id, int elementType, int size) {
    head(id, LIST);
    if (size < 15) {
      out.put(size << 4 | elementType);
    } else {
      out.put(15 << 4 | elementType);
      out.putVarint(size);
    }
  }

  void booleans(int id, boolean[] values) {
    list(id, TRUE, values.length);
    for (boolean value : values) {
      out.put(value ? TRUE : FALSE);
    }
  }

  /** An element of a list of numbers. */
  void element(long value) {
    out.putZigzag(value);
  }

  /** An element of a list of strings. */
  void element(byte[] value) {
    out.putVarint(value.length);
    out.put(value, 0, value.length);
  }
}
