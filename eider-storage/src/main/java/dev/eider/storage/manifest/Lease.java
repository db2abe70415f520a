// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.manifest;

import dev.eider.storage.format.v1.Head;
import dev.eider.storage.format.v1.Owner;
import dev.eider.storage.wal.HeadReader;
import dev.eider.storage.wal.LogException;
import java.time.Instant;

/** Whether somebody else has a database open for writing, by the store's clock. */
final class Lease {
  private Lease() {}

  /** How long the owner may still have it, in milliseconds; 0 when it is free for the taking. */
  static long remainingMillis(HeadReader.Seen seen, HostIdentity me) {
    Head head = seen.head();
    Owner owner = head.owner();
    if (owner == null) {
      return 0;
    }
    boolean sameMachine =
        !owner.bootId().isEmpty()
            && owner.bootId().equals(me.bootId())
            && owner.host().equals(me.host());
    if (sameMachine && !me.isAlive(owner.pid())) {
      return 0;
    }
    if (seen.storeMillis() <= 0 || seen.modifiedMillis() <= 0) {
      return head.ttlMillis();
    }
    return Math.max(0, head.ttlMillis() - (seen.storeMillis() - seen.modifiedMillis()));
  }

  /** What the one who came second is told. */
  static LogException owned(HeadReader.Seen seen, String address) {
    Owner owner = seen.head().owner();
    if (owner == null) {
      throw new IllegalArgumentException("nobody owns it");
    }
    long age = (seen.storeMillis() - seen.modifiedMillis()) / 1000;
    return new LogException(
        LogException.Reason.OWNED,
        "The database at "
            + address
            + " is open for writing by host "
            + owner.host()
            + " pid "
            + owner.pid()
            + (owner.openedAtMillis() > 0
                ? " since " + Instant.ofEpochMilli(owner.openedAtMillis())
                : "")
            + " (refreshed "
            + Math.max(0, age)
            + " s ago). Open it READ_ONLY, close it there, or take it by FORCE: then it can write"
            + " nothing any more there");
  }
}
