// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.txn;

import java.util.concurrent.CompletableFuture;

/**
 * Where commits become durable. Called by one thread at a time, in the order of versions; waits for
 * nothing.
 */
public interface CommitLog extends AutoCloseable {
  /**
   * Looks whether a payload can be appended.
   *
   * @throws dev.eider.base.error.EiderException when the log takes no more, or none of that size
   */
  void check(int bytes);

  /**
   * Appends a commit.
   *
   * @param payload what happened; nobody changes it any more
   * @param publish called once it is durable, in the order of calls, before the future completes
   * @return completes when published; exceptionally when the log takes no more: whether the commit
   *     is in it may be unknown then
   */
  CompletableFuture<?> append(byte[] payload, Runnable publish);

  @Override
  void close();
}
