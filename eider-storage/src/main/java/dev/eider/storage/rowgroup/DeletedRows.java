// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.rowgroup;

import dev.eider.storage.format.v1.PackFormat;
import dev.eider.storage.format.v1.PackInput;
import dev.eider.storage.format.v1.PackOutput;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one row group that were deleted, as a bitmap. One thread changes it; whoever reads it
 * then must be told of it safely.
 */
public final class DeletedRows {
  private static final int VECTOR_WORDS = PackFormat.VECTOR_ROWS / 64;
  private static final int POSITIONS = 0;
  private static final int BITMAP = 1;

  private final int rows;
  private final long[] bits;
  private int count;

  /** None of so many rows. */
  public DeletedRows(int rows) {
    if (rows < 1 || rows > PackFormat.ROW_GROUP_ROWS) {
      throw new IllegalArgumentException("a row group of " + rows + " rows");
    }
    this.rows = rows;
    int vectors = (rows + PackFormat.VECTOR_ROWS - 1) / PackFormat.VECTOR_ROWS;
    bits = new long[vectors * VECTOR_WORDS];
  }

  /** Deletes a row; false when it was deleted before. */
  public boolean delete(int row) {
    if (row < 0 || row >= rows) {
      throw new IndexOutOfBoundsException("row " + row + " of " + rows);
    }
    long bit = 1L << row;
    if ((bits[row >> 6] & bit) != 0) {
      return false;
    }
    bits[row >> 6] |= bit;
    count++;
    return true;
  }

  public boolean isDeleted(int row) {
    return (bits[row >> 6] >>> row & 1) != 0;
  }

  /** How many rows are deleted. */
  public int count() {
    return count;
  }

  /** Rows of the row group. */
  public int rows() {
    return rows;
  }

  /** A copy. */
  public DeletedRows copy() {
    DeletedRows copy = new DeletedRows(rows);
    System.arraycopy(bits, 0, copy.bits, 0, bits.length);
    copy.count = count;
    return copy;
  }

  /** What is left of a vector, as {@link VisibleRows} has it. */
  public long @Nullable [] visible(int vector) {
    long[] words = new long[VECTOR_WORDS];
    long any = 0;
    for (int i = 0; i < VECTOR_WORDS; i++) {
      long deleted = bits[vector * VECTOR_WORDS + i];
      any |= deleted;
      words[i] = ~deleted;
    }
    return any == 0 ? null : words;
  }

  /** Writes it: gaps between the positions, or the bitmap where that is shorter. */
  public void write(PackOutput out) {
    int bitmap = (rows + 7) / 8;
    if (count * 2 < bitmap) {
      out.u8(POSITIONS);
      out.varint(count);
      int next = 0;
      for (int row = 0; row < rows; row++) {
        if (isDeleted(row)) {
          out.varint(row - next);
          next = row + 1;
        }
      }
    } else {
      out.u8(BITMAP);
      for (int at = 0; at < bitmap; at++) {
        out.u8((int) (bits[at >> 3] >>> 8 * (at & 7)) & 0xFF);
      }
    }
  }

  /** Reads what {@link #write} wrote. */
  public static DeletedRows read(PackInput in, int rows) {
    DeletedRows deleted = new DeletedRows(rows);
    int kind = in.u8();
    switch (kind) {
      case POSITIONS -> {
        int count = in.count("a number of deleted rows", rows);
        int next = 0;
        for (int i = 0; i < count; i++) {
          int row = next + in.count("a gap", rows - next - 1L);
          deleted.delete(row);
          next = row + 1;
        }
      }
      case BITMAP -> {
        for (int at = 0; at < (rows + 7) / 8; at++) {
          int some = in.u8();
          for (int bit = 0; bit < 8; bit++) {
            if ((some >> bit & 1) != 0) {
              if (8 * at + bit >= rows) {
                throw in.damaged("rows below " + rows, 8 * at + bit);
              }
              deleted.delete(8 * at + bit);
            }
          }
        }
      }
      default -> throw in.damaged("positions or a bitmap", kind);
    }
    return deleted;
  }
}
