// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Off-heap buffers for bytes on their way in and out, charged to the memory manager from {@link
 * #take} to {@link Buffer#close}. Buffers of up to {@link #LARGEST} bytes are kept for reuse, which
 * saves the kernel from clearing pages for every read; what is kept stays charged, is bounded by
 * {@link #IDLE_MAX}, and is given up before anybody is refused. Any thread.
 */
public final class SegmentPool implements Evictable, AutoCloseable {
  /** The smallest buffer; sizes are powers of two up to {@link #LARGEST}, exact beyond. */
  public static final long SMALLEST = 64L << 10;

  /** The largest buffer that is kept. */
  public static final long LARGEST = 16L << 20;

  /** The most bytes kept for reuse. */
  public static final long IDLE_MAX = 64L << 20;

  private static final int CLASSES =
      Long.numberOfTrailingZeros(LARGEST) - Long.numberOfTrailingZeros(SMALLEST) + 1;

  private final MemoryManager memory;
  private final MemoryReservation reservation;
  private final ArrayDeque<Memory>[] idle;
  private long idleBytes;
  private boolean closed;

  /** A pool that charges {@code memory} under a component's name. */
  public SegmentPool(MemoryManager memory, String component) {
    this.memory = memory;
    reservation = memory.reserve(component);
    idle = newQueues();
    memory.register(this);
  }

  @SuppressWarnings("unchecked")
  private static ArrayDeque<Memory>[] newQueues() {
    ArrayDeque<Memory>[] queues = new ArrayDeque[CLASSES];
    for (int i = 0; i < CLASSES; i++) {
      queues[i] = new ArrayDeque<>();
    }
    return queues;
  }

  /**
   * A buffer whose segment has exactly {@code bytes} bytes, of undefined content.
   *
   * @throws dev.eider.base.error.EiderException OUT_OF_MEMORY when the limit does not allow it
   */
  public Buffer take(long bytes) {
    Buffer taken = tryTake(bytes);
    if (taken != null) {
      return taken;
    }
    reservation.grow(capacity(bytes));
    return new Buffer(new Memory(capacity(bytes)), bytes);
  }

  /** As {@link #take}, or null when the limit does not allow it now. */
  public @Nullable Buffer tryTake(long bytes) {
    long capacity = capacity(bytes);
    synchronized (this) {
      if (capacity <= LARGEST) {
        Memory known = idle[sizeClass(capacity)].poll();
        if (known != null) {
          idleBytes -= capacity;
          return new Buffer(known, bytes);
        }
      }
    }
    if (!reservation.tryGrow(capacity)) {
      return null;
    }
    try {
      return new Buffer(new Memory(capacity), bytes);
    } catch (OutOfMemoryError e) {
      reservation.shrink(capacity);
      throw e;
    }
  }

  /** What a buffer of so many bytes is charged. */
  public static long capacity(long bytes) {
    if (bytes > LARGEST) {
      return bytes;
    }
    long capacity = SMALLEST;
    while (capacity < bytes) {
      capacity <<= 1;
    }
    return capacity;
  }

  private static int sizeClass(long capacity) {
    return Long.numberOfTrailingZeros(capacity) - Long.numberOfTrailingZeros(SMALLEST);
  }

  /** Bytes charged now, those kept for reuse among them. */
  public long bytes() {
    return reservation.bytes();
  }

  /** Frees what is kept for reuse. */
  public void trim() {
    evict(Long.MAX_VALUE);
  }

  @Override
  public synchronized long evictable() {
    return idleBytes;
  }

  @Override
  public long evict(long bytes) {
    long evicted = 0;
    while (evicted < bytes) {
      Memory freed = null;
      synchronized (this) {
        for (ArrayDeque<Memory> queue : idle) {
          freed = queue.poll();
          if (freed != null) {
            idleBytes -= freed.capacity();
            break;
          }
        }
      }
      if (freed == null) {
        break;
      }
      evicted += freed.capacity();
      free(freed);
    }
    return evicted;
  }

  private void free(Memory memory) {
    memory.arena.close();
    reservation.shrink(memory.capacity());
  }

  private void giveBack(Memory memory) {
    synchronized (this) {
      long capacity = memory.capacity();
      if (!closed && capacity <= LARGEST && idleBytes + capacity <= IDLE_MAX) {
        idle[sizeClass(capacity)].push(memory);
        idleBytes += capacity;
        return;
      }
    }
    free(memory);
  }

  /** Frees what is kept; buffers still out are freed when they are closed. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    memory.unregister(this);
    trim();
  }

  private static final class Memory {
    private final Arena arena;
    private final MemorySegment segment;

    @SuppressWarnings("MustBeClosedChecker") // closed by free
    Memory(long capacity) {
      arena = Arena.ofShared();
      segment = arena.allocate(capacity, 64);
    }

    long capacity() {
      return segment.byteSize();
    }
  }

  /** A buffer in use. Owned by who took it. */
  public final class Buffer implements AutoCloseable {
    private final Memory memory;
    private final MemorySegment segment;
    private final AtomicBoolean open = new AtomicBoolean(true);

    private Buffer(Memory memory, long bytes) {
      this.memory = memory;
      segment = memory.segment.asSlice(0, bytes);
    }

    /** The bytes; not to be touched after close, when others use them. */
    public MemorySegment segment() {
      return segment;
    }

    /** Gives the memory back. Idempotent, any thread. */
    @Override
    public void close() {
      if (open.compareAndSet(true, false)) {
        giveBack(memory);
      }
    }
  }
}
