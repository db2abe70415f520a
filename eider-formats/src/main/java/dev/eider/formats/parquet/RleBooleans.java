// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

/** RLE for booleans: a length, then the hybrid of runs and bits. */
final class RleBooleans extends PageValues {
  private final HybridDecoder runs = new HybridDecoder();
  private int[] scratch = new int[256];

  RleBooleans() {
    super("RLE");
  }

  void start(byte[] bytes, int from, int to) {
    if (to - from < 4) {
      throw new DamagedException("a page of booleans ends too early");
    }
    int length = (int) Bits.INT.get(bytes, from);
    if (length < 0 || length > to - from - 4) {
      throw new DamagedException("a page of booleans claims " + length + " bytes");
    }
    runs.start(bytes, from + 4, from + 4 + length, 1);
  }

  @Override
  void readBooleans(byte[] out, int from, int count) {
    for (int done = 0; done < count; ) {
      int n = Math.min(scratch.length, count - done);
      runs.read(scratch, 0, n);
      for (int i = 0; i < n; i++) {
        out[from + done + i] = (byte) scratch[i];
      }
      done += n;
    }
  }

  @Override
  void skip(int count) {
    runs.skip(count);
  }
}
