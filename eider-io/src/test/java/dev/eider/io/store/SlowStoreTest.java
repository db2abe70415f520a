// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.Env;
import dev.eider.io.store.memory.MemoryStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;

/** Latency, rate of a stream and rate of the link, to the millisecond. */
class SlowStoreTest extends ObjectStoreConformance {
  @Override
  protected ObjectStore newStore() {
    Env env = Env.system();
    return new SlowStore(env, new MemoryStore(env, "slow"), new SimulatedLink(0.2, 0.1, 0, 0));
  }

  @Override
  protected int rounds() {
    return 10;
  }

  private static ObjectStore slow(ManualEnv env, String link) throws StoreException {
    MemoryStore memory = new MemoryStore(env, "slow");
    memory.put("object", segment(content(1_000_000, 1)), PutCondition.NONE);
    return new SlowStore(env, memory, SimulatedLink.parse(link));
  }

  @Test
  void aRequestTakesItsLatencyAndTheTimeOfItsBytes() throws Exception {
    ManualEnv env = ManualEnv.moving(1);
    ObjectStore slow = slow(env, "latency_ms=30, stream_mb_s=100");
    slow.head("object");
    assertEquals(30, env.elapsedMillis());
    slow.get("object", 0, target(1_000_000), null);
    assertEquals(70, env.elapsedMillis());
    slow.put("other", segment(content(500_000, 2)), PutCondition.NONE);
    assertEquals(105, env.elapsedMillis());
    slow.getSuffix("other", target(1_000_000), null);
    assertEquals(140, env.elapsedMillis());
  }

  @Test
  void latencyVaries() throws Exception {
    ManualEnv env = ManualEnv.moving(1);
    ObjectStore slow = slow(env, "latency_ms=30,jitter_ms=10");
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < 2000; i++) {
      long before = env.nanoTime();
      slow.head("object");
      double millis = (env.nanoTime() - before) / 1e6;
      sum += millis;
      squares += millis * millis;
    }
    double mean = sum / 2000;
    assertEquals(30, mean, 1);
    assertEquals(10, Math.sqrt(squares / 2000 - mean * mean), 1);
  }

  @Test
  void allStreamsShareTheLink() throws Exception {
    ManualEnv env = ManualEnv.standing(1);
    // 1 MB takes 10 ms in a stream and 4 ms on the link.
    ObjectStore slow = slow(env, "latency_ms=20,stream_mb_s=100,link_gbit_s=2");
    try (ExecutorService pool = env.newPool("slow", 8)) {
      List<Callable<Long>> calls = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        calls.add(() -> {
          slow.get("object", 0, target(1_000_000), null);
          return env.elapsedMillis();
        });
      }
      List<Future<Long>> ends = calls.stream().map(pool::submit).toList();
      while (ends.stream().anyMatch(end -> !end.isDone())) {
        Thread.sleep(5);
        env.advance(1);
      }
      List<Long> times = new ArrayList<>();
      for (Future<Long> end : ends) {
        times.add(end.get());
      }
      // The last of eight bodies leaves the link 32 ms after the latency; the threads wake up late.
      long last = times.stream().mapToLong(Long::longValue).max().orElseThrow();
      assertTrue(last >= 52 && last <= 70, times.toString());
      long first = times.stream().mapToLong(Long::longValue).min().orElseThrow();
      assertTrue(first >= 30 && first <= 45, times.toString());
    }
  }

  @Test
  void aRecordingSeesEachBodyByTheEnvironmentsClock() throws Exception {
    ManualEnv env = ManualEnv.moving(1);
    ObjectStore slow = slow(env, "latency_ms=30,stream_mb_s=100,link_gbit_s=2");
    Path file = Files.createTempFile("slow", ".jfr");
    try (Recording recording = new Recording()) {
      slow.get("object", 0, target(1_000_000), null);
      recording.enable(LinkTransferEvent.NAME);
      recording.start();
      long start = env.nanoTime();
      slow.get("object", 0, target(1_000_000), null);
      slow.head("object");
      slow.getSuffix("object", target(500_000), null);
      recording.stop();
      recording.dump(file);
      List<String> seen = new ArrayList<>();
      for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
        seen.add(
            event.getString("operation")
                + " "
                + event.getLong("bytes")
                + " "
                + (event.getLong("requestedNanos") - start) / 1_000_000
                + " "
                + (event.getLong("firstByteNanos") - start) / 1_000_000
                + " "
                + (event.getLong("lastByteNanos") - start) / 1_000_000);
      }
      // Latency 30 ms, 10 ms for a megabyte in a stream; what has no body is no transfer.
      assertEquals(List.of("GET 1000000 0 30 40", "GET_SUFFIX 500000 70 100 105"), seen);
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void interruptAndCloseEndTheWait() throws Exception {
    ObjectStore far =
        new SlowStore(
            Env.system(),
            new MemoryStore(Env.system(), "far"),
            SimulatedLink.parse("latency_ms=60000"));
    long start = System.nanoTime();
    endsWithInterrupted(Thread::interrupt, () -> far.head("object"));
    endsWithInterrupted(thread -> far.close(), () -> far.head("object"));
    assertTrue(System.nanoTime() - start < 5_000_000_000L);
  }

  @Test
  void settingsSayWhatIsWrong() {
    for (String text : List.of("", "latency=3", "latency_ms=fast", "latency_ms", "jitter_ms=-1")) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> SimulatedLink.parse(text))
              .getMessage();
      assertTrue(message.contains("latency_ms") || message.contains("jitter_ms"), message);
    }
  }
}
