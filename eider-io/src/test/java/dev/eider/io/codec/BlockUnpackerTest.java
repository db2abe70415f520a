// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.airlift.compress.v3.Compressor;
import io.airlift.compress.v3.lz4.Lz4JavaCompressor;
import io.airlift.compress.v3.snappy.SnappyJavaCompressor;
import io.airlift.compress.v3.zstd.ZstdJavaCompressor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Blocks that were packed come out the same; damaged ones and wrong sizes are errors. */
class BlockUnpackerTest {
  private static final byte[] TEXT =
      "a text of some length, with repetitions of a text of some length. "
          .repeat(300)
          .getBytes(StandardCharsets.UTF_8);

  private interface Unpack {
    void unpack(BlockUnpacker unpacker, MemorySegment packed, byte[] target, int at, int length)
        throws IOException;
  }

  private static byte[] pack(Compressor codec) {
    byte[] packed = new byte[codec.maxCompressedLength(TEXT.length)];
    int length = codec.compress(TEXT, 0, TEXT.length, packed, 0, packed.length);
    return Arrays.copyOf(packed, length);
  }

  private static void check(byte[] packed, Unpack codec) throws IOException {
    for (boolean useNative : new boolean[] {false, true}) {
      try (BlockUnpacker unpacker = new BlockUnpacker(useNative);
          Arena arena = Arena.ofConfined()) {
        MemorySegment segment = arena.allocate(packed.length);
        MemorySegment.copy(packed, 0, segment, ValueLayout.JAVA_BYTE, 0, packed.length);
        MemorySegment readOnly = segment.asReadOnly();
        for (int i = 0; i < 2; i++) {
          byte[] target = new byte[TEXT.length + 20];
          codec.unpack(unpacker, readOnly, target, 7, TEXT.length);
          assertArrayEquals(TEXT, Arrays.copyOfRange(target, 7, 7 + TEXT.length));
          assertEquals(0, target[6]);
          assertEquals(0, target[7 + TEXT.length]);
        }
        byte[] target = new byte[TEXT.length + 20];
        for (int length : new int[] {TEXT.length - 1, TEXT.length + 1}) {
          assertThrows(
              IOException.class, () -> codec.unpack(unpacker, readOnly, target, 0, length));
        }
        MemorySegment cut = readOnly.asSlice(0, packed.length / 2);
        assertThrows(IOException.class, () -> codec.unpack(unpacker, cut, target, 0, TEXT.length));
      }
    }
  }

  @Test
  void snappy() throws IOException {
    check(pack(new SnappyJavaCompressor()), BlockUnpacker::snappy);
  }

  @Test
  void zstd() throws IOException {
    check(pack(new ZstdJavaCompressor()), BlockUnpacker::zstd);
  }

  @Test
  void lz4() throws IOException {
    byte[] packed = pack(new Lz4JavaCompressor());
    check(packed, BlockUnpacker::lz4);
    check(packed, BlockUnpacker::lz4Hadoop);
    ByteBuffer framed = ByteBuffer.allocate(packed.length + 8);
    framed.putInt(TEXT.length).putInt(packed.length).put(packed);
    check(framed.array(), BlockUnpacker::lz4Hadoop);
  }

  @Test
  void gzipOfSeveralMembers() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    for (int from = 0; from < TEXT.length; from += 5000) {
      GZIPOutputStream member = new GZIPOutputStream(packed);
      member.write(TEXT, from, Math.min(5000, TEXT.length - from));
      member.finish();
    }
    check(packed.toByteArray(), BlockUnpacker::gzip);
  }
}
