// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.local;

/**
 * How fast bytes come by ordinary reads and how fast out of mappings, and so which way to take.
 *
 * <p>Which of them is faster is a property of the machine: on bare metal a kept mapping gives its
 * bytes in half the time of a read, under some hypervisors every page of a mapping costs a walk
 * through two layers of page tables, and it takes seven times as long. The least time for a MiB is
 * compared, because it is what other work on the machine disturbs least. Safe for any threads.
 */
final class ReadPace {
  /** Shorter pieces say more about the call than about the way. */
  private static final int LEAST_BYTES = 64 << 10;

  /** Pieces that are measured of both ways before they are compared. */
  private static final int SAMPLES = 32;

  private long read = Long.MAX_VALUE;
  private long fresh = Long.MAX_VALUE;
  private long kept = Long.MAX_VALUE;
  private int reads;
  private int freshCopies;
  private int keptCopies;
  private volatile boolean mappingPays = true;

  /** Whether files may still be mapped; once false it stays so. */
  boolean mappingPays() {
    return mappingPays;
  }

  /** That many bytes were read by a call to the operating system. */
  synchronized void read(int bytes, long nanos) {
    if (bytes >= LEAST_BYTES) {
      reads++;
      read = Math.min(read, forMebibyte(bytes, nanos));
    }
  }

  /**
   * That many bytes were copied out of a mapping.
   *
   * @param first whether its pages are touched for the first time: that is dearer, and judged when
   *     it takes more than twice a read only
   */
  synchronized void copied(int bytes, long nanos, boolean first) {
    if (bytes < LEAST_BYTES) {
      return;
    }
    long pace = forMebibyte(bytes, nanos);
    if (first) {
      freshCopies++;
      fresh = Math.min(fresh, pace);
    } else {
      keptCopies++;
      kept = Math.min(kept, pace);
    }
    if (reads >= SAMPLES
        && (freshCopies >= SAMPLES && fresh / 2 > read
            || keptCopies >= SAMPLES && kept - kept / 8 > read)) {
      mappingPays = false;
    }
  }

  private static long forMebibyte(int bytes, long nanos) {
    return (nanos << 20) / bytes;
  }
}
