// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.window;

import dev.eider.base.error.EiderException;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.engine.expr.WindowCall;

/**
 * The functions that number rows. They look at the whole partition in the window's order; with an
 * ORDER BY among their arguments, at the frame in that order (EXCLUDE aside, as in DuckDB).
 */
final class RankFunctions {
  private RankFunctions() {}

  static void evaluate(WindowBlock block, WindowInput input, FlatVector result) {
    if (input.argumentOrder().keys() > 0) {
      overFrames(block, input, result);
      return;
    }
    WindowCall.Kind kind = input.call().kind();
    int[] starts = block.partitionStart();
    int[] ends = block.partitionEnd();
    int[] peerEnds = block.peerEnd();
    long dense = 0;
    for (int i = 0; i < block.rows(); i++) {
      int size = ends[i] - starts[i];
      if (starts[i] == i) {
        dense = i == 0 ? block.carry().groups() : 0;
      }
      dense += block.beginsPeers(i) ? 1 : 0;
      long rank = block.rank(i);
      if (kind == WindowCall.Kind.DENSE_RANK) {
        ((LongVector) result).set(i, dense);
      } else {
        long before = i - starts[i] + block.rowsBefore(starts[i]);
        put(block, input, kind, result, i, before, rank, peerEnds[i] - starts[i], size);
      }
    }
  }

  private static void overFrames(WindowBlock block, WindowInput input, FlatVector result) {
    WindowCall.Kind kind = input.call().kind();
    ArgumentRanks ranks = new ArgumentRanks(block, input.argumentOrder());
    Frames frames = new Frames(block, input);
    int[] interval = new int[2];
    for (int i = 0; i < block.rows(); i++) {
      interval[0] = frames.begin()[i];
      interval[1] = frames.end()[i];
      int before = 0;
      int less = 0;
      int notGreater = 0;
      for (int row = interval[0]; row < interval[1]; row++) {
        before += ranks.position[row] < ranks.position[i] ? 1 : 0;
        less += ranks.rank[row] < ranks.rank[i] ? 1 : 0;
        notGreater += ranks.rank[row] <= ranks.rank[i] ? 1 : 0;
      }
      int size = interval[1] - interval[0];
      if (kind == WindowCall.Kind.DENSE_RANK) {
        ((LongVector) result).set(i, denseRank(ranks, interval, i));
      } else {
        put(block, input, kind, result, i, before, less + 1L, notGreater, size);
      }
    }
  }

  private static long denseRank(ArgumentRanks ranks, int[] interval, int row) {
    int distinct = 0;
    int last = -1;
    for (int other : ranks.sorted(interval, 1)) {
      if (ranks.rank[other] >= ranks.rank[row]) {
        break;
      }
      distinct += ranks.rank[other] != last ? 1 : 0;
      last = ranks.rank[other];
    }
    return distinct + 1L;
  }

  /**
   * One row's result.
   *
   * @param before rows before it
   * @param rank its rank
   * @param upTo rows up to its last peer
   * @param size rows in all
   */
  private static void put(
      WindowBlock block,
      WindowInput input,
      WindowCall.@org.jspecify.annotations.Nullable Kind kind,
      FlatVector result,
      int row,
      long before,
      long rank,
      int upTo,
      int size) {
    switch (kind) {
      case ROW_NUMBER -> ((LongVector) result).set(row, before + 1L);
      case RANK -> ((LongVector) result).set(row, rank);
      case PERCENT_RANK ->
          ((DoubleVector) result).set(row, size > 1 ? (rank - 1.0) / (size - 1.0) : 0);
      case CUME_DIST -> ((DoubleVector) result).set(row, size > 0 ? (double) upTo / size : 0);
      case NTILE -> {
        LongVector tiles = (LongVector) block.column(input.arguments()[0]);
        if (tiles.isNull(row) || size == 0) {
          result.setNull(row);
        } else {
          ((LongVector) result).set(row, tile(tiles.get(row), before, size));
        }
      }
      case null, default -> throw EiderException.internal("not a rank function: " + kind);
    }
  }

  /** The first groups get one row more when the rows do not divide evenly. */
  private static long tile(long wanted, long before, int size) {
    if (wanted < 1) {
      throw EiderException.invalidInput("Argument for ntile must be greater than zero");
    }
    long tiles = Math.min(wanted, size);
    long small = size / tiles;
    long large = size - tiles * small;
    long inLarge = large * (small + 1);
    // A row outside of its frame may come after all of it.
    long tile =
        before < inLarge ? 1 + before / (small + 1) : 1 + large + (before - inLarge) / small;
    return Math.min(tile, tiles);
  }
}
