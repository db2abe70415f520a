// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArtBuilderTest {
  private final MemoryManager manager = new MemoryManager(1L << 30);
  private final MemoryReservation memory = manager.reserve("INDEX");

  @ParameterizedTest
  @EnumSource(KeyShape.class)
  void buildsWhatInsertsBuild(KeyShape shape) {
    for (int seed = 1; seed <= 8; seed++) {
      Random random = new Random(seed);
      KeyEncoder encoder = shape.encoder();
      IndexModel model = new IndexModel();
      ArtIndex inserted = new ArtIndex(memory);
      List<byte[]> keys = new ArrayList<>();
      List<Long> rowIds = new ArrayList<>();
      int entries = 1 << (2 * seed - 1);
      for (int i = 0; i < entries; i++) {
        byte[] key = shape.key(encoder, random, 1 << 2 * seed);
        long rowId = random.nextInt(Math.max(3, entries / 8)) - 2;
        keys.add(key);
        rowIds.add(rowId);
        model.insert(key, rowId);
        inserted.insert(key, rowId);
      }
      ArtIndex built;
      try (ArtBuilder builder = new ArtBuilder(memory)) {
        for (int i = 0; i < entries; i++) {
          builder.add(keys.get(i), rowIds.get(i));
        }
        built = builder.build();
      }
      model.assertSame(built);
      model.assertRanges(built, random, 50);
      assertEquals(inserted.bytes(), built.bytes());
      assertEquals(Tree.bytes(built.root()), built.bytes());
      inserted.close();
      assertTrue(memory.bytes() >= built.bytes());
      assertTrue(memory.bytes() <= built.bytes() + built.bytes() / 8 + 64);
      // What was built can be changed, in place and beside a snapshot.
      ArtSnapshot snapshot = seed % 2 == 0 ? built.snapshot() : null;
      IndexModel before = model.copy();
      for (int i = 0; i < entries; i += 2) {
        assertEquals(
            model.remove(keys.get(i), rowIds.get(i)), built.remove(keys.get(i), rowIds.get(i)));
      }
      model.assertSame(built);
      if (snapshot != null) {
        before.assertSame(snapshot);
      }
      built.close();
      assertEquals(0, memory.bytes());
    }
  }

  @Test
  void sortedAndUnsortedEntriesGiveTheSame() {
    int entries = 1_000_000;
    long[] sums = new long[2];
    for (int run = 0; run < 2; run++) {
      try (ArtBuilder builder = new ArtBuilder(memory)) {
        for (int i = 0; i < entries; i++) {
          // The multiplier is prime to the number of entries: each number once.
          long value = run == 0 ? i : i * 999_983L % entries;
          builder.add(Tree.rowKey(value * 1_000_003), value);
        }
        ArtIndex index = builder.build();
        assertEquals(entries, index.keys());
        ArtCursor cursor = index.cursor(null, null, Long.MAX_VALUE);
        for (int i = 0; i < entries; i++) {
          assertTrue(cursor.next());
          assertEquals(i, cursor.rowId());
        }
        assertFalse(cursor.next());
        assertEquals(777_777, index.first(Tree.rowKey(777_777L * 1_000_003)));
        sums[run] = index.bytes();
        index.close();
      }
    }
    assertEquals(sums[0], sums[1]);
  }

  @Test
  void longKeysFillBlocksOfTheirOwn() {
    KeyEncoder encoder = KeyShape.TEXT.encoder();
    IndexModel model = new IndexModel();
    try (ArtBuilder builder = new ArtBuilder(memory)) {
      for (int i = 0; i < 12; i++) {
        int length = i % 3 == 0 ? 3_000_000 + i : 100 * i;
        String text = "\0y".repeat(length / 2) + (char) ('a' + i * 5 % 12);
        byte[] key = encoder.lowerBound(List.of(Value.of(text)), true);
        builder.add(key, i);
        model.insert(key, i);
      }
      ArtIndex index = builder.build();
      model.assertSame(index);
      index.close();
    }
    assertEquals(0, memory.bytes());
  }

  @Test
  void anEmptyBuilderBuildsAnEmptyIndex() {
    try (ArtBuilder builder = new ArtBuilder(memory)) {
      ArtIndex index = builder.build();
      assertEquals(0, index.entries());
      assertTrue(index.insert(new byte[] {1}, 1));
      index.close();
    }
    assertEquals(0, memory.bytes());
  }

  @Test
  void keysThatAreNotPrefixFreeAreRefused() {
    try (ArtBuilder builder = new ArtBuilder(memory)) {
      builder.add(new byte[] {1, 2, 3}, 1);
      builder.add(new byte[] {1, 2}, 2);
      assertThrows(IllegalArgumentException.class, builder::build);
    }
    assertEquals(0, memory.bytes());
  }

  @Test
  void memoryThatIsRefusedIsGivenBack() {
    // From too little for the entries to too little for the last nodes of the tree.
    int refused = 0;
    for (long limit = 10_000; limit < 1_500_000; limit += 60_000) {
      MemoryManager small = new MemoryManager(limit);
      MemoryReservation reservation = small.reserve("INDEX");
      try (ArtBuilder builder = new ArtBuilder(reservation)) {
        Random random = new Random(limit);
        for (int i = 0; i < 10_000; i++) {
          builder.add(Tree.rowKey(random.nextLong()), i);
        }
        builder.build().close();
      } catch (EiderException e) {
        assertEquals(ErrorType.OUT_OF_MEMORY, e.type());
        refused++;
      }
      assertEquals(0, small.used());
    }
    assertTrue(refused > 5 && refused < 24, refused + " of 25 were refused");
  }
}
