// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import java.util.zip.CRC32C;

/** Reads an object's bytes from front to back, never beyond its end. One thread. */
final class ByteSource {
  private final byte[] bytes;
  private int at;
  private int end;

  ByteSource(byte[] bytes) {
    this.bytes = bytes;
    this.end = bytes.length;
  }

  int position() {
    return at;
  }

  int left() {
    return end - at;
  }

  private void need(int count) throws FormatException {
    if (count < 0 || count > end - at) {
      throw FormatException.malformed(
          "needs "
              + Integer.toUnsignedString(count)
              + " bytes at offset "
              + at
              + ", has "
              + left());
    }
  }

  private long little(int width) throws FormatException {
    need(width);
    long value = 0;
    for (int i = 0; i < width; i++) {
      value |= (bytes[at++] & 0xFFL) << 8 * i;
    }
    return value;
  }

  int u8() throws FormatException {
    return (int) little(1);
  }

  int u16() throws FormatException {
    return (int) little(2);
  }

  int u32() throws FormatException {
    return (int) little(4);
  }

  long u64() throws FormatException {
    long value = little(8);
    if (value < 0) {
      throw FormatException.malformed("the number before offset " + at + " is too large");
    }
    return value;
  }

  long bigEndian() throws FormatException {
    return Long.reverseBytes(little(8));
  }

  UUID uuid() throws FormatException {
    return new UUID(bigEndian(), bigEndian());
  }

  Hash128 hash() throws FormatException {
    return new Hash128(bigEndian(), bigEndian());
  }

  byte[] raw(int length) throws FormatException {
    need(length);
    at += length;
    return Arrays.copyOfRange(bytes, at - length, at);
  }

  byte[] bytes() throws FormatException {
    return raw(u32());
  }

  String string() throws FormatException {
    int length = u32();
    need(length);
    at += length;
    return new String(bytes, at - length, length, StandardCharsets.UTF_8);
  }

  /** A number of entries of at least {@code least} bytes each, that can be there. */
  int count(int least) throws FormatException {
    int count = u32();
    if (count < 0 || count > left() / least) {
      throw FormatException.malformed(
          Integer.toUnsignedString(count) + " entries at offset " + at + " do not fit");
    }
    return count;
  }

  boolean flag() throws FormatException {
    int value = u8();
    if (value > 1) {
      throw FormatException.malformed("the flag before offset " + at + " is " + value);
    }
    return value == 1;
  }

  /** Checks magic, version and flags, which all binary objects begin with. */
  void begin(String what, String magic) throws FormatException {
    if (bytes.length < 8 || !new String(bytes, 0, 4, StandardCharsets.ISO_8859_1).equals(magic)) {
      throw new FormatException(
          FormatException.Kind.BAD_MAGIC,
          what + " does not begin with " + magic + ": it is no object of a database, or damaged");
    }
    at = 4;
    int version = u16();
    if (version != 1) {
      throw new FormatException(
          FormatException.Kind.FUTURE_VERSION,
          what
              + " has format version "
              + version
              + "; this program reads version 1: use a later one");
    }
    int flags = u16();
    if (flags != 0) {
      throw unknownFeatures(what, "flags 0x" + Integer.toHexString(flags));
    }
  }

  static FormatException unknownFeatures(String what, String features) {
    return new FormatException(
        FormatException.Kind.UNKNOWN_FEATURE,
        what
            + " needs features that this program does not know ("
            + features
            + "): use a later one");
  }

  /** Checks the checksum in the last four bytes, and ends before it. */
  void endsWithCrc(String what) throws FormatException {
    if (bytes.length < 12) {
      throw FormatException.malformed(what + " has only " + bytes.length + " bytes");
    }
    end = bytes.length - 4;
    int seen = crc(0, end);
    int at0 = at;
    at = end;
    end = bytes.length;
    int expected = u32();
    end = bytes.length - 4;
    at = at0;
    if (seen != expected) {
      throw checksum(what, expected, seen);
    }
  }

  int crc(int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }

  static FormatException checksum(String what, int expected, int seen) {
    return new FormatException(
        FormatException.Kind.CHECKSUM,
        what
            + " is damaged: its CRC32C is "
            + Integer.toHexString(seen)
            + ", expected "
            + Integer.toHexString(expected));
  }

  /** Checks that nothing is left. */
  void finish(String what) throws FormatException {
    if (left() != 0) {
      throw FormatException.malformed(what + " has " + left() + " bytes too many");
    }
  }
}
