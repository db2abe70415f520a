// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.MemoryReservation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArtIndexTest {
  private final MemoryManager manager = new MemoryManager(1L << 30);
  private final MemoryReservation memory = manager.reserve("INDEX");

  private record Kept(ArtSnapshot snapshot, IndexModel model) {}

  @ParameterizedTest
  @EnumSource(KeyShape.class)
  void behavesLikeASortedMap(KeyShape shape) {
    for (int seed = 1; seed <= 6; seed++) {
      Random random = new Random(seed);
      int range = 1 << (3 + 2 * seed);
      KeyEncoder encoder = shape.encoder();
      ArtIndex index = new ArtIndex(memory);
      IndexModel model = new IndexModel();
      List<Kept> kept = new ArrayList<>();
      for (int step = 0; step < 6000; step++) {
        byte[] key = shape.key(encoder, random, range);
        long rowId = random.nextInt(shape == KeyShape.REPEATED ? 500 : 3);
        // Grows, shrinks to almost nothing, grows again.
        boolean insert = random.nextInt(10) < (step % 3000 < 1800 ? 8 : 2);
        if (insert) {
          assertEquals(model.insert(key, rowId), index.insert(key, rowId), "step " + step);
        } else {
          byte[] target = key;
          List<byte[]> keys = step % 4 == 0 ? model.keys() : List.of();
          if (!keys.isEmpty()) {
            target = keys.get(random.nextInt(keys.size()));
            rowId = model.rows(target).first();
          }
          assertEquals(model.remove(target, rowId), index.remove(target, rowId), "step " + step);
        }
        if (random.nextInt(1000) == 0) {
          kept.add(new Kept(index.snapshot(), model.copy()));
        }
        if (step % 500 == 499) {
          model.assertSame(index);
          model.assertRanges(index, random, 30);
          assertBytes(index);
        }
      }
      for (Kept one : kept) {
        one.model.assertSame(one.snapshot);
        one.model.assertRanges(one.snapshot, random, 10);
      }
      for (byte[] key : model.keys()) {
        for (long rowId : List.copyOf(model.rows(key))) {
          assertTrue(index.remove(key, rowId));
        }
      }
      assertEquals(0, index.bytes());
      assertEquals(0, index.entries());
      assertNull(index.minKey());
      assertNull(index.maxKey());
      index.close();
      assertEquals(0, memory.bytes());
    }
  }

  private void assertBytes(ArtIndex index) {
    assertEquals(Tree.bytes(index.root()), index.bytes());
    assertTrue(memory.bytes() >= index.bytes());
    long most = index.bytes() + index.bytes() / 8 + 4L * ArtIndex.HEADROOM;
    assertTrue(memory.bytes() <= most, memory.bytes() + " for " + index.bytes());
  }

  @Test
  void anEmptyIndexAnswersNothing() {
    ArtIndex index = new ArtIndex(memory);
    byte[] key = {1, 2};
    assertEquals(ArtView.NONE, index.first(key));
    assertEquals(0, index.count(key, 2));
    assertFalse(index.remove(key, 1));
    assertFalse(index.cursor(null, null, 10).next());
    assertFalse(index.cursor(key, null, 10).next());
    assertEquals(0, memory.bytes());
  }

  @Test
  void aSnapshotIsTakenOnceForEachState() {
    ArtIndex index = new ArtIndex(memory);
    index.insert(new byte[] {1}, 1);
    ArtSnapshot first = index.snapshot();
    assertSame(first, index.snapshot());
    index.insert(new byte[] {2}, 2);
    assertEquals(1, first.entries());
    assertEquals(2, index.snapshot().entries());
    assertEquals(ArtView.NONE, first.first(new byte[] {2}));
  }

  @Test
  void aCursorOfTheLiveIndexIsNotDisturbedByChanges() {
    ArtIndex index = new ArtIndex(memory);
    for (int i = 0; i < 256; i++) {
      index.insert(new byte[] {(byte) i}, i);
    }
    ArtCursor cursor = index.cursor(new byte[] {10}, new byte[] {(byte) 200}, 1000);
    int seen = 10;
    while (cursor.next()) {
      assertEquals(seen, cursor.rowId());
      assertTrue(index.remove(new byte[] {(byte) seen}, seen));
      seen++;
    }
    assertEquals(200, seen);
    assertEquals(66, index.entries());
  }

  @Test
  void longKeysThatContinueOneAnotherNeedNoDeepStack() {
    // Each but for its end is the beginning of the next: a level of the tree for each key.
    ArtIndex index = new ArtIndex(memory);
    int levels = 5000;
    byte[] key = new byte[levels + 1];
    Arrays.fill(key, (byte) 'x');
    try (ArtBuilder builder = new ArtBuilder(memory)) {
      for (int i = 0; i < levels; i++) {
        key[i] = 0;
        index.insert(key, i + 1, i);
        builder.add(key, i + 1, i);
        key[i] = 'x';
      }
      ArtIndex built = builder.build();
      assertEquals(levels, built.keys());
      assertEquals(index.bytes(), built.bytes());
      ArtCursor cursor = index.cursor(null, null, Long.MAX_VALUE);
      ArtCursor other = built.cursor(null, null, Long.MAX_VALUE);
      for (int i = 0; i < levels; i++) {
        assertTrue(cursor.next());
        assertTrue(other.next());
        assertEquals(i, cursor.rowId());
        assertEquals(i, other.rowId());
      }
      built.close();
    }
    for (int i = 0; i < levels; i++) {
      key[i] = 0;
      assertTrue(index.remove(key, i + 1, i));
      key[i] = 'x';
    }
    assertEquals(0, index.bytes());
  }

  @Test
  void keysThatAreNotPrefixFreeAreRefused() {
    ArtIndex index = new ArtIndex(memory);
    index.insert(ascii("abcd"), 1);
    assertThrows(IllegalArgumentException.class, () -> index.insert(ascii("ab"), 2));
    assertThrows(IllegalArgumentException.class, () -> index.insert(ascii("abcdef"), 2));
    index.insert(ascii("abxy"), 2);
    index.snapshot();
    assertThrows(IllegalArgumentException.class, () -> index.insert(ascii("a"), 3));
    assertThrows(IllegalArgumentException.class, () -> index.insert(ascii("ab"), 3));
    assertThrows(IllegalArgumentException.class, () -> index.insert(ascii("abxyz"), 3));
    assertEquals(2, index.entries());
    assertEquals(2, index.keys());
    assertEquals(Tree.bytes(index.root()), index.bytes());
    assertEquals(ArtView.NONE, index.first(ascii("ab")));
    assertEquals(ArtView.NONE, index.first(ascii("abcdef")));
  }

  @Test
  void whatDoesNotFitIntoMemoryChangesNothing() {
    for (KeyShape shape : KeyShape.values()) {
      MemoryManager small = new MemoryManager(200_000);
      MemoryReservation reservation = small.reserve("INDEX");
      ArtIndex index = new ArtIndex(reservation);
      IndexModel model = new IndexModel();
      KeyEncoder encoder = shape.encoder();
      Random random = new Random(5);
      EiderException refusal = null;
      for (int i = 0; refusal == null; i++) {
        byte[] key = shape.key(encoder, random, 1 << 20);
        try {
          index.insert(key, i);
          model.insert(key, i);
        } catch (EiderException e) {
          refusal = e;
        }
      }
      assertEquals(ErrorType.OUT_OF_MEMORY, refusal.type());
      assertTrue(refusal.getMessage().contains("INDEX"), refusal.getMessage());
      model.assertSame(index);
      assertEquals(Tree.bytes(index.root()), index.bytes());
      assertTrue(index.bytes() > 160_000, "most of the limit is used: " + index.bytes());
      byte[] gone = model.keys().getFirst();
      for (long rowId : List.copyOf(model.rows(gone))) {
        assertTrue(index.remove(gone, rowId));
        model.remove(gone, rowId);
      }
      model.assertSame(index);
      index.close();
      assertEquals(0, small.used());
    }
  }

  @Test
  void readersOfSnapshotsAreNotDisturbedByAWriter() throws InterruptedException {
    ArtIndex index = new ArtIndex(memory);
    AtomicReference<ArtSnapshot> newest = new AtomicReference<>(index.snapshot());
    AtomicBoolean done = new AtomicBoolean();
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    List<Thread> readers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      readers.add(
          Env.system()
              .startThread(
                  "reader-" + i,
                  () -> {
                    try {
                      while (!done.get()) {
                        readInPairs(newest.get());
                      }
                    } catch (RuntimeException | Error e) {
                      failures.add(e);
                    }
                  }));
    }
    // Every snapshot holds each row id of its keys under its negative too.
    Random random = new Random(3);
    for (int i = 0; i < 40_000 && failures.isEmpty(); i++) {
      long value = random.nextInt(4000);
      byte[] positive = Tree.rowKey(value);
      byte[] negative = Tree.rowKey(-value - 1);
      if (random.nextInt(5) < 3) {
        assertEquals(index.insert(positive, value), index.insert(negative, value));
      } else {
        assertEquals(index.remove(positive, value), index.remove(negative, value));
      }
      if (i % 7 == 0) {
        newest.set(index.snapshot());
      }
    }
    done.set(true);
    for (Thread reader : readers) {
      reader.join();
    }
    assertEquals(List.of(), List.copyOf(failures));
  }

  private static void readInPairs(ArtSnapshot snapshot) {
    ArtCursor cursor = snapshot.cursor(Tree.rowKey(0), null, Long.MAX_VALUE);
    long previous = -1;
    long count = 0;
    while (cursor.next()) {
      long value = cursor.rowId();
      assertTrue(previous < value);
      assertEquals(value, snapshot.first(Tree.rowKey(-value - 1)));
      previous = value;
      count++;
    }
    assertEquals(snapshot.entries(), 2 * count);
    assertEquals(snapshot.keys(), 2 * count);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
