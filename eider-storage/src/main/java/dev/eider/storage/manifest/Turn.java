// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.manifest;

import dev.eider.storage.wal.LogException;
import dev.eider.storage.wal.StoreCalls;
import java.util.concurrent.CompletableFuture;

/**
 * Lets threads of a process into a section one after another, in the order in which they came. A
 * lock that is not a monitor, because it is held across store calls.
 */
final class Turn {
  private final StoreCalls calls;

  /** Done when the last that came has left. Guarded by this. */
  private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

  Turn(StoreCalls calls) {
    this.calls = calls;
  }

  /** A section that is entered alone. */
  interface Section<T> {
    T run() throws LogException;
  }

  <T> T take(Section<T> section) throws LogException {
    CompletableFuture<Void> mine = new CompletableFuture<>();
    CompletableFuture<Void> before;
    synchronized (this) {
      before = last;
      last = mine;
    }
    boolean entered = false;
    try {
      calls.await(before);
      entered = true;
      return section.run();
    } finally {
      if (entered) {
        mine.complete(null);
      } else {
        // Interrupted before its turn: those behind wait for those before.
        var unused = before.whenComplete((value, error) -> mine.complete(null));
      }
    }
  }
}
