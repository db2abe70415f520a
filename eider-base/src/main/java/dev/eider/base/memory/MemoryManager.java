// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.memory;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the bytes of everything that grows against one limit. Reservations are bookkeeping: the
 * arrays themselves come from the JVM heap. Safe for any number of threads.
 *
 * <p>Invariant: {@code used} is the sum of all open reservations and never exceeds the limit that
 * was in force when the last byte of it was granted.
 */
public final class MemoryManager {
  private final AtomicLong used = new AtomicLong();
  private final AtomicLong peak = new AtomicLong();
  private final List<MemoryReservation> open = new ArrayList<>();
  private final TemporaryMemory temporary = new TemporaryMemory(this);
  private volatile long limit;

  /** A manager with a limit in bytes. */
  public MemoryManager(long limit) {
    this.limit = limit;
  }

  public long limit() {
    return limit;
  }

  /** Changes the limit; an error when more than that is in use. */
  public void setLimit(long bytes) {
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

  boolean tryAdd(long bytes) {
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
