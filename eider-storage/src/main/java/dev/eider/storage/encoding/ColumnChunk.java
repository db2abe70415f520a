// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.base.table.ColumnStats;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.storage.format.v1.DamagedPackException;
import dev.eider.storage.format.v1.PackFormat;
import dev.eider.storage.format.v1.PackInput;
import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32C;

/**
 * A column chunk being read: what its vectors share, where each of them lies, and their bounds.
 * Bytes are checked against their checksums before they are looked at, each 64 KiB once. One
 * thread.
 *
 * <p>Whatever is wrong with the bytes is a {@link DamagedPackException} whose offset is one within
 * the chunk.
 */
public final class ColumnChunk {
  private final LogicalType type;
  private final int rows;
  private final int vectors;
  private final int prefixLength;
  private final int bodyLength;
  private final NodeReader reader;

  /** Where vectors begin in the body, and one entry for the end. */
  private final int[] starts;

  private final long[] nulls;
  private final boolean zones;
  private final long[] min;
  private final long[] max;
  private final int[] checksums;
  private final boolean[] checked;
  private final CRC32C crc = new CRC32C();
  private final PackInput in = new PackInput();

  private ColumnChunk(
      LogicalType type, int rows, int chunkLength, MemorySegment prefix, DecodeContext context) {
    this.type = type;
    prefixLength = (int) prefix.byteSize();
    bodyLength = chunkLength - prefixLength;
    checkPrefix(prefix);
    in.over(prefix, 0, prefixLength - 4L);
    this.rows = in.count("a number of rows", PackFormat.ROW_GROUP_ROWS);
    if (this.rows != rows) {
      throw in.damaged("a chunk of " + rows + " rows", this.rows);
    }
    vectors = (rows + PackFormat.VECTOR_ROWS - 1) / PackFormat.VECTOR_ROWS;
    reader = Nodes.read(type, in, context, 0);
    starts = starts(context);
    nulls = new long[vectors];
    context.integers.read(in, vectors, nulls);
    zones = in.u8() == 1;
    min = new long[zones ? vectors : 0];
    max = new long[zones ? vectors : 0];
    if (zones) {
      if (!Zones.has(type)) {
        throw in.damaged("no zones of " + type, "some");
      }
      context.integers.read(in, vectors, min);
      context.integers.read(in, vectors, max);
    }
    int blocks = (int) ((bodyLength + PackFormat.CHECKED_BYTES - 1L) / PackFormat.CHECKED_BYTES);
    if (in.remaining() != 4L * blocks) {
      throw in.damaged(blocks + " checksums", in.remaining() + " bytes");
    }
    checksums = new int[blocks];
    in.words(checksums, blocks);
    checked = new boolean[blocks];
  }

  /**
   * Opens a chunk.
   *
   * @param rows of the row group
   * @param chunkLength bytes of the chunk
   * @param prefix the first bytes of the chunk, as many as its metadata says
   */
  public static ColumnChunk open(
      LogicalType type, int rows, int chunkLength, MemorySegment prefix, DecodeContext context) {
    if (prefix.byteSize() < 6 || prefix.byteSize() > chunkLength) {
      throw new DamagedPackException(
          0, "expected a prefix within " + chunkLength + " bytes, seen " + prefix.byteSize());
    }
    return new ColumnChunk(type, rows, chunkLength, prefix, context);
  }

  private void checkPrefix(MemorySegment prefix) {
    in.over(prefix, prefixLength - 4L, prefixLength);
    check(prefix, 0, prefixLength - 4, in.u32(), 0);
  }

  private void check(MemorySegment bytes, long from, int length, int expected, long offset) {
    crc.reset();
    crc.update(bytes.asSlice(from, length).asByteBuffer());
    int seen = (int) crc.getValue();
    if (seen != expected) {
      throw new DamagedPackException(
          offset,
          "the checksum of "
              + length
              + " bytes is wrong: expected "
              + Integer.toHexString(expected)
              + ", seen "
              + Integer.toHexString(seen));
    }
  }

  private int[] starts(DecodeContext context) {
    long[] lengths = new long[vectors];
    context.integers.read(in, vectors, lengths);
    int[] found = new int[vectors + 1];
    long at = 0;
    for (int i = 0; i < vectors; i++) {
      at += lengths[i];
      if (lengths[i] < 0 || at > bodyLength) {
        throw in.damaged("vectors of " + bodyLength + " bytes in all", at);
      }
      found[i + 1] = (int) at;
    }
    if (at != bodyLength) {
      throw in.damaged("vectors of " + bodyLength + " bytes in all", at);
    }
    return found;
  }

  public LogicalType type() {
    return type;
  }

  /** Number of vectors. */
  public int vectors() {
    return vectors;
  }

  /** Rows of a vector. */
  public int rows(int vector) {
    return Math.min(PackFormat.VECTOR_ROWS, rows - vector * PackFormat.VECTOR_ROWS);
  }

  /** NULLs among the rows of a vector. */
  public long nulls(int vector) {
    return nulls[vector];
  }

  /** What is known of the values of a vector. */
  public ColumnStats statistics(int vector) {
    if (!zones || nulls[vector] == rows(vector)) {
      return new ColumnStats(null, null, nulls[vector], -1);
    }
    return new ColumnStats(
        Zones.value(type, min[vector]), Zones.value(type, max[vector]), nulls[vector], -1);
  }

  /** Where the bytes that are needed to read a vector begin in the chunk: a checked block does. */
  public long rangeStart(int vector) {
    return prefixLength
        + (long) starts[vector] / PackFormat.CHECKED_BYTES * PackFormat.CHECKED_BYTES;
  }

  /** Where they end. */
  public long rangeEnd(int vector) {
    if (starts[vector] == starts[vector + 1]) {
      return rangeStart(vector);
    }
    long blocks = (starts[vector + 1] + PackFormat.CHECKED_BYTES - 1L) / PackFormat.CHECKED_BYTES;
    return prefixLength + Math.min(bodyLength, blocks * PackFormat.CHECKED_BYTES);
  }

  /**
   * Reads a vector.
   *
   * @param bytes bytes of the chunk, those of the vector's range among them
   * @param bytesFrom where in the chunk they begin: 0, or where some vector's range does
   * @param target of the chunk's type, to be filled, unless a constant or a dictionary is answered
   * @param codes room for the codes of a dictionary
   */
  public Vector read(
      int vector, MemorySegment bytes, long bytesFrom, FlatVector target, int[] codes) {
    long shift = prefixLength - bytesFrom;
    checkBlocks(vector, bytes, shift);
    in.over(bytes, starts[vector] + shift, starts[vector + 1] + shift);
    if (starts[vector] == starts[vector + 1]) {
      // Constants have no bytes, and their place may not have been fetched.
      in.over(MemorySegment.NULL, 0, 0);
    }
    try {
      Vector made = reader.readVector(in, rows(vector), target, codes);
      if (in.remaining() != 0 && !(made instanceof ConstantVector)) {
        throw in.damaged("the end of vector " + vector, in.remaining() + " more bytes");
      }
      return made;
    } catch (DamagedPackException e) {
      throw new DamagedPackException(e.offset() + bytesFrom, e.detail());
    }
  }

  private void checkBlocks(int vector, MemorySegment bytes, long shift) {
    int from = starts[vector];
    int to = starts[vector + 1];
    for (int block = from / PackFormat.CHECKED_BYTES;
        (long) block * PackFormat.CHECKED_BYTES < to && from < to;
        block++) {
      if (!checked[block]) {
        int start = block * PackFormat.CHECKED_BYTES;
        int length = Math.min(PackFormat.CHECKED_BYTES, bodyLength - start);
        check(bytes, start + shift, length, checksums[block], (long) prefixLength + start);
        checked[block] = true;
      }
    }
  }
}
