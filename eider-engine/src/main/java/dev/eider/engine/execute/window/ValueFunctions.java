// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.window;

import dev.eider.base.error.EiderException;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.engine.expr.WindowCall;
import org.jspecify.annotations.Nullable;

/**
 * The functions that answer the argument's value in another row: first, last, nth of the frame,
 * lead and lag in the partition. Each row's source is a row number, or {@link #NULL}, or {@link
 * #DEFAULT}.
 */
final class ValueFunctions {
  private static final int NULL = -1;
  private static final int DEFAULT = -2;

  private ValueFunctions() {}

  static void evaluate(WindowBlock block, WindowInput input, FlatVector result) {
    int[] sources = new int[block.rows()];
    boolean shifts =
        input.call().kind() == WindowCall.Kind.LEAD || input.call().kind() == WindowCall.Kind.LAG;
    ArgumentRanks ranks =
        input.argumentOrder().keys() > 0 ? new ArgumentRanks(block, input.argumentOrder()) : null;
    if (shifts && ranks == null) {
      shift(block, input, sources);
    } else {
      inFrames(block, input, ranks, shifts, sources);
    }
    FlatVector values = block.column(input.arguments()[0]);
    FlatVector defaults = input.arguments().length > 2 ? block.column(input.arguments()[2]) : null;
    for (int i = 0; i < sources.length; i++) {
      if (sources[i] >= 0) {
        result.copyRow(values, sources[i], i);
      } else if (sources[i] == DEFAULT && defaults != null) {
        result.copyRow(defaults, i, i);
      } else {
        result.setNull(i);
      }
    }
  }

  // Lead and lag.

  private static void shift(WindowBlock block, WindowInput input, int[] sources) {
    FlatVector values = block.column(input.arguments()[0]);
    boolean lead = input.call().kind() == WindowCall.Kind.LEAD;
    LongVector offsets =
        input.arguments().length > 1 ? (LongVector) block.column(input.arguments()[1]) : null;
    boolean skips = input.call().ignoreNulls() && values.mayHaveNulls();
    ValidRows valid = skips ? new ValidRows(values, block.rows()) : null;
    for (int i = 0; i < sources.length; i++) {
      long offset = 1;
      if (offsets != null) {
        if (offsets.isNull(i)) {
          sources[i] = NULL;
          continue;
        }
        offset = offsets.get(i);
      }
      // Cut, so that nothing overflows: no partition is that long.
      offset = Math.max(-(1L << 32), Math.min(offset, 1L << 32));
      offset = lead ? offset : -offset;
      int from = block.partitionStart()[i];
      int to = block.partitionEnd()[i];
      if (valid != null && offset != 0) {
        sources[i] = valid.shifted(i, offset, from, to);
      } else {
        long target = i + offset;
        sources[i] = target >= from && target < to ? (int) target : DEFAULT;
      }
    }
  }

  /** The rows of a block whose value is not NULL. */
  private static final class ValidRows {
    /** The valid rows, in order. */
    private final int[] rows;

    /** How many valid rows come before each row. */
    private final int[] before;

    ValidRows(FlatVector values, int count) {
      rows = new int[count];
      before = new int[count + 1];
      int n = 0;
      for (int i = 0; i < count; i++) {
        before[i] = n;
        if (!values.isNull(i)) {
          rows[n++] = i;
        }
      }
      before[count] = n;
    }

    /** The valid row so many valid rows after (before: negative) a row. */
    int shifted(int row, long offset, int from, int to) {
      long index = offset > 0 ? before[row + 1] + offset - 1 : before[row] + offset;
      return index >= before[from] && index < before[to] ? rows[(int) index] : DEFAULT;
    }
  }

  // The rest.

  private static void inFrames(
      WindowBlock block,
      WindowInput input,
      @Nullable ArgumentRanks ranks,
      boolean shifts,
      int[] sources) {
    Frames frames = new Frames(block, input);
    FlatVector values = block.column(input.arguments()[0]);
    boolean skips = input.call().ignoreNulls() && values.mayHaveNulls();
    int[] intervals = new int[2 * Frames.MAX_INTERVALS];
    for (int i = 0; i < sources.length; i++) {
      int count = shifts ? frames.whole(i, intervals) : frames.intervals(i, intervals);
      if (ranks != null) {
        sources[i] = source(block, input, ranks, ranks.sorted(intervals, count), i, values, skips);
      } else {
        sources[i] = source(block, input, intervals, count, i, values, skips);
      }
    }
  }

  /** In the window's order: counts along the intervals. */
  private static int source(
      WindowBlock block,
      WindowInput input,
      int[] intervals,
      int count,
      int row,
      FlatVector values,
      boolean skips) {
    switch (input.call().kind()) {
      case FIRST_VALUE -> {
        return nth(intervals, count, 1, values, skips);
      }
      case LAST_VALUE -> {
        for (int k = count - 1; k >= 0; k--) {
          for (int at = intervals[2 * k + 1] - 1; at >= intervals[2 * k]; at--) {
            if (!skips || !values.isNull(at)) {
              return at;
            }
          }
        }
        return NULL;
      }
      case NTH_VALUE -> {
        LongVector numbers = (LongVector) block.column(input.arguments()[1]);
        boolean isPlace = !numbers.isNull(row) && numbers.get(row) > 0;
        return isPlace ? nth(intervals, count, numbers.get(row), values, skips) : NULL;
      }
      case null, default ->
          throw EiderException.internal("not a value function: " + input.call().kind());
    }
  }

  private static int nth(int[] intervals, int count, long n, FlatVector values, boolean skips) {
    long left = n;
    for (int k = 0; k < count; k++) {
      int from = intervals[2 * k];
      int to = intervals[2 * k + 1];
      if (!skips) {
        if (left <= to - from) {
          return (int) (from + left - 1);
        }
        left -= to - from;
        continue;
      }
      for (int at = from; at < to; at++) {
        if (!values.isNull(at) && --left == 0) {
          return at;
        }
      }
    }
    return NULL;
  }

  /** In the order of an argument: {@code rows} are the frame's in that order. */
  private static int source(
      WindowBlock block,
      WindowInput input,
      ArgumentRanks ranks,
      int[] rows,
      int row,
      FlatVector values,
      boolean skips) {
    int[] sorted = rows;
    if (skips) {
      int n = 0;
      sorted = new int[rows.length];
      for (int other : rows) {
        if (!values.isNull(other)) {
          sorted[n++] = other;
        }
      }
      sorted = java.util.Arrays.copyOf(sorted, n);
    }
    return switch (input.call().kind()) {
      case FIRST_VALUE -> sorted.length == 0 ? NULL : sorted[0];
      case LAST_VALUE -> sorted.length == 0 ? NULL : sorted[sorted.length - 1];
      case NTH_VALUE -> {
        LongVector numbers = (LongVector) block.column(input.arguments()[1]);
        boolean isPlace =
            !numbers.isNull(row) && numbers.get(row) > 0 && numbers.get(row) <= sorted.length;
        yield isPlace ? sorted[(int) numbers.get(row) - 1] : NULL;
      }
      case LEAD, LAG -> shifted(block, input, ranks, sorted, row);
      case null, default ->
          throw EiderException.internal("not a value function: " + input.call().kind());
    };
  }

  private static int shifted(
      WindowBlock block, WindowInput input, ArgumentRanks ranks, int[] sorted, int row) {
    long offset = 1;
    if (input.arguments().length > 1) {
      LongVector offsets = (LongVector) block.column(input.arguments()[1]);
      if (offsets.isNull(row)) {
        return NULL;
      }
      offset = Math.max(-(1L << 32), Math.min(offsets.get(row), 1L << 32));
    }
    int own = 0;
    while (own < sorted.length && ranks.position[sorted[own]] < ranks.position[row]) {
      own++;
    }
    long target = input.call().kind() == WindowCall.Kind.LEAD ? own + offset : own - offset;
    return target >= 0 && target < sorted.length ? sorted[(int) target] : DEFAULT;
  }
}
