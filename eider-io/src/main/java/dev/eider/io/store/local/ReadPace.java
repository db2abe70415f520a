// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.local;

/**
 * How fast bytes come by ordinary reads and how fast out of mappings, and so which way to take.
 *
 * <p>Which of them is faster is a property of the machine, and changes with what else happens on
 * it: on bare metal a kept mapping gives its bytes in half the time of a read, under some
 * hypervisors every page of a mapping costs a walk through two layers of page tables, and it takes
 * five times as long. So the mean of the reads is compared with that of every window of copies, and
 * a mapping that is not clearly better is given up for good: the worst that a read does is to be a
 * little slower. Safe for any threads.
 */
final class ReadPace {
  /** Shorter pieces say more about the call than about the way. */
  private static final int LEAST_BYTES = 64 << 10;

  /** Pieces of each way between two comparisons. */
  private static final int WINDOW = 64;

  private final Mean reads = new Mean();
  private final Mean fresh = new Mean();
  private final Mean kept = new Mean();
  private volatile boolean mappingPays = true;

  /** Time for bytes; guarded by the owner. */
  private static final class Mean {
    private long bytes;
    private long nanos;
    private int pieces;

    void add(int more, long time) {
      bytes += more;
      nanos += time;
      pieces++;
    }

    double nanosPerByte() {
      return (double) nanos / bytes;
    }

    void clear() {
      bytes = 0;
      nanos = 0;
      pieces = 0;
    }
  }

  /** Whether files may still be mapped; once false it stays so. */
  boolean mappingPays() {
    return mappingPays;
  }

  /** That many bytes were read by a call to the operating system. */
  synchronized void read(int bytes, long nanos) {
    if (bytes >= LEAST_BYTES) {
      reads.add(bytes, nanos);
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
    Mean mean = first ? fresh : kept;
    mean.add(bytes, nanos);
    if (mean.pieces >= WINDOW && reads.pieces >= WINDOW) {
      double most = reads.nanosPerByte() * (first ? 2 : 0.9);
      if (mean.nanosPerByte() > most) {
        mappingPays = false;
      }
      mean.clear();
    }
  }
}
