// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.codec;

import io.airlift.compress.v3.xxhash.XxHash64Hasher;

/** The hash of foreign formats' Bloom filters. */
public final class XxHash {
  private XxHash() {}

  /** XXH64 with seed 0. */
  public static long hash64(byte[] bytes) {
    return XxHash64Hasher.hash(bytes);
  }
}
