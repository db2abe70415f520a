// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.kernel.HashKernels;
import dev.eider.base.vector.FlatVector;

/** The rules of map keys: never NULL, never twice. */
public final class MapKeys {
  private static final int FEW = 16;

  private MapKeys() {}

  /** Throws when keys {@code [from, from + count)} hold a NULL or a duplicate. */
  public static void check(FlatVector keys, int from, int count) {
    for (int i = from; i < from + count; i++) {
      if (keys.isNull(i)) {
        throw EiderException.invalidInput("Map keys can not be NULL.");
      }
    }
    if (count <= FEW) {
      for (int i = from; i < from + count; i++) {
        for (int k = from; k < i; k++) {
          if (CompareKernels.sameValue(keys, i, keys, k)) {
            throw EiderException.invalidInput("Map keys must be unique.");
          }
        }
      }
      return;
    }
    long[] hashes = new long[from + count];
    HashKernels.hash(keys, from + count, hashes);
    int[] slots = new int[Integer.highestOneBit(count) * 4];
    for (int i = from; i < from + count; i++) {
      int slot = (int) hashes[i] & (slots.length - 1);
      while (slots[slot] != 0) {
        if (CompareKernels.sameValue(keys, i, keys, slots[slot] - 1)) {
          throw EiderException.invalidInput("Map keys must be unique.");
        }
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = i + 1;
    }
  }
}
