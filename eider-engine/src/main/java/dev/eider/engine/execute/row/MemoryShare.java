// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.row;

import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.memory.TemporaryMemory;

/**
 * What the workers of one operator hold together, and its standing with the arbiter: one
 * reservation, one claim. Any thread.
 */
public final class MemoryShare implements AutoCloseable {
  /** A worker does not write less than this at once: a pass over many small runs is slow. */
  private static final long LEAST_RUN = 256 << 10;

  /** Bytes a worker adds before it asks the arbiter again. */
  public static final long ASK_EVERY = 64 << 10;

  private final MemoryReservation memory;
  private final TemporaryMemory.Claim claim;
  private final int threads;

  /** A share of a component (a fixed word such as {@code ORDER_BY}). */
  public MemoryShare(MemoryManager manager, String component, int threads) {
    memory = manager.reserve(component);
    claim = manager.temporary().register(component, 0);
    this.threads = threads;
  }

  public MemoryReservation memory() {
    return memory;
  }

  /**
   * Whether a worker that holds so many bytes should write them out: all workers together hold more
   * than is granted, and its own are worth a run.
   */
  public boolean mustSpill(long own) {
    long total = memory.bytes();
    long granted = claim.request(total);
    return total > granted && own >= Math.min(LEAST_RUN, granted / (2L * threads));
  }

  /** Says how many bytes in all would be held without spilling; answers how many may be. */
  public long request(long bytes) {
    return claim.request(bytes);
  }

  @Override
  public void close() {
    claim.close();
    memory.close();
  }
}
