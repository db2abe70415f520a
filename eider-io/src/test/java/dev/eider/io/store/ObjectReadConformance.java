// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.Env;
import dev.eider.io.store.StoreException.Reason;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What {@link ObjectStore} promises about reading; each store that reads inherits it. */
public abstract class ObjectReadConformance {
  /** What users put into keys, and what breaks clients that encode them carelessly. */
  protected static final List<String> ODD_KEYS =
      List.of(
          "plus+sign",
          "colon:mark",
          "a space and  two",
          " leading and trailing ",
          "question?mark=1&x=2",
          "equals=sign/year=2024/x",
          "100%",
          "%41%2f%",
          "A%2f%",
          "hash#tag",
          "amp&ersand;semi",
          "quote'\"double",
          "star*(paren)!~$@,",
          "<angle>[square]{curly}|pipe^`",
          "back\\slash",
          "\u00fcml\u00e4ut/\u65e5\u672c\u8a9e/\ud83e\udd86",
          "e\u0301 and \u00e9",
          "UPPER/lower/Upper",
          "upper/LOWER/uPPER",
          "con/prn.txt/aux",
          "com1.parquet",
          "dot.",
          "dir.d/x.d",
          "trailing/",
          "a//b",
          "..a/b..",
          ".hidden");

  protected ObjectStore store;

  /** An empty store, by itself in the world. */
  protected abstract ObjectStore newStore() throws Exception;

  /** Puts an object where the store finds it. */
  protected abstract void place(String key, byte[] content) throws Exception;

  /** Whether the store's world can have this key at all. */
  protected boolean canHold(String key) {
    return true;
  }

  /** Whether {@code a} and {@code a/b} can both be objects. */
  protected boolean canNest() {
    return true;
  }

  /** Whether objects have tags. */
  protected boolean givesTags() {
    return true;
  }

  @BeforeEach
  void openStore() throws Exception {
    store = newStore();
  }

  @AfterEach
  void closeStore() {
    Thread.interrupted();
    store.close();
  }

  protected static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Bytes that a seed determines. */
  protected static byte[] content(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  protected static MemorySegment segment(byte[] bytes) {
    return Arena.ofAuto().allocateFrom(ValueLayout.JAVA_BYTE, bytes);
  }

  protected static MemorySegment target(int length) {
    return Arena.ofAuto().allocate(length);
  }

  protected static byte[] array(MemorySegment segment) {
    return segment.toArray(ValueLayout.JAVA_BYTE);
  }

  protected byte[] read(String key) throws StoreException {
    ObjectInfo info = store.head(key);
    MemorySegment target = target((int) info.size());
    store.get(key, 0, target, null);
    return array(target);
  }

  protected static StoreException fails(Reason reason, Executable call) {
    StoreException e = assertThrows(StoreException.class, call);
    assertEquals(reason, e.reason(), () -> String.valueOf(e.getMessage()));
    assertFalse(String.valueOf(e.getMessage()).isBlank(), "a message");
    return e;
  }

  @Test
  void getReadsTheRangeItIsAskedFor() throws Exception {
    byte[] content = content(1000, 1);
    place("dir/object", content);
    for (int[] range : new int[][] {{0, 1000}, {0, 1}, {999, 1}, {1, 998}, {500, 500}}) {
      MemorySegment target = target(range[1]);
      ObjectInfo info = store.get("dir/object", range[0], target, null);
      assertArrayEquals(Arrays.copyOfRange(content, range[0], range[0] + range[1]), array(target));
      assertEquals("dir/object", info.key());
      assertEquals(1000, info.size(), "the size of the whole object");
    }
  }

  @Test
  void bodiesMayLieOnTheHeap() throws Exception {
    place("object", bytes("0123456789"));
    byte[] heap = bytes("..........");
    store.get("object", 2, MemorySegment.ofArray(heap).asSlice(3, 4), null);
    assertArrayEquals(bytes("...2345..."), heap);
    store.getSuffix("object", MemorySegment.ofArray(heap).asSlice(0, 2), null);
    assertArrayEquals(bytes("89.2345..."), heap);
  }

  @Test
  void aRangePastTheEndIsRefused() throws Exception {
    place("object", bytes("0123456789"));
    fails(Reason.RANGE, () -> store.get("object", 0, target(11), null));
    fails(Reason.RANGE, () -> store.get("object", 9, target(2), null));
    fails(Reason.RANGE, () -> store.get("object", 10, target(1), null));
    fails(Reason.RANGE, () -> store.get("object", 1L << 40, target(1), null));
    place("empty", new byte[0]);
    fails(Reason.RANGE, () -> store.get("empty", 0, target(1), null));
  }

  @Test
  void anEmptyTargetAsksForTheObjectOnly() throws Exception {
    place("object", bytes("0123456789"));
    place("empty", new byte[0]);
    assertEquals(10, store.get("object", 10, target(0), null).size());
    assertEquals(0, store.get("empty", 0, target(0), null).size());
    assertEquals(10, store.getSuffix("object", target(0), null).size());
    fails(Reason.RANGE, () -> store.get("object", 11, target(0), null));
    fails(Reason.NOT_FOUND, () -> store.get("none", 0, target(0), null));
  }

  @Test
  void suffixReadsTheLastBytesAtTheStartOfTheTarget() throws Exception {
    place("object", bytes("0123456789"));
    for (int length : new int[] {1, 4, 9, 10, 11, 5000}) {
      MemorySegment target = target(length);
      assertEquals(10, store.getSuffix("object", target, null).size());
      int got = Math.min(10, length);
      byte[] expected =
          Arrays.copyOf(Arrays.copyOfRange(bytes("0123456789"), 10 - got, 10), length);
      assertArrayEquals(expected, array(target), "suffix of " + length);
    }
  }

  @Test
  void suffixOfAnEmptyObjectIsEmpty() throws Exception {
    place("empty", new byte[0]);
    MemorySegment target = target(8);
    ObjectInfo info = store.getSuffix("empty", target, null);
    assertEquals(0, info.size());
    assertArrayEquals(new byte[8], array(target));
  }

  @Test
  void headTellsWhatGetTells() throws Exception {
    place("object", content(4321, 2));
    ObjectInfo head = store.head("object");
    ObjectInfo get = store.get("object", 7, target(9), null);
    ObjectInfo suffix = store.getSuffix("object", target(9), null);
    assertEquals("object", head.key());
    assertEquals(4321, head.size());
    for (ObjectInfo other : List.of(get, suffix)) {
      assertEquals(head.size(), other.size());
      assertEquals(head.etag(), other.etag());
      assertEquals(head.lastModified(), other.lastModified());
    }
    assertEquals(givesTags(), !head.etag().isEmpty());
    place("empty", new byte[0]);
    assertEquals(0, store.head("empty").size());
  }

  @Test
  void timesAreOfTheStoresClock() throws Exception {
    place("object", bytes("x"));
    ObjectInfo info = store.head("object");
    long now = Env.system().epochMicros() / 1000;
    for (long time : new long[] {info.lastModified(), info.storeTime()}) {
      assertTrue(time == 0 || Math.abs(time - now) < 600_000, time + " against " + now);
    }
  }

  @Test
  void whatIsNotThereIsNotFound() throws Exception {
    place("dir/object", bytes("x"));
    for (String key : List.of("none", "dir", "dir/objec", "dir/object2", "dir/object/below")) {
      fails(Reason.NOT_FOUND, () -> store.head(key));
      fails(Reason.NOT_FOUND, () -> store.get(key, 0, target(1), null));
      fails(Reason.NOT_FOUND, () -> store.getSuffix(key, target(1), null));
    }
  }

  @Test
  void aTagPinsTheVersion() throws Exception {
    if (!givesTags()) {
      return;
    }
    place("object", bytes("version one"));
    String tag = store.head("object").etag();
    store.get("object", 0, target(3), tag);
    store.getSuffix("object", target(3), tag);
    store.get("object", 0, target(0), tag);
    place("object", bytes("version two"));
    assertNotEquals(tag, store.head("object").etag(), "same size, other content, other tag");
    fails(Reason.PRECONDITION_FAILED, () -> store.get("object", 0, target(3), tag));
    fails(Reason.PRECONDITION_FAILED, () -> store.getSuffix("object", target(3), tag));
    fails(Reason.PRECONDITION_FAILED, () -> store.get("object", 0, target(0), tag));
    fails(Reason.PRECONDITION_FAILED, () -> store.getSuffix("object", target(0), tag));
    store.get("object", 0, target(3), "");
  }

  @Test
  void keysMayHoldAnyCharacter() throws Exception {
    List<String> keys = ODD_KEYS.stream().filter(this::canHold).toList();
    for (String key : keys) {
      place(key, bytes("content of " + key));
    }
    for (String key : keys) {
      MemorySegment target = target(bytes("content of " + key).length);
      ObjectInfo info = store.get(key, 0, target, null);
      assertEquals(key, info.key());
      assertEquals("content of " + key, new String(array(target), StandardCharsets.UTF_8));
      assertEquals(target.byteSize(), store.head(key).size());
    }
  }

  @Test
  void keysMayHave1024Bytes() throws Exception {
    String ascii = "k".repeat(1023) + "z";
    String segments = "0123456789abcde/".repeat(63) + "0123456789abcdef";
    String wide = "\u65e5".repeat(341) + "x";
    for (String key : List.of(ascii, segments, wide)) {
      assertEquals(1024, bytes(key).length);
      if (canHold(key)) {
        place(key, bytes(key));
        assertEquals(1024, store.head(key).size());
        fails(Reason.NOT_FOUND, () -> store.head(key.substring(0, key.length() - 1)));
      }
    }
  }

  @Test
  void whatIsNoKeyIsRefused() {
    for (String key : List.of("", "/absolute", "k".repeat(1025), "\u65e5".repeat(342), "\ud83e")) {
      fails(Reason.REFUSED, () -> store.head(key));
      fails(Reason.REFUSED, () -> store.get(key, 0, target(1), null));
      fails(Reason.REFUSED, () -> store.getSuffix(key, target(1), null));
    }
  }

  @Test
  void largeBodiesArriveWhole() throws Exception {
    byte[] content = content(9 << 20, 3);
    place("large", content);
    MemorySegment whole = target(content.length);
    store.get("large", 0, whole, null);
    assertEquals(-1, whole.mismatch(MemorySegment.ofArray(content)));
    MemorySegment tail = target((8 << 20) + 17);
    store.getSuffix("large", tail, null);
    MemorySegment end = MemorySegment.ofArray(content).asSlice(content.length - tail.byteSize());
    assertEquals(-1, tail.mismatch(end));
  }

  @Test
  void threadsReadAtTheSameTime() throws Exception {
    byte[] content = content(100_000, 4);
    place("object", content);
    atOnce(
        8,
        thread -> {
          Random random = new Random(thread);
          for (int i = 0; i < 40; i++) {
            int offset = random.nextInt(content.length);
            int length = 1 + random.nextInt(content.length - offset);
            MemorySegment target = target(length);
            store.get("object", offset, target, null);
            assertArrayEquals(Arrays.copyOfRange(content, offset, offset + length), array(target));
          }
          return null;
        });
  }

  @Test
  void anInterruptedThreadMakesNoCall() throws Exception {
    place("object", bytes("x"));
    Thread.currentThread().interrupt();
    fails(Reason.INTERRUPTED, () -> store.get("object", 0, target(1), null));
    assertTrue(Thread.currentThread().isInterrupted(), "the status stays set");
    fails(Reason.INTERRUPTED, () -> store.getSuffix("object", target(1), null));
    fails(Reason.INTERRUPTED, () -> store.head("object"));
    assertTrue(Thread.interrupted(), "the status stays set");
    assertEquals(1, store.head("object").size(), "the store lives on");
  }

  @Test
  void interruptEndsWhatIsUnderWay() throws Exception {
    place("object", content(200_000, 5));
    endsWithInterrupted(Thread::interrupt, () -> store.get("object", 0, target(200_000), null));
  }

  @Test
  void closeEndsWhatIsUnderWayAndWhatComesLater() throws Exception {
    place("object", content(200_000, 5));
    endsWithInterrupted(
        thread -> store.close(), () -> store.get("object", 0, target(200_000), null));
    fails(Reason.INTERRUPTED, () -> store.get("object", 0, target(1), null));
    fails(Reason.INTERRUPTED, () -> store.getSuffix("object", target(1), null));
    fails(Reason.INTERRUPTED, () -> store.head("object"));
    store.close();
  }

  /** A thread that calls without end must be ended by {@code how}, with the reason. */
  protected static void endsWithInterrupted(
      java.util.function.Consumer<Thread> how, Executable call) throws InterruptedException {
    AtomicReference<Throwable> end = new AtomicReference<>();
    AtomicReference<Boolean> stop = new AtomicReference<>(false);
    Thread thread =
        new Thread(() -> {
          try {
            while (!stop.get()) {
              call.execute();
            }
          } catch (Throwable e) {
            end.set(e);
          }
        });
    thread.start();
    Thread.sleep(100);
    how.accept(thread);
    thread.join(5_000);
    stop.set(true);
    assertTrue(!thread.isAlive() && end.get() != null, "the call went on");
    fails(
        Reason.INTERRUPTED,
        () -> {
          throw end.get();
        });
  }

  /** Work of one of several threads. */
  protected interface Part<T> {
    T run(int thread) throws Exception;
  }

  /** Runs all parts at the same time; the results by thread. */
  protected static <T> List<T> atOnce(int threads, Part<T> part) throws Exception {
    try (ExecutorService pool = Env.system().newPool("conformance", threads)) {
      List<Callable<T>> calls = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        calls.add(() -> part.run(thread));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : pool.invokeAll(calls, 120, TimeUnit.SECONDS)) {
        results.add(future.get());
      }
      return results;
    }
  }
}
