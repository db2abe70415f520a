// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import dev.eider.io.codec.XxHash;

/** Makes a split-block Bloom filter. */
final class BloomBuilder {
  private static final int[] SALT = {
    0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31
  };
  private static final int BLOCK = 32;

  /** More is no help: a reader has to fetch it all. */
  private static final int BYTES_MAX = 128 << 20;

  private final byte[] bits;

  /** A filter for that many distinct values, which takes an absent one for present that often. */
  BloomBuilder(int distinct, double falsePositives) {
    double wanted = -8.0 * distinct / Math.log1p(-Math.pow(falsePositives, 1.0 / 8)) / 8;
    long size = BLOCK;
    while (size < wanted && size < BYTES_MAX) {
      size *= 2;
    }
    bits = new byte[(int) size];
  }

  /** Adds a value by its stored bytes. */
  void add(byte[] value) {
    long hash = XxHash.hash64(value);
    int block = (int) ((hash >>> 32) * (bits.length / BLOCK) >>> 32);
    int key = (int) hash;
    for (int i = 0; i < SALT.length; i++) {
      int at = block * BLOCK + 4 * i;
      ByteSink.INT.set(bits, at, (int) ByteSink.INT.get(bits, at) | 1 << (key * SALT[i] >>> 27));
    }
  }

  /** The filter. */
  byte[] bits() {
    return bits;
  }
}
