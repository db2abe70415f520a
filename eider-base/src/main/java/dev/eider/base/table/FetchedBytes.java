// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.FetchPlan.ByteRange;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;

/**
 * The bytes of one fetch plan, under way or there. Owned by whoever asked for them; the memory is
 * charged from the request until {@link #close()}. One thread at a time.
 */
public interface FetchedBytes extends AutoCloseable {
  /**
   * Completes, always normally, when all bytes are there or the fetch has failed or was cancelled.
   * Already complete for local files. Continuations must not block.
   */
  CompletableFuture<?> ready();

  /**
   * The bytes of one range of the plan, read-only, valid until close; call when {@link #ready()}.
   *
   * @throws EiderException what ended the fetch: IO or HTTP (with address, range, attempts),
   *     OUT_OF_MEMORY, INTERRUPT
   */
  MemorySegment get(ByteRange range);

  /** Gives the memory back; a fetch still under way is cancelled. Idempotent. */
  @Override
  void close();

  /** For tasks without a fetch plan. */
  FetchedBytes NONE =
      new FetchedBytes() {
        @Override
        public CompletableFuture<?> ready() {
          return CompletableFuture.completedFuture(null);
        }

        @Override
        public MemorySegment get(ByteRange range) {
          throw EiderException.internal("nothing was fetched: " + range);
        }

        @Override
        public void close() {}
      };
}
