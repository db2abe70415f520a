// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.manifest;

import dev.eider.storage.format.v1.Pin;
import dev.eider.storage.format.v1.Snapshot;
import dev.eider.storage.wal.HeadReader;
import dev.eider.storage.wal.LogException;
import dev.eider.storage.wal.LogReader;
import dev.eider.storage.wal.ProtocolRule;
import dev.eider.storage.wal.StoreCalls;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A database open for reading, in a process that writes nothing but pins. One thread. */
public final class ReadSession {
  private final StoreCalls calls;
  private final UUID database;
  private final HeadReader heads;
  private final LogReader slots;
  private final ProtocolState state;
  private final RandomGenerator random;

  ReadSession(
      StoreCalls calls, UUID database, HeadReader heads, LogReader slots, ProtocolState state) {
    this.calls = calls;
    this.database = database;
    this.heads = heads;
    this.slots = slots;
    this.state = state;
    this.random = calls.env().newRandom();
  }

  /**
   * Brings the state to the end of the log. All that was acknowledged before the call is in it
   * then: a strong read; called from time to time it is a poll.
   *
   * @throws LogException as {@link LogReader#readToEnd}; SNAPSHOT_TOO_OLD when a root that it
   *     jumped to was deleted meanwhile: open again
   */
  public void refresh() throws LogException {
    slots.readToEnd();
  }

  /** The last slot that is in the state. */
  public long slot() {
    return slots.next() - 1;
  }

  /** The version whose root the state was loaded from; 0 for none. */
  public long version() {
    return state.version();
  }

  /**
   * Until when, by the store's clock, the objects of that root stay for certain without a pin; a
   * quarter of R is kept for clocks of the store that disagree.
   */
  public long rootValidUntilMillis() {
    return slots.rootSeenMillis() + calls.settings().retentionMillis() / 4 * 3;
  }

  /** All named snapshots, as of the last refresh. */
  public List<Snapshot> snapshots() {
    return state.snapshots();
  }

  /** A named snapshot, as of the last refresh; null when there is none of that name. */
  public @Nullable Snapshot snapshot(String name) {
    return state.snapshot(name);
  }

  /**
   * Keeps the objects of the version the state was loaded from.
   *
   * @throws LogException SNAPSHOT_TOO_OLD when they may be gone already
   */
  public ReaderPin pin(long ttlMillis) throws LogException {
    String name = "pins/" + new UUID(random.nextLong(), random.nextLong());
    ReaderPin pin = new ReaderPin(calls, name, new Pin(database, state.version(), ttlMillis));
    boolean before = calls.settings().keeps(ProtocolRule.PIN_BEFORE_CHECK);
    boolean passed = false;
    if (before) {
      pin.write();
    }
    if (calls.settings().keeps(ProtocolRule.PIN_RECHECK) || !before) {
      passed = heads.read().head().floor() > pin.version();
    }
    if (!before) {
      pin.write();
    }
    if (passed) {
      pin.close();
      throw pin.tooOld("objects of it may have been deleted");
    }
    return pin;
  }
}
