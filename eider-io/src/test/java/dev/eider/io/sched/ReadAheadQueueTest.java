// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.sched;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.SegmentPool;
import dev.eider.base.table.ChunkReader;
import dev.eider.base.table.FetchPlan;
import dev.eider.base.table.FetchPlan.ByteRange;
import dev.eider.base.table.FetchedBytes;
import dev.eider.base.table.Fetcher;
import dev.eider.base.table.ObjectVersion;
import dev.eider.base.table.ReadAhead;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.ScanTask;
import dev.eider.base.table.TableScan;
import dev.eider.io.store.Stores;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ReadAheadQueueTest {
  private static final ObjectVersion OBJECT = new ObjectVersion("fake://o", "1", 1L << 40);

  private final MemoryManager memory = new MemoryManager(1L << 30);
  private final ScanContext context = context(memory);

  private static ScanContext context(MemoryManager memory) {
    return new ScanContext() {
      @Override
      public Env env() {
        return Env.system();
      }

      @Override
      public MemoryManager memory() {
        return memory;
      }

      @Override
      public int threads() {
        return 2;
      }

      @Override
      public String timeZone() {
        return "UTC";
      }

      @Override
      public void checkInterrupted() {}

      @Override
      public void addBytesRead(long bytes) {}
    };
  }

  private record Task(long index, FetchPlan fetchPlan, List<Task> slices) implements ScanTask {}

  /** Tasks one after the other in one object. */
  private static final class Tasks implements TableScan {
    private final int count;
    private final long size;
    private final int slices;
    private int next;

    Tasks(int count, long size) {
      this(count, size, 0);
    }

    Tasks(int count, long size, int slices) {
      this.count = count;
      this.size = size;
      this.slices = slices;
    }

    @Override
    public synchronized ScanTask nextTask() {
      if (next == count) {
        return null;
      }
      long offset = next * size;
      FetchPlan plan = new FetchPlan(List.of(new ByteRange(OBJECT, offset, size)));
      List<Task> parts = new ArrayList<>();
      for (int i = 0; i < slices; i++) {
        parts.add(new Task((long) next * slices + i, plan, List.of()));
      }
      next++;
      return new Task((next - 1L) * Math.max(1, slices), plan, parts);
    }

    @Override
    public ChunkReader newReader() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int maxTasks() {
      return count;
    }

    @Override
    public void close() {}
  }

  /** One set-up of store, pool and fetcher. */
  private final class Rig implements AutoCloseable {
    final FakeStore store;
    final ReadPool pool;
    final SegmentPool segments;
    final StoreFetcher fetcher;

    Rig(ScanContext context, int threads, int depth, boolean open) {
      store = new FakeStore(open);
      pool = new ReadPool(Env.system(), threads);
      segments = new SegmentPool(context.memory(), "TEST");
      fetcher =
          new StoreFetcher(
              address -> new Stores.Located(store, address.substring("fake://".length())),
              context,
              segments,
              new RequestPlanner(0, 16 << 20, 8 << 20),
              null,
              null,
              depth,
              threads == 0 ? null : pool.open(false),
              Fetcher.none(),
              null,
              0,
              null);
    }

    @Override
    public void close() {
      fetcher.close();
      segments.close();
    }
  }

  private static void check(ScanTask task, FetchedBytes bytes) {
    ByteRange range = task.fetchPlan().ranges().getFirst();
    MemorySegment segment = bytes.get(range);
    assertEquals(range.length(), segment.byteSize());
    for (long at : new long[] {0, range.length() / 2, range.length() - 1}) {
      assertEquals(FakeStore.byteAt(range.offset() + at), segment.get(ValueLayout.JAVA_BYTE, at));
    }
  }

  @ParameterizedTest
  @CsvSource({"-1,4", "3,4", "1,4", "0,4", "8,2", "2,16", "0,0", "-1,0"})
  void tasksComeInOrderWithTheirBytes(int depth, int threads) throws Exception {
    try (Rig rig = new Rig(context, threads, depth, true);
        ReadAhead queue = rig.fetcher.readAhead(new Tasks(40, 100_000))) {
      for (int i = 0; i < 40; i++) {
        ReadAhead.Claim claim = queue.claim();
        assertNotNull(claim);
        assertEquals(i, claim.task().index());
        claim.bytes().ready().get(30, TimeUnit.SECONDS);
        check(claim.task(), claim.bytes());
        claim.bytes().close();
      }
      assertNull(queue.claim());
      assertEquals(40, rig.store.count());
    }
    assertEquals(0, memory.used());
  }

  @ParameterizedTest
  @CsvSource({"-1,4", "3,4", "1,4", "0,4", "0,0"})
  void slicesComeInOrderAndShareOneFetch(int depth, int threads) throws Exception {
    try (Rig rig = new Rig(context, threads, depth, true);
        ReadAhead queue = rig.fetcher.readAhead(new Tasks(10, 100_000, 3))) {
      ArrayDeque<ReadAhead.Claim> held = new ArrayDeque<>();
      for (int i = 0; i < 30; i++) {
        ReadAhead.Claim claim = queue.claim();
        assertNotNull(claim);
        assertEquals(i, claim.task().index());
        claim.bytes().ready().get(30, TimeUnit.SECONDS);
        held.add(claim);
        if (held.size() == 4) {
          ReadAhead.Claim oldest = held.remove();
          check(oldest.task(), oldest.bytes());
          oldest.bytes().close();
        }
      }
      assertNull(queue.claim());
      assertEquals(10, rig.store.count());
      held.forEach(claim -> claim.bytes().close());
    }
    assertEquals(0, memory.used());
  }

  @ParameterizedTest
  @CsvSource({"-1,4", "1,4", "0,4", "0,0"})
  void slicesThatNobodyClaimsGiveTheirBytesBack(int depth, int threads) throws Exception {
    try (Rig rig = new Rig(context, threads, depth, true);
        ReadAhead queue = rig.fetcher.readAhead(new Tasks(10, 100_000, 3))) {
      ReadAhead.Claim claim = queue.claim();
      assertNotNull(claim);
      queue.close();
      claim.bytes().ready().get(30, TimeUnit.SECONDS);
      check(claim.task(), claim.bytes());
      claim.bytes().close();
      claim.bytes().close();
    }
    assertEquals(0, memory.used());
  }

  @Test
  void severalWorkersTakeEachTaskOnce() throws Exception {
    ConcurrentHashMap<Long, Boolean> seen = new ConcurrentHashMap<>();
    List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());
    try (Rig rig = new Rig(context, 8, -1, true);
        ReadAhead queue = rig.fetcher.readAhead(new Tasks(300, 70_000))) {
      List<Thread> workers = new ArrayList<>();
      for (int w = 0; w < 4; w++) {
        workers.add(
            Thread.ofPlatform()
                .start(() -> {
                  try {
                    ReadAhead.Claim claim;
                    while ((claim = queue.claim()) != null) {
                      claim.bytes().ready().get(30, TimeUnit.SECONDS);
                      check(claim.task(), claim.bytes());
                      claim.bytes().close();
                      assertNull(seen.put(claim.task().index(), true));
                    }
                  } catch (Throwable e) {
                    errors.add(e);
                  }
                }));
      }
      for (Thread worker : workers) {
        worker.join();
      }
    }
    assertEquals(List.of(), errors);
    assertEquals(300, seen.size());
    assertEquals(0, memory.used());
  }

  @ParameterizedTest
  @CsvSource({"0,1", "1,2", "5,6"})
  void exactlyAsManyAreUnderWayAsTheDepthAllows(int depth, int reads) throws Exception {
    try (Rig rig = new Rig(context, 32, depth, false);
        ReadAhead queue = rig.fetcher.readAhead(new Tasks(100, 100_000))) {
      ReadAhead.Claim claim = queue.claim();
      // A second look tops up what the claim took away.
      ReadAhead.Claim second = queue.claim();
      assertNotNull(claim);
      assertNotNull(second);
      assertFalse(claim.bytes().ready().isDone());
      rig.store.gate.countDown();
      claim.bytes().ready().get(30, TimeUnit.SECONDS);
      second.bytes().ready().get(30, TimeUnit.SECONDS);
      claim.bytes().close();
      second.bytes().close();
      queue.close();
      rig.fetcher.close();
      assertTrue(rig.store.count() <= reads + 1, rig.store.count() + " reads");
      assertTrue(rig.store.count() >= 2);
    }
    assertEquals(0, memory.used());
  }

  @Test
  void byMemoryTheBudgetBoundsWhatIsUnderWay() {
    MemoryManager small = new MemoryManager(100L << 20);
    try (Rig rig = new Rig(context(small), 64, -1, false);
        ReadAhead queue = rig.fetcher.readAhead(new Tasks(1000, 1 << 20))) {
      ReadAhead.Claim claim = queue.claim();
      assertNotNull(claim);
      // 60 % of the limit is shared out.
      assertTrue(small.used() <= 61L << 20, small.used() + " used");
      assertTrue(small.used() >= 50L << 20, small.used() + " used");
      claim.bytes().close();
    }
    assertEquals(0, small.used());
  }

  @ParameterizedTest
  @CsvSource({"-1,8", "8,8", "0,8", "0,0"})
  void aScanOfMoreThanTheLimitGoesOn(int depth, int threads) throws Exception {
    MemoryManager small = new MemoryManager(10L << 20);
    try (Rig rig = new Rig(context(small), threads, depth, true);
        ReadAhead queue = rig.fetcher.readAhead(new Tasks(7, 4 << 20))) {
      ReadAhead.Claim held = null;
      for (int i = 0; i < 7; i++) {
        ReadAhead.Claim claim = queue.claim();
        assertNotNull(claim);
        if (held != null) {
          held.bytes().ready().get(30, TimeUnit.SECONDS);
          check(held.task(), held.bytes());
          held.bytes().close();
        }
        held = claim;
      }
      assertNotNull(held);
      held.bytes().ready().get(30, TimeUnit.SECONDS);
      check(held.task(), held.bytes());
      held.bytes().close();
      assertNull(queue.claim());
    }
    assertTrue(small.peak() <= 10L << 20);
    assertEquals(0, small.used());
  }

  @ParameterizedTest
  @CsvSource({"-1,8", "8,8", "0,0"})
  void aTaskLargerThanTheLimitIsAnErrorAndNoHang(int depth, int threads) throws Exception {
    MemoryManager small = new MemoryManager(4L << 20);
    try (Rig rig = new Rig(context(small), threads, depth, true);
        ReadAhead queue = rig.fetcher.readAhead(new Tasks(7, 6 << 20))) {
      ReadAhead.Claim claim = queue.claim();
      assertNotNull(claim);
      claim.bytes().ready().get(30, TimeUnit.SECONDS);
      ByteRange range = claim.task().fetchPlan().ranges().getFirst();
      EiderException error = assertThrows(EiderException.class, () -> claim.bytes().get(range));
      assertEquals(ErrorType.OUT_OF_MEMORY, error.type());
      claim.bytes().close();
    }
    assertEquals(0, small.used());
  }

  @ParameterizedTest
  @CsvSource({"0", "3", "19"})
  void aFailedReadIsTheErrorOfItsTask(int failing) throws Exception {
    try (Rig rig = new Rig(context, 4, 8, true);
        ReadAhead queue = rig.fetcher.readAhead(new Tasks(20, 100_000))) {
      rig.store.failAt = failing * 100_000L;
      for (int i = 0; i < 20; i++) {
        ReadAhead.Claim claim = queue.claim();
        assertNotNull(claim);
        claim.bytes().ready().get(30, TimeUnit.SECONDS);
        if (i == failing) {
          ByteRange range = claim.task().fetchPlan().ranges().getFirst();
          EiderException error = assertThrows(EiderException.class, () -> claim.bytes().get(range));
          assertEquals(ErrorType.IO, error.type());
          assertTrue(
              error
                  .getMessage()
                  .contains(
                      "bytes "
                          + failing * 100_000
                          + " to "
                          + (failing * 100_000 + 99_999)
                          + " of \"fake://o\": HTTP 500 after 3 attempts"),
              error.getMessage());
        } else {
          check(claim.task(), claim.bytes());
        }
        claim.bytes().close();
      }
    }
    assertEquals(0, memory.used());
  }

  @Test
  void anAbandonedScanEndsItsReads() {
    try (Rig rig = new Rig(context, 4, 50, false);
        ReadAhead queue = rig.fetcher.readAhead(new Tasks(100, 100_000))) {
      ReadAhead.Claim claim = queue.claim();
      assertNotNull(claim);
      assertFalse(claim.bytes().ready().isDone());
      queue.close();
      claim.bytes().close();
      rig.fetcher.close();
      assertTrue(claim.bytes().ready().isDone());
      assertTrue(rig.store.count() <= 4, "no read began after the end");
    }
    assertEquals(0, memory.used());
  }

  @Test
  void aLargeRangeIsReadInPartsAtOnceAndIsOnePiece() throws Exception {
    try (Rig rig = new Rig(context, 4, 0, true)) {
      ByteRange range = new ByteRange(OBJECT, 1000, 20 << 20);
      try (FetchedBytes bytes = rig.fetcher.fetch(new FetchPlan(List.of(range)))) {
        bytes.ready().get(30, TimeUnit.SECONDS);
        check(new Task(0, new FetchPlan(List.of(range)), List.of()), bytes);
      }
      assertEquals(3, rig.store.count());
    }
    assertEquals(0, memory.used());
  }

  @Test
  void shortQueriesDoNotStandBehindLongOnes() throws Exception {
    FakeStore store = new FakeStore(false);
    ReadPool pool = new ReadPool(Env.system(), 1);
    ReadPool.Lane large = pool.open(false);
    ReadPool.Lane small = pool.open(false);
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    large.submit(
        1,
        () -> {
          try {
            store.gate.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        },
        () -> {});
    for (int i = 0; i < 10; i++) {
      int number = i;
      large.submit(8 << 20, () -> order.add("L" + number), () -> {});
    }
    for (int i = 0; i < 3; i++) {
      int number = i;
      small.submit(1 << 20, () -> order.add("S" + number), () -> {});
    }
    CountDownLatch smallDone = new CountDownLatch(1);
    small.submit(1, smallDone::countDown, () -> {});
    store.gate.countDown();
    assertTrue(smallDone.await(30, TimeUnit.SECONDS));
    small.close();
    large.close();
    // Beside 3 MB of the small query the large one had at most its turns of 4 MiB.
    assertTrue(order.indexOf("S2") <= 4, "the small query's reads came late: " + order);
  }
}
