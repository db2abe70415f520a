// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import org.junit.jupiter.api.Test;

class MemoryManagerTest {
  @Test
  void reservationsCountAgainstOneLimit() {
    MemoryManager memory = new MemoryManager(1000);
    MemoryReservation a = memory.reserve("A");
    MemoryReservation b = memory.reserve("B");
    a.grow(600);
    assertFalse(b.tryGrow(401));
    assertTrue(b.tryGrow(400));
    assertEquals(1000, memory.used());
    EiderException error = assertThrows(EiderException.class, () -> a.grow(1));
    assertEquals(ErrorType.OUT_OF_MEMORY, error.type());
    assertTrue(error.getMessage().contains("1000 bytes/1000 bytes used"), error.getMessage());
    a.close();
    assertEquals(400, memory.used());
    b.resize(100);
    assertEquals(100, memory.used());
    assertEquals(1000, memory.peak());
    b.close();
    assertEquals(0, memory.used());
    assertTrue(memory.reservations().isEmpty());
  }

  @Test
  void theLimitCannotFallBelowWhatIsInUse() {
    MemoryManager memory = new MemoryManager(1000);
    MemoryReservation reservation = memory.reserve("A");
    reservation.grow(500);
    assertThrows(EiderException.class, () -> memory.setLimit(499));
    memory.setLimit(500);
    assertFalse(reservation.tryGrow(1));
  }

  @Test
  void sizesReadWell() {
    assertEquals("0 bytes", MemoryManager.formatBytes(0));
    assertEquals("1 byte", MemoryManager.formatBytes(1));
    assertEquals("1.0 KiB", MemoryManager.formatBytes(1024));
    assertEquals("1.5 MiB", MemoryManager.formatBytes(3 << 19));
    assertEquals("2.0 GiB", MemoryManager.formatBytes(1L << 31));
  }

  @Test
  void theArbiterGivesMinimumsAndSharesTheRestByNeed() {
    MemoryManager memory = new MemoryManager(10_000);
    TemporaryMemory.Claim small = memory.temporary().register("A", 500);
    TemporaryMemory.Claim large = memory.temporary().register("B", 500);
    assertEquals(500, small.granted());
    small.want(1_500);
    assertEquals(1_500, small.granted());
    large.want(19_500);
    // 6,000 are shared; 5,000 above the minimums, of which 1,000 and 19,000 are wanted.
    assertEquals(500 + 5_000 / 20, small.granted());
    assertEquals(500 + 5_000 * 19 / 20, large.granted());
    large.close();
    assertEquals(1_500, small.granted());
  }
}
