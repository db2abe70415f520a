// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.storage.format.v1.FormatException.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Slot, head, pin, format.json and payloads: round trips, one golden slot, damage. */
class LogFormatTest {
  private static final UUID DATABASE = new UUID(0x0102030405060708L, 0x090a0b0c0d0e0f10L);
  private static final UUID WRITER = new UUID(17, 18);

  /** A decoder, which must refuse all other bytes. */
  private interface Decoder {
    Object decode(byte[] bytes) throws FormatException;
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Slot slot() {
    return new Slot(
        DATABASE,
        1234,
        5,
        WRITER,
        7,
        new Hash128(3, 4),
        List.of(new SlotRecord(1, text("commit")), new SlotRecord(6, new byte[0])));
  }

  private static Head head() {
    return new Head(
        DATABASE,
        9,
        WRITER,
        5,
        new Owner(WRITER, "host", 42, "boot", 1_800_000_000_000L),
        30_000,
        new Checkpoint(12, 11, new Hash128(1, 2), 4, Root.inline(text("root"))),
        10,
        13,
        2);
  }

  private static Kind failure(Decoder decoder, byte[] bytes) {
    return assertThrows(FormatException.class, () -> decoder.decode(bytes)).kind();
  }

  /** Every byte changed and every length cut is noticed, and nothing else is ever thrown. */
  private static void refusesDamage(byte[] bytes, Decoder decoder) {
    for (int i = 0; i < bytes.length; i++) {
      byte[] damaged = bytes.clone();
      damaged[i] ^= (byte) (1 << i % 8);
      failure(decoder, damaged);
      failure(decoder, Arrays.copyOf(bytes, i));
    }
    failure(decoder, Arrays.copyOf(bytes, bytes.length + 1));
  }

  @Test
  void aSlotIsWhatItWas() throws FormatException {
    byte[] bytes = SlotCodec.encode(slot());
    Slot read = SlotCodec.decode(bytes, 1234, DATABASE);
    assertEquals(slot().epoch(), read.epoch());
    assertEquals(slot().writer(), read.writer());
    assertEquals(slot().batch(), read.batch());
    assertEquals(slot().previous(), read.previous());
    assertEquals(2, read.records().size());
    assertArrayEquals(text("commit"), read.records().getFirst().payload());
    assertEquals(6, read.records().getLast().type());
  }

  /** The layout of version 1 for ever. */
  @Test
  void aSlotHasTheseBytes() {
    String golden =
        "4f4c4f4701000000" // magic, version, flags
            + "0102030405060708090a0b0c0d0e0f10" // database
            + "d2040000000000000500000000000000" // slot, epoch
            + "00000000000000110000000000000012" // writer
            + "0700000000000000" // batch
            + "00000000000000030000000000000004" // previous
            + "0106000000"; // type and length of the first record
    byte[] bytes = SlotCodec.encode(slot());
    assertEquals(golden, HexFormat.of().formatHex(bytes, 0, golden.length() / 2));
    assertEquals(SlotCodec.OVERHEAD + 2 * SlotRecord.HEADER + 6, bytes.length);
    assertEquals(
        "0200000018000000075f4995",
        HexFormat.of().formatHex(bytes, bytes.length - 24, bytes.length - 12));
  }

  @Test
  void aDamagedSlotIsRefused() {
    refusesDamage(SlotCodec.encode(slot()), bytes -> SlotCodec.decode(bytes, 1234, DATABASE));
  }

  @Test
  void aSlotIsOnlyThatOfItsNameAndDatabase() {
    byte[] bytes = SlotCodec.encode(slot());
    assertEquals(Kind.MALFORMED, failure(b -> SlotCodec.decode(b, 1235, DATABASE), bytes));
    assertEquals(Kind.MALFORMED, failure(b -> SlotCodec.decode(b, 1234, WRITER), bytes));
  }

  @Test
  void theFutureIsRefusedByName() {
    byte[] bytes = SlotCodec.encode(slot());
    Decoder decoder = b -> SlotCodec.decode(b, 1234, DATABASE);
    byte[] version = bytes.clone();
    version[4] = 2;
    assertEquals(Kind.FUTURE_VERSION, failure(decoder, version));
    byte[] flags = bytes.clone();
    flags[6] = 1;
    assertEquals(Kind.UNKNOWN_FEATURE, failure(decoder, flags));
    byte[] magic = bytes.clone();
    magic[0] = 'X';
    assertEquals(Kind.BAD_MAGIC, failure(decoder, magic));
    byte[] content = bytes.clone();
    content[90] ^= 1;
    assertEquals(Kind.CHECKSUM, failure(decoder, content));
  }

  @Test
  void theChainDependsOnContent() {
    Slot other =
        new Slot(
            DATABASE,
            1234,
            5,
            WRITER,
            7,
            new Hash128(3, 4),
            List.of(new SlotRecord(1, text("commix")), new SlotRecord(6, new byte[0])));
    assertNotEquals(
        SlotCodec.chainHash(SlotCodec.encode(slot())),
        SlotCodec.chainHash(SlotCodec.encode(other)));
  }

  @Test
  void keysOfSlotsAreInTheOrderOfNumbers() {
    assertEquals("log/00000000000000001234", SlotCodec.key(1234));
    assertEquals(1234, SlotCodec.number("log/00000000000000001234"));
    assertEquals(Long.MAX_VALUE, SlotCodec.number(SlotCodec.key(Long.MAX_VALUE)));
    for (String other : List.of("log/1234", "log/0000000000000000123x", "head", "")) {
      assertEquals(-1, SlotCodec.number(other), other);
    }
    assertEquals(-1, SlotCodec.number("log/99999999999999999999"), "no long");
  }

  @Test
  void aSlotHasItsLimit() {
    Slot large =
        new Slot(
            DATABASE,
            1,
            1,
            WRITER,
            1,
            Hash128.ZERO,
            List.of(new SlotRecord(1, new byte[SlotCodec.SIZE_MAX])));
    assertThrows(IllegalArgumentException.class, () -> SlotCodec.encode(large));
  }

  @Test
  void aHeadIsWhatItWas() throws FormatException {
    Head read = HeadCodec.decode(HeadCodec.encode(head()));
    assertEquals(head().owner(), read.owner());
    assertEquals(10, read.floor());
    assertEquals(12, read.firstSlot());
    assertArrayEquals(HeadCodec.encode(head()), HeadCodec.encode(read));
    Head empty = new Head(DATABASE, 0, WRITER, 0, null, 30_000, null, 0, 0, 0);
    assertEquals(empty, HeadCodec.decode(HeadCodec.encode(empty)));
    assertEquals(1, empty.firstSlot());
    refusesDamage(HeadCodec.encode(head()), HeadCodec::decode);
  }

  @Test
  void aHeadWithUnknownFeaturesIsRefused() {
    ByteSink sink = new ByteSink(64);
    sink.magic("OHED").u16(1).u16(0).u64(4).raw(new byte[100]);
    byte[] bytes = sink.u32(sink.crc(0)).toArray();
    assertEquals(Kind.UNKNOWN_FEATURE, failure(HeadCodec::decode, bytes));
  }

  @Test
  void aPinIsWhatItWas() throws FormatException {
    Pin pin = new Pin(DATABASE, 77, 3_600_000);
    assertEquals(pin, Pin.decode(pin.encode()));
    refusesDamage(pin.encode(), Pin::decode);
  }

  @Test
  void payloadsAreWhatTheyWere() throws FormatException {
    CheckpointRecord checkpoint =
        new CheckpointRecord(
            11,
            new Hash128(1, 2),
            4,
            Root.at("meta/4-x.page"),
            List.of(new Retired("seg/aa/1-y.pack", 3, 11)),
            List.of(new Snapshot("monday", 9, Root.inline(text("r")))));
    CheckpointRecord read = CheckpointRecord.decode(checkpoint.encode());
    assertEquals(checkpoint.retired(), read.retired());
    assertArrayEquals(checkpoint.encode(), read.encode());
    assertEquals(11, read.in(12).coversThrough());
    Fence fence = new Fence(5, "host", 42, "boot");
    assertEquals(fence, Fence.decode(fence.encode()));
    assertEquals("monday", Snapshot.decodeDrop(Snapshot.encodeDrop("monday")));
    Snapshot snapshot = Snapshot.decode(checkpoint.snapshots().getFirst().encode());
    assertEquals(9, snapshot.version());
    for (int length = 0; length < checkpoint.encode().length; length++) {
      failure(CheckpointRecord::decode, Arrays.copyOf(checkpoint.encode(), length));
    }
  }

  @Test
  void theFormatIsText() throws FormatException {
    DatabaseFormat format = new DatabaseFormat(DATABASE, 3_600_000);
    String text = new String(format.encode(), StandardCharsets.UTF_8);
    assertTrue(text.contains("\"db_uuid\": \"01020304-0506-0708-090a-0b0c0d0e0f10\""), text);
    assertEquals(format, DatabaseFormat.decode(format.encode()));
    for (int i = 0; i < format.encode().length - 2; i++) {
      byte[] damaged = format.encode();
      damaged[i] ^= 1;
      failure(DatabaseFormat::decode, damaged);
    }
    assertEquals(Kind.BAD_MAGIC, failure(DatabaseFormat::decode, text("{\"format\": \"other\"}")));
    assertEquals(
        Kind.FUTURE_VERSION,
        failure(DatabaseFormat::decode, text("{\"format\": \"eider\", \"version\": 2}")));
  }
}
