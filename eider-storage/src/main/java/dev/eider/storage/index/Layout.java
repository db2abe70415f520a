// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.index;

/**
 * How much heap objects take, as HotSpot lays them out: 12 bytes of header (16 for arrays),
 * references of 4 bytes in heaps below 32 GiB and of 8 above, everything rounded up to 8.
 */
final class Layout {
  static final int HEADER = 12;
  static final int ARRAY_HEADER = 16;
  static final int REFERENCE = Runtime.getRuntime().maxMemory() < 32L << 30 ? 4 : 8;

  private Layout() {}

  /** Bytes of an object with fields of that many bytes. */
  static int object(int fieldBytes) {
    return round(HEADER + fieldBytes);
  }

  static int bytes(int length) {
    return round(ARRAY_HEADER + length);
  }

  static int longs(int length) {
    return ARRAY_HEADER + 8 * length;
  }

  static int references(int length) {
    return round(ARRAY_HEADER + REFERENCE * length);
  }

  private static int round(int bytes) {
    return (bytes + 7) & ~7;
  }
}
