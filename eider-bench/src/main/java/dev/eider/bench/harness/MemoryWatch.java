// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Samples the memory of another process from a thread of its own, until closed. The kernel keeps a
 * high-water mark of the whole resident set only; the part without mapped files must be sampled.
 *
 * <p>{@code use} is written by the sampling thread alone and published by being volatile.
 */
final class MemoryWatch implements AutoCloseable {
  /** Short against the time in which a query's memory grows and shrinks. */
  private static final long INTERVAL_MS = 5;

  private final Path status;
  private final Thread sampler;
  private volatile MemoryUse use = MemoryUse.UNKNOWN;
  private volatile boolean closed;

  MemoryWatch(long pid) {
    this.status = Path.of("/proc/" + pid + "/status");
    this.sampler = Thread.ofPlatform().daemon().name("memory-watch-" + pid).start(this::sample);
  }

  private void sample() {
    try {
      while (!closed) {
        use = use.max(MemoryUse.ofStatus(Files.readAllLines(status)));
        Thread.sleep(INTERVAL_MS);
      }
    } catch (IOException e) {
      // The process is gone, or this system has no such file: what was seen so far stands.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  MemoryUse use() {
    return use;
  }

  @Override
  public void close() {
    closed = true;
    try {
      sampler.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
