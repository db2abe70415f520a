// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.io.codec.BlockPacker;
import org.jspecify.annotations.Nullable;

/** What the encoders of one writer share. Closed by its owner. */
public final class EncodeContext implements AutoCloseable {
  final IntegerWriter integers = new IntegerWriter();
  final BlockPacker packer = new BlockPacker(BlockPacker.ZSTD_LEVEL);
  private long[] longs = {};
  private byte[] bytes = {};
  private SymbolTable.@Nullable Workspace workspace;

  /** A new one, for one thread. */
  public EncodeContext() {}

  long[] longs(int count) {
    if (longs.length < count) {
      longs = new long[Math.max(count, 2048)];
    }
    return longs;
  }

  byte[] bytes(int count) {
    if (bytes.length < count) {
      bytes = new byte[count];
    }
    return bytes;
  }

  SymbolTable.Workspace workspace() {
    SymbolTable.Workspace known = workspace;
    if (known == null) {
      known = new SymbolTable.Workspace();
      workspace = known;
    }
    return known;
  }

  @Override
  public void close() {
    packer.close();
  }
}
