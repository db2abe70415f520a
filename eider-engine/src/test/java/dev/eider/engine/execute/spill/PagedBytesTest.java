// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.spill;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.MemoryReservation;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PagedBytesTest {
  private static final int SLAB = 8 * NativePages.PAGE_BYTES;

  private static byte[] bytes(SplittableRandom random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  @Test
  void whatWasAppendedIsReadFromAnyPosition() {
    MemoryManager manager = new MemoryManager(1L << 30);
    SplittableRandom random = new SplittableRandom(1);
    try (MemoryReservation memory = manager.reserve("TEST");
        NativePages pages = new NativePages(memory, memory::tryGrow)) {
      PagedBytes one = new PagedBytes(pages);
      PagedBytes other = new PagedBytes(pages);
      byte[] expected = bytes(random, 5 * SLAB + 17);
      int at = 0;
      while (at < expected.length) {
        int n = Math.min(expected.length - at, random.nextInt(3 * NativePages.PAGE_BYTES));
        byte[] piece = new byte[n];
        System.arraycopy(expected, at, piece, 0, n);
        assertTrue(one.append(piece, n));
        assertTrue(other.append(bytes(random, 100), 100));
        at += n;
      }
      assertEquals(expected.length, one.size());
      for (int i = 0; i < 100; i++) {
        int from = random.nextInt(expected.length);
        int n = random.nextInt(expected.length - from + 1);
        byte[] seen = new byte[n];
        one.read(from, seen, n);
        byte[] wanted = new byte[n];
        System.arraycopy(expected, from, wanted, 0, n);
        assertArrayEquals(wanted, seen);
      }
      one.clear();
      assertEquals(0, one.size());
    }
    assertEquals(0, manager.used());
  }

  @Test
  void nothingIsAppendedWithoutMemoryAndFreedPagesServeAgain() {
    MemoryManager manager = new MemoryManager(SLAB);
    try (MemoryReservation memory = manager.reserve("TEST");
        NativePages pages = new NativePages(memory, memory::tryGrow)) {
      PagedBytes one = new PagedBytes(pages);
      PagedBytes other = new PagedBytes(pages);
      byte[] slab = bytes(new SplittableRandom(2), SLAB);
      assertTrue(one.append(slab, SLAB));
      assertFalse(other.append(slab, 1));
      assertEquals(0, other.size());
      pages.trim();
      assertEquals(SLAB, manager.used(), "pages in use stay");
      one.clear();
      assertTrue(other.append(slab, SLAB));
      assertEquals(SLAB, manager.used());
      other.clear();
      pages.trim();
      assertEquals(0, manager.used());
      assertTrue(one.append(slab, 1), "pages come again after a trim");
      one.clear();
    }
    assertEquals(0, manager.used());
  }
}
