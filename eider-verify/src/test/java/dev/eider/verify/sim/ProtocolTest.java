// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.storage.format.v1.Retired;
import dev.eider.storage.format.v1.Root;
import dev.eider.storage.format.v1.SlotCodec;
import dev.eider.storage.manifest.DatabaseOpener;
import dev.eider.storage.manifest.DatabaseState;
import dev.eider.storage.manifest.HostIdentity;
import dev.eider.storage.manifest.OpenOptions;
import dev.eider.storage.manifest.ReadSession;
import dev.eider.storage.manifest.ReaderPin;
import dev.eider.storage.manifest.WriteSession;
import dev.eider.storage.wal.LogException;
import dev.eider.storage.wal.LogException.Reason;
import dev.eider.storage.wal.ProtocolSettings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the protocol does in single situations, in simulated time. */
@Timeout(60)
class ProtocolTest {
  private static final ProtocolSettings SETTINGS = ProtocolSettings.standard();

  /** The texts that were committed. */
  private static final class Texts implements DatabaseState {
    final List<String> all = new ArrayList<>();

    @Override
    public void load(@Nullable Root root, long version) {
      all.clear();
      if (root != null && root.inline().length > 0) {
        all.addAll(List.of(new String(root.inline(), StandardCharsets.UTF_8).split(",")));
      }
    }

    @Override
    public void commit(long slot, byte[] payload) {
      all.add(new String(payload, StandardCharsets.UTF_8));
    }

    Root root() {
      return Root.inline(String.join(",", all).getBytes(StandardCharsets.UTF_8));
    }
  }

  /** One machine, on which only pid 1 is alive. */
  private record Machine(String host, long pid) implements HostIdentity {
    @Override
    public String bootId() {
      return "boot-" + host;
    }

    @Override
    public boolean isAlive(long other) {
      return other == 1;
    }
  }

  /** The world of a test. */
  private static final class World {
    final Simulation simulation = new Simulation(1, false);
    final SimBucket bucket = new SimBucket(simulation, 0);
    final SimProcess process = new SimProcess(simulation, "process", SimProcess.Nature.IMMORTAL);
    final SimStore store = new SimStore(process, bucket, SimFaults.NONE, SimStore.AtDeath.CHANCE);

    DatabaseOpener opener(String host, long pid) {
      return new DatabaseOpener(process, store, "db/", SETTINGS, new Machine(host, pid));
    }

    WriteSession open(Texts state, OpenOptions options) throws LogException {
      return opener("a", 1).openForWrite(state, options);
    }

    long commit(WriteSession session, Texts state, String text) throws LogException {
      return done(start(session, state, text));
    }

    CompletableFuture<Long> start(WriteSession session, Texts state, String text) {
      byte[] payload = text.getBytes(StandardCharsets.UTF_8);
      return session.commit(payload, slot -> state.commit(slot, payload));
    }

    long done(CompletableFuture<Long> future) throws LogException {
      process.await(future);
      if (future.state() == CompletableFuture.State.SUCCESS) {
        return future.resultNow();
      }
      LogException e = (LogException) future.exceptionNow();
      throw new LogException(e.reason(), String.valueOf(e.getMessage()), e);
    }

    void sleep(long seconds) {
      process.await(process.delay(seconds, TimeUnit.SECONDS));
    }
  }

  /** A test in the world. */
  private interface Script {
    void run(World world) throws LogException;
  }

  private static void in(Script script) {
    World world = new World();
    CompletableFuture<Void> end = new CompletableFuture<>();
    Simulation.Outcome outcome =
        world.simulation.run(() -> {
          world.process.start(
              "test",
              () -> {
                try {
                  script.run(world);
                } catch (LogException e) {
                  throw new AssertionError(e.reason() + ": " + e.getMessage(), e);
                }
                end.complete(null);
              });
          BankRun.currentProcess().await(end);
        });
    if (outcome.cause() != null) {
      throw new AssertionError(outcome.failure(), outcome.cause());
    }
    assertNull(outcome.failure());
  }

  private interface Act {
    void run() throws LogException;
  }

  private static String fails(Reason reason, Act act) {
    LogException e = assertThrows(LogException.class, act::run);
    assertEquals(reason, e.reason(), e.getMessage());
    return String.valueOf(e.getMessage());
  }

  @Test
  void whatWasCommittedIsThereWhenItIsOpenedAgain() {
    in(world -> {
      Texts state = new Texts();
      WriteSession session = world.open(state, OpenOptions.DEFAULT);
      assertEquals(2, world.commit(session, state, "one"));
      assertEquals(3, world.commit(session, state, "two"));
      session.close();
      Texts again = new Texts();
      WriteSession second = world.open(again, OpenOptions.DEFAULT);
      assertEquals(List.of("one", "two"), again.all);
      assertEquals(2, second.epoch());
      second.close();
    });
  }

  @Test
  void whatIsQueuedWhileASlotIsUnderWaySharesTheNext() {
    in(world -> {
      Texts state = new Texts();
      WriteSession session = world.open(state, OpenOptions.DEFAULT);
      List<CompletableFuture<Long>> commits = new ArrayList<>();
      commits.add(world.start(session, state, "first"));
      world.process.await(world.process.delay(1, TimeUnit.MILLISECONDS));
      for (int i = 0; i < 100; i++) {
        commits.add(world.start(session, state, "more" + i));
      }
      for (CompletableFuture<Long> commit : commits) {
        world.process.await(commit);
      }
      assertEquals(2, commits.getFirst().resultNow());
      assertEquals(3, commits.get(1).resultNow());
      assertEquals(3, commits.getLast().resultNow());
      assertEquals(3, world.bucket.keys("db/log/").size(), "fence and two slots");
      assertEquals("more99", state.all.getLast(), "in the order of the queue");
      session.close();
    });
  }

  @Test
  void whatDoesNotFitIsRefusedAndHarmsNothing() {
    in(world -> {
      Texts state = new Texts();
      WriteSession session = world.open(state, OpenOptions.DEFAULT);
      CompletableFuture<Long> large = session.commit(new byte[17 << 20], slot -> {});
      String message = fails(Reason.TOO_LARGE, () -> world.done(large));
      assertTrue(message.contains("does not fit into one slot"), message);
      assertEquals(2, world.commit(session, state, "small"));
      session.close();
    });
  }

  @Test
  void theSecondWriterIsToldWhoTheFirstIs() {
    in(world -> {
      Texts state = new Texts();
      WriteSession session = world.open(state, OpenOptions.DEFAULT);
      String message =
          fails(
              Reason.OWNED,
              () -> world.opener("b", 7).openForWrite(new Texts(), OpenOptions.DEFAULT));
      assertTrue(message.contains("is open for writing by host a pid 1 since 20"), message);
      world.sleep(120);
      fails(
          Reason.OWNED, () -> world.opener("b", 7).openForWrite(new Texts(), OpenOptions.DEFAULT));
      session.close();
      world.opener("b", 7).openForWrite(new Texts(), OpenOptions.DEFAULT).close();
    });
  }

  @Test
  void aDeadOwnerOnTheSameMachineIsReplacedAtOnce() {
    in(world -> {
      // Nobody is alive under this number on the machine.
      WriteSession dead = world.opener("a", 99).openForWrite(new Texts(), OpenOptions.DEFAULT);
      assertEquals(1, dead.epoch());
      WriteSession next = world.opener("a", 1).openForWrite(new Texts(), OpenOptions.DEFAULT);
      assertEquals(2, next.epoch());
      next.close();
    });
  }

  @Test
  void whoWasFencedWritesNothingAnyMore() {
    in(world -> {
      Texts first = new Texts();
      WriteSession old = world.open(first, OpenOptions.DEFAULT);
      world.commit(old, first, "old");
      Texts second = new Texts();
      WriteSession forced = world.opener("b", 1).openForWrite(second, OpenOptions.FORCE);
      fails(Reason.FENCED, () -> world.commit(old, first, "too late"));
      fails(Reason.FENCED, () -> world.commit(old, first, "again"));
      assertNotNull(old.failure());
      world.commit(forced, second, "new");
      forced.close();
      Texts read = new Texts();
      world.opener("c", 1).openForRead(read);
      assertEquals(List.of("old", "new"), read.all);
    });
  }

  @Test
  void anOutcomeThatIsUnknownIsTold() {
    in(world -> {
      Texts state = new Texts();
      WriteSession session = world.open(state, OpenOptions.DEFAULT);
      world.store.setFaults(new SimFaults(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1_000_000_000, 0));
      fails(Reason.OUTCOME_UNKNOWN, () -> world.commit(session, state, "perhaps"));
      fails(Reason.READ_ONLY, () -> world.commit(session, state, "not now"));
      assertEquals(List.of(), state.all);
      world.store.setFaults(SimFaults.NONE);
      world.sleep(30);
      assertEquals(List.of("perhaps"), state.all, "it was sent until it was known");
      world.commit(session, state, "later");
      session.close();
    });
  }

  @Test
  void aLostHeadIsRebuiltFromTheLog() {
    in(world -> {
      Texts state = new Texts();
      WriteSession session = world.open(state, OpenOptions.DEFAULT);
      world.commit(session, state, "one");
      session.publishCheckpoint(session.lastSlot(), state.root(), List.of());
      world.commit(session, state, "two");
      session.close();
      world.bucket.tamper("db/head", null);
      String message = fails(Reason.HEAD_LOST, () -> world.open(new Texts(), OpenOptions.DEFAULT));
      assertTrue(message.contains("RECOVER"), message);
      Texts again = new Texts();
      WriteSession recovered = world.open(again, OpenOptions.RECOVER);
      assertEquals(List.of("one", "two"), again.all);
      assertTrue(recovered.epoch() > session.epoch());
      world.commit(recovered, again, "three");
      recovered.close();
      byte[] head = world.bucket.peek("db/head");
      assertNotNull(head);
      head[50] ^= 1;
      world.bucket.tamper("db/head", head);
      fails(Reason.DAMAGED, () -> world.open(new Texts(), OpenOptions.DEFAULT));
      world.open(again, OpenOptions.RECOVER).close();
      assertEquals(List.of("one", "two", "three"), again.all);
    });
  }

  @Test
  void aDamagedOrMissingSlotIsNamedAndNeverSkipped() {
    in(world -> {
      Texts state = new Texts();
      WriteSession session = world.open(state, OpenOptions.DEFAULT);
      for (int i = 0; i < 5; i++) {
        world.commit(session, state, "text" + i);
      }
      session.close();
      String key = "db/" + SlotCodec.key(4);
      byte[] whole = world.bucket.peek(key);
      assertNotNull(whole);
      byte[] damaged = whole.clone();
      damaged[85] ^= 4;
      world.bucket.tamper(key, damaged);
      String message = fails(Reason.DAMAGED, () -> world.open(new Texts(), OpenOptions.FORCE));
      assertTrue(message.contains("Log slot 4 is damaged"), message);
      world.bucket.tamper(key, null);
      message = fails(Reason.BROKEN_LOG, () -> world.open(new Texts(), OpenOptions.FORCE));
      assertTrue(message.contains("Log slot 4 of sim://bucket/db/ is missing"), message);
      world.bucket.tamper(key, whole);
      world.open(state, OpenOptions.FORCE).close();
      assertEquals(5, state.all.size());
    });
  }

  @Test
  void collectedSlotsAreGoneAndReadersJump() {
    in(world -> {
      Texts state = new Texts();
      WriteSession session = world.open(state, OpenOptions.DEFAULT);
      world.commit(session, state, "one");
      Texts followed = new Texts();
      ReadSession reader = world.opener("r", 1).openForRead(followed);
      world.commit(session, state, "two");
      session.publishCheckpoint(session.lastSlot(), state.root(), List.of());
      assertEquals(0, session.collector().collect().slots(), "not before R");
      world.sleep(2 * 3600);
      assertEquals(3, session.collector().collect().slots());
      assertEquals(List.of("db/" + SlotCodec.key(4)), world.bucket.keys("db/log/"));
      world.commit(session, state, "three");
      reader.refresh();
      assertEquals(List.of("one", "two", "three"), followed.all);
      assertEquals(3, reader.version());
      session.close();
    });
  }

  @Test
  void pinsAndSnapshotsKeepObjects() {
    in(world -> {
      Texts state = new Texts();
      WriteSession session = world.open(state, OpenOptions.DEFAULT);
      world.commit(session, state, "one");
      world.bucket.tamper("db/meta/1-a.page", new byte[] {1});
      session.publishCheckpoint(session.lastSlot(), Root.at("meta/1-a.page"), List.of());
      long first = session.lastSlot();
      session.createSnapshot("monday");
      ReadSession reader = world.opener("r", 1).openForRead(new Texts());
      ReaderPin pin = reader.pin(100 * 3_600_000L);
      world.commit(session, state, "two");
      long born = pin.version();
      session.publishCheckpoint(
          session.lastSlot(), state.root(), List.of(new Retired("meta/1-a.page", born, 0)));
      assertTrue(first < session.lastSlot());
      world.sleep(2 * 3600);
      assertEquals(0, session.collector().collect().objects(), "pinned and named");
      pin.close();
      assertEquals(0, session.collector().collect().objects(), "named");
      session.dropSnapshot("monday");
      assertEquals(0, session.collector().collect().objects(), "dropped just now");
      world.commit(session, state, "three");
      session.publishCheckpoint(session.lastSlot(), state.root(), List.of());
      world.sleep(2 * 3600);
      assertEquals(1, session.collector().collect().objects());
      assertNull(world.bucket.peek("db/meta/1-a.page"));
      fails(Reason.SNAPSHOT_TOO_OLD, () -> reader.pin(1000));
      session.close();
    });
  }

  @Test
  void orphansOfEarlierWritersAreSwept() {
    in(world -> {
      WriteSession first = world.open(new Texts(), OpenOptions.DEFAULT);
      first.close();
      WriteSession second = world.open(new Texts(), OpenOptions.DEFAULT);
      for (String key : List.of("seg/ab/1-orphan.pack", "seg/ab/2-mine.pack", "meta/1-used.page")) {
        world.bucket.tamper("db/" + key, new byte[] {1});
      }
      assertEquals(1, second.collector().sweepOrphans(key -> key.contains("used")));
      assertNull(world.bucket.peek("db/seg/ab/1-orphan.pack"));
      assertNotNull(world.bucket.peek("db/seg/ab/2-mine.pack"));
      second.close();
    });
  }

  @Test
  void thereIsNoDatabaseWhereNoneWasMade() {
    in(world -> {
      fails(Reason.NO_DATABASE, () -> world.opener("r", 1).openForRead(new Texts()));
      OpenOptions existing = new OpenOptions(false, false, false, 0);
      fails(Reason.NO_DATABASE, () -> world.open(new Texts(), existing));
    });
  }
}
