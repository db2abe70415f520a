// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.sort;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import java.util.List;

/**
 * Merges sorted runs with a tree of losers: each inner node keeps the reader that lost there, so
 * that the next row costs one comparison a level. One thread.
 *
 * <p>Invariant: {@code winner} has the least current row; {@code losers[i]} lost against the winner
 * of node i's subtree; -1 stands for an exhausted reader. Equal rows come from the earlier reader
 * first, but callers make orderings total, so that it does not matter which run a row went to.
 */
public final class RunMerge {
  private final SpilledRun.Reader[] readers;
  private final int[] losers;
  private final boolean[] ended;
  private final FlatVector[] output;
  private final DataChunk chunk;
  private final int[] fromReader = new int[Vector.CAPACITY];
  private final int[] fromRow = new int[Vector.CAPACITY];
  private int winner;

  /** A merge that puts out the first {@code columns} columns of the runs. */
  public RunMerge(List<SpilledRun> runs, RowOrdering order, List<LogicalType> types, int columns) {
    readers = new SpilledRun.Reader[runs.size()];
    ended = new boolean[readers.length];
    losers = new int[Math.max(1, readers.length)];
    for (int i = 0; i < readers.length; i++) {
      readers[i] = runs.get(i).newReader(order);
      ended[i] = !readers[i].load();
    }
    chunk = DataChunk.allocate(types.subList(0, columns), Vector.CAPACITY);
    output = new FlatVector[columns];
    for (int i = 0; i < columns; i++) {
      output[i] = chunk.flat(i);
    }
    winner = readers.length == 0 ? -1 : build(1);
  }

  /**
   * Plays the matches of the subtree of a node; leaves are nodes from {@code readers.length} on.
   */
  private int build(int node) {
    if (node >= readers.length) {
      return node - readers.length;
    }
    int left = build(2 * node);
    int right = build(2 * node + 1);
    boolean leftWins = beats(left, right);
    losers[node] = leftWins ? right : left;
    return leftWins ? left : right;
  }

  private boolean beats(int a, int b) {
    if (ended[a] || ended[b]) {
      return !ended[a] || (ended[b] && a < b);
    }
    int result = readers[a].compare(readers[b]);
    return result < 0 || (result == 0 && a < b);
  }

  private void replay(int reader) {
    int best = reader;
    for (int node = (reader + readers.length) >> 1; node >= 1; node >>= 1) {
      int other = losers[node];
      if (beats(other, best)) {
        losers[node] = best;
        best = other;
      }
    }
    winner = best;
  }

  /** The next chunk, valid until the next call; empty at the end. */
  public DataChunk next() {
    for (FlatVector column : output) {
      column.reset();
    }
    int done = 0;
    int picked = 0;
    while (picked < Vector.CAPACITY && winner >= 0 && !ended[winner]) {
      SpilledRun.Reader reader = readers[winner];
      fromReader[picked] = winner;
      fromRow[picked++] = reader.row();
      if (!reader.advance()) {
        // Its rows are copied before its next chunk takes their place.
        copy(done, picked);
        done = picked;
        ended[winner] = !reader.load();
      }
      replay(winner);
    }
    copy(done, picked);
    chunk.setSize(picked);
    return chunk;
  }

  private void copy(int from, int to) {
    for (int c = 0; c < output.length; c++) {
      FlatVector target = output[c];
      for (int i = from; i < to; i++) {
        target.copyRow(readers[fromReader[i]].column(c), fromRow[i], i);
      }
    }
  }

  /** Skips rows. */
  public void skip(long rows) {
    for (long left = rows; left > 0 && winner >= 0 && !ended[winner]; left--) {
      if (!readers[winner].advance()) {
        ended[winner] = !readers[winner].load();
      }
      replay(winner);
    }
  }
}
