// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryReservation;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Text that can only be made front to back: packed files, pipes, encodings without a way in. Blocks
 * are made in order under the monitor by whoever needs one first, and kept until their rows are
 * known; the rows are then found and decoded in parallel like those of a plain file.
 */
final class StreamSource implements TextSource {
  private final String name;
  private final InputStream stream;
  private final int blockSize;
  private final MemoryReservation memory;

  /** Blocks made and not yet released. A released one is kept while the block before is not. */
  private final Map<Long, byte[]> kept = new HashMap<>();

  private final Map<Long, Boolean> released = new HashMap<>();
  private long releasedBelow;

  private long made;
  private boolean ended;
  private long length;

  /** Line ends in all blocks before each block made. */
  private long[] lines = new long[64];

  private long lineEnds;
  private boolean carriage;

  /** Takes over the stream and the reservation; both are closed with this source. */
  StreamSource(String name, InputStream stream, int blockSize, MemoryReservation memory) {
    this.name = name;
    this.stream = stream;
    this.blockSize = blockSize;
    this.memory = memory;
  }

  @Override
  public synchronized long blocks() {
    return ended ? made : -1;
  }

  /** The block's bytes, or null when the text ends before it or it was released. */
  private byte @Nullable [] block(long number) {
    while (made <= number && !ended) {
      make();
    }
    return kept.get(number);
  }

  private void make() {
    memory.grow(blockSize);
    byte[] bytes = new byte[blockSize];
    int filled = 0;
    try {
      while (filled < blockSize) {
        int got = stream.read(bytes, filled, blockSize - filled);
        if (got < 0) {
          ended = true;
          break;
        }
        filled += got;
      }
    } catch (IOException e) {
      ended = true;
      throw EiderException.io(
          "Could not read \""
              + name
              + "\" after "
              + (length + filled)
              + " bytes of text: "
              + (e.getMessage() == null ? e.toString() : e.getMessage())
              + ". Is the file complete, and of the compression that its name or the option says?",
          e);
    } catch (RuntimeException e) {
      if (e instanceof EiderException) {
        throw e;
      }
      ended = true;
      throw EiderException.io(
          "Could not unpack \"" + name + "\" after " + (length + filled) + " bytes of text: " + e,
          e);
    }
    if (filled == 0) {
      memory.shrink(blockSize);
      return;
    }
    if (filled < blockSize) {
      bytes = Arrays.copyOf(bytes, filled);
    }
    if (made >= lines.length) {
      lines = Arrays.copyOf(lines, lines.length * 2);
    }
    lines[(int) made] = lineEnds;
    lineEnds += LineEnds.count(bytes, 0, filled, carriage);
    carriage = bytes[filled - 1] == '\r';
    length += filled;
    kept.put(made++, bytes);
  }

  @Override
  public synchronized boolean load(long block, Window window) {
    byte[] bytes = block(block);
    if (bytes == null) {
      return false;
    }
    window.length = 0;
    window.ensure(bytes.length + 1L);
    System.arraycopy(bytes, 0, window.text, 0, bytes.length);
    window.block = block;
    window.length = bytes.length;
    window.owned = bytes.length;
    window.cursor = (block + 1) * blockSize;
    window.complete = false;
    // A full last block looks like any other until the next one is asked for.
    if (bytes.length < blockSize) {
      window.complete();
    }
    return true;
  }

  @Override
  public synchronized void extend(Window window) {
    long number = window.cursor / blockSize;
    int from = (int) (window.cursor % blockSize);
    byte[] bytes = block(number);
    if (bytes == null) {
      if (!ended || number < made) {
        throw new ReleasedException(name, number);
      }
      window.complete();
      return;
    }
    int want = Math.min(bytes.length - from, Math.max(4 << 10, window.length / 4));
    if (want <= 0) {
      window.complete();
      return;
    }
    window.ensure((long) window.length + want + 1);
    System.arraycopy(bytes, from, window.text, window.length, want);
    window.length += want;
    window.cursor += want;
    if (bytes.length < blockSize && from + want == bytes.length) {
      window.complete();
    }
  }

  @Override
  public synchronized void release(long block) {
    released.put(block, true);
    // The rows of all blocks below are known, so nobody reads on into this one from below.
    while (released.remove(releasedBelow) != null) {
      byte[] bytes = kept.remove(releasedBelow);
      if (bytes != null) {
        memory.shrink(blockSize);
      }
      releasedBelow++;
    }
  }

  @Override
  public synchronized long lineEndsBefore(long block) {
    return block < made ? lines[(int) block] : -1;
  }

  @Override
  public long offset(long block) {
    return block * blockSize;
  }

  @Override
  public synchronized long bytes(long block) {
    return block < made ? blockSize : 0;
  }

  @Override
  public synchronized void close() {
    ended = true;
    kept.clear();
    memory.close();
    try {
      stream.close();
    } catch (IOException e) {
      throw EiderException.io("Could not close \"" + name + "\": " + e.getMessage(), e);
    }
  }
}
