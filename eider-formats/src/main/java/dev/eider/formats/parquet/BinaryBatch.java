// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

/** Byte strings in one array. */
final class BinaryBatch {
  byte[] bytes = new byte[0];
  int[] offsets = new int[0];
  int[] lengths = new int[0];

  void reserve(int count) {
    if (offsets.length < count) {
      offsets = new int[Math.max(count, 2048)];
      lengths = new int[Math.max(count, 2048)];
    }
  }
}
