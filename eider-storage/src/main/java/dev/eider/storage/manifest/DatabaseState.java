// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.manifest;

import dev.eider.storage.format.v1.Root;
import dev.eider.storage.wal.LogException;
import org.jspecify.annotations.Nullable;

/**
 * What the log is about, for upper rooms: the state that a root and the commits after it make. The
 * protocol calls it in the order of the log, on one thread at a time.
 */
public interface DatabaseState {
  /**
   * Forget all and be what a root says.
   *
   * @param root null for an empty database
   * @throws LogException SNAPSHOT_TOO_OLD when objects of the root are gone
   */
  void load(@Nullable Root root, long version) throws LogException;

  /**
   * The log that is replayed has a checkpoint, whose state this is already. From now on its root is
   * the one that the next checkpoint builds upon: objects that only earlier roots need are retired.
   */
  default void published(Root root, long version) {}

  /** A commit in a slot. */
  void commit(long slot, byte[] payload) throws LogException;

  /**
   * The slot has been applied as a whole. Only such states may become checkpoints: between the
   * commits of one slot a state is not one of the log.
   */
  default void endOfSlot(long slot) {}
}
