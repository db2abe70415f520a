// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.index;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Entries (key and row id) in blocks of bytes, each entry in one piece: the row id, the length of
 * the key, the key, padding to {@link #UNIT}. An entry is named by its distance from the start of
 * the blocks in units, an unsigned integer. An entry larger than a block has an array of its own,
 * which stands for as many blocks as it fills.
 */
final class EntryBlocks {
  static final int UNIT = 4;

  private static final int BLOCK = 1 << 20;
  private static final int BLOCK_UNITS = BLOCK / UNIT;
  private static final int BLOCK_UNITS_BITS = Integer.numberOfTrailingZeros(BLOCK_UNITS);
  private static final int FIRST_BLOCK = 4 << 10;
  private static final int MOST_BLOCKS = (int) ((1L << 32) / BLOCK_UNITS);
  private static final int HEADER = Long.BYTES + Integer.BYTES;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private byte[][] blocks = new byte[16][];
  private int blockCount;

  /** The last array, which begins at block {@code lastIndex}. */
  private byte[] last = Leaf.NO_BYTES;

  private int lastIndex;
  private int used;

  /** Bytes that must be allocated before an entry of that key length can be added; mostly 0. */
  int missing(int keyLength) {
    int size = size(keyLength);
    return last.length - used >= size ? 0 : Layout.bytes(nextBlock(size));
  }

  /** Adds an entry; answers its name. */
  int add(byte[] key, int length, long rowId) {
    int size = size(length);
    if (last.length - used < size) {
      allocate(size);
    }
    int at = used;
    LONG.set(last, at, rowId);
    INT.set(last, at + Long.BYTES, length);
    System.arraycopy(key, 0, last, at + HEADER, length);
    used = at + size;
    return lastIndex * BLOCK_UNITS + at / UNIT;
  }

  private static int size(int keyLength) {
    long size = ((long) HEADER + keyLength + UNIT - 1) / UNIT * UNIT;
    if (size > Integer.MAX_VALUE - 64) {
      throw new EiderException(
          ErrorType.OUT_OF_RANGE,
          "A key of " + keyLength + " bytes is too long for an index. Index a shorter part of it");
    }
    return (int) size;
  }

  private int nextBlock(int size) {
    return Math.max(size, Math.min(BLOCK, Math.max(FIRST_BLOCK, 4 * Math.min(last.length, BLOCK))));
  }

  private void allocate(int size) {
    int bytes = nextBlock(size);
    int fills = (int) (((long) bytes + BLOCK - 1) / BLOCK);
    if (blockCount + fills > MOST_BLOCKS) {
      throw new EiderException(
          ErrorType.OUT_OF_RANGE,
          "The keys of an index that is built at once have more than 16 GiB. Create the index"
              + " before the rows are inserted");
    }
    last = new byte[bytes];
    lastIndex = blockCount;
    used = 0;
    if (blockCount + fills > blocks.length) {
      blocks = Arrays.copyOf(blocks, Math.max(2 * blocks.length, blockCount + fills));
    }
    blocks[blockCount] = last;
    blockCount += fills;
  }

  /** The array that holds an entry. */
  byte[] array(int entry) {
    return blocks[entry >>> BLOCK_UNITS_BITS];
  }

  /** Where the key of an entry begins in its array. */
  static int keyAt(int entry) {
    return (entry & BLOCK_UNITS - 1) * UNIT + HEADER;
  }

  int keyLength(int entry) {
    return (int) INT.get(array(entry), keyAt(entry) - Integer.BYTES);
  }

  long rowId(int entry) {
    return (long) LONG.get(array(entry), keyAt(entry) - HEADER);
  }

  /** Eight bytes of the key from {@code offset} on, zeros behind its end. */
  long head(int entry, int offset) {
    int length = Math.min(Long.BYTES, keyLength(entry) - offset);
    return length <= 0 ? 0 : Leaf.pack(array(entry), keyAt(entry) + offset, length);
  }

  /** Number of bytes from the start that two keys have in common. */
  int common(int a, int b) {
    int most = Math.min(keyLength(a), keyLength(b));
    int aAt = keyAt(a);
    int bAt = keyAt(b);
    int mismatch = Arrays.mismatch(array(a), aAt, aAt + most, array(b), bAt, bAt + most);
    return mismatch < 0 ? most : mismatch;
  }

  /** Order by key, where the first {@code offset} bytes are known to be equal, then by row id. */
  int compare(int a, int b, int offset) {
    int aAt = keyAt(a);
    int bAt = keyAt(b);
    int order =
        Arrays.compareUnsigned(
            array(a), aAt + offset, aAt + keyLength(a), array(b), bAt + offset, bAt + keyLength(b));
    return order != 0 ? order : Long.compare(rowId(a), rowId(b));
  }
}
