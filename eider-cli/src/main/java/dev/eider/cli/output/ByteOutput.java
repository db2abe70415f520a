// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.output;

import dev.eider.base.vector.StringVector;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A buffer of bytes in front of a stream. Used by one thread. The owner closes it, or only flushes
 * it when the stream is not its own (standard output).
 */
public final class ByteOutput implements AutoCloseable {
  private static final int SIZE = 64 << 10;

  /** Room that short strings want behind them, see {@link StringVector#copyBytes}. */
  private static final int SLACK = 16;

  private final OutputStream target;
  private final byte[] buffer = new byte[SIZE + SLACK];
  private int used;

  public ByteOutput(OutputStream target) {
    this.target = target;
  }

  /** One byte. */
  public void put(int value) {
    if (used >= SIZE) {
      drain();
    }
    buffer[used++] = (byte) value;
  }

  /** A run of bytes. */
  public void put(byte[] source, int offset, int length) {
    if (length > SIZE - used) {
      drain();
      if (length > SIZE) {
        try {
          target.write(source, offset, length);
        } catch (IOException e) {
          throw new OutputException(e);
        }
        return;
      }
    }
    System.arraycopy(source, offset, buffer, used, length);
    used += length;
  }

  /** All bytes of an array. */
  public void put(byte[] source) {
    put(source, 0, source.length);
  }

  /** The bytes of one row, which is not NULL. */
  public void put(StringVector text, int row) {
    int length = text.length(row);
    if (length > StringVector.INLINE) {
      put(text.buffer(row), text.offset(row), length);
    } else {
      if (length > SIZE - used) {
        drain();
      }
      used += text.copyBytes(row, buffer, used);
    }
  }

  /** A text as UTF-8. */
  public void put(String text) {
    int length = text.length();
    if (length > SIZE - used && length <= SIZE) {
      drain();
    }
    if (length <= SIZE - used) {
      int at = used;
      int i = 0;
      while (i < length) {
        char c = text.charAt(i);
        if (c >= 0x80) {
          break;
        }
        buffer[at + i] = (byte) c;
        i++;
      }
      if (i == length) {
        used = at + length;
        return;
      }
    }
    put(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A byte again and again. */
  public void repeat(int value, int count) {
    for (int i = 0; i < count; i++) {
      put(value);
    }
  }

  /** A text again and again. */
  public void repeat(byte[] unit, int count) {
    for (int i = 0; i < count; i++) {
      put(unit, 0, unit.length);
    }
  }

  private void drain() {
    if (used > 0) {
      int length = used;
      used = 0;
      try {
        target.write(buffer, 0, length);
      } catch (IOException e) {
        throw new OutputException(e);
      }
    }
  }

  /** Hands everything to the system. */
  public void flush() {
    drain();
    try {
      target.flush();
    } catch (IOException e) {
      throw new OutputException(e);
    }
  }

  @Override
  public void close() {
    drain();
    try {
      target.close();
    } catch (IOException e) {
      throw new OutputException(e);
    }
  }
}
