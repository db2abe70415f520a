// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.cache;

import dev.eider.base.env.Env;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Writes that nobody waits for, one after another in the order they came. What comes while more
 * than a bound of bytes wait is not written. The thread is there while something is to be written.
 * Any thread.
 */
final class WriteBehind {
  private final Env env;
  private final long bytesMax;
  private final ArrayDeque<Write> queue = new ArrayDeque<>();

  /** Of the queue and of the write under way. */
  private long bytes;

  private boolean running;

  private record Write(long bytes, Runnable body) {}

  WriteBehind(Env env, long bytesMax) {
    this.env = env;
    this.bytesMax = bytesMax;
  }

  /** Has {@code body} run soon, on another thread; false, and it never runs, when that is full. */
  boolean offer(long length, Runnable body) {
    synchronized (this) {
      if (bytes + length > bytesMax) {
        return false;
      }
      bytes += length;
      queue.add(new Write(length, body));
      if (running) {
        return true;
      }
      running = true;
    }
    Thread unused = env.startThread("eider-disk-cache", this::runAll);
    return true;
  }

  private void runAll() {
    for (Write write = next(0); write != null; write = next(write.bytes)) {
      write.body.run();
    }
  }

  private synchronized @Nullable Write next(long written) {
    bytes -= written;
    Write write = queue.poll();
    if (write == null) {
      running = false;
      notifyAll();
    }
    return write;
  }

  /** Waits until all is written; an interrupt ends the wait and stays set. */
  void drain() {
    synchronized (this) {
      while (running) {
        try {
          wait();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }
}
