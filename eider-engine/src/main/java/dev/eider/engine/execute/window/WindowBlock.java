// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.window;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.engine.execute.sort.RowOrdering;

/**
 * Rows of whole partitions in the order of their window. For every row it knows where its partition
 * and its peers (rows equal in the order keys) begin and end. One thread.
 */
public final class WindowBlock {
  private final FlatVector[] columns;
  private final int rows;
  private final RowOrdering order;
  private final int partitionKeys;
  private final int[] partitionStart;
  private final int[] partitionEnd;
  private final int[] peerStart;
  private final int[] peerEnd;
  private final Carry carry;

  /**
   * What the numbering functions must know of the partition of a block's first row when the block
   * begins inside of it.
   *
   * @param rows the rows of the partition before the block
   * @param rank the rank of the first row
   * @param groups the groups of peers that began before the block
   * @param insidePeers whether the first row is a peer of the row before
   */
  public record Carry(long rows, long rank, long groups, boolean insidePeers) {
    /** A block that begins with its partition. */
    public static final Carry NONE = new Carry(0, 1, 0, false);
  }

  /**
   * A block.
   *
   * @param order the partition keys, then the order keys
   */
  public WindowBlock(
      FlatVector[] columns, int rows, RowOrdering order, int partitionKeys, Carry carry) {
    this.carry = carry;
    this.columns = columns;
    this.rows = rows;
    this.order = order;
    this.partitionKeys = partitionKeys;
    partitionStart = new int[rows];
    partitionEnd = new int[rows];
    boolean[] begins = new boolean[rows];
    mark(begins, 0, partitionKeys);
    spread(begins, partitionStart, partitionEnd);
    if (partitionKeys == order.keys()) {
      peerStart = partitionStart;
      peerEnd = partitionEnd;
    } else {
      peerStart = new int[rows];
      peerEnd = new int[rows];
      mark(begins, partitionKeys, order.keys());
      spread(begins, peerStart, peerEnd);
    }
  }

  /** Marks rows that differ from the row before in one of the keys. */
  private void mark(boolean[] begins, int fromKey, int toKey) {
    if (rows > 0) {
      begins[0] = true;
    }
    for (int k = fromKey; k < toKey; k++) {
      FlatVector column = columns[order.column(k)];
      if (column instanceof IntVector v && !v.mayHaveNulls()) {
        int[] values = v.values();
        for (int i = 1; i < rows; i++) {
          begins[i] |= values[i] != values[i - 1];
        }
      } else if (column instanceof LongVector v && !v.mayHaveNulls()) {
        long[] values = v.values();
        for (int i = 1; i < rows; i++) {
          begins[i] |= values[i] != values[i - 1];
        }
      } else {
        for (int i = 1; i < rows; i++) {
          begins[i] = begins[i] || !CompareKernels.sameValue(column, i, column, i - 1);
        }
      }
    }
  }

  private void spread(boolean[] begins, int[] starts, int[] ends) {
    int start = 0;
    for (int i = 0; i < rows; i++) {
      start = begins[i] ? i : start;
      starts[i] = start;
    }
    int end = rows;
    for (int i = rows - 1; i >= 0; i--) {
      ends[i] = end;
      end = begins[i] ? i : end;
    }
  }

  public int rows() {
    return rows;
  }

  Carry carry() {
    return carry;
  }

  /** What a block that begins with a row of this one must know. */
  public Carry carryAt(int row) {
    int start = partitionStart[row];
    long groups = start == 0 ? carry.groups : 0;
    for (int i = start; i < row; i++) {
      groups += beginsPeers(i) ? 1 : 0;
    }
    return new Carry(row - start + rowsBefore(start), rank(row), groups, !beginsPeers(row));
  }

  /** Whether a row is the first of its peers. */
  boolean beginsPeers(int row) {
    return peerStart[row] == row && (row > 0 || !carry.insidePeers);
  }

  /** Rows before the block of the partition that begins (in the block) with a row. */
  long rowsBefore(int start) {
    return start == 0 ? carry.rows : 0;
  }

  /** The rank of a row in its partition. */
  long rank(int row) {
    if (peerStart[row] == 0 && carry.insidePeers) {
      return carry.rank;
    }
    return peerStart[row] - partitionStart[row] + 1 + rowsBefore(partitionStart[row]);
  }

  FlatVector column(int index) {
    return columns[index];
  }

  FlatVector[] columns() {
    return columns;
  }

  RowOrdering order() {
    return order;
  }

  /** Number of partition keys; the keys after are order keys. */
  int partitionKeys() {
    return partitionKeys;
  }

  boolean hasOrder() {
    return partitionKeys < order.keys();
  }

  int[] partitionStart() {
    return partitionStart;
  }

  int[] partitionEnd() {
    return partitionEnd;
  }

  int[] peerStart() {
    return peerStart;
  }

  int[] peerEnd() {
    return peerEnd;
  }
}
