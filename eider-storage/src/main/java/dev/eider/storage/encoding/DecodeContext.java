// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.io.codec.BlockUnpacker;

/** What the decoders of one worker share. Closed by its owner. */
public final class DecodeContext implements AutoCloseable {
  final IntegerReader integers = new IntegerReader();
  final BlockUnpacker unpacker = new BlockUnpacker();
  private long[] longs = {};
  private int[] ints = {};
  private byte[] bytes = {};

  /** A new one, for one thread. */
  public DecodeContext() {}

  /** Room for so many numbers, of undefined content; whoever reads below may use it too. */
  long[] longs(int count) {
    if (longs.length < count) {
      longs = new long[count];
    }
    return longs;
  }

  int[] ints(int count) {
    if (ints.length < count) {
      ints = new int[count];
    }
    return ints;
  }

  byte[] bytes(int count) {
    if (bytes.length < count) {
      bytes = new byte[count];
    }
    return bytes;
  }

  @Override
  public void close() {
    unpacker.close();
  }
}
