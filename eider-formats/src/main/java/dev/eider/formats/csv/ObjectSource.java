// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.table.FetchPlan;
import dev.eider.base.table.FetchPlan.ByteRange;
import dev.eider.base.table.FetchedBytes;
import dev.eider.base.table.ObjectAccess;
import dev.eider.base.table.ObjectVersion;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * An object of a store that is UTF-8 as it lies: blocks are ranges of it, fetched ahead of the
 * scan. What was read of its beginning to look at it is not fetched again. Reads that nobody
 * planned (the end of a long row, a block whose start cannot be told otherwise) block their thread.
 */
final class ObjectSource implements TextSource {
  /** Fetched along with a block, so that its last row is complete nearly always. */
  private static final int AHEAD = 16 << 10;

  /** Text that is fetched again to tell the line of an error, and how much of it at once. */
  private static final long COUNT_MAX = 64 << 20;

  private static final int COUNT_PIECE = 4 << 20;

  private final ObjectVersion object;
  private final ObjectAccess reader;
  private final byte[] head;
  private final int blockSize;

  /** The object as it was when {@code head}, its first bytes, was read. */
  ObjectSource(ObjectAccess.Head head, ObjectAccess reader, int blockSize) {
    object = head.object();
    this.head = head.bytes();
    this.reader = reader;
    this.blockSize = blockSize;
  }

  /** To read a block again means to fetch it again: a slow neighbour is waited for. */
  @Override
  public long patienceNanos() {
    return 100_000_000;
  }

  @Override
  public long blocks() {
    return (object.size() + blockSize - 1) / blockSize;
  }

  private int owned(long block) {
    return (int) Math.min(blockSize, object.size() - block * blockSize);
  }

  private int wanted(long block) {
    return (int) Math.min((long) blockSize + AHEAD, object.size() - block * blockSize);
  }

  private boolean isKnown(long position, int length) {
    return position + length <= head.length;
  }

  private ByteRange range(long block) {
    return new ByteRange(object, block * blockSize, wanted(block));
  }

  @Override
  public FetchPlan plan(long block) {
    long position = block * blockSize;
    if (position >= object.size() || isKnown(position, wanted(block))) {
      return FetchPlan.NONE;
    }
    return new FetchPlan(List.of(range(block)));
  }

  @Override
  public boolean load(long block, Window window) {
    long position = block * blockSize;
    if (position >= object.size()) {
      return false;
    }
    int want = wanted(block);
    begin(window, block, want);
    read(position, window.text, 0, want);
    filled(window);
    return true;
  }

  @Override
  public boolean load(long block, FetchedBytes bytes, Window window) {
    if (plan(block).ranges().isEmpty()) {
      return load(block, window);
    }
    int want = wanted(block);
    begin(window, block, want);
    MemorySegment.copy(bytes.get(range(block)), ValueLayout.JAVA_BYTE, 0, window.text, 0, want);
    filled(window);
    return true;
  }

  private void begin(Window window, long block, int want) {
    window.length = 0;
    window.ensure(want + 1L);
    window.block = block;
    window.length = want;
    window.owned = owned(block);
    window.cursor = block * blockSize + want;
    window.complete = false;
  }

  private void filled(Window window) {
    if (window.cursor == object.size()) {
      window.complete();
    }
  }

  @Override
  public void extend(Window window) {
    long left = object.size() - window.cursor;
    int want = (int) Math.min(left, Math.max(256 << 10, window.length));
    window.ensure((long) window.length + want + 1);
    read(window.cursor, window.text, window.length, want);
    window.length += want;
    window.cursor += want;
    filled(window);
  }

  private void read(long position, byte[] target, int offset, int length) {
    int known = (int) Math.clamp(head.length - position, 0, length);
    if (known > 0) {
      System.arraycopy(head, (int) position, target, offset, known);
    }
    if (known < length) {
      byte[] rest = reader.read(object, position + known, length - known);
      System.arraycopy(rest, 0, target, offset + known, rest.length);
    }
  }

  @Override
  public long lineEndsBefore(long block) {
    long end = block * blockSize;
    if (end > COUNT_MAX) {
      return -1;
    }
    byte[] piece = new byte[COUNT_PIECE];
    long lines = 0;
    boolean carriage = false;
    for (long at = 0; at < end; at += piece.length) {
      int length = (int) Math.min(piece.length, end - at);
      read(at, piece, 0, length);
      lines += LineEnds.count(piece, 0, length, carriage);
      carriage = piece[length - 1] == '\r';
    }
    return lines;
  }

  @Override
  public long offset(long block) {
    return block * blockSize;
  }

  @Override
  public long bytes(long block) {
    return owned(block);
  }

  @Override
  public void close() {}
}
