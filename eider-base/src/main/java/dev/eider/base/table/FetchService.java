// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

import dev.eider.base.type.Value;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Opens the {@link Fetcher} of each query. Shared by a database; any thread. */
public interface FetchService {
  /**
   * A fetcher for one query.
   *
   * @param context whose memory is charged, whose cancel ends the fetches, and whose settings hold
   */
  Fetcher open(ScanContext context);

  /**
   * Checks settings before they are kept.
   *
   * @param settings a setting's value by name, null when there is none
   * @throws dev.eider.base.error.EiderException INVALID_INPUT for a value that is none
   */
  void check(Function<String, @Nullable Value> settings);

  /**
   * Looks at objects for one query or one binding; holds nothing that has to be closed.
   *
   * @param context whose cancel ends its calls, and whose settings hold
   */
  ObjectAccess objects(ScanContext context);

  /** Waits for what goes on behind the queries. All of them have ended. */
  default void close() {}

  /** For databases that read nothing from outside. */
  static FetchService none() {
    return NoFetcher.SERVICE;
  }
}
