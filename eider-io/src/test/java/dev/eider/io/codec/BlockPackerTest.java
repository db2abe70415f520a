// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Blocks that are packed come out the same from the unpacker. */
class BlockPackerTest {
  private interface Pack {
    int pack(BlockPacker packer, byte[] source, int length);
  }

  private interface Unpack {
    void unpack(BlockUnpacker unpacker, MemorySegment packed, byte[] target, int at, int length)
        throws IOException;
  }

  private static void check(Pack pack, Unpack unpack) throws IOException {
    Random random = new Random(1);
    for (boolean useNative : new boolean[] {false, true}) {
      try (BlockPacker packer = new BlockPacker(BlockPacker.ZSTD_LEVEL, useNative);
          BlockUnpacker unpacker = new BlockUnpacker(useNative);
          Arena arena = Arena.ofConfined()) {
        for (int size : new int[] {0, 1, 15, 1000, 100_000, 1_500_000, 3}) {
          byte[] noise = new byte[size];
          random.nextBytes(noise);
          byte[] text = new byte[size + 5];
          for (int i = 0; i < text.length; i++) {
            text[i] = (byte) ("some words and some more".charAt(i % 24) + (i >> 12));
          }
          for (byte[] source : new byte[][] {noise, text}) {
            int length = pack.pack(packer, source, size);
            MemorySegment packed = arena.allocate(Math.max(1, length)).asSlice(0, length);
            MemorySegment.copy(packer.packed(), 0, packed, ValueLayout.JAVA_BYTE, 0, length);
            byte[] target = new byte[size];
            unpack.unpack(unpacker, packed, target, 0, size);
            assertArrayEquals(java.util.Arrays.copyOf(source, size), target);
          }
        }
      }
    }
  }

  @Test
  void snappy() throws IOException {
    check(BlockPacker::snappy, BlockUnpacker::snappy);
  }

  @Test
  void zstd() throws IOException {
    check(BlockPacker::zstd, BlockUnpacker::zstd);
  }

  @Test
  void lz4() throws IOException {
    check(BlockPacker::lz4, BlockUnpacker::lz4);
  }

  @Test
  void gzip() throws IOException {
    check(BlockPacker::gzip, BlockUnpacker::gzip);
  }

  @Test
  void levelsNeedTheNativeLibrary() {
    EiderException e = assertThrows(EiderException.class, () -> new BlockPacker(19, false));
    assertTrue(e.getMessage().contains("level 19 of zstd"), e.getMessage());
    byte[] source = new byte[200_000];
    Random random = new Random(2);
    for (int i = 0; i < source.length; i++) {
      source[i] = (byte) Math.abs(random.nextGaussian() * 4);
    }
    try (BlockPacker fast = new BlockPacker(1, true);
        BlockPacker best = new BlockPacker(22, true)) {
      assertTrue(best.zstd(source, source.length) < fast.zstd(source, source.length));
    }
  }
}
