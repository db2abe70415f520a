// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.wal;

import dev.eider.storage.format.v1.Checkpoint;

/** Takes what a {@link LogReader} reads, in order, on the thread that reads. */
public interface LogApplier {
  /** The next slot: exactly one more than the last, or the first after a restart. */
  void apply(LogEntry entry) throws LogException;

  /**
   * Forget all and begin with the root of a checkpoint; the slots after {@link
   * Checkpoint#coversThrough} follow.
   */
  void restart(Checkpoint checkpoint) throws LogException;
}
