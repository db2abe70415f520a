// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

import dev.eider.storage.format.v1.Snapshot;
import dev.eider.storage.manifest.OpenOptions;
import dev.eider.storage.manifest.WriteSession;
import dev.eider.storage.wal.LogException;
import dev.eider.storage.wal.LogException.Reason;
import dev.eider.storage.wal.StoreCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A process that opens the bank for writing, serves clients, and does the upkeep. */
final class BankWriter {
  private static final int CLIENTS = 2;
  private static final int GROUP_TRIES = 3;

  private final BankRun.Life life;
  private final Simulation simulation;
  private final Oracle oracle;
  private final StoreCalls calls;

  BankWriter(BankRun.Life life) {
    this.life = life;
    this.simulation = life.simulation();
    this.oracle = life.oracle();
    this.calls = life.calls();
  }

  /** Opens and serves, again and again, until the process dies. */
  void live() {
    while (true) {
      BankState state = life.state();
      boolean force = simulation.chance(0.3);
      OpenOptions options = force ? OpenOptions.FORCE : new OpenOptions(true, false, false, 20_000);
      try {
        WriteSession session = life.opener().openForWrite(state, options);
        BankState.Frozen opened = state.freeze();
        if (opened == null || opened.slot() != session.lastSlot()) {
          simulation.fail(life.name() + " opened at a slot that is not its fence", null);
          return;
        }
        oracle.opened(life.name(), session.epoch(), opened.slot());
        oracle.check(life.name() + " (opened)", opened.slot(), opened.accounts());
        serve(session, state);
      } catch (LogException e) {
        life.excuse(e);
      }
      life.pause(BankRun.SECOND / 10, BankRun.RETENTION / 4);
    }
  }

  private void serve(WriteSession session, BankState state) throws LogException {
    Desk desk = new Desk(session, state);
    List<CompletableFuture<Void>> ends = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      ends.add(desk.start("client" + i, desk::serveClient));
    }
    ends.add(desk.start("upkeep", desk::keepUp));
    life.pause(10 * BankRun.SECOND, 4 * BankRun.RETENTION);
    desk.closed = true;
    if (simulation.chance(0.3)) {
      life.process().kill("crash");
    }
    session.close();
    for (CompletableFuture<Void> end : ends) {
      life.process().await(end);
    }
  }

  /** One opened database and those who use it. */
  private final class Desk {
    private final WriteSession session;
    private final BankState state;
    private final BankCheckpoints checkpoints;
    private final long[] reserved = new long[BankAccounts.COUNT];
    private volatile boolean closed;

    Desk(WriteSession session, BankState state) {
      this.session = session;
      this.state = state;
      this.checkpoints = new BankCheckpoints(simulation, calls, session, state, life.name());
    }

    CompletableFuture<Void> start(String name, Runnable body) {
      CompletableFuture<Void> end = new CompletableFuture<>();
      life.process()
          .startThread(
              life.name() + " " + name,
              () -> {
                body.run();
                end.complete(null);
              });
      return end;
    }

    private boolean isOpen() {
      return !closed && session.failure() == null;
    }

    private @Nullable Transfer reserve() {
      int from = simulation.random().nextInt(BankAccounts.COUNT);
      int to = simulation.random().nextInt(BankAccounts.COUNT);
      synchronized (reserved) {
        long free = state.balance(from) - reserved[from];
        if (free <= 0) {
          return null;
        }
        long amount = 1 + simulation.random().nextLong(free);
        reserved[from] += amount;
        return new Transfer(oracle.newTransfer(), from, to, amount);
      }
    }

    private void unreserve(Transfer transfer) {
      synchronized (reserved) {
        reserved[transfer.from()] -= transfer.amount();
      }
    }

    void serveClient() {
      while (isOpen()) {
        life.pause(BankRun.SECOND / 2, life.thinkMax());
        int together = 1 + simulation.random().nextInt(GROUP_TRIES);
        List<Transfer> transfers = new ArrayList<>();
        List<CompletableFuture<Long>> futures = new ArrayList<>();
        for (int i = 0; i < together; i++) {
          Transfer transfer = reserve();
          if (transfer != null) {
            byte[] payload = transfer.encode();
            transfers.add(transfer);
            futures.add(
                session.commit(
                    payload,
                    slot -> {
                      state.commit(slot, payload);
                      unreserve(transfer);
                    }));
          }
        }
        for (int i = 0; i < futures.size(); i++) {
          life.process().await(futures.get(i));
          told(transfers.get(i), futures.get(i));
        }
      }
    }

    private void told(Transfer transfer, CompletableFuture<Long> future) {
      if (future.state() == CompletableFuture.State.SUCCESS) {
        oracle.acknowledge(transfer.number(), future.resultNow(), life.name());
      } else if (future.exceptionNow() instanceof LogException e) {
        life.excuse(e);
        if (e.reason() != Reason.OUTCOME_UNKNOWN) {
          oracle.deny(transfer.number());
          unreserve(transfer);
        }
      } else {
        simulation.fail(life.name() + ": " + future.exceptionNow(), future.exceptionNow());
      }
    }

    void keepUp() {
      try {
        if (simulation.chance(0.3)) {
          session.collector().sweepOrphans(checkpoints.referenced()::contains);
        }
      } catch (LogException e) {
        life.excuse(e);
      }
      while (isOpen()) {
        life.pause(5 * BankRun.SECOND, life.upkeepMax());
        try {
          if (simulation.chance(0.6)) {
            checkpoints.publish();
          }
          if (simulation.chance(0.2)) {
            session.createSnapshot("s" + oracle.newTransfer());
          }
          if (simulation.chance(0.2)) {
            dropSnapshot();
          }
          if (simulation.chance(0.6)) {
            simulation.note(life.name(), "collected " + session.collector().collect());
          }
        } catch (LogException e) {
          if (e.reason() != Reason.REFUSED) {
            life.excuse(e);
          }
        }
      }
    }

    private void dropSnapshot() throws LogException {
      List<Snapshot> all = session.snapshots();
      if (!all.isEmpty()) {
        session.dropSnapshot(all.get(simulation.random().nextInt(all.size())).name());
      }
    }
  }
}
