// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.storage.format.v1.SlotCodec;
import dev.eider.storage.manifest.DatabaseOpener;
import dev.eider.storage.manifest.OpenOptions;
import dev.eider.storage.manifest.SystemHost;
import dev.eider.storage.manifest.WriteSession;
import dev.eider.storage.wal.LogException;
import dev.eider.storage.wal.LogException.Reason;
import dev.eider.storage.wal.ProtocolRule;
import dev.eider.storage.wal.ProtocolSettings;
import dev.eider.storage.wal.StoreCalls;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A writer that stands still twice while another takes over and collects: the course of events that
 * rule T3 is for, which chance finds too seldom.
 *
 * <p>The reply to slot 3 is lost, and the writer stands still for a bit more than R/2. When it asks
 * whether slot 3 is its own, it is. Had it taken the time of that answer for the slot's, then slot
 * 4 would seem to follow closely, though it stands still again until its successor's slot 4 has
 * been deleted, R after the successor began.
 */
@Timeout(60)
class ZombieWriterTest {
  private static final long R_SECONDS = 3600;

  private record End(
      Simulation.Outcome outcome, CompletableFuture<Long> first, CompletableFuture<Long> second) {}

  private static ProtocolSettings settings(Set<ProtocolRule> broken) {
    // The zombie must not notice by its lease: that is never an argument for safety.
    return new ProtocolSettings(
            R_SECONDS * 1000,
            900_000_000,
            400_000_000,
            1_000,
            50,
            1_000,
            5,
            60_000,
            1 << 16,
            4,
            Set.of())
        .without(broken);
  }

  private static WriteSession open(
      SimProcess process, SimStore store, BankState state, ProtocolSettings settings) {
    try {
      return new DatabaseOpener(process, store, "", settings, new SystemHost())
          .openForWrite(state, OpenOptions.FORCE);
    } catch (LogException e) {
      throw new AssertionError(e);
    }
  }

  private static CompletableFuture<Long> commit(
      WriteSession session, BankState state, Oracle oracle) {
    byte[] payload = new Transfer(oracle.newTransfer(), 0, 1, 1).encode();
    return session.commit(payload, slot -> state.commit(slot, payload));
  }

  private static End run(Set<ProtocolRule> broken) {
    ProtocolSettings settings = settings(broken);
    Simulation simulation = new Simulation(1, false);
    SimBucket bucket = new SimBucket(simulation, 0);
    Oracle oracle = new Oracle(simulation, bucket);
    bucket.watch(oracle);
    CompletableFuture<Long> first = new CompletableFuture<>();
    CompletableFuture<Long> second = new CompletableFuture<>();
    Simulation.Outcome outcome =
        simulation.run(() -> {
          SimProcess harness = BankRun.currentProcess();
          SimProcess zombie = new SimProcess(simulation, "zombie", SimProcess.Nature.IMMORTAL);
          SimStore store = new SimStore(zombie, bucket, SimFaults.NONE, SimStore.AtDeath.CHANCE);
          zombie.start(
              "zombie",
              () -> {
                BankState state =
                    new BankState(new StoreCalls(zombie, store, "", settings), oracle, "zombie");
                WriteSession session = open(zombie, store, state, settings);
                zombie.await(commit(session, state, oracle));
                store.setFaults(SimFaults.NONE.withLostReplies(1));
                zombie.pauseAt("slot unclear", (R_SECONDS / 2 + 60) * BankRun.SECOND);
                zombie.pauseAt("create " + SlotCodec.key(4), (R_SECONDS / 2 - 20) * BankRun.SECOND);
                CompletableFuture<Long> lost = commit(session, state, oracle);
                // The second goes into a slot of its own when the first is under way.
                zombie.await(zombie.delay(1, TimeUnit.MILLISECONDS));
                CompletableFuture<Long> queued = commit(session, state, oracle);
                queued.whenComplete((slot, error) -> copy(queued, second));
                lost.whenComplete((slot, error) -> copy(lost, first));
                // The second goes into a slot of its own: the first is under way.
                zombie.await(queued);
              });
          harness.await(harness.delay(40, TimeUnit.SECONDS));
          store.setFaults(SimFaults.NONE);
          SimStore other = new SimStore(harness, bucket, SimFaults.NONE, SimStore.AtDeath.CHANCE);
          BankState state =
              new BankState(new StoreCalls(harness, other, "", settings), oracle, "successor");
          WriteSession session = open(harness, other, state, settings);
          harness.await(commit(session, state, oracle));
          try {
            new BankCheckpoints(
                    simulation,
                    new StoreCalls(harness, other, "", settings),
                    session,
                    state,
                    "successor")
                .publish();
            harness.await(harness.delay(R_SECONDS + 2, TimeUnit.SECONDS));
            assertTrue(session.collector().collect().slots() >= 4);
          } catch (LogException e) {
            throw new AssertionError(e);
          }
          harness.await(second.handle((slot, error) -> 0));
        });
    return new End(outcome, first, second);
  }

  private static void copy(CompletableFuture<Long> from, CompletableFuture<Long> to) {
    if (from.state() == CompletableFuture.State.SUCCESS) {
      to.complete(from.resultNow());
    } else {
      to.completeExceptionally(from.exceptionNow());
    }
  }

  @Test
  void theZombieNoticesByTheTimeOfItsLastSlot() {
    End end = run(Set.of());
    assertNull(end.outcome.failure());
    assertEquals(3, end.first.resultNow(), "slot 3 was its own and stays in the history");
    LogException failure = assertInstanceOf(LogException.class, end.second.exceptionNow());
    assertNotNull(failure);
    assertTrue(
        failure.reason() == Reason.FENCED || failure.reason() == Reason.OUTCOME_UNKNOWN,
        failure.getMessage());
  }

  @Test
  void withTheTimeOfTheAnswerItAcknowledgesWhatNobodyReads() {
    End end = run(Set.of(ProtocolRule.CREATION_TIME));
    assertNull(end.outcome.failure());
    assertEquals(4, end.second.resultNow(), "acknowledged, though slot 4 was another's");
  }
}
