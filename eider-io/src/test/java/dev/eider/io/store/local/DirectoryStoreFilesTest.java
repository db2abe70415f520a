// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.Env;
import dev.eider.io.store.MultipartUpload;
import dev.eider.io.store.ObjectInfo;
import dev.eider.io.store.ObjectStore;
import dev.eider.io.store.PutCondition;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.StoreException.Reason;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only a store of files can get wrong: other processes, leftovers, files of others. */
class DirectoryStoreFilesTest {
  @TempDir Path root;

  private static MemorySegment body(String text) {
    return MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> keys(ObjectStore store) throws StoreException {
    return store.list("", null, null, 1000).objects().stream().map(ObjectInfo::key).toList();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile).filter(f -> !f.toString().contains("lock-")).toList();
    }
  }

  /** A process of its own that increments a counter; see {@link #main}. */
  private Process process(int increments) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            DirectoryStoreFilesTest.class.getName(),
            root.toString(),
            Integer.toString(increments))
        .inheritIO()
        .start();
  }

  /** Increments the object {@code counter} of a directory by compare and swap. */
  public static void main(String[] args) throws StoreException {
    try (ObjectStore store = DirectoryStore.open(Env.system(), Path.of(args[0]))) {
      for (int done = 0; done < Integer.parseInt(args[1]); ) {
        MemorySegment number = MemorySegment.ofArray(new byte[8]);
        ObjectInfo info = store.getSuffix("counter", number, null);
        byte[] bytes =
            number.asSlice(0, info.size()).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
        long next = Long.parseLong(new String(bytes, StandardCharsets.UTF_8)) + 1;
        try {
          store.put("counter", body(Long.toString(next)), PutCondition.ifMatch(info.etag()));
          done++;
        } catch (StoreException e) {
          if (e.reason() != Reason.PRECONDITION_FAILED) {
            throw e;
          }
        }
      }
    }
  }

  @Test
  void processesSwapWithoutLoss() throws Exception {
    try (ObjectStore store = DirectoryStore.open(Env.system(), root)) {
      store.put("counter", body("0"), PutCondition.NONE);
      Process one = process(100);
      Process two = process(100);
      main(new String[] {root.toString(), "100"});
      assertTrue(one.waitFor(60, TimeUnit.SECONDS) && two.waitFor(60, TimeUnit.SECONDS));
      assertEquals(0, one.exitValue() + two.exitValue());
      MemorySegment number = MemorySegment.ofArray(new byte[3]);
      store.get("counter", 0, number, null);
      assertEquals(body("300").mismatch(number), -1);
    }
  }

  @Test
  void everyVersionHasATagOfItsOwn() throws Exception {
    Set<String> tags = new HashSet<>();
    try (ObjectStore store = DirectoryStore.open(Env.system(), root)) {
      for (int i = 0; i < 300; i++) {
        assertTrue(tags.add(store.put("x", body("same"), PutCondition.NONE).etag()), "at " + i);
        if (i % 3 == 0) {
          store.delete("x");
        }
      }
    }
  }

  @Test
  void nothingIsLeftBehind() throws Exception {
    try (ObjectStore store = DirectoryStore.open(Env.system(), root)) {
      store.put("a/b/c", body("x"), PutCondition.IF_ABSENT);
      assertThrows(
          StoreException.class, () -> store.put("a/b/c", body("y"), PutCondition.IF_ABSENT));
      MultipartUpload upload = store.startMultipart("m");
      upload.part(1, body("x"));
      upload.complete(1, PutCondition.NONE);
      store.startMultipart("n").close();
      store.delete("m");
      store.delete("a/b/c");
      assertEquals(List.of(), files());
      assertFalse(Files.exists(root.resolve("a.d")), "empty directories go");
    }
  }

  @Test
  void whatADeadProcessLeftIsNoObjectAndGoesAfterADay() throws Exception {
    Path left = root.resolve("%eider/tmp/1-2-3.tmp");
    Path parts = root.resolve("%eider/tmp/1-2-4.parts");
    Files.createDirectories(parts);
    Files.writeString(left, "half an obj");
    Files.writeString(parts.resolve("1"), "part");
    Path fresh = Files.writeString(root.resolve("%eider/tmp/1-2-5.tmp"), "being written");
    FileTime yesterday =
        FileTime.from(Env.system().epochMicros() - 25L * 3600 * 1_000_000, TimeUnit.MICROSECONDS);
    Files.setLastModifiedTime(left, yesterday);
    Files.setLastModifiedTime(parts, yesterday);
    try (ObjectStore store = DirectoryStore.open(Env.system(), root)) {
      assertEquals(List.of(), keys(store));
      assertEquals(List.of(fresh), files());
    }
  }

  @Test
  void filesOfOthersAreNoObjects() throws Exception {
    Files.writeString(root.resolve("README.TXT"), "x");
    Files.createDirectories(root.resolve("plain"));
    Files.writeString(root.resolve("plain/file"), "x");
    try (ObjectStore store = DirectoryStore.open(Env.system(), root)) {
      store.put("object", body("x"), PutCondition.NONE);
      assertEquals(List.of("object"), keys(store));
    }
  }

  @Test
  void aTreeOfFilesIsReadByItsPaths() throws Exception {
    Files.createDirectories(root.resolve("Year=2023"));
    Files.writeString(root.resolve("Year=2023/\u00dc b.csv"), "hello");
    Files.writeString(root.resolve("Z.csv"), "z");
    try (ObjectStore store = DirectoryStore.overFiles(Env.system(), root)) {
      assertEquals(List.of("Year=2023/\u00dc b.csv", "Z.csv"), keys(store));
      assertEquals(List.of("Year=2023/"), store.list("", "/", null, 10).prefixes());
      MemorySegment tail = MemorySegment.ofArray(new byte[2]);
      ObjectInfo info = store.getSuffix("Year=2023/\u00dc b.csv", tail, null);
      assertEquals(body("lo").mismatch(tail), -1);
      store.put("new/deep/x", body("x"), PutCondition.IF_ABSENT);
      assertEquals("x", Files.readString(root.resolve("new/deep/x")));
      store.delete("new/deep/x");
      assertTrue(Files.isDirectory(root.resolve("new/deep")), "directories stay");
      StoreException e = assertThrows(StoreException.class, () -> store.head("../outside"));
      assertEquals(Reason.REFUSED, e.reason());
      assertEquals(
          Reason.NOT_FOUND,
          assertThrows(StoreException.class, () -> store.head("Year=2023")).reason());
      Files.writeString(root.resolve("Year=2023/\u00dc b.csv"), "HELLO");
      assertNotEquals(info.etag(), store.head("Year=2023/\u00dc b.csv").etag());
    }
  }
}
