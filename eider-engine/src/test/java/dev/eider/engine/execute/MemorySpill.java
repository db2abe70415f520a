// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute;

import dev.eider.base.memory.SpillFile;
import dev.eider.base.memory.SpillSpace;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** Spill files in memory; counts those made and those open. */
final class MemorySpill implements SpillSpace {
  final AtomicInteger made = new AtomicInteger();
  final AtomicInteger open = new AtomicInteger();

  @Override
  public SpillFile create(String component) {
    made.incrementAndGet();
    open.incrementAndGet();
    return new SpillFile() {
      private byte[] bytes = new byte[1024];
      private int size;
      private boolean closed;

      @Override
      public synchronized long append(byte[] source, int offset, int length) {
        if (bytes.length - size < length) {
          bytes = Arrays.copyOf(bytes, Math.max(size + length, 2 * bytes.length));
        }
        System.arraycopy(source, offset, bytes, size, length);
        size += length;
        return size - length;
      }

      @Override
      public synchronized void read(long position, byte[] target, int offset, int length) {
        if (closed || position + length > size) {
          throw new IllegalStateException("read past the end or after close");
        }
        System.arraycopy(bytes, (int) position, target, offset, length);
      }

      @Override
      public synchronized long size() {
        return size;
      }

      @Override
      public synchronized void close() {
        if (!closed) {
          closed = true;
          open.decrementAndGet();
        }
      }
    };
  }

  @Override
  public long used() {
    return 0;
  }
}
