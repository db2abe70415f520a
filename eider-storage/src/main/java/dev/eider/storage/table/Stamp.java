// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.table;

/**
 * When the changes of one transaction take effect: all of them share this object, so that a commit
 * is one write. Until then, and for ever after a rollback, nobody but the transaction sees them.
 */
public final class Stamp {
  /** The version of what is not committed: later than all. */
  public static final long PENDING = Long.MAX_VALUE;

  private volatile long version = PENDING;

  /** The version that the changes belong to, or {@link #PENDING}. */
  public long version() {
    return version;
  }

  /** Makes the changes those of a version. Called once. */
  public void commit(long committed) {
    version = committed;
  }
}
