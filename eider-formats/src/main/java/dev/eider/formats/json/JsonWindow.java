// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.json;

import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryReservation;
import java.util.Arrays;

/**
 * A piece of a file: a block of lines and what its last record needs behind it, or what is left of
 * a stream. Belongs to one worker and is used again. Bytes that were handed out stay as they are
 * until {@link #drop} or {@link #clear}, because vectors point to them.
 */
final class JsonWindow {
  private static final int MAX = Integer.MAX_VALUE - 64;

  private final MemoryReservation memory;

  /** The text is {@code text[0, length)}. */
  byte[] text = new byte[0];

  int length;

  /** Whether the file ends at {@link #length}. */
  boolean complete;

  JsonWindow(MemoryReservation memory) {
    this.memory = memory;
  }

  /** Makes room for that many bytes more and keeps what is there. */
  void room(long more) {
    long wanted = length + more;
    if (wanted > MAX) {
      throw EiderException.invalidInput("A record of more than " + MAX + " bytes");
    }
    if (wanted > text.length) {
      int grown = (int) Math.min(MAX, Math.max(wanted, text.length * 2L));
      memory.grow(grown - text.length);
      text = Arrays.copyOf(text, grown);
    }
  }

  /** Forgets the first bytes. */
  void drop(int count) {
    System.arraycopy(text, count, text, 0, length - count);
    length -= count;
  }

  void clear() {
    length = 0;
    complete = false;
  }

  void free() {
    memory.shrink(text.length);
    text = new byte[0];
    length = 0;
  }
}
