// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.memory;

/**
 * Memory that is charged but worth little: caches and buffers kept for reuse. It is given up before
 * anybody is refused.
 */
public interface Evictable {
  /** Bytes charged that could be given up now. */
  long evictable();

  /**
   * Gives up at least {@code bytes} where it can, and answers how many it gave up. Called by
   * whoever needs memory, on any thread and under any lock of his; takes no memory and waits for
   * nobody.
   */
  long evict(long bytes);
}
