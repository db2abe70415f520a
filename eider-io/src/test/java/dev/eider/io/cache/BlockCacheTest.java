// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.memory.SegmentPool;
import dev.eider.base.table.ObjectVersion;
import dev.eider.io.store.ObjectStore;
import dev.eider.io.store.memory.MemoryStore;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BlockCacheTest {
  private static final int PIECE = 64 << 10;

  private final MemoryManager memory = new MemoryManager(40L * PIECE);
  private final SegmentPool buffers = new SegmentPool(memory, "TEST");
  private final BlockCache cache = new BlockCache(memory, buffers);
  private final ObjectStore store = new MemoryStore(Env.system(), "memory:test");
  private final ObjectVersion object = new ObjectVersion("s3://b/o", "\"1\"", 1L << 30);

  @AfterEach
  void nothingIsLeft() {
    cache.close();
    buffers.close();
    assertEquals(0, memory.used());
  }

  private void offer(ObjectVersion version, long offset, int length) {
    SegmentPool.Buffer buffer = buffers.take(length);
    for (long i = 0; i < length; i += 1_000) {
      buffer.segment().set(ValueLayout.JAVA_BYTE, i, (byte) (offset + i));
    }
    cache.offer(store, version, offset, buffer);
  }

  private boolean has(long offset, long length) {
    try (BlockCache.Pin pin = cache.pin(store, object, offset, length)) {
      return pin != null;
    }
  }

  @Test
  void findsWhatLiesInsideOfAPiece() {
    offer(object, 5_000, 10_000);
    offer(object, 6_000, 500);
    try (BlockCache.Pin pin = cache.pin(store, object, 6_000, 9_000)) {
      assertNotNull(pin);
      assertEquals(9_000, pin.segment().byteSize());
      assertEquals((byte) 7_000, pin.segment().get(ValueLayout.JAVA_BYTE, 1_000));
      assertTrue(pin.segment().isReadOnly());
    }
    assertFalse(has(6_000, 9_001));
    assertFalse(has(4_999, 2));
    assertEquals(2, cache.counts().misses());
    assertEquals(1, cache.counts().hits());
    assertEquals(9_000, cache.counts().hitBytes());
    assertEquals(1, cache.counts().pieces());
  }

  @Test
  void aLongerPieceTakesThePlaceOfAShorterOne() {
    offer(object, 0, 1_000);
    offer(object, 0, 2_000);
    assertTrue(has(500, 1_500));
    assertEquals(1, cache.counts().pieces());
  }

  @Test
  void anotherVersionOrStoreIsNotFound() {
    offer(object, 0, 1_000);
    assertNull(cache.pin(store, new ObjectVersion("s3://b/o", "\"2\"", 1L << 30), 0, 10));
    assertNull(cache.pin(store, new ObjectVersion("s3://b/o", "\"1\"", 1L << 29), 0, 10));
    assertNull(cache.pin(new MemoryStore(Env.system(), "memory:test"), object, 0, 10));
    assertTrue(has(0, 10));
  }

  @Test
  void keepsNoVersionWhoseTagSaysNothing() {
    for (String tag : List.of("", "W/\"1\"")) {
      ObjectVersion version = new ObjectVersion("s3://b/o", tag, 1_000);
      offer(version, 0, 1_000);
      assertNull(cache.pin(store, version, 0, 10));
    }
    assertEquals(0, cache.counts().pieces());
  }

  @Test
  void keepsHalfOfTheMemoryAndGivesItUpBeforeAnybodyIsRefused() {
    for (int i = 0; i < 100; i++) {
      offer(object, (long) i * PIECE, PIECE);
    }
    assertEquals(20L * PIECE, cache.counts().bytes());
    assertEquals(0, memory.held());
    try (MemoryReservation other = memory.reserve("OTHER")) {
      other.grow(35L * PIECE);
      assertTrue(cache.counts().bytes() <= 5L * PIECE);
      assertThrows(EiderException.class, () -> other.grow(6L * PIECE));
      assertEquals(35L * PIECE, other.bytes());
    }
  }

  @Test
  void aSmallerLimitTakesItsRoom() {
    for (int i = 0; i < 20; i++) {
      offer(object, (long) i * PIECE, PIECE);
    }
    memory.setLimit(4L * PIECE);
    assertTrue(memory.used() <= 4L * PIECE);
  }

  @Test
  void whatIsPinnedStaysAsItIs() {
    offer(object, 0, PIECE);
    try (BlockCache.Pin pin = cache.pin(store, object, 0, PIECE)) {
      assertNotNull(pin);
      for (int i = 1; i < 100; i++) {
        offer(object, (long) i * PIECE, PIECE);
      }
      cache.evict(Long.MAX_VALUE);
      assertEquals((byte) 2_000, pin.segment().get(ValueLayout.JAVA_BYTE, 2_000));
      assertTrue(has(0, PIECE));
      cache.clear();
      assertFalse(has(0, PIECE));
      assertEquals((byte) 2_000, pin.segment().get(ValueLayout.JAVA_BYTE, 2_000));
      pin.close();
    }
  }

  @Test
  void onePassOverMuchDataDoesNotPushOutWhatIsReadOften() {
    offer(object, 0, PIECE);
    assertTrue(has(0, PIECE));
    for (int i = 1; i < 500; i++) {
      offer(object, (long) i * PIECE, PIECE);
      if (i % 50 == 0) {
        assertTrue(has(0, PIECE), "after " + i);
      }
    }
  }

  @Test
  void aPassOverMoreThanFitsFindsSomethingTheNextTimes() {
    int pieces = 30;
    int found = 0;
    for (int pass = 0; pass < 6; pass++) {
      for (int i = 0; i < pieces; i++) {
        if (has((long) i * PIECE, PIECE)) {
          found++;
        } else {
          offer(object, (long) i * PIECE, PIECE);
        }
      }
    }
    // A queue of the least recently used would find nothing.
    assertTrue(found >= pieces, "found " + found);
  }

  @Test
  void manyThreadsNeverSeeOthersBytes() throws InterruptedException {
    AtomicReference<@Nullable Throwable> failed = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      Random random = new Random(t);
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                try {
                  for (int i = 0; i < 3_000; i++) {
                    visit(random.nextInt(40));
                    if (random.nextInt(200) == 0) {
                      cache.evict(10L * PIECE);
                    }
                  }
                } catch (Throwable e) {
                  failed.set(e);
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertNull(failed.get());
  }

  private void visit(int number) {
    try (BlockCache.Pin pin = cache.pin(store, object, (long) number * PIECE, PIECE)) {
      if (pin != null) {
        byte first = pin.segment().get(ValueLayout.JAVA_BYTE, 0);
        Thread.yield();
        assertEquals(number, pin.segment().get(ValueLayout.JAVA_BYTE, 0));
        assertEquals(number, first);
        return;
      }
    }
    SegmentPool.Buffer buffer = buffers.tryTake(PIECE);
    if (buffer != null) {
      buffer.segment().fill((byte) number);
      cache.offer(store, object, (long) number * PIECE, buffer);
    }
  }
}
