// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.storage.manifest.DatabaseOpener;
import dev.eider.storage.manifest.OpenOptions;
import dev.eider.storage.manifest.ReadSession;
import dev.eider.storage.manifest.SystemHost;
import dev.eider.storage.manifest.WriteSession;
import dev.eider.storage.wal.LogException;
import dev.eider.storage.wal.ProtocolSettings;
import dev.eider.storage.wal.StoreCalls;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The crash matrix: a process that creates a database, commits, checkpoints, names and drops a
 * snapshot, collects and closes dies at each of its steps in turn, with all, none or some of its
 * requests under way arriving later. Whoever opens the database then finds what was acknowledged,
 * and nothing that nobody wrote.
 */
@Timeout(120)
class CrashPointsTest {
  private static final ProtocolSettings SETTINGS =
      new ProtocolSettings(
              600_000, 120_000, 60_000, 1_000, 50, 1_000, 5, 60_000, 1 << 16, 4, Set.of())
          .without(Set.of());

  private record Crash(long seed, long points, boolean finished, Simulation.Outcome outcome) {}

  private static Crash crashAt(long point, SimStore.AtDeath atDeath, long seed) {
    Simulation simulation = new Simulation(seed, false);
    SimBucket bucket = new SimBucket(simulation, 0);
    Oracle oracle = new Oracle(simulation, bucket);
    bucket.watch(oracle);
    long[] points = new long[1];
    boolean[] finished = new boolean[1];
    Simulation.Outcome outcome =
        simulation.run(() -> {
          SimProcess victim =
              new SimProcess(simulation, "victim", SimProcess.Nature.dyingAt(point));
          CompletableFuture<Void> end = new CompletableFuture<>();
          victim.onDeath(() -> end.complete(null));
          SimStore store = new SimStore(victim, bucket, SimFaults.NONE, atDeath);
          victim.start(
              "main",
              () -> {
                work(simulation, victim, store, oracle);
                finished[0] = true;
                end.complete(null);
              });
          SimProcess harness = BankRun.currentProcess();
          harness.await(end);
          points[0] = victim.points();
          reopen(simulation, harness, bucket, oracle);
        });
    return new Crash(seed, points[0], finished[0], outcome);
  }

  private static void work(Simulation simulation, SimProcess env, SimStore store, Oracle oracle) {
    StoreCalls calls = new StoreCalls(env, store, "", SETTINGS);
    BankState state = new BankState(calls, oracle, env.name());
    DatabaseOpener opener = new DatabaseOpener(env, store, "", SETTINGS, new SystemHost());
    try {
      WriteSession session = opener.openForWrite(state, OpenOptions.DEFAULT);
      BankCheckpoints checkpoints =
          new BankCheckpoints(simulation, calls, session, state, env.name());
      commit(env, session, state, oracle, 2);
      checkpoints.publish();
      session.createSnapshot("first");
      commit(env, session, state, oracle, 3);
      checkpoints.publish();
      session.dropSnapshot("first");
      commit(env, session, state, oracle, 1);
      env.await(env.delay(700, TimeUnit.SECONDS));
      session.collector().sweepOrphans(checkpoints.referenced()::contains);
      session.collector().collect();
      commit(env, session, state, oracle, 1);
      session.close();
    } catch (LogException e) {
      simulation.fail("the workload failed: " + e.getMessage(), e);
    }
  }

  private static void commit(
      SimProcess env, WriteSession session, BankState state, Oracle oracle, int count) {
    List<CompletableFuture<Long>> futures = new ArrayList<>();
    List<Transfer> transfers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Transfer transfer = new Transfer(oracle.newTransfer(), i, i + 1, 1);
      byte[] payload = transfer.encode();
      transfers.add(transfer);
      futures.add(session.commit(payload, slot -> state.commit(slot, payload)));
    }
    for (int i = 0; i < count; i++) {
      env.await(futures.get(i));
      oracle.acknowledge(transfers.get(i).number(), futures.get(i).resultNow(), env.name());
    }
  }

  private static void reopen(
      Simulation simulation, SimProcess harness, SimBucket bucket, Oracle oracle) {
    SimStore store = new SimStore(harness, bucket, SimFaults.NONE, SimStore.AtDeath.CHANCE);
    StoreCalls calls = new StoreCalls(harness, store, "", SETTINGS);
    DatabaseOpener opener = new DatabaseOpener(harness, store, "", SETTINGS, new SystemHost());
    try {
      BankState state = new BankState(calls, oracle, "reopened");
      WriteSession session = opener.openForWrite(state, OpenOptions.FORCE);
      oracle.opened("reopened", session.epoch(), session.lastSlot());
      check(state, session.lastSlot(), oracle);
      new BankCheckpoints(simulation, calls, session, state, "reopened").publish();
      harness.await(harness.delay(1300, TimeUnit.SECONDS));
      session.collector().collect();
      session.close();
      BankState read = new BankState(calls, oracle, "read");
      ReadSession reader = opener.openForRead(read);
      check(read, reader.slot(), oracle);
    } catch (LogException e) {
      simulation.fail("cannot be opened: " + e.reason() + ": " + e.getMessage(), e);
    }
  }

  private static void check(BankState state, long slot, Oracle oracle) {
    BankState.Frozen frozen = state.freeze();
    assertTrue(frozen != null && frozen.slot() == slot, "a whole slot");
    oracle.checkEnd(slot, frozen.accounts());
  }

  @Test
  void everyCrashPointIsRecovered() {
    int runs = 0;
    for (SimStore.AtDeath atDeath : EnumSet.allOf(SimStore.AtDeath.class)) {
      for (long point = 1; ; point++) {
        Crash crash = crashAt(point, atDeath, point);
        String what = "crash at point " + point + ", requests under way: " + atDeath;
        assertTrue(crash.outcome.failure() == null, what + ": " + crash.outcome.failure());
        runs++;
        if (crash.finished) {
          assertTrue(point > 100, "the workload has many points: " + point);
          break;
        }
      }
    }
    assertTrue(runs > 300, "runs: " + runs);
  }
}
