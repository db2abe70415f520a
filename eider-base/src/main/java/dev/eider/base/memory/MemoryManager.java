// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.memory;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the bytes of everything that grows against one limit. Reservations are bookkeeping: the
 * arrays themselves come from the JVM heap. Safe for any number of threads.
 *
 * <p>What is {@link Evictable} counts as used until it is given up, which it is before anybody is
 * refused, in the order in which it was registered.
 *
 * <p>Invariant: {@code used} is the sum of all open reservations and never exceeds the limit that
 * was in force when the last byte of it was granted.
 */
public final class MemoryManager {
  private final AtomicLong used = new AtomicLong();
  private final AtomicLong peak = new AtomicLong();
  private final List<MemoryReservation> open = new ArrayList<>();
  private final List<Evictable> evictables = new CopyOnWriteArrayList<>();
  private final TemporaryMemory temporary = new TemporaryMemory(this);
  private volatile long limit;

  /** A manager with a limit in bytes. */
  public MemoryManager(long limit) {
    this.limit = limit;
  }

  public long limit() {
    return limit;
  }

  /** Changes the limit; an error when more than that is in use and cannot be given up. */
  public void setLimit(long bytes) {
    evict(used.get() - bytes);
    if (used.get() > bytes) {
      throw new EiderException(
          ErrorType.OUT_OF_MEMORY,
          "Failed to change memory limit to "
              + formatBytes(bytes)
              + ": could not free up enough memory for the new limit, "
              + formatBytes(used.get())
              + " are in use");
    }
    limit = bytes;
  }

  /** Bytes reserved now. */
  public long used() {
    return used.get();
  }

  /** Bytes reserved now that nobody could be made to give up. */
  public long held() {
    long held = used.get();
    for (Evictable evictable : evictables) {
      held -= evictable.evictable();
    }
    return Math.max(0, held);
  }

  /** The most bytes that were ever reserved at once. */
  public long peak() {
    return peak.get();
  }

  /** Shares the memory that is left between operators that spill and reads that wait. */
  public TemporaryMemory temporary() {
    return temporary;
  }

  /** Opens an empty reservation for a component (a fixed word such as {@code HASH_TABLE}). */
  public MemoryReservation reserve(String component) {
    MemoryReservation reservation = new MemoryReservation(this, component);
    synchronized (open) {
      open.add(reservation);
    }
    return reservation;
  }

  /** Bytes by component, for {@code duckdb_memory()}. */
  public List<MemoryReservation> reservations() {
    synchronized (open) {
      return List.copyOf(open);
    }
  }

  /** Takes note of memory that may be given up. */
  public void register(Evictable evictable) {
    evictables.add(evictable);
  }

  /** Forgets it; it gives up nothing any more. */
  public void unregister(Evictable evictable) {
    evictables.remove(evictable);
  }

  boolean tryAdd(long bytes) {
    while (!tryAddNow(bytes)) {
      if (evict(used.get() + bytes - limit) == 0) {
        // Somebody else's release may have come in between.
        return tryAddNow(bytes);
      }
    }
    return true;
  }

  private long evict(long bytes) {
    long evicted = 0;
    for (Evictable evictable : evictables) {
      if (evicted >= bytes) {
        break;
      }
      evicted += evictable.evict(bytes - evicted);
    }
    return evicted;
  }

  private boolean tryAddNow(long bytes) {
    while (true) {
      long now = used.get();
      if (now + bytes > limit) {
        return false;
      }
      if (used.compareAndSet(now, now + bytes)) {
        peak.accumulateAndGet(now + bytes, Math::max);
        return true;
      }
    }
  }

  void release(long bytes) {
    used.addAndGet(-bytes);
  }

  void close(MemoryReservation reservation) {
    synchronized (open) {
      open.remove(reservation);
    }
  }

  EiderException exhausted(String component, long bytes) {
    return new EiderException(
        ErrorType.OUT_OF_MEMORY,
        "failed to allocate data of size "
            + formatBytes(bytes)
            + " for "
            + component
            + " ("
            + formatBytes(used.get())
            + "/"
            + formatBytes(limit)
            + " used)\n\nPossible solutions:\n* Reducing the number of threads (SET threads=X)\n"
            + "* Increasing the memory limit (SET memory_limit='...GB')\n"
            + "* Setting a directory to spill to (SET temp_directory='/path')");
  }

  /** Bytes as people read them, in powers of 1024: {@code 1.5 GiB}. */
  public static String formatBytes(long bytes) {
    if (bytes < 1024) {
      return bytes + (bytes == 1 ? " byte" : " bytes");
    }
    String[] units = {"KiB", "MiB", "GiB", "TiB", "PiB"};
    int unit = 0;
    long tenths = bytes * 10 / 1024;
    while (tenths >= 10240 && unit < units.length - 1) {
      tenths /= 1024;
      unit++;
    }
    return tenths / 10 + "." + tenths % 10 + " " + units[unit];
  }
}
