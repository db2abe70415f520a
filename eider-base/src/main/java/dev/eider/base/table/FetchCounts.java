// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

/**
 * What one query fetched from stores.
 *
 * @param requests made for scan tasks, not counting repetitions
 * @param bytes that they read
 * @param cachedBytes that needed no request
 * @param mostAhead the most tasks of a scan that were fetched, or about to be, before a worker had
 *     claimed them
 * @param hedges requests that were made a second time because the first one was slow
 */
public record FetchCounts(long requests, long bytes, long cachedBytes, int mostAhead, long hedges) {
  /** Nothing was fetched. */
  public static final FetchCounts NONE = new FetchCounts(0, 0, 0, 0, 0);

  /** Whether a store was needed, or had been. */
  public boolean isAny() {
    return requests > 0 || cachedBytes > 0;
  }
}
