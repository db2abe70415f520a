// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import java.util.Arrays;

/**
 * Where the first row of each block of a file starts, as an offset from the block's begin (more
 * than the block's length: no row starts in it). Written by whoever scanned the block before from
 * its proved start, under the monitor; read by all workers without it, for they look again and
 * again while they wait.
 *
 * <p>Invariant: if the start of block n is known, it is right: it is where the last row of block n
 * - 1 ended, and so on down to the first block, whose start the binder found.
 */
final class RowStarts {
  private long[] starts = new long[64];

  /** So many starts are known without a gap; written last, so whoever sees it sees them. */
  private volatile int known;

  private boolean closed;

  RowStarts(long first) {
    Arrays.fill(starts, -1);
    starts[0] = first;
    known = 1;
  }

  /** The start in a block, or -1 when it is not known yet. */
  long get(long block) {
    return block < known ? starts[(int) block] : -1;
  }

  /** Says where the first row of a block starts. Saying it again does no harm. */
  synchronized void publish(long block, long start) {
    int index = Math.toIntExact(block);
    if (index >= starts.length) {
      int old = starts.length;
      starts = Arrays.copyOf(starts, Math.max(index + 1, old * 2));
      Arrays.fill(starts, old, starts.length, -1);
    }
    assert starts[index] < 0 || starts[index] == start : "two truths about block " + block;
    starts[index] = start;
    int seen = known;
    while (seen < starts.length && starts[seen] >= 0) {
      seen++;
    }
    known = seen;
  }

  /** The last block below {@code block} from which on everything before is known. */
  synchronized long lastKnown(long block) {
    for (long i = Math.min(block, starts.length - 1); i > 0; i--) {
      if (starts[(int) i] >= 0) {
        return i;
      }
    }
    return 0;
  }

  /** No more blocks will be scanned; whoever waits gives up. */
  synchronized void close() {
    closed = true;
  }

  synchronized boolean isClosed() {
    return closed;
  }
}
