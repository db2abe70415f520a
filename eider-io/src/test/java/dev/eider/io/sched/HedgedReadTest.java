// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.sched;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.Env;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.SegmentPool;
import dev.eider.io.store.ManualEnv;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.StoreException.Reason;
import dev.eider.io.store.Stores;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HedgedReadTest {
  private static final int LENGTH = 5_000;
  private static final long USUAL = 10_000_000;

  private final ManualEnv env = ManualEnv.standing(1);
  private final Hedges hedges = new Hedges(env);
  private final FakeStore store = new FakeStore(true);
  private final MemoryManager memory = new MemoryManager(1 << 20);
  private final SegmentPool segments = new SegmentPool(memory, "TEST");
  private final ReadPool pool = new ReadPool(Env.system(), 4);
  private final ReadPool.Lane firsts = pool.open(false);
  private final ReadPool.Lane seconds = pool.open(true);
  private final byte[] target = new byte[LENGTH];
  private final CompletableFuture<Boolean> outcome = new CompletableFuture<>();

  @AfterEach
  void nothingIsLeft() {
    store.gates.values().forEach(CountDownLatch::countDown);
    firsts.close();
    seconds.cancel();
    seconds.close();
    segments.trim();
    assertEquals(0, memory.used());
  }

  private void usual(int requests) {
    for (int i = 0; i < requests; i++) {
      hedges.ended(store, LENGTH, USUAL, 3);
    }
  }

  private void hold(int... reads) {
    for (int read : reads) {
      store.gates.put(read, new CountDownLatch(1));
    }
  }

  private void open(int read) {
    store.gates.get(read).countDown();
  }

  private static void until(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(1);
    }
  }

  /** Begins a read that the store holds, and lets so much time pass. */
  private ReadPool.Work read(long millis) throws InterruptedException {
    ReadPool.Work work =
        firsts.submit(
            LENGTH,
            () -> {
              try {
                outcome.complete(
                    HedgedRead.read(
                        hedges,
                        3,
                        segments,
                        seconds,
                        new Stores.Located(store, "k"),
                        7,
                        MemorySegment.ofArray(target),
                        null));
              } catch (StoreException e) {
                outcome.completeExceptionally(e);
              }
            },
            () -> outcome.cancel(false));
    until(() -> store.count() == 1);
    env.advance(millis);
    return work;
  }

  private void checkBytes() {
    for (int i = 0; i < LENGTH; i++) {
      assertEquals(FakeStore.byteAt(7 + i), target[i]);
    }
  }

  @Test
  void nothingIsSlowBeforeEnoughWasSeen() throws Exception {
    usual(Hedges.SAMPLES_MIN - 1);
    assertEquals(-1, hedges.slowNanos(store, LENGTH));
    hold(0);
    read(10_000);
    open(0);
    assertFalse(outcome.get());
    assertEquals(1, store.count());
    assertEquals(50_000_000, hedges.slowNanos(store, LENGTH), "the least that is slow");
    assertEquals(-1, hedges.slowNanos(store, 100 * LENGTH), "of another size");
  }

  @Test
  void aSlowReadIsAskedForAgainAndTheFasterOneCounts() throws Exception {
    usual(Hedges.SAMPLES_MIN);
    hold(0);
    read(49);
    Thread.sleep(20);
    assertEquals(1, store.count());
    env.advance(1);
    assertTrue(outcome.get());
    assertEquals(2, store.count());
    assertEquals(store.reads.get(0), store.reads.get(1));
    checkBytes();
  }

  @Test
  void whenTheFirstOneComesAfterAllTheSecondIsCancelled() throws Exception {
    usual(Hedges.SAMPLES_MIN);
    hold(0, 1);
    read(60);
    until(() -> store.count() == 2);
    open(0);
    assertTrue(outcome.get());
    checkBytes();
  }

  @Test
  void aCancelEndsBoth() throws Exception {
    usual(Hedges.SAMPLES_MIN);
    hold(0, 1);
    ReadPool.Work work = read(60);
    until(() -> store.count() == 2);
    work.cancel();
    ExecutionException failed = assertThrows(ExecutionException.class, outcome::get);
    StoreException cause = (StoreException) failed.getCause();
    assertEquals(Reason.INTERRUPTED, cause.reason());
  }

  @Test
  void aSecondRequestThatFailsChangesNothing() throws Exception {
    usual(Hedges.SAMPLES_MIN);
    hold(0, 1);
    read(60);
    until(() -> store.count() == 2);
    store.failAt = 7;
    open(1);
    until(() -> segmentsAreFree());
    store.failAt = -1;
    open(0);
    assertTrue(outcome.get());
    checkBytes();
  }

  private boolean segmentsAreFree() {
    segments.trim();
    return memory.used() == 0;
  }

  @Test
  void withoutMemoryThereIsNoSecondRequest() throws Exception {
    usual(Hedges.SAMPLES_MIN);
    memory.setLimit(1_000);
    hold(0);
    read(60);
    open(0);
    assertFalse(outcome.get());
    assertEquals(1, store.count());
  }

  @Test
  void atMostAShareIsAskedForTwice() {
    usual(Hedges.SAMPLES_MIN);
    for (int i = 0; i < 2; i++) {
      assertTrue(hedges.take(store));
    }
    int more = 0;
    for (int i = 0; i < 10_000; i++) {
      usual(1);
      more += hedges.take(store) ? 1 : 0;
    }
    assertTrue(more <= 302 && more >= 299, more + " of 10,000");
  }

  @Test
  void thereIsAPauseWhenSecondRequestsDoNotHelp() {
    usual(200);
    for (int i = 0; i < Hedges.LOSSES_MAX; i++) {
      hedges.decided(store, false);
    }
    usual(Hedges.PAUSE - 1);
    assertFalse(hedges.take(store));
    usual(1);
    assertTrue(hedges.take(store));
  }
}
