// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.manifest;

import dev.eider.io.store.PutCondition;
import dev.eider.io.store.WriteReply;
import dev.eider.storage.format.v1.Pin;
import dev.eider.storage.wal.LogException;
import dev.eider.storage.wal.StoreCalls;
import java.lang.foreign.MemorySegment;

/** Keeps the objects of a version for a reader. One thread. */
public final class ReaderPin implements AutoCloseable {
  private final StoreCalls calls;
  private final String name;
  private final Pin pin;
  private long writtenMillis;

  ReaderPin(StoreCalls calls, String name, Pin pin) {
    this.calls = calls;
    this.name = name;
    this.pin = pin;
  }

  /** The version whose objects stay. */
  public long version() {
    return pin.version();
  }

  /** Until when, by the store's clock, the objects stay for certain unless it is renewed. */
  public long validUntilMillis() {
    return writtenMillis + pin.ttlMillis() - calls.settings().retentionMillis() / 4;
  }

  void write() throws LogException {
    byte[] body = pin.encode();
    WriteReply reply =
        calls.repeat(
            "pin a version",
            store -> store.put(calls.key(name), MemorySegment.ofArray(body), PutCondition.NONE));
    writtenMillis = reply.storeTime();
  }

  /**
   * Keeps them for another time to live.
   *
   * @throws LogException SNAPSHOT_TOO_OLD when this came too late
   */
  public void renew() throws LogException {
    long until = validUntilMillis();
    write();
    if (writtenMillis == 0 || writtenMillis >= until) {
      throw tooOld("its pin has run out");
    }
  }

  LogException tooOld(String why) {
    return new LogException(
        LogException.Reason.SNAPSHOT_TOO_OLD,
        "Version "
            + pin.version()
            + " of the database at "
            + calls.address()
            + " is too old: "
            + why
            + ". Repeat the query");
  }

  /** Gives it up. A pin that cannot be deleted runs out by itself. */
  @Override
  public void close() throws LogException {
    calls.repeat(
        "delete a pin",
        store -> {
          store.delete(calls.key(name));
          return name;
        });
  }
}
