// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.memory;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes one component holds. Owned by the component, closed by it exactly once; safe for use by
 * the component's worker threads together.
 */
public final class MemoryReservation implements AutoCloseable {
  private final MemoryManager manager;
  private final String component;
  private final AtomicLong held = new AtomicLong();

  MemoryReservation(MemoryManager manager, String component) {
    this.manager = manager;
    this.component = component;
  }

  public String component() {
    return component;
  }

  /** Bytes held. */
  public long bytes() {
    return held.get();
  }

  /** Takes {@code bytes} more, or throws OUT_OF_MEMORY and takes nothing. */
  public void grow(long bytes) {
    if (!tryGrow(bytes)) {
      throw manager.exhausted(component, bytes);
    }
  }

  /** Takes {@code bytes} more if the limit allows it. */
  public boolean tryGrow(long bytes) {
    if (!manager.tryAdd(bytes)) {
      return false;
    }
    held.addAndGet(bytes);
    return true;
  }

  /** Gives {@code bytes} back. */
  public void shrink(long bytes) {
    assert held.get() >= bytes : "more returned than held";
    held.addAndGet(-bytes);
    manager.release(bytes);
  }

  /** Makes the reservation exactly {@code bytes}; may throw OUT_OF_MEMORY when that is more. */
  public void resize(long bytes) {
    long change = bytes - held.get();
    if (change > 0) {
      grow(change);
    } else if (change < 0) {
      shrink(-change);
    }
  }

  @Override
  public void close() {
    manager.release(held.getAndSet(0));
    manager.close(this);
  }
}
