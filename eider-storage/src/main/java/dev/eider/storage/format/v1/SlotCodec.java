// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** Slots to bytes and back; the layout is in the package's specification. */
public final class SlotCodec {
  /** The most bytes of a slot. */
  public static final int SIZE_MAX = 16 << 20;

  static final int HEADER = 80;
  static final int FOOTER = 24;

  /** What a slot costs besides its records. */
  public static final int OVERHEAD = HEADER + FOOTER;

  private static final String MAGIC = "OLOG";

  private SlotCodec() {}

  /** The key of a slot: its order as text is that of the numbers. */
  public static String key(long number) {
    String digits = Long.toString(number);
    return "log/" + "0".repeat(20 - digits.length()) + digits;
  }

  /** The number in a key of the log; -1 for a key that is none. */
  public static long number(String key) {
    if (!key.startsWith("log/") || key.length() != 24) {
      return -1;
    }
    long number = 0;
    for (int i = 4; i < 24; i++) {
      int digit = key.charAt(i) - '0';
      if (digit < 0 || digit > 9 || number > (Long.MAX_VALUE - digit) / 10) {
        return -1;
      }
      number = number * 10 + digit;
    }
    return number;
  }

  /**
   * The bytes of a slot.
   *
   * @throws IllegalArgumentException when it would have more than {@link #SIZE_MAX}
   */
  public static byte[] encode(Slot slot) {
    long body = 0;
    for (SlotRecord one : slot.records()) {
      body += SlotRecord.HEADER + one.payload().length;
    }
    if (body > SIZE_MAX - OVERHEAD) {
      throw new IllegalArgumentException(
          "the records of slot " + slot.number() + " have " + body + " bytes, more than fit");
    }
    ByteSink sink = new ByteSink((int) body + OVERHEAD);
    sink.magic(MAGIC).u16(1).u16(0).uuid(slot.database()).u64(slot.number()).u64(slot.epoch());
    sink.uuid(slot.writer()).u64(slot.batch()).hash(slot.previous());
    for (SlotRecord one : slot.records()) {
      ByteSink header = new ByteSink(5).u8(one.type()).u32(one.payload().length);
      sink.raw(header.toArray()).u32(header.raw(one.payload()).crc(0)).raw(one.payload());
    }
    sink.u32(slot.records().size()).u32((int) body);
    return sink.hash(sink.hashOfAll()).toArray();
  }

  /**
   * The slot in the bytes, which must be {@code number} of {@code database}.
   *
   * @throws FormatException for any other bytes
   */
  public static Slot decode(byte[] bytes, long number, UUID database) throws FormatException {
    String what = "Log slot " + number;
    ByteSource source = new ByteSource(bytes);
    source.begin(what, MAGIC);
    if (bytes.length < OVERHEAD || bytes.length > SIZE_MAX) {
      throw FormatException.malformed(what + " has " + bytes.length + " bytes");
    }
    checkHash(bytes, what);
    UUID seenDatabase = source.uuid();
    long seenNumber = source.u64();
    if (!seenDatabase.equals(database)) {
      throw FormatException.malformed(
          what + " belongs to database " + seenDatabase + ", expected " + database);
    }
    if (seenNumber != number) {
      throw FormatException.malformed(what + " says that it is slot " + seenNumber);
    }
    long epoch = source.u64();
    UUID writer = source.uuid();
    long batch = source.u64();
    Hash128 previous = source.hash();
    List<SlotRecord> records = records(source, bytes, what);
    return new Slot(database, number, epoch, writer, batch, previous, records);
  }

  private static void checkHash(byte[] bytes, String what) throws FormatException {
    int covered = bytes.length - 16;
    ByteSource footer = new ByteSource(bytes);
    footer.raw(covered);
    Hash128 expected = footer.hash();
    Hash128 seen = Hash128.of(bytes, 0, covered);
    if (!seen.equals(expected)) {
      throw new FormatException(
          FormatException.Kind.CHECKSUM,
          what + " is damaged: its hash is " + seen + ", expected " + expected);
    }
  }

  private static List<SlotRecord> records(ByteSource source, byte[] bytes, String what)
      throws FormatException {
    ByteSource footer = new ByteSource(bytes);
    footer.raw(bytes.length - FOOTER);
    int count = footer.u32();
    int length = footer.u32();
    if (length != bytes.length - OVERHEAD || count < 0 || count > length / SlotRecord.HEADER) {
      throw FormatException.malformed(
          what
              + " says that it has "
              + count
              + " records of "
              + length
              + " bytes, has "
              + (bytes.length - OVERHEAD));
    }
    List<SlotRecord> records = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int start = source.position();
      int type = source.u8();
      int size = source.u32();
      int expected = source.u32();
      byte[] payload = source.raw(size);
      int seen = new ByteSink(size + 5).raw(header(bytes, start)).raw(payload).crc(0);
      if (seen != expected) {
        throw ByteSource.checksum(what + ", record " + i, expected, seen);
      }
      if (type == 0) {
        throw FormatException.malformed(what + ", record " + i + " has no type");
      }
      records.add(new SlotRecord(type, payload));
    }
    if (source.left() != FOOTER) {
      throw FormatException.malformed(what + " has other bytes between records and footer");
    }
    return records;
  }

  private static byte[] header(byte[] bytes, int start) {
    return Arrays.copyOfRange(bytes, start, start + 5);
  }

  /** What the next slot holds as the hash of this one. The bytes are those of a valid slot. */
  public static Hash128 chainHash(byte[] bytes) {
    return Hash128.of(bytes, 0, HEADER, bytes.length - FOOTER, FOOTER);
  }
}
