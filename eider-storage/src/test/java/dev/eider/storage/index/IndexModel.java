// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.index;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What an index should be: sorted sets of row ids in a sorted map. */
final class IndexModel {
  private final TreeMap<byte[], TreeSet<Long>> map = new TreeMap<>(Arrays::compareUnsigned);

  boolean insert(byte[] key, long rowId) {
    return map.computeIfAbsent(key, k -> new TreeSet<>()).add(rowId);
  }

  boolean remove(byte[] key, long rowId) {
    TreeSet<Long> rows = map.get(key);
    boolean removed = rows != null && rows.remove(rowId);
    if (removed && rows.isEmpty()) {
      map.remove(key);
    }
    return removed;
  }

  IndexModel copy() {
    IndexModel copy = new IndexModel();
    map.forEach((key, rows) -> copy.map.put(key, new TreeSet<>(rows)));
    return copy;
  }

  List<byte[]> keys() {
    return new ArrayList<>(map.keySet());
  }

  @Nullable TreeSet<Long> rows(byte[] key) {
    return map.get(key);
  }

  private NavigableMap<byte[], TreeSet<Long>> range(
      byte @Nullable [] lower, byte @Nullable [] upper) {
    NavigableMap<byte[], TreeSet<Long>> range = lower == null ? map : map.tailMap(lower, true);
    if (upper == null) {
      return range;
    }
    return lower != null && Arrays.compareUnsigned(lower, upper) >= 0
        ? new TreeMap<>()
        : range.headMap(upper, false);
  }

  /** Checks everything that an index answers about all keys. */
  void assertSame(ArtView view) {
    long entries = 0;
    for (Map.Entry<byte[], TreeSet<Long>> entry : map.entrySet()) {
      byte[] key = entry.getKey();
      byte[] longer = Arrays.copyOf(key, key.length + 3);
      assertEquals(entry.getValue().first(), view.first(longer, key.length));
      assertEquals(entry.getValue().size(), view.count(key, key.length));
      List<Long> rows = new ArrayList<>();
      view.forEach(key, key.length, rows::add);
      assertEquals(new ArrayList<>(entry.getValue()), rows);
      assertTrue(view.contains(key, key.length, entry.getValue().last()));
      entries += rows.size();
    }
    assertEquals(entries, view.entries());
    assertEquals(map.size(), view.keys());
    assertArrayEquals(map.isEmpty() ? null : map.firstKey(), view.minKey());
    assertArrayEquals(map.isEmpty() ? null : map.lastKey(), view.maxKey());
    assertRange(view, null, null, Long.MAX_VALUE);
  }

  /** Checks ranges whose ends are keys, parts of keys, or bytes of no key. */
  void assertRanges(ArtView view, Random random, int ranges) {
    List<byte[]> keys = keys();
    for (int i = 0; i < ranges; i++) {
      byte[] lower = bound(keys, random);
      byte[] upper = bound(keys, random);
      assertRange(view, lower, upper, random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(50));
    }
  }

  private static byte @Nullable [] bound(List<byte[]> keys, Random random) {
    if (keys.isEmpty() || random.nextInt(10) == 0) {
      return null;
    }
    byte[] key = keys.get(random.nextInt(keys.size())).clone();
    if (random.nextInt(3) == 0) {
      key = Arrays.copyOf(key, random.nextInt(key.length + 3));
    }
    if (key.length > 0 && random.nextInt(3) == 0) {
      key[random.nextInt(key.length)] = (byte) random.nextInt();
    }
    return key;
  }

  private void assertRange(
      ArtView view, byte @Nullable [] lower, byte @Nullable [] upper, long limit) {
    ArtCursor cursor = view.cursor(lower, upper, limit);
    long left = limit;
    for (Map.Entry<byte[], TreeSet<Long>> entry : range(lower, upper).entrySet()) {
      for (long rowId : entry.getValue()) {
        if (left-- <= 0) {
          break;
        }
        assertTrue(cursor.next());
        assertEquals(rowId, cursor.rowId());
        assertArrayEquals(entry.getKey(), cursor.key());
      }
    }
    assertFalse(cursor.next());
    assertFalse(cursor.next());
  }
}
