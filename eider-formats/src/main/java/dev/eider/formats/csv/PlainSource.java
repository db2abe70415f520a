// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.io.store.local.LocalFile;

/** A local file that is UTF-8 as it lies: blocks are ranges of it. */
final class PlainSource implements TextSource {
  /** Read along with a block, so that its last row is complete most of the time. */
  private static final int AHEAD = 4 << 10;

  private final LocalFile file;
  private final int blockSize;

  PlainSource(LocalFile file, int blockSize) {
    this.file = file;
    this.blockSize = blockSize;
  }

  @Override
  public long blocks() {
    return (file.size() + blockSize - 1) / blockSize;
  }

  @Override
  public boolean load(long block, Window window) {
    long position = block * blockSize;
    if (position >= file.size()) {
      return false;
    }
    int owned = (int) Math.min(blockSize, file.size() - position);
    int want = (int) Math.min((long) owned + AHEAD, file.size() - position);
    window.length = 0;
    window.ensure(want + 1L);
    file.read(position, window.text, 0, want);
    window.block = block;
    window.length = want;
    window.owned = owned;
    window.cursor = position + want;
    window.complete = false;
    if (window.cursor == file.size()) {
      window.complete();
    }
    return true;
  }

  @Override
  public void extend(Window window) {
    long left = file.size() - window.cursor;
    int want = (int) Math.min(left, Math.max(64 << 10, window.length / 2));
    window.ensure((long) window.length + want + 1);
    file.read(window.cursor, window.text, window.length, want);
    window.length += want;
    window.cursor += want;
    if (window.cursor == file.size()) {
      window.complete();
    }
  }

  @Override
  public long lineEndsBefore(long block) {
    byte[] piece = new byte[256 << 10];
    long lines = 0;
    boolean carriage = false;
    long end = block * blockSize;
    for (long at = 0; at < end; at += piece.length) {
      int length = (int) Math.min(piece.length, end - at);
      file.read(at, piece, 0, length);
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
    return Math.min(blockSize, file.size() - block * blockSize);
  }

  @Override
  public void close() {
    file.close();
  }
}
