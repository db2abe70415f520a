// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Locks on keys that hold between threads and between processes: a lock on a file, which the
 * operating system keeps for the process, behind a lock of the JVM, which keeps its threads apart.
 *
 * <p>Any key takes one of {@value #STRIPES} locks, so there are never more lock files than that in
 * a store, and they are never deleted (who deletes one would leave two holders of the same lock).
 */
final class DirectoryLocks {
  private static final int STRIPES = 64;

  /**
   * By the path of the lock file, for all stores of this JVM: two may be open on one directory.
   * Grows by at most {@link #STRIPES} for each directory.
   */
  private static final Map<Path, ReentrantLock> IN_THIS_JVM = new ConcurrentHashMap<>();

  private final Path directory;

  /** Lock files in {@code directory}, a real path; it is made when the first lock is taken. */
  DirectoryLocks(Path directory) {
    this.directory = directory;
  }

  /** A lock that is held. */
  final class Held implements AutoCloseable {
    private final ReentrantLock inner;
    private final FileChannel channel;

    private Held(ReentrantLock inner, FileChannel channel) {
      this.inner = inner;
      this.channel = channel;
    }

    /** Releases it; the operating system does so with the channel. */
    @Override
    public void close() throws IOException {
      try {
        channel.close();
      } finally {
        inner.unlock();
      }
    }
  }

  /**
   * Waits for the lock of a key.
   *
   * @throws InterruptedException when interrupted while another thread holds it
   * @throws java.nio.channels.FileLockInterruptionException while another process does
   */
  Held lock(String key) throws IOException, InterruptedException {
    Path file = directory.resolve("lock-" + Integer.toString(key.hashCode() & STRIPES - 1));
    ReentrantLock inner = IN_THIS_JVM.computeIfAbsent(file, f -> new ReentrantLock());
    inner.lockInterruptibly();
    FileChannel channel = null;
    boolean held = false;
    try {
      DurableFiles.createDirectories(directory);
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = channel.lock();
      held = lock.isValid();
      return new Held(inner, channel);
    } finally {
      if (!held) {
        if (channel != null) {
          channel.close();
        }
        inner.unlock();
      }
    }
  }
}
