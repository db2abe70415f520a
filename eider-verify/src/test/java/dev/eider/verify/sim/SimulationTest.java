// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.io.store.PutCondition;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.StoreException.Reason;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The simulator by a toy: processes that count in one object by compare and swap. */
@Timeout(60)
class SimulationTest {
  private static final int PROCESSES = 3;
  private static final int ROUNDS = 5;

  /** What a run of the toy came to. */
  private record Toy(Simulation.Outcome outcome, int counted, int acknowledged, int unclear) {}

  private static Toy count(long seed, SimFaults faults, SimProcess.Nature nature, boolean careful) {
    Simulation simulation = new Simulation(seed, false);
    SimBucket bucket = new SimBucket(simulation, 0);
    int[] sums = new int[3];
    Simulation.Outcome outcome =
        simulation.run(() -> {
          bucket.tamper("counter", new byte[] {0});
          List<SimProcess> processes = new ArrayList<>();
          List<CompletableFuture<Void>> ends = new ArrayList<>();
          SimProcess harness = currentProcess();
          for (int i = 0; i < PROCESSES; i++) {
            SimProcess process = new SimProcess(simulation, "p" + i, nature);
            SimStore store = new SimStore(process, bucket, faults, SimStore.AtDeath.CHANCE);
            CompletableFuture<Void> end = new CompletableFuture<>();
            process.onDeath(() -> end.complete(null));
            process.start(
                "main",
                () -> {
                  for (int round = 0; round < ROUNDS; round++) {
                    increment(process, store, sums, careful);
                  }
                  end.complete(null);
                });
            processes.add(process);
            ends.add(end);
          }
          ends.forEach(harness::await);
          harness.await(harness.delay(1, TimeUnit.HOURS));
          byte[] body = bucket.peek("counter");
          sums[0] = body == null ? -1 : body[0];
        });
    return new Toy(outcome, sums[0], sums[1], sums[2]);
  }

  private static SimProcess currentProcess() {
    SimThread me = Carrier.current();
    assertNotNull(me);
    return me.process;
  }

  private static void increment(SimProcess env, SimStore store, int[] sums, boolean careful) {
    while (true) {
      try {
        MemorySegment body = MemorySegment.ofArray(new byte[1]);
        String etag = store.get("counter", 0, body, null).etag();
        byte value = body.get(ValueLayout.JAVA_BYTE, 0);
        body.set(ValueLayout.JAVA_BYTE, 0, (byte) (value + 1));
        store.put("counter", body, careful ? PutCondition.ifMatch(etag) : PutCondition.NONE);
        sums[1]++;
        return;
      } catch (StoreException e) {
        if (e.reason() == Reason.UNCLEAR) {
          sums[2]++;
          return;
        }
        env.await(env.delay(10, TimeUnit.MILLISECONDS));
      }
    }
  }

  @Test
  void compareAndSwapCountsAll() {
    for (long seed = 1; seed <= 20; seed++) {
      Toy toy = count(seed, SimFaults.NONE, SimProcess.Nature.IMMORTAL, true);
      assertNull(toy.outcome.failure(), "seed " + seed);
      assertEquals(PROCESSES * ROUNDS, toy.counted, "seed " + seed);
    }
  }

  @Test
  void withoutTheConditionCountsAreLost() {
    boolean lost = false;
    for (long seed = 1; seed <= 20; seed++) {
      Toy toy = count(seed, SimFaults.NONE, SimProcess.Nature.IMMORTAL, false);
      lost |= toy.counted < PROCESSES * ROUNDS;
    }
    assertTrue(lost, "threads of several processes take turns between their calls");
  }

  @Test
  void acknowledgedCountsStayUnderFaultsPausesAndDeath() {
    int deaths = 0;
    int unclear = 0;
    for (long seed = 1; seed <= 100; seed++) {
      SimFaults faults =
          SimFaults.some(new Simulation(seed, false), 2 * 3600 * 1_000_000_000L, 2000)
              .withoutWrongBytes();
      SimProcess.Nature nature =
          new SimProcess.Nature(0.01, 0.02, 3600 * 1_000_000_000L, 0.05, List.of(), 0, 0);
      Toy toy = count(seed, faults, nature, true);
      assertNull(toy.outcome.failure(), "seed " + seed);
      assertTrue(toy.counted >= toy.acknowledged, "seed " + seed + ": " + toy);
      assertTrue(toy.counted <= PROCESSES * ROUNDS, "seed " + seed + ": " + toy);
      deaths += toy.acknowledged + toy.unclear < PROCESSES * ROUNDS ? 1 : 0;
      unclear += toy.unclear;
    }
    assertTrue(deaths > 10, "processes die: " + deaths);
    assertTrue(unclear > 10, "replies are lost: " + unclear);
  }

  @Test
  void aSeedDeterminesTheRun() {
    SimFaults faults =
        new SimFaults(.05, .05, .05, .05, .05, .05, .05, .05, .05, .05, .1, 1L << 41, 5);
    SimProcess.Nature nature = new SimProcess.Nature(0.01, 0.02, 1L << 41, 0.05, List.of(), 0, 0);
    List<Long> hashes = new ArrayList<>();
    for (long seed = 1; seed <= 20; seed++) {
      Toy first = count(seed, faults, nature, true);
      Toy second = count(seed, faults, nature, true);
      assertEquals(first, second, "seed " + seed);
      hashes.add(first.outcome.traceHash());
    }
    assertEquals(20, hashes.stream().distinct().count(), "seeds differ");
    assertNotEquals(0, hashes.getFirst());
  }

  @Test
  void waitingForNothingIsAViolation() {
    Simulation simulation = new Simulation(1, false);
    Simulation.Outcome outcome =
        simulation.run(() -> currentProcess().await(new CompletableFuture<>()));
    assertEquals("all threads wait, and nothing will happen", outcome.failure());
  }

  @Test
  void waitingWithAMonitorHeldIsAViolationWhenAskedFor() {
    Simulation simulation = new Simulation(1, false);
    simulation.checkMonitors();
    Object monitor = new Object();
    Simulation.Outcome outcome =
        simulation.run(() -> {
          synchronized (monitor) {
            SimProcess process = currentProcess();
            process.await(process.delay(1, TimeUnit.SECONDS));
          }
        });
    assertNotNull(outcome.failure());
    assertTrue(outcome.failure().contains("waits with"), outcome.failure());
  }

  @Test
  void anErrorOfAThreadIsAViolation() {
    Simulation simulation = new Simulation(1, true);
    Simulation.Outcome outcome =
        simulation.run(() -> {
          throw new IllegalStateException("planted");
        });
    assertNotNull(outcome.failure());
    assertTrue(outcome.failure().contains("planted"), outcome.failure());
    assertTrue(simulation.traceLines().stream().anyMatch(line -> line.contains("planted")));
  }
}
