// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

/**
 * Gets bytes for one query from wherever objects lie. Implemented beside the stores, used by scans;
 * any thread. The query closes it after its readers.
 */
public interface Fetcher extends AutoCloseable {
  /**
   * Begins to fetch; never blocks on a network. Ranges may be merged, split and reordered. For what
   * a reader finds out in mid-task that it still needs; whole tasks go through {@link #readAhead}.
   */
  FetchedBytes fetch(FetchPlan plan);

  /**
   * The read-ahead queue of a scan: its tasks in order, with the bytes of the next ones under way.
   *
   * @param scan stays the caller's, who closes it after the queue
   */
  ReadAhead readAhead(TableScan scan);

  /** What was fetched so far; also after close. */
  default FetchCounts counts() {
    return FetchCounts.NONE;
  }

  /** Cancels what is under way and waits until no buffer is written to any more. Idempotent. */
  @Override
  void close();

  /** For contexts in which nothing is fetched: passes tasks on as they come. */
  static Fetcher none() {
    return NoFetcher.INSTANCE;
  }
}
