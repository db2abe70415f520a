// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

import org.jspecify.annotations.Nullable;

/**
 * The tasks of one scan in order, each with its bytes. There is no thread behind it: a worker that
 * claims a task first tops the queue up, as far as its depth and its memory allow. Any thread.
 */
public interface ReadAhead extends AutoCloseable {
  /**
   * The oldest task, or slice of one, that nobody has claimed, or null when there is none left.
   * Never blocks. Its bytes may still be under way: the worker parks on {@link
   * FetchedBytes#ready()}. The claimer closes the bytes when the task is decoded.
   */
  @Nullable Claim claim();

  /** Cancels the fetches of tasks that nobody claimed. Claims stay with their claimers. */
  @Override
  void close();

  /** A task and its bytes. */
  record Claim(ScanTask task, FetchedBytes bytes) {}
}
