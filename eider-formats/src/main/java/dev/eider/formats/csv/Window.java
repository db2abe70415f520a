// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.memory.MemoryReservation;
import java.util.Arrays;

/**
 * A reader's piece of text: one block and as much of what follows as its last row needs. Belongs to
 * one worker and is reused for many blocks. Grows with the longest row, bounded by the memory
 * limit.
 */
final class Window {
  /** Bytes that kernels may read behind the text. */
  static final int SLACK = 128;

  /** The longest text: offsets are ints and views have a signed length. */
  private static final int MAX = Integer.MAX_VALUE - 64;

  private final MemoryReservation memory;

  /** The text is {@code text[0, length)}. */
  byte[] text = new byte[0];

  int length;

  /**
   * Rows that start in {@code (0, owned]} belong to the block ({@code [0, owned]} for the first).
   */
  int owned;

  /** Whether the text ends at {@link #length} for good; then it ends with a line end. */
  boolean complete;

  /** Number of the block. */
  long block;

  /** Where a source goes on to extend this window; its meaning is the source's. */
  long cursor;

  Window(MemoryReservation memory) {
    this.memory = memory;
  }

  /** Makes room for {@code capacity} bytes of text; keeps what is there. */
  void ensure(long capacity) {
    if (capacity + SLACK <= text.length) {
      return;
    }
    if (capacity > MAX - SLACK) {
      throw CsvErrors.rowTooLong(length);
    }
    int size = (int) Math.min(MAX, Math.max(capacity, length + (length >> 1)) + SLACK);
    memory.grow(size);
    int old = text.length;
    text = length == 0 ? new byte[size] : Arrays.copyOf(text, size);
    memory.shrink(old);
  }

  /** Declares that the text ends here; a last line without line end gets one. */
  void complete() {
    complete = true;
    if (length > 0 && text[length - 1] != '\n') {
      ensure(length + 1L);
      text[length++] = '\n';
    }
  }

  void free() {
    memory.shrink(text.length);
    text = new byte[0];
    length = 0;
  }
}
