// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

/** Opens the {@link Fetcher} of each query. Shared by a database; any thread. */
@FunctionalInterface
public interface FetchService {
  /**
   * A fetcher for one query.
   *
   * @param context whose memory is charged, whose cancel ends the fetches, and whose settings hold
   */
  Fetcher open(ScanContext context);
}
