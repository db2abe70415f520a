// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Reads the compact protocol of Thrift. Nothing is allocated for a claimed count before as many
 * bytes were seen, and structures nest to a bounded depth.
 *
 * <p>A structure is read by {@code int outer = enter(); while (next()) switch (id()) {...}
 * leave(outer)}; every field that is not read is passed over with {@link #skip()}.
 */
final class ThriftReader {
  static final int TRUE = 1;
  static final int FALSE = 2;
  static final int BYTE = 3;
  static final int I16 = 4;
  static final int I32 = 5;
  static final int I64 = 6;
  static final int DOUBLE = 7;
  static final int BINARY = 8;
  static final int LIST = 9;
  static final int SET = 10;
  static final int MAP = 11;
  static final int STRUCT = 12;
  static final int UUID = 13;

  /** Deeper structures are no metadata of a file. */
  private static final int DEPTH_MAX = 32;

  private final byte[] bytes;
  private final int end;
  private int at;
  private int fieldId;
  private int fieldType;
  private int depth;

  ThriftReader(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.end = end;
    at = from;
  }

  /** Where the next byte is read. */
  int position() {
    return at;
  }

  /** Begins a structure; what it answers is given to {@link #leave}. */
  int enter() {
    if (++depth > DEPTH_MAX) {
      throw new DamagedException("its metadata is nested deeper than " + DEPTH_MAX + " levels");
    }
    int outer = fieldId;
    fieldId = 0;
    return outer;
  }

  void leave(int outer) {
    depth--;
    fieldId = outer;
  }

  /** Moves to the next field; false at the structure's end. */
  boolean next() {
    int head = unsignedByte();
    if (head == 0) {
      return false;
    }
    fieldType = head & 15;
    int delta = head >>> 4;
    fieldId = delta == 0 ? (int) zigzag(varint()) : fieldId + delta;
    return true;
  }

  /** The number of the present field. */
  int id() {
    return fieldId;
  }

  boolean bool() {
    if (fieldType != TRUE && fieldType != FALSE) {
      throw unexpected("a boolean");
    }
    return fieldType == TRUE;
  }

  int i32() {
    long value = i64();
    if (value != (int) value) {
      throw new DamagedException("its metadata holds " + value + " where 32 bits are expected");
    }
    return (int) value;
  }

  long i64() {
    return switch (fieldType) {
      case BYTE -> (byte) unsignedByte();
      case I16, I32, I64 -> zigzag(varint());
      default -> throw unexpected("an integer");
    };
  }

  /** As {@link #i64}; a field of another type, as drafts of the format had, is passed over. */
  long i64Or(long otherwise) {
    if (fieldType < BYTE || fieldType > I64) {
      skip();
      return otherwise;
    }
    return i64();
  }

  double f64() {
    if (fieldType != DOUBLE) {
      throw unexpected("a double");
    }
    need(8);
    double value = ByteBuffer.wrap(bytes, at, 8).order(ByteOrder.LITTLE_ENDIAN).getDouble();
    at += 8;
    return value;
  }

  byte[] binary() {
    if (fieldType != BINARY) {
      throw unexpected("a string");
    }
    return plainBinary();
  }

  String text() {
    return new String(binary(), StandardCharsets.UTF_8);
  }

  /** Begins a structure that is the present field. */
  int struct() {
    if (fieldType != STRUCT) {
      throw unexpected("a structure");
    }
    return enter();
  }

  /** Begins a list that is the present field; answers how many elements follow. */
  int list(int elementType) {
    if (fieldType != LIST && fieldType != SET) {
      throw unexpected("a list");
    }
    int head = unsignedByte();
    int type = head & 15;
    int size = head >>> 4 == 15 ? size() : head >>> 4;
    boolean same = type == elementType || elementType == TRUE && type == FALSE;
    if (size > 0 && !same) {
      throw new DamagedException(
          "its metadata holds a list of type " + type + " where " + elementType + " is expected");
    }
    if (size > end - at) {
      throw new DamagedException("its metadata claims a list of " + size + " elements");
    }
    return size;
  }

  /** The next element of a list of booleans, which takes a byte. */
  boolean elementBool() {
    return unsignedByte() == TRUE;
  }

  /** The next element of a list of 32-bit integers. */
  int elementI32() {
    return (int) zigzag(varint());
  }

  /** The next element of a list of 64-bit integers. */
  long elementI64() {
    return zigzag(varint());
  }

  /** The next element of a list of strings. */
  byte[] elementBinary() {
    return plainBinary();
  }

  /** Passes over the present field. */
  void skip() {
    skip(fieldType, true);
  }

  private void skip(int type, boolean field) {
    switch (type) {
      case TRUE, FALSE -> {
        if (!field) {
          unsignedByte();
        }
      }
      case BYTE -> unsignedByte();
      case I16, I32, I64 -> varint();
      case DOUBLE -> advance(8);
      case UUID -> advance(16);
      case BINARY -> advance(size());
      case LIST, SET -> {
        int head = unsignedByte();
        int size = head >>> 4 == 15 ? size() : head >>> 4;
        skipElements(size, head & 15, -1);
      }
      case MAP -> {
        int size = size();
        if (size > 0) {
          int types = unsignedByte();
          skipElements(size, types >>> 4, types & 15);
        }
      }
      case STRUCT -> {
        int outer = enter();
        while (next()) {
          skip();
        }
        leave(outer);
      }
      default -> throw new DamagedException("its metadata holds a field of unknown type " + type);
    }
  }

  private void skipElements(int size, int first, int second) {
    if (++depth > DEPTH_MAX) {
      throw new DamagedException("its metadata is nested deeper than " + DEPTH_MAX + " levels");
    }
    if (size > end - at) {
      throw new DamagedException("its metadata claims a list of " + size + " elements");
    }
    for (int i = 0; i < size; i++) {
      skip(first, false);
      if (second >= 0) {
        skip(second, false);
      }
    }
    depth--;
  }

  private byte[] plainBinary() {
    int length = size();
    need(length);
    byte[] value = java.util.Arrays.copyOfRange(bytes, at, at + length);
    at += length;
    return value;
  }

  private int size() {
    long size = varint();
    if (size < 0 || size > end - at) {
      throw new DamagedException(
          "its metadata claims "
              + Long.toUnsignedString(size)
              + " bytes where "
              + (end - at)
              + " are left");
    }
    return (int) size;
  }

  private void advance(int count) {
    need(count);
    at += count;
  }

  private void need(int count) {
    if (count > end - at) {
      throw new DamagedException("its metadata ends too early");
    }
  }

  private int unsignedByte() {
    if (at >= end) {
      throw new DamagedException("its metadata ends too early");
    }
    return bytes[at++] & 0xFF;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int b = unsignedByte();
      value |= (long) (b & 0x7F) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw new DamagedException("its metadata holds an integer of more than 64 bits");
  }

  private static long zigzag(long value) {
    return value >>> 1 ^ -(value & 1);
  }

  private DamagedException unexpected(String expected) {
    return new DamagedException(
        "its metadata holds a field of type " + fieldType + " where " + expected + " is expected");
  }
}
