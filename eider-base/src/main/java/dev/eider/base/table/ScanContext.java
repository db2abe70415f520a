// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.secret.SecretLookup;
import dev.eider.base.type.Value;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a scan may use of its query. {@link #checkInterrupted()} is called between chunks; it throws
 * INTERRUPT once the query is cancelled.
 */
public interface ScanContext {
  Env env();

  MemoryManager memory();

  /** Gets the bytes of fetch plans; made at the first call, closed by the query. */
  default Fetcher fetcher() {
    return Fetcher.none();
  }

  /**
   * Looks at objects outside of scan tasks.
   *
   * @throws dev.eider.base.error.EiderException INTERNAL in contexts that read nothing
   */
  default ObjectAccess objects() {
    throw EiderException.internal("nothing is read here");
  }

  /** A setting's value, or null when there is no such setting. */
  default @Nullable Value setting(String name) {
    return null;
  }

  /** What proves to stores who asks, as the session sees it. */
  default SecretLookup secrets() {
    return SecretLookup.NONE;
  }

  /** Worker threads the query runs on: the most readers that will be open at once. */
  int threads();

  /** The session's time zone, an IANA name. */
  String timeZone();

  void checkInterrupted();

  /**
   * Blocks until something is complete, in whatever way, and meanwhile looks now and then whether
   * the query was cancelled. For the few places that cannot park.
   */
  default void await(CompletableFuture<?> wanted) {
    while (!wanted.isDone()) {
      checkInterrupted();
      CompletableFuture.anyOf(
              wanted.handle((value, error) -> true), env().delay(50, TimeUnit.MILLISECONDS))
          .join();
    }
  }

  /** Counts bytes read from outside, for EXPLAIN ANALYZE and progress. */
  void addBytesRead(long bytes);
}
