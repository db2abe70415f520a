// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import org.jspecify.annotations.Nullable;

/**
 * Which rows of a row group are deleted, as a leaf page has it: the bytes themselves, or where in a
 * pack they are.
 *
 * @param count how many rows are deleted
 * @param inline the bytes; null: they are elsewhere
 * @param pack the number of the pack, when they are elsewhere
 * @param offset where they begin there
 * @param length how many bytes
 * @param checksum CRC32C of these bytes
 */
public record DeleteVector(
    long count, byte @Nullable [] inline, int pack, long offset, int length, int checksum) {
  /** Longer ones are put into packs. */
  public static final int INLINE_MAX = 1 << 10;

  /** No row. */
  public static final DeleteVector NONE = new DeleteVector(0, null, 0, 0, 0, 0);

  /** Bytes in the page itself. */
  public static DeleteVector inline(long count, byte[] bytes) {
    return new DeleteVector(count, bytes, 0, 0, 0, 0);
  }

  void write(PackOutput out) {
    byte[] bytes = inline;
    out.u8(count == 0 ? 0 : bytes != null ? 1 : 2);
    if (count == 0) {
      return;
    }
    out.varint(count);
    if (bytes != null) {
      out.block(bytes);
    } else {
      out.varint(pack);
      out.varint(offset);
      out.varint(length);
      out.u32(checksum);
    }
  }

  static DeleteVector read(PackInput in, int rows) {
    int kind = in.u8();
    if (kind == 0) {
      return NONE;
    }
    if (kind > 2) {
      throw in.damaged("a kind of delete vector from 0 to 2", kind);
    }
    long count = in.count("a number of deleted rows", rows);
    if (kind == 1) {
      return inline(count, in.block());
    }
    int pack = in.count("the number of a pack", Integer.MAX_VALUE);
    long offset = in.varint();
    int length = in.count("a length", Integer.MAX_VALUE);
    return new DeleteVector(count, null, pack, offset, length, in.u32());
  }
}
