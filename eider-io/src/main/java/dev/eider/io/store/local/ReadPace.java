// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.local;

/**
 * How fast bytes come by ordinary reads and how fast out of mappings, and so which way to take.
 *
 * <p>Which of them is faster is a property of the machine, and changes with what else happens on
 * it: on most a kept mapping gives its bytes in a half to a quarter of the time of a read, but when
 * its pages do not stay in memory every one costs a fault. So the mean of the reads is compared
 * with that of every window of copies, and a mapping that is not clearly better in several in a row
 * is given up for good: the worst that a read does is to be a little slower. The first touch of a
 * page is not compared: it costs a fault (and where a hypervisor shadows the page table, two),
 * once. Safe for any threads.
 */
final class ReadPace {
  /** Shorter pieces say more about the call than about the way. */
  private static final int LEAST_BYTES = 64 << 10;

  /** Pieces of each way between two comparisons. */
  private static final int WINDOW = 64;

  /** A mapping that is not so much cheaper than reads is not kept. */
  private static final double WORTH_KEEPING = 0.9;

  /** So many windows in a row: one alone may be another program's turn on the processor. */
  private static final int WINDOWS_TO_GIVE_UP = 4;

  private final Mean reads = new Mean();
  private final Mean kept = new Mean();
  private int badWindows;
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

  /** That many bytes were copied out of a mapping, all of which had been touched before. */
  synchronized void copied(int bytes, long nanos) {
    if (bytes < LEAST_BYTES) {
      return;
    }
    kept.add(bytes, nanos);
    if (kept.pieces >= WINDOW && reads.pieces >= WINDOW) {
      badWindows = kept.nanosPerByte() > reads.nanosPerByte() * WORTH_KEEPING ? badWindows + 1 : 0;
      if (badWindows == WINDOWS_TO_GIVE_UP) {
        mappingPays = false;
      }
      kept.clear();
    }
  }
}
