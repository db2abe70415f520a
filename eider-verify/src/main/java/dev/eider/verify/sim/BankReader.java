// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

import dev.eider.storage.format.v1.Snapshot;
import dev.eider.storage.manifest.ReadSession;
import dev.eider.storage.manifest.ReaderPin;
import dev.eider.storage.wal.LogException;
import dev.eider.storage.wal.LogException.Reason;
import dev.eider.storage.wal.StoreCalls;
import java.util.ArrayList;
import java.util.List;

/** A process that reads the bank: by polling, strongly, pinned, or named snapshots. */
final class BankReader {
  private static final int SNAPSHOTS = 5;

  private final BankRun.Life life;
  private final Simulation simulation;
  private final Oracle oracle;
  private final StoreCalls calls;

  BankReader(BankRun.Life life) {
    this.life = life;
    this.simulation = life.simulation();
    this.oracle = life.oracle();
    this.calls = life.calls();
  }

  void live() {
    while (true) {
      boolean exists = oracle.acknowledgedCount() > 0;
      try {
        BankState state = life.state();
        ReadSession session = life.opener().openForRead(state);
        check(state, session);
        switch (simulation.random().nextInt(4)) {
          case 0 -> poll(state, session, false);
          case 1 -> poll(state, session, true);
          case 2 -> holdRoot(state, session);
          default -> readPinned(state, session);
        }
        if (simulation.chance(0.5)) {
          readSnapshots(session);
        }
      } catch (LogException e) {
        if (e.reason() != Reason.NO_DATABASE && e.reason() != Reason.HEAD_LOST) {
          life.excuse(e);
        } else if (exists) {
          simulation.fail(life.name() + " finds no database: " + e.getMessage(), e);
        }
      }
      life.pause(BankRun.SECOND / 10, BankRun.RETENTION / 4);
    }
  }

  private void check(BankState state, ReadSession session) {
    BankState.Frozen frozen = state.freeze();
    if (frozen == null || frozen.slot() != session.slot()) {
      simulation.fail(life.name() + " is in the middle of slot " + session.slot(), null);
      return;
    }
    oracle.check(life.name(), frozen.slot(), frozen.accounts());
    if (frozen.accounts().total() != BankAccounts.COUNT * BankAccounts.EACH) {
      simulation.fail(life.name() + " counts money that is not there", null);
    }
  }

  private void poll(BankState state, ReadSession session, boolean strong) throws LogException {
    long last = session.slot();
    for (int rounds = 5 + simulation.random().nextInt(40); rounds > 0; rounds--) {
      life.pause(BankRun.SECOND / 10, BankRun.RETENTION / (rounds % 8 == 0 ? 1 : 8));
      long before = oracle.lastAcknowledged();
      session.refresh();
      check(state, session);
      if (session.slot() < last) {
        simulation.fail(life.name() + " went back from slot " + last, null);
      }
      last = session.slot();
      if (strong) {
        oracle.strongRead(life.name(), before, last);
      }
    }
  }

  /** V5: what head named stays for R. */
  private void holdRoot(BankState state, ReadSession session) throws LogException {
    BankRoot root = state.root();
    long until = session.rootValidUntilMillis();
    while (root != null && oracle.serverMillis() < until) {
      read(root, until, "the root of head");
      life.pause(BankRun.SECOND, BankRun.RETENTION / 3);
    }
  }

  private void readPinned(BankState state, ReadSession session) throws LogException {
    BankRoot root = state.root();
    if (root == null) {
      return;
    }
    if (simulation.chance(life.slowPins())) {
      life.pause(
          simulation.chance(0.5) ? BankRun.SECOND : BankRun.RETENTION, 2 * BankRun.RETENTION);
    }
    ReaderPin pin =
        session.pin(
            simulation.random().nextLong(BankRun.RETENTION_MILLIS, 4 * BankRun.RETENTION_MILLIS));
    long until = pin.validUntilMillis();
    int renewals = simulation.random().nextInt(3);
    while (oracle.serverMillis() < until) {
      read(root, until, "pinned version " + pin.version());
      life.pause(BankRun.SECOND, BankRun.RETENTION / 2);
      if (renewals-- > 0) {
        pin.renew();
        until = pin.validUntilMillis();
      }
    }
    if (simulation.chance(0.7)) {
      pin.close();
    }
  }

  private void read(BankRoot root, long untilMillis, String what) throws LogException {
    try {
      oracle.check(life.name() + " (" + what + ")", root.version(), root.accounts(calls));
    } catch (LogException e) {
      if (e.reason() == Reason.SNAPSHOT_TOO_OLD && oracle.serverMillis() < untilMillis) {
        simulation.fail(life.name() + ": " + what + ": " + e.getMessage(), e);
      }
      throw e;
    }
  }

  private void readSnapshots(ReadSession session) throws LogException {
    List<Snapshot> found = new ArrayList<>();
    for (int i = 0; i < SNAPSHOTS; i++) {
      session.refresh();
      List<Snapshot> all = session.snapshots();
      if (!all.isEmpty()) {
        found.add(all.get(simulation.random().nextInt(all.size())));
      }
      for (Snapshot snapshot : found) {
        try {
          BankRoot root = BankRoot.read(calls, snapshot.root());
          oracle.check(life.name() + " (snapshot)", snapshot.version(), root.accounts(calls));
        } catch (LogException e) {
          long grace = BankRun.RETENTION_MILLIS / 4 * 3;
          if (e.reason() == Reason.SNAPSHOT_TOO_OLD && !oracle.isDropped(snapshot.name(), grace)) {
            simulation.fail(
                life.name() + ": snapshot " + snapshot.name() + ": " + e.getMessage(), e);
          }
          throw e;
        }
      }
      life.pause(BankRun.SECOND, BankRun.RETENTION / 4);
    }
  }
}
