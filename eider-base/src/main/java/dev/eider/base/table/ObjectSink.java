// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

/**
 * An object of a store that is being written front to back, and seen by nobody before it is whole.
 * Its memory is charged to the query; some of it is sent while more is written. One thread at a
 * time.
 *
 * <p>Calls throw IO with the address, what was tried and the mend, OUT_OF_MEMORY, or INTERRUPT.
 */
public interface ObjectSink {
  /** Writes bytes at the end. May wait for what was written before to be sent. */
  void append(byte[] bytes, int offset, int count);

  /** The object is whole: it takes the place of what had its name. */
  void commit();

  /** Gives it up, unless it was committed; nothing is left of it. Idempotent. */
  void discard();
}
