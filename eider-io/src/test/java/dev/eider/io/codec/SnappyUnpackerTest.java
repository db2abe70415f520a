// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.airlift.compress.v3.MalformedInputException;
import io.airlift.compress.v3.snappy.SnappyJavaCompressor;
import io.airlift.compress.v3.snappy.SnappyJavaDecompressor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is packed as every kind of element comes out the same; what is damaged is an error. */
class SnappyUnpackerTest {
  private static final int FROM = 9;
  private static final byte BESIDE = 77;

  private final SnappyUnpacker unpacker = new SnappyUnpacker();

  private byte[] unpack(byte[] packed, int length) throws IOException {
    byte[] target = new byte[FROM + length + 5];
    Arrays.fill(target, BESIDE);
    unpacker.unpack(MemorySegment.ofArray(packed), target, FROM, length);
    for (int i = 0; i < target.length; i++) {
      if (i < FROM || i >= FROM + length) {
        assertEquals(BESIDE, target[i], "byte " + i + " beside the block");
      }
    }
    return Arrays.copyOfRange(target, FROM, FROM + length);
  }

  /** A block under construction, and what it unpacks to. */
  private static final class Block {
    private final ByteArrayOutputStream elements = new ByteArrayOutputStream();
    private byte[] plain = new byte[0];

    byte[] packed() {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      int length = plain.length;
      for (; length >= 0x80; length >>>= 7) {
        all.write(length & 0x7F | 0x80);
      }
      all.write(length);
      all.writeBytes(elements.toByteArray());
      return all.toByteArray();
    }

    /** A literal with its length in the tag or in {@code extra} bytes. */
    Block literal(byte[] bytes, int extra) {
      elements.write(extra == 0 ? bytes.length - 1 << 2 : 59 + extra << 2);
      little(bytes.length - 1, extra);
      elements.writeBytes(bytes);
      int at = plain.length;
      plain = Arrays.copyOf(plain, at + bytes.length);
      System.arraycopy(bytes, 0, plain, at, bytes.length);
      return this;
    }

    Block copy(int kind, int offset, int length) {
      if (kind == 1) {
        elements.write(1 | length - 4 << 2 | offset >>> 8 << 5);
        little(offset, 1);
      } else {
        elements.write(kind | length - 1 << 2);
        little(offset, kind == 2 ? 2 : 4);
      }
      int at = plain.length;
      plain = Arrays.copyOf(plain, at + length);
      for (int i = at; i < plain.length; i++) {
        plain[i] = plain[i - offset];
      }
      return this;
    }

    private void little(int value, int bytes) {
      for (int i = 0; i < bytes; i++) {
        elements.write(value >>> 8 * i);
      }
    }
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Elements of all kinds; short ones mostly, as those of numbers are. */
  private static Block random(Random random, int elements) {
    Block block = new Block().literal(bytes(random, 1 + random.nextInt(20)), 0);
    for (int i = 0; i < elements; i++) {
      int plain = block.plain.length;
      int length = 1 + random.nextInt(random.nextInt(4) == 0 ? 64 : 8);
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> block.literal(bytes(random, Math.min(length, 60)), 0);
        case 3 -> {
          int extra = 1 + random.nextInt(4);
          block.literal(bytes(random, random.nextInt(8) > 0 ? length : 1000), Math.max(2, extra));
        }
        case 4, 5 ->
            block.copy(
                1, 1 + random.nextInt(Math.min(plain, 2047)), 4 + Math.min(length, 11) * 7 / 11);
        case 6 -> block.copy(2, 1 + random.nextInt(Math.min(plain, 65535)), length);
        default -> block.copy(3, 1 + random.nextInt(Math.min(plain, 40)), length);
      }
    }
    return block;
  }

  @Test
  void everyKindOfElement() throws IOException {
    Random random = new Random(5);
    for (int i = 1; i < 400; i++) {
      Block block = random(random, 1 + random.nextInt(i));
      assertArrayEquals(block.plain, unpack(block.packed(), block.plain.length));
    }
  }

  @Test
  void everyOffsetAndLength() throws IOException {
    Random random = new Random(6);
    for (int offset = 1; offset <= 70; offset++) {
      Block block = new Block().literal(bytes(random, 70), 1);
      for (int length = 1; length <= 64; length++) {
        block.literal(bytes(random, 1 + length % 60), 0).copy(2, offset, length);
        block.copy(2, offset, length);
      }
      assertArrayEquals(block.plain, unpack(block.packed(), block.plain.length));
    }
  }

  @Test
  void blocksLargerThanTheWindow() throws IOException {
    Random random = new Random(7);
    byte[] plain = new byte[300_000];
    for (int i = 0; i + 8 <= plain.length; i += 8) {
      plain[i] = (byte) random.nextInt();
      plain[i + 1] = (byte) random.nextInt();
    }
    System.arraycopy(bytes(random, 90_000), 0, plain, 120_000, 90_000);
    SnappyJavaCompressor codec = new SnappyJavaCompressor();
    byte[] packed = new byte[codec.maxCompressedLength(plain.length)];
    int size = codec.compress(plain, 0, plain.length, packed, 0, packed.length);
    assertArrayEquals(plain, unpack(Arrays.copyOf(packed, size), plain.length));
  }

  @Test
  void whatIsDamagedIsAnErrorOrTheSameAsElsewhere() throws IOException {
    Random random = new Random(8);
    SnappyJavaDecompressor peer = new SnappyJavaDecompressor();
    int errors = 0;
    for (int i = 0; i < 2000; i++) {
      Block block = random(random, 60);
      byte[] packed = block.packed();
      for (int n = 1 + random.nextInt(3); n > 0; n--) {
        packed[3 + random.nextInt(packed.length - 3)] = (byte) random.nextInt();
      }
      byte[] expected = new byte[block.plain.length];
      boolean good;
      try {
        good =
            peer.decompress(packed, 0, packed.length, expected, 0, expected.length)
                == expected.length;
      } catch (MalformedInputException | IndexOutOfBoundsException e) {
        good = false;
      }
      if (good) {
        assertArrayEquals(expected, unpack(packed, expected.length));
      } else {
        errors++;
        assertThrows(IOException.class, () -> unpack(packed, expected.length));
      }
    }
    assertTrue(errors > 100 && errors < 2000, errors + " errors");
  }

  @Test
  void aBlockThatEndsTooEarly() {
    byte[] packed = random(new Random(9), 50).packed();
    for (int length = 0; length < packed.length; length++) {
      byte[] cut = Arrays.copyOf(packed, length);
      assertThrows(IOException.class, () -> unpack(cut, 400));
    }
  }

  @Test
  void aCopyFromBeforeTheBlock() {
    // A literal of 4 bytes, then 4 bytes from 8 before: they would be the caller's.
    byte[] packed = {8, 3 << 2, 1, 2, 3, 4, 1, 8};
    assertThrows(IOException.class, () -> unpack(packed, 8));
    byte[] long8 = Arrays.copyOf(packed, 200);
    long8[0] = (byte) 0xC8;
    long8[1] = 1;
    System.arraycopy(packed, 1, long8, 2, 7);
    assertThrows(IOException.class, () -> unpack(long8, 200));
  }

  @Test
  void nothing() throws IOException {
    assertArrayEquals(new byte[0], unpack(new byte[] {0}, 0));
  }
}
