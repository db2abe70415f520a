// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.probe;

import dev.eider.base.env.Env;
import dev.eider.io.probe.Finding.Need;
import dev.eider.io.probe.Finding.Status;
import dev.eider.io.store.ListPage;
import dev.eider.io.store.MultipartUpload;
import dev.eider.io.store.ObjectInfo;
import dev.eider.io.store.ObjectStore;
import dev.eider.io.store.PutCondition;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.StoreException.Reason;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/**
 * Tries what a store promises, on a store in use: writes a few small objects below a prefix of its
 * own and deletes them. About 100 requests, 20 MB up and down. Belongs to one thread; blocks.
 */
public final class StoreProbe {
  private static final int RACERS = 4;
  private static final int TIMED_READS = 20;
  private static final int LARGE = 8 << 20;

  /** More than this much difference of the clocks makes signed requests fail. */
  private static final long SKEW_MAX_MILLIS = 15 * 60_000L;

  private final Env env;
  private final ObjectStore store;
  private final String prefix;
  private final List<Finding> findings = new ArrayList<>();
  private final TreeSet<String> written = new TreeSet<>();

  /** What must hold; not what the store said. */
  private static final class BrokenException extends Exception {
    private static final long serialVersionUID = 1;

    BrokenException(String message) {
      super(message);
    }
  }

  /** One thing to try; answers what to show. */
  private interface Trial {
    String run() throws StoreException, BrokenException;
  }

  private StoreProbe(Env env, ObjectStore store, String prefix) {
    this.env = env;
    this.store = store;
    this.prefix = prefix;
  }

  /**
   * Tries everything.
   *
   * @param prefix keys begin with it; nothing else lives below it
   * @param progress is called before each trial; may throw to end the probe
   */
  public static List<Finding> run(Env env, ObjectStore store, String prefix, Runnable progress) {
    StoreProbe probe = new StoreProbe(env, store, prefix);
    try {
      probe.all(progress);
    } finally {
      probe.cleanUp();
    }
    return probe.findings;
  }

  private void all(Runnable progress) {
    attempt(progress, "a write is read", Need.READING, this::writeIsRead);
    if (findings.getLast().status() != Status.OK) {
      // Without writing there is nothing to read.
      return;
    }
    attempt(progress, "ranges and suffixes", Need.READING, this::ranges);
    attempt(progress, "reads of one version (If-Match)", Need.READING, this::pinnedReads);
    attempt(progress, "keys with + : % = and spaces", Need.READING, this::oddKeys);
    attempt(progress, "listing, at once and in order", Need.READING, this::listing);
    attempt(progress, "writes in parts", Need.WRITING, this::multipart);
    attempt(progress, "an aborted write leaves nothing", Need.WRITING, this::aborted);
    attempt(progress, "deletes, alone and together", Need.WRITING, this::deletes);
    attempt(progress, "of racing creates one wins", Need.DATABASES, this::racingCreates);
    attempt(progress, "create if absent", Need.DATABASES, this::creates);
    attempt(progress, "of racing replaces one wins", Need.DATABASES, this::racingReplaces);
    attempt(progress, "replace if unchanged", Need.DATABASES, this::replaces);
    attempt(progress, "the clocks agree", Need.NOBODY, this::clocks);
    attempt(progress, "time of a small read", Need.NOBODY, this::latency);
    attempt(progress, "speed of one stream", Need.NOBODY, this::throughput);
  }

  private void attempt(Runnable progress, String promise, Need need, Trial trial) {
    progress.run();
    Status status = Status.OK;
    String detail;
    try {
      detail = trial.run();
    } catch (BrokenException e) {
      status = Status.BROKEN;
      detail = String.valueOf(e.getMessage());
    } catch (StoreException e) {
      status =
          e.reason() == Reason.UNSUPPORTED || e.reason() == Reason.READ_ONLY
              ? Status.UNSUPPORTED
              : Status.FAILED;
      detail = String.valueOf(e.getMessage());
    }
    findings.add(new Finding(promise, need, status, detail));
  }

  private void cleanUp() {
    for (String key : written) {
      try {
        store.delete(key);
      } catch (StoreException e) {
        findings.add(
            new Finding(
                "the probe's objects are deleted",
                Need.NOBODY,
                Status.FAILED,
                "\"" + key + "\" is left: " + e.getMessage()));
        return;
      }
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A key of the probe, which is deleted in the end. */
  private String key(String name) {
    String key = prefix + name;
    written.add(key);
    return key;
  }

  private String put(String key, String text, PutCondition condition) throws StoreException {
    return store.put(key, MemorySegment.ofArray(bytes(text)), condition).etag();
  }

  private String read(String key) throws StoreException {
    ObjectInfo info = store.head(key);
    byte[] body = new byte[(int) info.size()];
    store.get(key, 0, MemorySegment.ofArray(body), null);
    return new String(body, StandardCharsets.UTF_8);
  }

  private static void expect(String what, Object expected, Object seen) throws BrokenException {
    if (!expected.equals(seen)) {
      throw new BrokenException(what + ": expected " + expected + ", seen " + seen);
    }
  }

  private static boolean failed(Trial trial) throws BrokenException {
    try {
      String unused = trial.run();
      return false;
    } catch (StoreException e) {
      return true;
    }
  }

  /** A call that must fail for a reason; what the store cannot do at all is told as it is. */
  private static void mustFail(String what, Reason expected, Trial trial)
      throws StoreException, BrokenException {
    try {
      String unused = trial.run();
    } catch (StoreException e) {
      if (e.reason() == Reason.UNSUPPORTED) {
        throw e;
      }
      expect(what, expected, e.reason());
      return;
    }
    throw new BrokenException(what + ": expected " + expected + ", and it succeeded");
  }

  private String writeIsRead() throws StoreException, BrokenException {
    String key = key("written");
    String tag = put(key, "first", PutCondition.NONE);
    expect("what is read back", "first", read(key));
    ObjectInfo info = store.head(key);
    expect("the size", 5L, info.size());
    if (info.etag().isEmpty()) {
      throw new BrokenException("the store gives no ETag: changes cannot be seen");
    }
    expect("the ETag of HEAD and of the write", tag, info.etag());
    String second = put(key, "again", PutCondition.NONE);
    expect("what is read after a second write", "again", read(key));
    if (second.equals(tag)) {
      throw new BrokenException("two contents of equal size have the same ETag " + tag);
    }
    mustFail("asking for what is not there", Reason.NOT_FOUND, () -> read(prefix + "missing"));
    mustFail(
        "reading what is not there",
        Reason.NOT_FOUND,
        () -> "" + store.get(prefix + "missing", 0, MemorySegment.ofArray(new byte[1]), null));
    put(key("empty"), "", PutCondition.NONE);
    expect("an empty object", "", read(key("empty")));
    return "ETag " + second;
  }

  private String ranges() throws StoreException, BrokenException {
    String key = key("ranges");
    String tag = put(key, "0123456789", PutCondition.NONE);
    byte[] some = new byte[4];
    ObjectInfo info = store.get(key, 3, MemorySegment.ofArray(some), null);
    expect("bytes 3 to 6", "3456", new String(some, StandardCharsets.UTF_8));
    expect("the size that a range tells", 10L, info.size());
    ObjectInfo last = store.getSuffix(key, MemorySegment.ofArray(some), tag);
    expect("the last four bytes", "6789", new String(some, StandardCharsets.UTF_8));
    expect("the size that a suffix tells", 10L, last.size());
    byte[] more = new byte[20];
    ObjectInfo whole = store.getSuffix(key, MemorySegment.ofArray(more), null);
    expect("a suffix longer than the object", 10L, whole.size());
    expect(
        "a suffix longer than the object",
        "0123456789",
        new String(more, 0, 10, StandardCharsets.UTF_8));
    mustFail(
        "a range past the end",
        Reason.RANGE,
        () -> "" + store.get(key, 8, MemorySegment.ofArray(some), null));
    return "one request tells size, tag and last bytes";
  }

  private String pinnedReads() throws StoreException, BrokenException {
    String key = key("pinned");
    String old = put(key, "one", PutCondition.NONE);
    byte[] body = new byte[3];
    store.get(key, 0, MemorySegment.ofArray(body), old);
    put(key, "two", PutCondition.NONE);
    mustFail(
        "reading a version that was replaced",
        Reason.PRECONDITION_FAILED,
        () -> "" + store.get(key, 0, MemorySegment.ofArray(body), old));
    mustFail(
        "the suffix of a version that was replaced",
        Reason.PRECONDITION_FAILED,
        () -> "" + store.getSuffix(key, MemorySegment.ofArray(body), old));
    return "a file that changes in mid-read is an error";
  }

  private String oddKeys() throws StoreException, BrokenException {
    List<String> names =
        List.of("a+b", "a b", "a:b=c", "a%2Bb", "a%41", "aA", "\u00e4 \u65e5", "A+B");
    for (String name : names) {
      put(key("odd/" + name), name, PutCondition.NONE);
    }
    for (String name : names) {
      expect("the object \"" + name + "\"", name, read(prefix + "odd/" + name));
    }
    return names.size() + " keys, each its own object";
  }

  private String listing() throws StoreException, BrokenException {
    List<String> expected = new ArrayList<>();
    for (String name : List.of("list/a", "list/b/1", "list/b/2", "list/c", "list/d")) {
      expected.add(key(name));
      put(key(name), name, PutCondition.NONE);
    }
    List<String> seen = new ArrayList<>();
    String after = null;
    do {
      ListPage page = store.list(prefix + "list/", null, after, 2);
      page.objects().forEach(object -> seen.add(object.key()));
      after = page.next();
    } while (after != null && seen.size() <= expected.size());
    expect("keys just written, two a page", expected, seen);
    ListPage folders = store.list(prefix + "list/", "/", null, 100);
    expect("folders", List.of(prefix + "list/b/"), folders.prefixes());
    expect("keys beside the folders", 3, folders.objects().size());
    ListPage rest = store.list(prefix + "list/", "/", prefix + "list/b/", 100);
    expect("folders after the last one", List.of(), rest.prefixes());
    expect("keys after the last folder", 2, rest.objects().size());
    expect(
        "the tag that a listing tells",
        store.head(expected.getFirst()).etag(),
        folders.objects().getFirst().etag());
    return "new keys are seen at once";
  }

  private String multipart() throws StoreException, BrokenException {
    String key = key("parts");
    byte[] first = new byte[(int) MultipartUpload.PART_MIN];
    Arrays.fill(first, (byte) 'a');
    try (MultipartUpload upload = store.startMultipart(key)) {
      upload.part(2, MemorySegment.ofArray(bytes("end")));
      upload.part(1, MemorySegment.ofArray(first));
      mustFail("reading it before it is complete", Reason.NOT_FOUND, () -> read(key));
      upload.complete(2, PutCondition.NONE);
    }
    byte[] tail = new byte[5];
    ObjectInfo info = store.getSuffix(key, MemorySegment.ofArray(tail), null);
    expect("the size of two parts", first.length + 3L, info.size());
    expect("where the parts meet", "aaend", new String(tail, StandardCharsets.UTF_8));
    return "2 parts";
  }

  private String aborted() throws StoreException, BrokenException {
    String key = key("aborted");
    try (MultipartUpload upload = store.startMultipart(key)) {
      upload.part(1, MemorySegment.ofArray(bytes("gone")));
      upload.abort();
    }
    mustFail("reading an aborted write", Reason.NOT_FOUND, () -> read(key));
    return "";
  }

  private String deletes() throws StoreException, BrokenException {
    List<String> keys = List.of(key("gone/1"), key("gone/2"), key("gone/3 +"));
    for (String key : keys) {
      put(key, "x", PutCondition.NONE);
    }
    store.delete(keys.getFirst());
    store.delete(keys.getFirst());
    expect("batch deletes that failed", List.of(), store.deleteAll(keys.subList(1, 3)));
    for (String key : keys) {
      mustFail("reading what was deleted", Reason.NOT_FOUND, () -> read(key));
    }
    return "";
  }

  private String creates() throws StoreException, BrokenException {
    String key = key("created");
    put(key, "first", PutCondition.IF_ABSENT);
    mustFail(
        "creating it again",
        Reason.PRECONDITION_FAILED,
        () -> put(key, "second", PutCondition.IF_ABSENT));
    expect("what is there", "first", read(key));
    return "If-None-Match: *";
  }

  private String replaces() throws StoreException, BrokenException {
    String key = key("replaced");
    String first = put(key, "first", PutCondition.NONE);
    String second = put(key, "second", PutCondition.ifMatch(first));
    mustFail(
        "replacing an old version",
        Reason.PRECONDITION_FAILED,
        () -> put(key, "third", PutCondition.ifMatch(first)));
    expect("what is there", "second", read(key));
    String never = key("never");
    if (!failed(() -> put(never, "x", PutCondition.ifMatch(second)))) {
      throw new BrokenException("replacing \"" + never + "\", which is not there, created it");
    }
    return "If-Match";
  }

  private String racingCreates() throws StoreException, BrokenException {
    for (int round = 0; round < 3; round++) {
      String key = key("race/" + round);
      race(key, PutCondition.IF_ABSENT);
    }
    return RACERS + " writers, 3 rounds";
  }

  private String racingReplaces() throws StoreException, BrokenException {
    String key = key("race/swap");
    String tag = put(key, "start", PutCondition.NONE);
    for (int round = 0; round < 3; round++) {
      tag = race(key, PutCondition.ifMatch(tag));
    }
    return RACERS + " writers, 3 rounds";
  }

  /** Several conditional writes at once, of which one may win; answers its tag. */
  private String race(String key, PutCondition condition) throws StoreException, BrokenException {
    List<String> winners = new ArrayList<>();
    List<String> tags = new ArrayList<>();
    try (ExecutorService threads = env.newPool("eider-probe", RACERS)) {
      List<Future<String>> writes = new ArrayList<>();
      for (int i = 0; i < RACERS; i++) {
        String text = "writer " + i;
        Callable<String> write = () -> put(key, text, condition);
        writes.add(threads.submit(write));
      }
      for (int i = 0; i < RACERS; i++) {
        try {
          tags.add(writes.get(i).get());
          winners.add("writer " + i);
        } catch (ExecutionException e) {
          if (!(e.getCause() instanceof StoreException failed)) {
            throw new BrokenException("a write failed: " + e.getCause());
          }
          if (failed.reason() != Reason.PRECONDITION_FAILED && failed.reason() != Reason.CONFLICT) {
            throw failed;
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new BrokenException("interrupted");
        }
      }
    }
    if (winners.size() != 1) {
      throw new BrokenException(
          winners.size() + " of " + RACERS + " writers were told that they had won: " + winners);
    }
    expect("what is there", winners.getFirst(), read(key));
    return tags.getFirst();
  }

  private String clocks() throws StoreException, BrokenException {
    long before = env.epochMicros() / 1_000;
    ObjectInfo info = store.head(prefix + "written");
    if (info.storeTime() == 0) {
      return "the store does not tell its time";
    }
    long skew = info.storeTime() - before;
    if (Math.abs(skew) > SKEW_MAX_MILLIS) {
      throw new BrokenException("the store's clock differs by " + skew / 1_000 + " s");
    }
    return "the store's clock differs by " + skew / 1_000 + " s, which it tells in seconds";
  }

  private String latency() throws StoreException {
    long[] times = new long[TIMED_READS];
    byte[] body = new byte[5];
    for (int i = 0; i < TIMED_READS; i++) {
      long start = env.nanoTime();
      store.get(prefix + "written", 0, MemorySegment.ofArray(body), null);
      times[i] = env.nanoTime() - start;
    }
    Arrays.sort(times);
    return "median "
        + tenths(times[TIMED_READS / 2])
        + " ms, slowest of "
        + TIMED_READS
        + ": "
        + tenths(times[TIMED_READS - 1])
        + " ms";
  }

  private static String tenths(long nanos) {
    long tenths = nanos / 100_000;
    return tenths / 10 + "." + tenths % 10;
  }

  private String throughput() throws StoreException {
    String key = key("large");
    byte[] body = new byte[LARGE];
    long start = env.nanoTime();
    store.put(key, MemorySegment.ofArray(body), PutCondition.NONE);
    long middle = env.nanoTime();
    store.get(key, 0, MemorySegment.ofArray(body), null);
    long end = env.nanoTime();
    return "8 MiB up "
        + LARGE / Math.max(1, (middle - start) / 1_000)
        + " MB/s, down "
        + LARGE / Math.max(1, (end - middle) / 1_000)
        + " MB/s";
  }
}
