// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.io.store.StoreException.Reason;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The contract of {@link ObjectStore} as tests: every store that writes inherits it. {@link
 * ConformanceCanaryTest} proves that each rule can be seen broken.
 */
public abstract class ObjectStoreConformance extends ObjectReadConformance {
  private static final int PART = (int) MultipartUpload.PART_MIN;

  /** How often races are run; more for stores that answer at once. */
  protected int rounds() {
    return 50;
  }

  /** What listings are folded at; null for not at all. */
  protected @Nullable String[] delimiters() {
    return new String[] {null, "/", "__", "="};
  }

  @Override
  protected void place(String key, byte[] content) throws Exception {
    store.put(key, segment(content), PutCondition.NONE);
  }

  private WriteReply put(String key, String content, PutCondition condition) throws StoreException {
    return store.put(key, segment(bytes(content)), condition);
  }

  private void assertContent(String key, String expected) throws StoreException {
    assertArrayEquals(bytes(expected), read(key));
  }

  // Writes

  @Test
  void aWriteIsRead() throws Exception {
    WriteReply reply = put("object", "one", PutCondition.NONE);
    assertContent("object", "one");
    assertEquals(reply.etag(), store.head("object").etag());
    WriteReply again = put("object", "another", PutCondition.NONE);
    assertNotEquals(reply.etag(), again.etag());
    assertContent("object", "another");
    put("empty", "", PutCondition.NONE);
    assertContent("empty", "");
  }

  @Test
  void theStoreKeepsNoReferenceToABody() throws Exception {
    MemorySegment body = segment(bytes("before"));
    store.put("object", body, PutCondition.NONE);
    body.fill((byte) 0);
    assertContent("object", "before");
    MemorySegment part = segment(bytes("before"));
    try (MultipartUpload upload = store.startMultipart("parts")) {
      upload.part(1, part);
      part.fill((byte) 0);
      upload.complete(1, PutCondition.NONE);
    }
    assertContent("parts", "before");
  }

  @Test
  void bodiesOfWritesMayLieOnTheHeap() throws Exception {
    byte[] heap = bytes("..body..");
    store.put("object", MemorySegment.ofArray(heap).asSlice(2, 4), PutCondition.NONE);
    assertContent("object", "body");
  }

  @Test
  void createNeverReplaces() throws Exception {
    WriteReply reply = put("object", "first", PutCondition.IF_ABSENT);
    fails(Reason.PRECONDITION_FAILED, () -> put("object", "second", PutCondition.IF_ABSENT));
    assertContent("object", "first");
    assertEquals(reply.etag(), store.head("object").etag(), "nothing was changed");
    store.delete("object");
    put("object", "third", PutCondition.IF_ABSENT);
    assertContent("object", "third");
  }

  @Test
  void replaceNeedsTheTag() throws Exception {
    WriteReply first = put("object", "first", PutCondition.NONE);
    WriteReply second = put("object", "second", PutCondition.ifMatch(first.etag()));
    assertContent("object", "second");
    fails(
        Reason.PRECONDITION_FAILED,
        () -> put("object", "stale", PutCondition.ifMatch(first.etag())));
    assertContent("object", "second");
    assertEquals(second.etag(), store.head("object").etag(), "nothing was changed");
    put("object", "third", PutCondition.ifMatch(store.head("object").etag()));
    assertContent("object", "third");
  }

  @Test
  void replaceNeedsTheObject() throws Exception {
    String tag = put("object", "first", PutCondition.NONE).etag();
    store.delete("object");
    fails(Reason.PRECONDITION_FAILED, () -> put("object", "x", PutCondition.ifMatch(tag)));
    fails(Reason.NOT_FOUND, () -> store.head("object"));
  }

  @Test
  void ofRacingCreatesOneWins() throws Exception {
    for (int round = 0; round < rounds(); round++) {
      String key = "race/" + round;
      List<Boolean> won = atOnce(8, thread -> wins(key, "by " + thread, PutCondition.IF_ABSENT));
      assertEquals(1, Collections.frequency(won, true), "winners of " + key);
      assertContent(key, "by " + won.indexOf(true));
    }
  }

  @Test
  void ofRacingReplacesOneWins() throws Exception {
    String tag = put("race", "start", PutCondition.NONE).etag();
    for (int round = 0; round < rounds(); round++) {
      PutCondition condition = PutCondition.ifMatch(tag);
      String prefix = round + " by ";
      List<Boolean> won = atOnce(8, thread -> wins("race", prefix + thread, condition));
      assertEquals(1, Collections.frequency(won, true), "winners of round " + round);
      assertContent("race", prefix + won.indexOf(true));
      tag = store.head("race").etag();
    }
  }

  /** Tries until it wins or the condition fails. */
  private boolean wins(String key, String content, PutCondition condition) throws StoreException {
    while (true) {
      try {
        put(key, content, condition);
        return true;
      } catch (StoreException e) {
        if (e.reason() == Reason.PRECONDITION_FAILED) {
          return false;
        }
        if (e.reason() != Reason.CONFLICT) {
          throw e;
        }
      }
    }
  }

  @Test
  void compareAndSwapLosesNothing() throws Exception {
    put("counter", "0", PutCondition.NONE);
    int increments = Math.max(4, rounds() / 4);
    atOnce(
        6,
        thread -> {
          for (int done = 0; done < increments; ) {
            MemorySegment target = target(8);
            ObjectInfo info = store.getSuffix("counter", target, null);
            String text = new String(array(target), 0, (int) info.size());
            String next = Integer.toString(Integer.parseInt(text) + 1);
            done += wins("counter", next, PutCondition.ifMatch(info.etag())) ? 1 : 0;
          }
          return null;
        });
    assertContent("counter", Integer.toString(6 * increments));
  }

  @Test
  void unconditionalWritesCountForConditions() throws Exception {
    for (int round = 0; round < rounds(); round++) {
      String tag = put("object", "start", PutCondition.NONE).etag();
      List<Boolean> won =
          atOnce(
              2,
              thread ->
                  thread == 0
                      ? wins("object", "swapped", PutCondition.ifMatch(tag))
                      : wins("object", "replaced", PutCondition.NONE));
      // Swapped before the other write or not at all: the other one's content stays.
      assertTrue(won.get(1));
      assertContent("object", "replaced");
    }
  }

  @Test
  void aBodyIsNeverAMixOfTwoWrites() throws Exception {
    int size = 100_000;
    store.put("object", filled(size, 1), PutCondition.NONE);
    atOnce(
        4,
        thread -> {
          for (int i = 0; i < rounds(); i++) {
            if (thread < 2) {
              int value = 1 + (2 * i + thread) % 100;
              store.put("object", filled(size + value, value), PutCondition.NONE);
            } else {
              MemorySegment target = target(size + 200);
              ObjectInfo info = store.getSuffix("object", target, null);
              byte[] got = array(target.asSlice(0, info.size()));
              assertTrue(info.size() == size || info.size() == size + got[0], "one write's size");
              for (byte b : got) {
                if (b != got[0]) {
                  throw new AssertionError("bytes of two writes in one body");
                }
              }
            }
          }
          return null;
        });
  }

  private static MemorySegment filled(int size, int value) {
    return target(size).fill((byte) value);
  }

  @Test
  void whatIsNoKeyIsNotWritten() {
    for (String key : List.of("", "/absolute", "k".repeat(1025), "\ud83e")) {
      fails(Reason.REFUSED, () -> put(key, "x", PutCondition.NONE));
      fails(Reason.REFUSED, () -> store.startMultipart(key));
      fails(Reason.REFUSED, () -> store.delete(key));
      fails(Reason.REFUSED, () -> store.deleteAll(List.of("good", key)));
    }
  }

  @Test
  void interruptedThreadsDoNotWrite() throws Exception {
    put("object", "x", PutCondition.NONE);
    Thread.currentThread().interrupt();
    fails(Reason.INTERRUPTED, () -> put("object", "y", PutCondition.NONE));
    fails(Reason.INTERRUPTED, () -> store.startMultipart("object"));
    fails(Reason.INTERRUPTED, () -> store.list("", null, null, 10));
    fails(Reason.INTERRUPTED, () -> store.delete("object"));
    fails(Reason.INTERRUPTED, () -> store.deleteAll(List.of("object")));
    assertTrue(Thread.interrupted(), "the status stays set");
    assertContent("object", "x");
  }

  @Test
  void aClosedStoreDoesNotWrite() throws Exception {
    store.close();
    fails(Reason.INTERRUPTED, () -> put("object", "y", PutCondition.NONE));
    fails(Reason.INTERRUPTED, () -> store.startMultipart("object"));
    fails(Reason.INTERRUPTED, () -> store.list("", null, null, 10));
    fails(Reason.INTERRUPTED, () -> store.delete("object"));
    fails(Reason.INTERRUPTED, () -> store.deleteAll(List.of("object")));
  }

  // Multipart

  @Test
  void partsMayComeInAnyOrderAndAtOnce() throws Exception {
    byte[] content = content(3 * PART + 1000, 7);
    try (MultipartUpload upload = store.startMultipart("object")) {
      // The last part comes first for certain, the others as it happens.
      upload.part(4, segment(content).asSlice(3 * PART));
      atOnce(
          3,
          thread -> {
            int number = 3 - thread;
            upload.part(number, segment(content).asSlice((number - 1) * PART, PART));
            return null;
          });
      fails(Reason.NOT_FOUND, () -> store.head("object"));
      assertTrue(store.list("", null, null, 10).objects().isEmpty(), "parts are not seen");
      WriteReply reply = upload.complete(4, PutCondition.NONE);
      assertEquals(reply.etag(), store.head("object").etag());
    }
    assertArrayEquals(content, read("object"));
    assertEquals(1, store.list("", null, null, 10).objects().size());
  }

  @Test
  void aPartSentAgainReplacesTheFirst() throws Exception {
    byte[] content = content(PART + 10, 8);
    MemorySegment body = segment(content);
    try (MultipartUpload upload = store.startMultipart("object")) {
      upload.part(1, segment(content(PART + 5, 9)));
      upload.part(2, body.asSlice(PART, 10));
      upload.part(1, body.asSlice(0, PART));
      // A part that is not named is no part of it.
      upload.part(3, segment(bytes("not wanted")));
      upload.complete(2, PutCondition.NONE);
    }
    assertArrayEquals(content, read("object"));
  }

  @Test
  void oneSmallPartIsEnough() throws Exception {
    try (MultipartUpload upload = store.startMultipart("small")) {
      upload.part(1, segment(bytes("small")));
      upload.complete(1, PutCondition.NONE);
    }
    assertContent("small", "small");
    try (MultipartUpload upload = store.startMultipart("empty")) {
      upload.part(1, segment(new byte[0]));
      upload.complete(1, PutCondition.NONE);
    }
    assertContent("empty", "");
  }

  @Test
  void aSmallPartInTheMiddleIsRefused() throws Exception {
    try (MultipartUpload upload = store.startMultipart("object")) {
      upload.part(1, segment(bytes("too small")));
      upload.part(2, segment(bytes("last")));
      fails(Reason.REFUSED, () -> upload.complete(2, PutCondition.NONE));
    }
    fails(Reason.NOT_FOUND, () -> store.head("object"));
  }

  @Test
  void anAbortedUploadLeavesNothing() throws Exception {
    put("object", "before", PutCondition.NONE);
    MultipartUpload aborted = store.startMultipart("object");
    aborted.part(1, segment(bytes("never")));
    aborted.abort();
    assertThrows(IllegalStateException.class, () -> aborted.complete(1, PutCondition.NONE));
    assertThrows(IllegalStateException.class, () -> aborted.part(1, segment(bytes("x"))));
    aborted.close();
    try (MultipartUpload closed = store.startMultipart("other")) {
      closed.part(1, segment(bytes("never")));
    }
    assertContent("object", "before");
    fails(Reason.NOT_FOUND, () -> store.head("other"));
  }

  @Test
  void abortAfterCompleteDoesNothing() throws Exception {
    MultipartUpload upload = store.startMultipart("object");
    upload.part(1, segment(bytes("whole")));
    upload.complete(1, PutCondition.NONE);
    assertThrows(IllegalStateException.class, () -> upload.complete(1, PutCondition.NONE));
    upload.abort();
    upload.close();
    assertContent("object", "whole");
  }

  @Test
  void partsHaveNumbersOneToTenThousand() throws Exception {
    try (MultipartUpload upload = store.startMultipart("object")) {
      MemorySegment body = segment(bytes("x"));
      assertThrows(IllegalArgumentException.class, () -> upload.part(0, body));
      assertThrows(IllegalArgumentException.class, () -> upload.part(10_001, body));
      assertThrows(IllegalArgumentException.class, () -> upload.complete(0, PutCondition.NONE));
      upload.part(1, body);
      assertThrows(IllegalStateException.class, () -> upload.complete(2, PutCondition.NONE));
      upload.complete(1, PutCondition.NONE);
    }
    assertContent("object", "x");
  }

  @Test
  void anUploadMayHaveACondition() throws Exception {
    String tag = put("object", "before", PutCondition.NONE).etag();
    assertEquals(null, uploadFails("object", PutCondition.IF_ABSENT, false));
    assertContent("object", "before");
    assertEquals(null, uploadFails("object", PutCondition.ifMatch("\"0123\""), false));
    assertContent("object", "before");
    assertEquals(null, uploadFails("new", PutCondition.IF_ABSENT, true));
    assertEquals(null, uploadFails("object", PutCondition.ifMatch(tag), true));
  }

  /** Null when it went as the condition says, or the store knows no such condition here. */
  private @Nullable String uploadFails(String key, PutCondition condition, boolean holds)
      throws StoreException {
    try (MultipartUpload upload = store.startMultipart(key)) {
      upload.part(1, segment(bytes("upload")));
      upload.complete(1, condition);
      assertContent(key, "upload");
      return holds ? null : "the condition did not hold, and the upload was completed";
    } catch (StoreException e) {
      return e.reason() == Reason.UNSUPPORTED || e.reason() == Reason.PRECONDITION_FAILED && !holds
          ? null
          : e.toString();
    }
  }

  // Deletes

  @Test
  void whatIsDeletedIsGone() throws Exception {
    put("dir/object", "x", PutCondition.NONE);
    put("dir/other", "y", PutCondition.NONE);
    store.delete("dir/object");
    fails(Reason.NOT_FOUND, () -> store.head("dir/object"));
    assertEquals(List.of("dir/other"), keys(store.list("", null, null, 10)));
    store.delete("dir/object");
    store.delete("never/was/there");
    store.delete("dir/other/below");
    assertContent("dir/other", "y");
  }

  @Test
  void aBatchDeletesAll() throws Exception {
    List<String> keys = new ArrayList<>(ODD_KEYS.stream().filter(this::canHold).toList());
    for (String key : keys) {
      put(key, "x", PutCondition.NONE);
    }
    put("stays", "x", PutCondition.NONE);
    keys.add("was/never/there");
    assertEquals(List.of(), store.deleteAll(keys));
    assertEquals(List.of("stays"), keys(store.list("", null, null, 1000)));
    assertEquals(List.of(), store.deleteAll(List.of()));
    List<String> tooMany = Collections.nCopies(1001, "key");
    assertThrows(IllegalArgumentException.class, () -> store.deleteAll(tooMany));
  }

  // Lists

  private static List<String> keys(ListPage page) {
    return page.objects().stream().map(ObjectInfo::key).toList();
  }

  /** What the rules say a listing is, from the set of keys. */
  private static List<String> expected(
      Iterable<String> all, String prefix, @Nullable String delimiter, @Nullable String after) {
    TreeSet<String> entries = new TreeSet<>(ObjectKeys.ORDER);
    for (String key : all) {
      if (key.startsWith(prefix)) {
        String common = ObjectKeys.commonPrefix(key, prefix, delimiter);
        String entry = common == null ? key : common;
        if (after == null || ObjectKeys.compare(entry, after) > 0) {
          entries.add(entry);
        }
      }
    }
    return List.copyOf(entries);
  }

  /** All pages, each checked for its own rules. */
  private List<String> listAll(
      String prefix, @Nullable String delimiter, @Nullable String after, int limit)
      throws StoreException {
    List<String> entries = new ArrayList<>();
    String next = after;
    do {
      ListPage page = store.list(prefix, delimiter, next, limit);
      List<String> here = new ArrayList<>(keys(page));
      assertEquals(here.stream().sorted(ObjectKeys.ORDER).toList(), here, "objects in order");
      List<String> prefixes = page.prefixes();
      assertEquals(
          prefixes.stream().sorted(ObjectKeys.ORDER).toList(), prefixes, "prefixes in order");
      here.addAll(prefixes);
      here.sort(ObjectKeys.ORDER);
      assertTrue(here.size() <= limit, "at most as many as asked for");
      entries.addAll(here);
      String last = next;
      next = page.next();
      assertTrue(
          next == null || last == null || ObjectKeys.compare(next, last) > 0, "pages go forward");
    } while (next != null);
    return entries;
  }

  @Test
  void listsFollowTheRules() throws Exception {
    List<String> all = new ArrayList<>(ODD_KEYS);
    all.addAll(
        List.of(
            "a",
            "a/b",
            "a/b/c",
            "a/",
            "a-b",
            "a.b",
            "a0",
            "b/1",
            "b/2",
            "b/3/x",
            "b",
            "c/1",
            "\uffee",
            "\ud83e\udd86",
            "\ud83e\udd86/x",
            "z\u0001",
            "z",
            "z\u00e9",
            "x__y__z"));
    all.removeIf(key -> !canHold(key));
    if (!canNest()) {
      List<String> together = List.copyOf(all);
      all.removeIf(key -> together.stream().anyMatch(other -> other.startsWith(key + "/")));
    }
    for (String key : all) {
      put(key, "content of " + key, PutCondition.NONE);
    }
    for (String prefix :
        List.of("", "a", "a/", "b/", "b/3", "a/b", "nothing", "%", "\u00fc", "z")) {
      for (String delimiter : delimiters()) {
        for (String after :
            new String[] {null, "a/", "a/b", "a/b/zzz", "b", "c/", "nowhere", "~"}) {
          List<String> expected = expected(all, prefix, delimiter, after);
          for (int limit : new int[] {1, 3, 1000}) {
            if (limit > 1 || expected.size() < 10) {
              String what = prefix + " by " + delimiter + " after " + after + " limit " + limit;
              assertEquals(expected, listAll(prefix, delimiter, after, limit), what);
            }
          }
        }
      }
    }
  }

  @Test
  void listsTellWhatHeadTells() throws Exception {
    put("dir/one", "1", PutCondition.NONE);
    put("dir/three", "333", PutCondition.NONE);
    ListPage page = store.list("dir/", "/", null, 1000);
    assertEquals(List.of("dir/one", "dir/three"), keys(page));
    for (ObjectInfo listed : page.objects()) {
      ObjectInfo head = store.head(listed.key());
      assertEquals(head.size(), listed.size());
      assertEquals(head.etag(), listed.etag());
      assertEquals(head.lastModified() / 1000, listed.lastModified() / 1000);
    }
  }

  @Test
  void listsSeeWhatWasWritten() throws Exception {
    assertEquals(List.of(), listAll("", null, null, 10));
    for (int i = 0; i < 20; i++) {
      put("log/" + i, "x", i % 2 == 0 ? PutCondition.NONE : PutCondition.IF_ABSENT);
      assertEquals(i + 1, listAll("log/", null, null, 1000).size());
    }
    for (int i = 19; i >= 0; i--) {
      store.delete("log/" + i);
      assertEquals(i, listAll("log/", null, null, 1000).size());
    }
    assertNull(store.list("", "/", null, 1000).next());
    assertFalse(store.list("", "/", null, 1000).prefixes().contains("log/"));
  }

  @Test
  void listsHaveAnyNumberOfPages() throws Exception {
    int count = 1234;
    List<String> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(String.format("many/%05d", i));
    }
    atOnce(
        4,
        thread -> {
          for (int i = thread; i < count; i += 4) {
            put(all.get(i), "x", PutCondition.NONE);
          }
          return null;
        });
    assertEquals(all, listAll("many/", null, null, 1000));
    assertEquals(all.subList(1000, count), listAll("many/", "/", "many/00999", 100));
    assertEquals(List.of("many/"), listAll("", "/", null, 1000));
  }

  @Test
  void limitsAreChecked() {
    assertThrows(IllegalArgumentException.class, () -> store.list("", null, null, 0));
    assertThrows(IllegalArgumentException.class, () -> store.list("", null, null, 1001));
    assertThrows(IllegalArgumentException.class, () -> store.list("", "", null, 10));
  }
}
