// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.memory.MemoryReservation;
import java.util.ArrayList;
import java.util.List;

/**
 * Arrays that pages are unpacked to, reused from page to page and charged to the memory manager.
 * One for each column of a reader. An array that strings of the present chunk may point into is
 * reused from the next chunk on.
 */
final class PageBuffers {
  private static final int SMALLEST = 4 << 10;

  /** Arrays kept for reuse; a chunk rarely spans more pages. */
  private static final int IDLE_MAX = 4;

  private final MemoryReservation memory;
  private final List<byte[]> idle = new ArrayList<>();
  private final List<byte[]> used = new ArrayList<>();

  PageBuffers(MemoryReservation memory) {
    this.memory = memory;
  }

  /** An array with room for {@code length} bytes and {@link Bits#SLACK} behind them. */
  byte[] take(int length) {
    long wanted = (long) length + Bits.SLACK;
    if (wanted > Integer.MAX_VALUE - 64) {
      throw new DamagedException("a page claims " + length + " bytes");
    }
    for (int i = idle.size() - 1; i >= 0; i--) {
      if (idle.get(i).length >= wanted) {
        byte[] found = idle.remove(i);
        used.add(found);
        return found;
      }
    }
    if (!idle.isEmpty()) {
      memory.shrink(idle.removeLast().length);
    }
    int size = (int) Math.max(SMALLEST, Math.min(wanted + (wanted >> 3), Integer.MAX_VALUE - 64));
    memory.grow(size);
    byte[] made;
    try {
      made = new byte[size];
    } catch (OutOfMemoryError e) {
      memory.shrink(size);
      throw e;
    }
    used.add(made);
    return made;
  }

  /** A new chunk begins: all arrays but {@code kept} may be reused. */
  void recycle(byte[] kept) {
    for (int i = used.size() - 1; i >= 0; i--) {
      byte[] bytes = used.get(i);
      if (bytes != kept) {
        used.remove(i);
        if (idle.size() < IDLE_MAX) {
          idle.add(bytes);
        } else {
          memory.shrink(bytes.length);
        }
      }
    }
  }

  /** Gives all memory back. */
  void free() {
    for (byte[] bytes : used) {
      memory.shrink(bytes.length);
    }
    for (byte[] bytes : idle) {
      memory.shrink(bytes.length);
    }
    used.clear();
    idle.clear();
  }
}
