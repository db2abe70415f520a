// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.window;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.hash.GroupTable;
import dev.eider.engine.execute.row.Columns;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.BoundAggregate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate over frames, for one block, by the cheapest way that is right:
 *
 * <ul>
 *   <li>frames that are whole partitions: one group a partition;
 *   <li>frames from the partition's start: a prefix scan (every row a group, each group then takes
 *       in the one before), or for states that grow or depend on order one state fed row by row;
 *   <li>small frames: every row's frame fed to its group;
 *   <li>other frames: a {@link SegmentTree};
 *   <li>an ORDER BY for the argument, or DISTINCT where frames move: frame by frame.
 * </ul>
 */
final class WindowAggregation {
  /** The rows a frame has on average up to which feeding them is cheaper than a tree. */
  private static final int SMALL_FRAME = 24;

  /** Functions whose state has a fixed size, so that states of many groups may be merged freely. */
  private static final Set<String> FIXED_SIZE =
      Set.of(
          "count",
          "count_star",
          "count_if",
          "countif",
          "sum",
          "sum_no_overflow",
          "avg",
          "mean",
          "min",
          "max",
          "first",
          "last",
          "any_value",
          "arbitrary",
          "arg_min",
          "arg_max",
          "argmin",
          "argmax",
          "min_by",
          "max_by",
          "bool_and",
          "bool_or",
          "bit_and",
          "bit_or",
          "bit_xor",
          "product",
          "geomean",
          "stddev",
          "stddev_pop",
          "stddev_samp",
          "var_pop",
          "var_samp",
          "variance",
          "sem",
          "skewness",
          "kurtosis",
          "kurtosis_pop",
          "covar_pop",
          "covar_samp",
          "corr",
          "regr_avgx",
          "regr_avgy",
          "regr_count",
          "regr_intercept",
          "regr_r2",
          "regr_slope",
          "regr_sxx",
          "regr_sxy",
          "regr_syy");

  private final WindowBlock block;
  private final BoundAggregate function;
  private final FlatVector[] arguments;
  private final Frames frames;
  private final boolean[] included;
  private final FlatVector result;

  private WindowAggregation(WindowBlock block, WindowInput input, FlatVector result) {
    this.block = block;
    this.result = result;
    function = Objects.requireNonNull(input.call().aggregate()).function();
    frames = new Frames(block, input);
    arguments = new FlatVector[input.arguments().length];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = block.column(input.arguments()[i]);
    }
    included = new boolean[block.rows()];
    if (input.filter() < 0) {
      Arrays.fill(included, true);
    } else {
      BoolVector filter = (BoolVector) block.column(input.filter());
      for (int i = 0; i < included.length; i++) {
        included[i] = !filter.isNull(i) && filter.get(i) != 0;
      }
    }
  }

  static void evaluate(WindowBlock block, WindowInput input, FlatVector result) {
    WindowAggregation aggregation = new WindowAggregation(block, input, result);
    boolean isDistinct =
        input.call().distinct()
            && aggregation.function.distinctSensitive()
            && aggregation.arguments.length > 0;
    boolean isSorted = input.argumentOrder().keys() > 0 && aggregation.function.orderSensitive();
    aggregation.evaluate(
        isDistinct, isSorted ? new ArgumentRanks(block, input.argumentOrder()) : null);
  }

  private void evaluate(boolean isDistinct, @Nullable ArgumentRanks ranks) {
    boolean fromStart = frames.startAtPartition();
    boolean whole = fromStart && frames.areWholePartitions();
    int[] previous = isDistinct ? previousOccurrences() : new int[0];
    if (isDistinct && fromStart && ranks == null) {
      // A row counts in every frame that has it, unless an equal one came before.
      for (int i = 0; i < included.length; i++) {
        included[i] &= previous[i] < 0;
      }
    } else if (isDistinct || (ranks != null && !whole)) {
      frameByFrame(isDistinct ? previous : null, ranks);
      return;
    }
    boolean isFixed = FIXED_SIZE.contains(function.name()) && !takesNumber();
    if (whole) {
      wholePartitions(ranks);
    } else if (fromStart && isFixed && !function.orderSensitive()) {
      prefixScan();
    } else if (fromStart && ends()) {
      running();
    } else if (frames.totalRows() <= (long) SMALL_FRAME * block.rows() || !isFixed) {
      frameByFrame(null, null);
    } else {
      SegmentTree tree = new SegmentTree(function, arguments, block.rows(), included);
      for (int first = 0; first < block.rows(); first += Vector.CAPACITY) {
        tree.evaluate(frames, first, Math.min(Vector.CAPACITY, block.rows() - first), result);
      }
    }
  }

  /** {@code min(x, n)} keeps n values. */
  private boolean takesNumber() {
    String name = function.name();
    return (name.equals("min") || name.equals("max")) && arguments.length > 1
        || arguments.length > 2;
  }

  /** Whether the ends of frames never go back within a partition. */
  private boolean ends() {
    int[] end = frames.end();
    for (int i = 1; i < end.length; i++) {
      if (end[i] < end[i - 1]) {
        return false;
      }
    }
    return true;
  }

  /** Writes the results of groups {@code [0, count)} to rows {@code first..} of the target. */
  static void finish(AggregateState state, int count, FlatVector target, int first) {
    FlatVector results = FlatVector.allocate(target.type(), Math.max(1, count));
    state.finish(0, count, results);
    Columns.append(results, 0, count, target, first);
  }

  private void wholePartitions(@Nullable ArgumentRanks ranks) {
    int rows = block.rows();
    int[] groupOf = new int[rows];
    int groups = 0;
    for (int i = 0; i < rows; i++) {
      groups += block.partitionStart()[i] == i ? 1 : 0;
      groupOf[i] = groups - 1;
    }
    AggregateState state = function.newState();
    state.ensureGroups(groups);
    int[] order = new int[rows];
    for (int i = 0; i < rows; i++) {
      order[ranks == null ? i : ranks.position[i]] = i;
    }
    SegmentTree.RowFeeder feeder = new SegmentTree.RowFeeder(arguments);
    for (int row : order) {
      if (included[row]) {
        feeder.add(state, row, groupOf[row]);
      }
    }
    feeder.flush(state);
    FlatVector results = FlatVector.allocate(result.type(), Math.max(1, groups));
    state.finish(0, groups, results);
    result.gather(results, groupOf, rows);
  }

  private void prefixScan() {
    int rows = block.rows();
    AggregateState state = function.newState();
    state.ensureGroups(rows + 1);
    SegmentTree.RowFeeder feeder = new SegmentTree.RowFeeder(arguments);
    int[] from = new int[rows];
    int[] to = new int[rows];
    int links = 0;
    for (int i = 0; i < rows; i++) {
      if (included[i]) {
        feeder.add(state, i, i);
      }
      if (block.partitionStart()[i] != i) {
        from[links] = i - 1;
        to[links++] = i;
      }
    }
    feeder.flush(state);
    // In order: each group has taken in all before it when the next takes it in.
    state.combine(state, from, to, links);
    FlatVector prefixes = FlatVector.allocate(result.type(), rows + 1);
    state.finish(0, rows + 1, prefixes);
    int[] sources = new int[rows];
    int[] end = frames.end();
    for (int i = 0; i < rows; i++) {
      // The group after all rows is the empty frame.
      sources[i] = end[i] > block.partitionStart()[i] ? end[i] - 1 : rows;
    }
    result.gather(prefixes, sources, rows);
  }

  private void running() {
    int rows = block.rows();
    int[] end = frames.end();
    SegmentTree.RowFeeder feeder = new SegmentTree.RowFeeder(arguments);
    AggregateState state = function.newState();
    FlatVector one = FlatVector.allocate(result.type(), 1);
    int fed = 0;
    int finished = -1;
    for (int i = 0; i < rows; i++) {
      if (block.partitionStart()[i] == i) {
        state = function.newState();
        state.ensureGroups(1);
        fed = i;
        finished = -1;
      }
      while (fed < end[i]) {
        if (included[fed]) {
          feeder.add(state, fed, 0);
        }
        fed++;
      }
      if (finished != end[i]) {
        feeder.flush(state);
        one.reset();
        state.finish(0, 1, one);
        finished = end[i];
      }
      result.copyRow(one, 0, i);
    }
  }

  /** For each row the row before in its partition that passes the filter and is equal, or -1. */
  private int[] previousOccurrences() {
    int rows = block.rows();
    List<LogicalType> types = new ArrayList<>();
    FlatVector[] keys = new FlatVector[arguments.length + 1];
    LongVector partition = new LongVector(LogicalType.BIGINT, Math.max(1, rows));
    for (int i = 0; i < rows; i++) {
      partition.set(i, block.partitionStart()[i]);
    }
    keys[0] = partition;
    types.add(LogicalType.BIGINT);
    for (int i = 0; i < arguments.length; i++) {
      keys[i + 1] = arguments[i];
      types.add(arguments[i].type());
    }
    GroupTable table = new GroupTable(types);
    int[] groupOf = new int[Vector.CAPACITY];
    int[] selection = new int[Vector.CAPACITY];
    int[] previous = new int[rows];
    int[] last = new int[rows];
    Arrays.fill(last, -1);
    FlatVector[] some = new FlatVector[keys.length];
    for (int i = 0; i < some.length; i++) {
      some[i] = FlatVector.allocate(types.get(i), Vector.CAPACITY);
    }
    for (int first = 0; first < rows; first += Vector.CAPACITY) {
      int count = Math.min(Vector.CAPACITY, rows - first);
      for (int i = 0; i < count; i++) {
        selection[i] = first + i;
      }
      for (int i = 0; i < keys.length; i++) {
        some[i].gather(keys[i], selection, count);
      }
      table.findGroups(some, count, groupOf);
      for (int i = 0; i < count; i++) {
        previous[first + i] = last[groupOf[i]];
        if (included[first + i]) {
          last[groupOf[i]] = first + i;
        }
      }
    }
    return previous;
  }

  /** Feeds every row's frame to a group of its own. */
  private void frameByFrame(int @Nullable [] previous, @Nullable ArgumentRanks ranks) {
    int rows = block.rows();
    SegmentTree.RowFeeder feeder = new SegmentTree.RowFeeder(arguments);
    int[] intervals = new int[2 * Frames.MAX_INTERVALS];
    int step = FIXED_SIZE.contains(function.name()) ? Vector.CAPACITY : 64;
    for (int first = 0; first < rows; first += step) {
      int count = Math.min(step, rows - first);
      AggregateState state = function.newState();
      state.ensureGroups(count);
      for (int i = 0; i < count; i++) {
        int pieces = frames.intervals(first + i, intervals);
        if (ranks != null) {
          for (int row : ranks.sorted(intervals, pieces)) {
            feed(feeder, state, row, i, previous, intervals, pieces);
          }
          continue;
        }
        for (int k = 0; k < pieces; k++) {
          for (int row = intervals[2 * k]; row < intervals[2 * k + 1]; row++) {
            feed(feeder, state, row, i, previous, intervals, pieces);
          }
        }
      }
      feeder.flush(state);
      finish(state, count, result, first);
    }
  }

  private void feed(
      SegmentTree.RowFeeder feeder,
      AggregateState state,
      int row,
      int group,
      int @Nullable [] previous,
      int[] intervals,
      int pieces) {
    if (!included[row]) {
      return;
    }
    if (previous != null) {
      for (int equal = previous[row]; equal >= intervals[0]; equal = previous[equal]) {
        if (contains(intervals, pieces, equal)) {
          return;
        }
      }
    }
    feeder.add(state, row, group);
  }

  private static boolean contains(int[] intervals, int pieces, int row) {
    for (int k = 0; k < pieces; k++) {
      if (row >= intervals[2 * k] && row < intervals[2 * k + 1]) {
        return true;
      }
    }
    return false;
  }
}
