// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.window;

import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.BoundAggregate;
import dev.eider.engine.function.Operand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Aggregates of any intervals of rows from aggregates of runs of {@link #FAN_OUT} rows, of runs of
 * runs, and so on: an interval is a few rows and a few nodes of each level. Rows and nodes are
 * added in row order, so functions for which order matters are right too. One thread.
 *
 * <p>Node k of level 0 covers rows {@code [16 k, 16 k + 16)}; node k of level l+1 covers 16 nodes
 * of level l.
 */
final class SegmentTree {
  /** Children of a node. */
  static final int FAN_OUT = 16;

  private final BoundAggregate function;
  private final RowFeeder feeder;
  private final boolean[] included;
  private final List<AggregateState> levels = new ArrayList<>();

  /**
   * Builds the tree over rows {@code [0, rows)}.
   *
   * @param included rows that pass the filter
   */
  SegmentTree(BoundAggregate function, FlatVector[] arguments, int rows, boolean[] included) {
    this.function = function;
    this.included = included;
    feeder = new RowFeeder(arguments);
    int nodes = (rows + FAN_OUT - 1) / FAN_OUT;
    AggregateState level = function.newState();
    level.ensureGroups(Math.max(1, nodes));
    for (int i = 0; i < rows; i++) {
      if (included[i]) {
        feeder.add(level, i, i / FAN_OUT);
      }
    }
    feeder.flush(level);
    levels.add(level);
    while (nodes > 1) {
      int above = (nodes + FAN_OUT - 1) / FAN_OUT;
      AggregateState next = function.newState();
      next.ensureGroups(above);
      int[] from = new int[nodes];
      int[] to = new int[nodes];
      for (int i = 0; i < nodes; i++) {
        from[i] = i;
        to[i] = i / FAN_OUT;
      }
      next.combine(level, from, to, nodes);
      levels.add(next);
      level = next;
      nodes = above;
    }
  }

  /** Writes the results of rows {@code [first, first + count)} for their frames. */
  void evaluate(Frames frames, int first, int count, FlatVector result) {
    AggregateState states = function.newState();
    states.ensureGroups(count);
    int[] intervals = new int[2 * Frames.MAX_INTERVALS];
    int[] from = new int[count];
    int[] to = new int[count];
    for (int k = 0; k < Frames.MAX_INTERVALS; k++) {
      boolean any = false;
      for (int i = 0; i < count; i++) {
        boolean has = frames.intervals(first + i, intervals) > k;
        from[i] = has ? intervals[2 * k] : 0;
        to[i] = has ? intervals[2 * k + 1] : 0;
        any |= has;
      }
      if (any) {
        add(states, from, to, count);
      }
      if (!frames.excludes()) {
        break;
      }
    }
    WindowAggregation.finish(states, count, result, first);
  }

  /** Adds interval {@code [from[i], to[i])} to group i, for all i; destroys the arrays. */
  private void add(AggregateState states, int[] from, int[] to, int count) {
    int depth = levels.size() + 1;
    int[][] rightFrom = new int[depth][];
    int[][] rightTo = new int[depth][];
    Edge edge = new Edge();
    int deepest = 0;
    for (int level = 0; level < depth; level++) {
      boolean more = false;
      int[] starts = new int[count];
      int[] ends = new int[count];
      for (int i = 0; i < count; i++) {
        int low = from[i];
        int high = to[i];
        if (low >= high) {
          continue;
        }
        int leftEnd = Math.min(high, (low + FAN_OUT - 1) / FAN_OUT * FAN_OUT);
        int rightStart = Math.max(leftEnd, high / FAN_OUT * FAN_OUT);
        if (level + 1 == depth) {
          leftEnd = high;
          rightStart = high;
        }
        edge.add(states, level, low, leftEnd, i);
        starts[i] = rightStart;
        ends[i] = high;
        from[i] = leftEnd / FAN_OUT;
        to[i] = leftEnd < rightStart ? rightStart / FAN_OUT : from[i];
        more |= from[i] < to[i];
      }
      edge.flush(states, level);
      rightFrom[level] = starts;
      rightTo[level] = ends;
      deepest = level;
      if (!more) {
        break;
      }
    }
    for (int level = deepest; level >= 0; level--) {
      for (int i = 0; i < count; i++) {
        edge.add(states, level, rightFrom[level][i], rightTo[level][i], i);
      }
      edge.flush(states, level);
    }
  }

  /** Children at the edges of intervals: rows at level 0, else nodes of the level below. */
  private final class Edge {
    private int[] nodes = new int[1024];
    private int[] groups = new int[1024];
    private int size;

    void add(AggregateState states, int level, int from, int to, int group) {
      for (int child = from; child < to; child++) {
        if (level == 0) {
          if (included[child]) {
            feeder.add(states, child, group);
          }
          continue;
        }
        if (size == nodes.length) {
          nodes = Arrays.copyOf(nodes, 2 * size);
          groups = Arrays.copyOf(groups, 2 * size);
        }
        nodes[size] = child;
        groups[size++] = group;
      }
    }

    void flush(AggregateState states, int level) {
      if (level == 0) {
        feeder.flush(states);
      } else if (size > 0) {
        states.combine(levels.get(level - 1), nodes, groups, size);
        size = 0;
      }
    }
  }

  /** Collects rows and feeds them to a state a vector at a time. */
  static final class RowFeeder {
    private final FlatVector[] arguments;
    private final FlatVector[] gathered;
    private final Operand[] operands;
    private final int[] rows = new int[Vector.CAPACITY];
    private final int[] groups = new int[Vector.CAPACITY];
    private int size;

    RowFeeder(FlatVector[] arguments) {
      this.arguments = arguments;
      gathered = new FlatVector[arguments.length];
      operands = new Operand[arguments.length];
      for (int i = 0; i < arguments.length; i++) {
        gathered[i] = FlatVector.allocate(arguments[i].type(), Vector.CAPACITY);
        operands[i] = new Operand(gathered[i], 1);
      }
    }

    void add(AggregateState state, int row, int group) {
      rows[size] = row;
      groups[size++] = group;
      if (size == rows.length) {
        flush(state);
      }
    }

    void flush(AggregateState state) {
      if (size == 0) {
        return;
      }
      for (int i = 0; i < arguments.length; i++) {
        gathered[i].gather(arguments[i], rows, size);
      }
      state.update(operands, groups, size);
      size = 0;
    }
  }
}
