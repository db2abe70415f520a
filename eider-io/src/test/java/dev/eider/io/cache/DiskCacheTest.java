// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.table.ObjectVersion;
import dev.eider.io.store.ObjectStore;
import dev.eider.io.store.memory.MemoryStore;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskCacheTest {
  private final ObjectStore store = new MemoryStore(Env.system(), "memory:test");
  private final ObjectVersion object = new ObjectVersion("s3://b/o", "\"1\"", 1L << 30);

  @TempDir Path directory;

  private DiskCache open(long size) {
    return DiskCache.open(Env.system(), directory.resolve("cache"), size);
  }

  private void write(DiskCache cache, long offset, int length) {
    byte[] body = new byte[length];
    Arrays.fill(body, (byte) offset);
    AtomicInteger done = new AtomicInteger();
    cache.write(store, object, offset, MemorySegment.ofArray(body), done::incrementAndGet);
    cache.drain();
    assertEquals(1, done.get());
  }

  private boolean has(DiskCache cache, ObjectVersion version, long offset, int length) {
    byte[] body = new byte[length];
    boolean found = cache.read(store, version, offset, MemorySegment.ofArray(body));
    if (found) {
      byte[] expected = new byte[length];
      Arrays.fill(expected, (byte) offset);
      assertTrue(Arrays.equals(expected, body));
    }
    return found;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("cache"))) {
      return files.sorted().toList();
    }
  }

  @Test
  void survivesAndIsShared() {
    write(open(1 << 20), 7, 10_000);
    DiskCache later = open(1 << 20);
    assertTrue(has(later, object, 7, 10_000));
    assertEquals(1, later.counts().hits());
    assertEquals(10_000, later.counts().hitBytes());
    assertTrue(later.counts().bytes() > 10_000);
  }

  @Test
  void anotherVersionRangeOrStoreIsNotFound() {
    DiskCache cache = open(1 << 20);
    write(cache, 7, 10_000);
    assertFalse(has(cache, new ObjectVersion("s3://b/o", "\"2\"", 1L << 30), 7, 10_000));
    assertFalse(has(cache, new ObjectVersion("s3://b/o", "\"1\"", 1L << 29), 7, 10_000));
    assertFalse(has(cache, object, 8, 10_000));
    assertFalse(has(cache, object, 7, 9_999));
    byte[] body = new byte[10_000];
    ObjectStore other = new MemoryStore(Env.system(), "memory:other");
    assertFalse(cache.read(other, object, 7, MemorySegment.ofArray(body)));
    assertTrue(has(cache, object, 7, 10_000));
  }

  @Test
  void whatIsDamagedIsDeletedAndNotFound() throws IOException {
    DiskCache cache = open(1 << 20);
    for (int damage = 0; damage < 4; damage++) {
      write(cache, 7, 10_000);
      Path file = files().getFirst();
      byte[] bytes = Files.readAllBytes(file);
      switch (damage) {
        case 0 -> bytes[bytes.length - 1] ^= 1;
        case 1 -> bytes[0] ^= 1;
        case 2 -> bytes[30] ^= 1;
        default -> bytes = Arrays.copyOf(bytes, bytes.length - 1);
      }
      Files.write(file, bytes);
      assertFalse(has(cache, object, 7, 10_000), "damage " + damage);
      assertEquals(List.of(), files());
    }
  }

  @Test
  void theOldestGo() throws IOException {
    DiskCache cache = open(100_000);
    for (int i = 0; i < 9; i++) {
      write(cache, i, 10_000);
      for (Path file : files()) {
        if (Files.getLastModifiedTime(file).toMillis() > 1_000_000_000_000L) {
          Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000L * (i + 1)));
        }
      }
    }
    // Read again: no longer the oldest.
    assertTrue(has(cache, object, 0, 10_000));
    write(cache, 9, 10_000);
    assertTrue(has(cache, object, 0, 10_000));
    assertFalse(has(cache, object, 1, 10_000));
    assertTrue(has(cache, object, 9, 10_000));
    assertTrue(cache.counts().bytes() <= 90_000);
  }

  @Test
  void whatDoesNotFitBehindIsNotWrittenAndNobodyWaits() throws Exception {
    WriteBehind behind = new WriteBehind(Env.system(), 100);
    CountDownLatch first = new CountDownLatch(1);
    List<Integer> written = new CopyOnWriteArrayList<>();
    assertTrue(
        behind.offer(
            60,
            () -> {
              try {
                first.await();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
              written.add(1);
            }));
    assertTrue(behind.offer(40, () -> written.add(2)));
    assertFalse(behind.offer(1, () -> written.add(3)));
    assertEquals(List.of(), written);
    first.countDown();
    behind.drain();
    assertEquals(List.of(1, 2), written);
    assertTrue(behind.offer(100, () -> written.add(4)));
    behind.drain();
    assertEquals(List.of(1, 2, 4), written);
  }

  @Test
  void noSignatureIsWrittenDown() throws IOException {
    DiskCache cache = open(1 << 20);
    ObjectVersion signed = new ObjectVersion("https://h/o?X-Amz-Signature=abc", "\"1\"", 100);
    cache.write(store, signed, 0, MemorySegment.ofArray(new byte[100]), () -> {});
    cache.drain();
    assertEquals(List.of(), files());
  }

  @Test
  void aDirectoryThatIsGoneFailsNobody() throws IOException {
    DiskCache cache = open(1 << 20);
    Files.delete(directory.resolve("cache"));
    for (int i = 0; i < 20; i++) {
      write(cache, i, 100);
      assertFalse(has(cache, object, i, 100));
    }
    assertTrue(cache.counts().failures() >= DiskCache.FAILURES_MAX);
    assertTrue(cache.counts().failures() <= 2 * DiskCache.FAILURES_MAX);
  }

  @Test
  void aFileInItsPlaceIsSaidAtOnce() throws IOException {
    Files.writeString(directory.resolve("cache"), "x");
    EiderException refused = assertThrows(EiderException.class, () -> open(100));
    assertTrue(refused.getMessage().contains("external_file_cache_directory"));
  }
}
