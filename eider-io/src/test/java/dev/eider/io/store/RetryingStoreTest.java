// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.SeededRandom;
import dev.eider.io.store.StoreException.Reason;
import dev.eider.io.store.memory.MemoryStore;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is repeated, how often, after which waits; and what an unclear write becomes. */
class RetryingStoreTest {
  private final ManualEnv env = ManualEnv.moving(1);
  private final MemoryStore memory = new MemoryStore(env, "m");
  private final Script script = new Script(memory);
  private final RetryingStore store = new RetryingStore(env, script, RetryPolicy.DEFAULT);

  /** Fails as it is told: null entries let a call through, "applied" ones after it was made. */
  private final class Script extends WrappedStore {
    private record Step(@Nullable StoreException failure, boolean applied) {}

    private final Queue<Step> steps = new ArrayDeque<>();
    private final List<Long> times = new ArrayList<>();

    /** What its address is said to be, or null. */
    private @Nullable String shown;

    Script(ObjectStore inner) {
      super(inner);
    }

    @Override
    public String address() {
      return shown == null ? super.address() : shown;
    }

    void fail(Reason reason, int times) {
      for (int i = 0; i < times; i++) {
        steps.add(new Step(new StoreException(reason, "scripted"), false));
      }
    }

    void applyAndLose() {
      steps.add(new Step(new StoreException(Reason.UNCLEAR, "reply lost"), true));
    }

    @Override
    <T> T around(StoreRequest request, Call<T> call) throws StoreException {
      times.add(env.elapsedMillis());
      Step step = steps.poll();
      if (step == null || step.failure == null) {
        return call.run();
      }
      if (step.applied) {
        call.run();
      }
      throw step.failure;
    }
  }

  private static MemorySegment body(String text) {
    return MemorySegment.ofArray(ObjectReadConformance.bytes(text));
  }

  private static StoreException fails(
      Reason reason, org.junit.jupiter.api.function.Executable call) {
    return ObjectReadConformance.fails(reason, call);
  }

  private String content(String key) throws StoreException {
    MemorySegment target = ObjectReadConformance.target((int) memory.head(key).size());
    memory.get(key, 0, target, null);
    return new String(ObjectReadConformance.array(target));
  }

  @Test
  void aRecordingSeesEachAttemptAndNoSignature() throws Exception {
    Script web = new Script(new MemoryStore(env, "web"));
    web.shown = "http://host";
    RetryingStore retrying = new RetryingStore(env, web, RetryPolicy.DEFAULT);
    String key = "k?X-Amz-Signature=planted";
    web.fail(Reason.UNAVAILABLE, 1);
    Path file = Files.createTempFile("requests", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable(StoreRequestEvent.NAME);
      recording.start();
      retrying.put(key, MemorySegment.ofArray(new byte[10]), PutCondition.NONE);
      retrying.get(key, 4, MemorySegment.ofArray(new byte[3]), null);
      recording.stop();
      recording.dump(file);
      List<String> seen = new ArrayList<>();
      for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
        seen.add(
            event.getString("store")
                + " "
                + event.getString("operation")
                + " "
                + event.getString("key")
                + " "
                + event.getLong("offset")
                + " "
                + event.getLong("bytes")
                + " "
                + event.getInt("attempt")
                + event.getString("failure"));
      }
      assertEquals(
          List.of(
              "http://host PUT k 0 0 1UNAVAILABLE",
              "http://host PUT k 0 10 2",
              "http://host GET k 4 3 1"),
          seen);
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void passingFailuresAreRepeated() throws Exception {
    memory.put("k", body("x"), PutCondition.NONE);
    for (Reason reason : List.of(Reason.UNAVAILABLE, Reason.INCOMPLETE, Reason.CONFLICT)) {
      script.fail(reason, 3);
      assertEquals(1, store.head("k").size());
    }
    assertEquals(9, store.repeated());
    script.fail(Reason.UNAVAILABLE, 4);
    StoreException e = fails(Reason.UNAVAILABLE, () -> store.head("k"));
    assertTrue(String.valueOf(e.getMessage()).contains("attempt 4"), e.getMessage());
  }

  @Test
  void lastingFailuresAreNot() {
    for (Reason reason :
        List.of(
            Reason.NOT_FOUND,
            Reason.PRECONDITION_FAILED,
            Reason.RANGE,
            Reason.DENIED,
            Reason.TOO_LARGE,
            Reason.READ_ONLY,
            Reason.UNSUPPORTED,
            Reason.REFUSED,
            Reason.INTERRUPTED)) {
      script.times.clear();
      script.fail(reason, 1);
      fails(reason, () -> store.head("k"));
      assertEquals(1, script.times.size(), reason.name());
    }
  }

  @Test
  void expiredCredentialsAreRepeatedOnceAtOnce() throws Exception {
    memory.put("k", body("x"), PutCondition.NONE);
    script.fail(Reason.EXPIRED_CREDENTIALS, 1);
    store.head("k");
    assertEquals(0, env.elapsedMillis());
    script.fail(Reason.EXPIRED_CREDENTIALS, 2);
    fails(Reason.EXPIRED_CREDENTIALS, () -> store.head("k"));
  }

  @Test
  void waitsGrowWithFullJitter() {
    long[] most = new long[3];
    for (int i = 0; i < 300; i++) {
      script.times.clear();
      script.fail(Reason.UNAVAILABLE, 4);
      fails(Reason.UNAVAILABLE, () -> store.head("k"));
      for (int n = 0; n < 3; n++) {
        long wait = script.times.get(n + 1) - script.times.get(n);
        most[n] = Math.max(most[n], wait);
      }
    }
    for (int n = 0; n < 3; n++) {
      double bound = RetryPolicy.DEFAULT.waitBoundMillis(n + 1);
      assertTrue(most[n] <= bound + 1 && most[n] > 0.9 * bound, n + ": " + most[n]);
    }
    assertEquals(5000, RetryPolicy.DEFAULT.waitBoundMillis(9));
  }

  @Test
  void defaultsSurviveFiveSecondsOfRefusals() throws Exception {
    memory.put("k", body("x"), PutCondition.NONE);
    for (long seed = 0; seed < 50; seed++) {
      ManualEnv clock = ManualEnv.moving(seed);
      Faults faults = Faults.none(seed).withThrottled(1e-9, 1, 5000, 0);
      ObjectStore refusing = new BurstAtOnce(new FaultyStore(clock, memory, faults), clock);
      RetryingStore patient = new RetryingStore(clock, refusing, RetryPolicy.DEFAULT);
      assertEquals(1, patient.head("k").size(), "seed " + seed);
      patient.put("other", body("y"), PutCondition.NONE);
      assertTrue(clock.elapsedMillis() >= 5000 && clock.elapsedMillis() < 20_000);
    }
  }

  /** Refuses everything for the first five seconds. */
  private static final class BurstAtOnce extends WrappedStore {
    private final ManualEnv clock;

    BurstAtOnce(ObjectStore inner, ManualEnv clock) {
      super(inner);
      this.clock = clock;
    }

    @Override
    <T> T around(StoreRequest request, Call<T> call) throws StoreException {
      if (clock.elapsedMillis() < 5000) {
        throw new StoreException(Reason.THROTTLED, "Slow Down", 503, 0, 0, null);
      }
      return call.run();
    }
  }

  @Test
  void refusalsEndAfterTheirTime() {
    script.fail(Reason.THROTTLED, 100_000);
    fails(Reason.THROTTLED, () -> store.head("k"));
    assertTrue(env.elapsedMillis() <= 31_000, () -> env.elapsedMillis() + " ms");
    assertTrue(env.elapsedMillis() >= 20_000, () -> env.elapsedMillis() + " ms");
  }

  @Test
  void refusalsDoNotCountAsFailures() throws Exception {
    memory.put("k", body("x"), PutCondition.NONE);
    for (int i = 0; i < 3; i++) {
      script.fail(Reason.THROTTLED, 2);
      script.fail(Reason.UNAVAILABLE, 1);
    }
    assertEquals(1, store.head("k").size());
  }

  @Test
  void refusalsMakeItSlower() throws Exception {
    memory.put("k", body("x"), PutCondition.NONE);
    RetryingStore eager = new RetryingStore(env, script, new RetryPolicy(3, 1, 1, 1, 1000));
    assertEquals(Double.POSITIVE_INFINITY, eager.requestsPerSecondMax());
    script.fail(Reason.THROTTLED, 1);
    eager.head("k");
    assertTrue(eager.requestsPerSecondMax() < Double.POSITIVE_INFINITY);
    long before = env.elapsedMillis();
    for (int i = 0; i < 20; i++) {
      eager.head("k");
    }
    assertTrue(env.elapsedMillis() - before > 300, "at most 50 in a second");
  }

  @Test
  void retryAfterIsHonoured() throws Exception {
    memory.put("k", body("x"), PutCondition.NONE);
    script.steps.add(
        new Script.Step(new StoreException(Reason.THROTTLED, "s", 503, 7000, 0, null), false));
    store.head("k");
    assertTrue(env.elapsedMillis() >= 7000 && env.elapsedMillis() < 7500);
    script.steps.add(
        new Script.Step(new StoreException(Reason.THROTTLED, "s", 503, 3_600_000, 0, null), false));
    StoreException e = fails(Reason.THROTTLED, () -> store.head("k"));
    assertEquals(3_600_000, e.retryAfterMillis(), "an hour is not waited for, and told");
  }

  @Test
  void anUnconditionalWriteIsSentAgain() throws Exception {
    script.applyAndLose();
    store.put("k", body("x"), PutCondition.NONE);
    script.fail(Reason.UNCLEAR, 1);
    store.delete("k");
    fails(Reason.NOT_FOUND, () -> memory.head("k"));
  }

  @Test
  void aConditionalWriteThatWasAppliedAndLostStaysUnclear() throws Exception {
    script.applyAndLose();
    StoreException e =
        fails(Reason.UNCLEAR, () -> store.put("k", body("x"), PutCondition.IF_ABSENT));
    assertTrue(String.valueOf(e.getMessage()).contains("may have been applied"), e.getMessage());
    assertEquals("x", content("k"));
    String tag = memory.head("k").etag();
    script.applyAndLose();
    fails(Reason.UNCLEAR, () -> store.put("k", body("y"), PutCondition.ifMatch(tag)));
    assertEquals("y", content("k"));
  }

  @Test
  void aConditionalWriteThatNeverArrivedIsMade() throws Exception {
    script.fail(Reason.UNCLEAR, 2);
    WriteReply reply = store.put("k", body("x"), PutCondition.IF_ABSENT);
    assertEquals(reply.etag(), memory.head("k").etag());
  }

  @Test
  void noErrorAfterAnUnclearAttemptClaimsThatNothingWasWritten() {
    for (Reason last : List.of(Reason.DENIED, Reason.PRECONDITION_FAILED, Reason.REFUSED)) {
      script.fail(Reason.UNCLEAR, 1);
      script.fail(last, 1);
      fails(Reason.UNCLEAR, () -> store.put("k", body("x"), PutCondition.IF_ABSENT));
    }
    script.fail(Reason.UNCLEAR, 1);
    script.fail(Reason.THROTTLED, 100_000);
    fails(Reason.UNCLEAR, () -> store.put("k", body("x"), PutCondition.NONE));
    script.steps.clear();
    script.fail(Reason.PRECONDITION_FAILED, 1);
    fails(Reason.PRECONDITION_FAILED, () -> store.put("k", body("x"), PutCondition.IF_ABSENT));
  }

  @Test
  void onlyFailedKeysOfABatchAreDeletedAgain() throws Exception {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      keys.add("k" + i);
      memory.put("k" + i, body("x"), PutCondition.NONE);
    }
    Faults faults = Faults.none(4).withBrokenReads(0.3, 0, 0);
    RetryPolicy patient = new RetryPolicy(30, 100, 2, 1000, 1000);
    ObjectStore faulty = new FaultyStore(env, memory, faults);
    assertEquals(List.of(), new RetryingStore(env, faulty, patient).deleteAll(keys));
    assertTrue(memory.list("", null, null, 10).objects().isEmpty());
  }

  /**
   * Appends numbers to an object by compare and swap over a store that loses and delays; who is
   * left in doubt reads. In the end each number is there exactly once.
   */
  @Test
  void unclearSwapsCanBeDecidedByReading() throws Exception {
    for (long seed = 1; seed <= 20; seed++) {
      String key = "list" + seed;
      memory.put(key, body(""), PutCondition.NONE);
      Faults faults = Faults.all(seed, 0.6);
      ObjectStore faulty = new FaultyStore(env, memory, faults);
      ObjectStore retrying =
          new RetryingStore(env, faulty, new RetryPolicy(50, 10, 2, 200, 600_000));
      SeededRandom random = new SeededRandom(seed);
      StringBuilder expected = new StringBuilder();
      for (int i = 0; i < 30; i++) {
        String number = i + ";";
        expected.append(number);
        append(retrying, key, number);
        env.advance(random.nextInt(100));
      }
      env.advance(10_000);
      assertEquals(expected.toString(), content(key), "seed " + seed);
    }
  }

  private static void append(ObjectStore store, String key, String number) throws StoreException {
    while (true) {
      MemorySegment target = ObjectReadConformance.target(1000);
      ObjectInfo info = store.getSuffix(key, target, null);
      byte[] bytes = ObjectReadConformance.array(target.asSlice(0, info.size()));
      String text = new String(bytes);
      if (text.endsWith(";" + number) || text.equals(number)) {
        return;
      }
      try {
        store.put(key, body(text + number), PutCondition.ifMatch(info.etag()));
        return;
      } catch (StoreException e) {
        assertTrue(
            e.reason() == Reason.UNCLEAR || e.reason() == Reason.PRECONDITION_FAILED,
            String.valueOf(e.getMessage()));
      }
    }
  }

  @Test
  void aMultipartUploadSurvivesFaults() throws Exception {
    byte[] content = ObjectReadConformance.content((int) MultipartUpload.PART_MIN + 10, 5);
    for (long seed = 0; seed < 20; seed++) {
      ObjectStore faulty = new FaultyStore(env, memory, Faults.all(seed, 0.5));
      ObjectStore retrying =
          new RetryingStore(env, faulty, new RetryPolicy(50, 10, 2, 200, 600_000));
      try (MultipartUpload upload = retrying.startMultipart("m")) {
        MemorySegment body = MemorySegment.ofArray(content);
        upload.part(2, body.asSlice(MultipartUpload.PART_MIN));
        upload.part(1, body.asSlice(0, MultipartUpload.PART_MIN));
        upload.complete(2, PutCondition.NONE);
      } catch (StoreException e) {
        assertEquals(Reason.UNCLEAR, e.reason(), e.getMessage());
      }
      env.advance(1000);
      MemorySegment target = ObjectReadConformance.target(content.length);
      memory.get("m", 0, target, null);
      assertArrayEquals(content, ObjectReadConformance.array(target));
      memory.delete("m");
    }
  }
}
