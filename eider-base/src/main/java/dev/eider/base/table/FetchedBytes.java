// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

import dev.eider.base.table.FetchPlan.ByteRange;
import java.lang.foreign.MemorySegment;

/**
 * The bytes of a task's fetch plan. Owned by the scheduler until {@link #close()}, which the worker
 * calls when the task is decoded; the memory is charged until then.
 */
public interface FetchedBytes extends AutoCloseable {
  /** The bytes of one range of the plan, read-only, valid until close. */
  MemorySegment get(ByteRange range);

  @Override
  void close();

  /** For tasks without a fetch plan. */
  FetchedBytes NONE =
      new FetchedBytes() {
        @Override
        public MemorySegment get(ByteRange range) {
          throw new IllegalStateException("nothing was fetched: " + range);
        }

        @Override
        public void close() {}
      };
}
