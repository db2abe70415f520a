// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import org.junit.jupiter.api.Test;

class SegmentPoolTest {
  private final MemoryManager memory = new MemoryManager(32L << 20);
  private final SegmentPool pool = new SegmentPool(memory, "TEST");

  @Test
  void whatIsGivenBackIsTakenAgain() {
    SegmentPool.Buffer first = pool.take(100_000);
    long address = first.segment().address();
    assertEquals(100_000, first.segment().byteSize());
    assertEquals(128 << 10, memory.used());
    first.close();
    first.close();
    assertEquals(128 << 10, memory.used(), "kept for reuse and still charged");
    try (SegmentPool.Buffer second = pool.take(90_000)) {
      assertEquals(address, second.segment().address());
      assertEquals(128 << 10, memory.used());
    }
  }

  @Test
  void idleBuffersAreFreedBeforeAnybodyIsRefused() {
    SegmentPool.Buffer small = pool.take(8 << 20);
    SegmentPool.Buffer other = pool.take(16 << 20);
    small.close();
    other.close();
    assertEquals(24 << 20, memory.used());
    try (SegmentPool.Buffer large = pool.take(20 << 20)) {
      assertEquals(20 << 20, memory.used());
      assertNull(pool.tryTake(16 << 20));
      EiderException refused = assertThrows(EiderException.class, () -> pool.take(16 << 20));
      assertEquals(ErrorType.OUT_OF_MEMORY, refused.type());
      assertNotNull(large.segment());
    }
    assertEquals(0, memory.used(), "more than the largest size kept is freed at once");
  }

  @Test
  void aClosedPoolKeepsNothing() {
    SegmentPool.Buffer out = pool.take(1);
    pool.close();
    assertEquals(SegmentPool.SMALLEST, memory.used());
    out.close();
    assertEquals(0, memory.used());
  }
}
