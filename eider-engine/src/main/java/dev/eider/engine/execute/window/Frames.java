// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.window;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.engine.expr.WindowCall;

/**
 * The frame of every row of a block: rows {@code [begin, end)} of its partition, of which an
 * EXCLUDE clause takes out some. One thread.
 */
final class Frames {
  /** The most intervals a frame has: before, within and after what is excluded. */
  static final int MAX_INTERVALS = 3;

  private final WindowBlock block;
  private final WindowCall.Frame frame;
  private final int[] begin;
  private final int[] end;

  Frames(WindowBlock block, WindowInput input) {
    this.block = block;
    frame = input.call().frame();
    begin = new int[block.rows()];
    end = new int[block.rows()];
    bounds(true, frame.start(), input.start(), begin);
    bounds(false, frame.end(), input.end(), end);
    int[] starts = block.partitionStart();
    int[] ends = block.partitionEnd();
    for (int i = 0; i < begin.length; i++) {
      begin[i] = Math.max(starts[i], Math.min(begin[i], ends[i]));
      end[i] = Math.max(begin[i], Math.min(end[i], ends[i]));
    }
  }

  int[] begin() {
    return begin;
  }

  int[] end() {
    return end;
  }

  boolean excludes() {
    return frame.exclude() != WindowCall.Exclude.NO_OTHERS;
  }

  /** Whether every frame is its partition. */
  boolean areWholePartitions() {
    return startAtPartition() && endAtPartition();
  }

  boolean startAtPartition() {
    return !excludes() && java.util.Arrays.equals(begin, block.partitionStart());
  }

  private boolean endAtPartition() {
    return !excludes() && java.util.Arrays.equals(end, block.partitionEnd());
  }

  /** Rows in all frames, EXCLUDE aside. */
  long totalRows() {
    long total = 0;
    for (int i = 0; i < begin.length; i++) {
      total += end[i] - begin[i];
    }
    return total;
  }

  /** Writes the intervals of a row's frame as (begin, end) pairs in order; answers how many. */
  int intervals(int row, int[] out) {
    int from = begin[row];
    int to = end[row];
    return switch (frame.exclude()) {
      case NO_OTHERS -> add(out, 0, from, to);
      case CURRENT_ROW ->
          add(out, add(out, 0, from, Math.min(to, row)), Math.max(from, row + 1), to);
      case GROUP ->
          add(
              out,
              add(out, 0, from, Math.min(to, block.peerStart()[row])),
              Math.max(from, block.peerEnd()[row]),
              to);
      case TIES -> {
        int count = add(out, 0, from, Math.min(to, block.peerStart()[row]));
        count = add(out, count, Math.max(from, row), Math.min(to, row + 1));
        yield add(out, count, Math.max(from, block.peerEnd()[row]), to);
      }
    };
  }

  /** The same without EXCLUDE. */
  int whole(int row, int[] out) {
    return add(out, 0, begin[row], end[row]);
  }

  private static int add(int[] out, int count, int from, int to) {
    if (from >= to) {
      return count;
    }
    out[2 * count] = from;
    out[2 * count + 1] = to;
    return count + 1;
  }

  private void bounds(boolean isStart, WindowCall.BoundKind kind, int column, int[] out) {
    switch (kind) {
      case UNBOUNDED_PRECEDING -> System.arraycopy(block.partitionStart(), 0, out, 0, out.length);
      case UNBOUNDED_FOLLOWING -> System.arraycopy(block.partitionEnd(), 0, out, 0, out.length);
      case CURRENT_ROW -> {
        if (frame.unit() == WindowCall.Unit.ROWS) {
          for (int i = 0; i < out.length; i++) {
            out[i] = isStart ? i : i + 1;
          }
        } else {
          System.arraycopy(isStart ? block.peerStart() : block.peerEnd(), 0, out, 0, out.length);
        }
      }
      case PRECEDING, FOLLOWING -> {
        boolean preceding = kind == WindowCall.BoundKind.PRECEDING;
        FlatVector offsets = block.column(column);
        switch (frame.unit()) {
          case ROWS -> rows(isStart, preceding, (LongVector) offsets, out);
          case GROUPS -> groups(isStart, preceding, (LongVector) offsets, out);
          case RANGE -> range(isStart, preceding, offsets, out);
        }
      }
    }
  }

  private void rows(boolean isStart, boolean preceding, LongVector offsets, int[] out) {
    for (int i = 0; i < out.length; i++) {
      if (offsets.isNull(i)) {
        throw EiderException.invalidInput(
            "Window ROWS "
                + (preceding ? "PRECEDING" : "FOLLOWING")
                + " expression cannot be NULL");
      }
      long offset = Math.max(-out.length - 1L, Math.min(offsets.get(i), out.length + 1L));
      long row = (isStart ? i : i + 1) + (preceding ? -offset : offset);
      out[i] = (int) Math.max(0, Math.min(row, out.length));
    }
  }

  private void groups(boolean isStart, boolean preceding, LongVector offsets, int[] out) {
    int rows = out.length;
    int[] starts = new int[rows + 1];
    int[] groupOf = new int[rows];
    int groups = 0;
    for (int i = 0; i < rows; i++) {
      if (block.peerStart()[i] == i) {
        starts[groups++] = i;
      }
      groupOf[i] = groups - 1;
    }
    starts[groups] = rows;
    for (int i = 0; i < rows; i++) {
      if (offsets.isNull(i)) {
        out[i] = isStart ? block.peerStart()[i] : block.peerEnd()[i];
        continue;
      }
      long offset = offsets.get(i);
      if (offset < 0) {
        throw EiderException.outOfRange(
            "Invalid GROUPS " + (preceding ? "PRECEDING" : "FOLLOWING") + " value");
      }
      offset = Math.min(offset, rows);
      // The frame is cut to the partition after, so groups of neighbours do no harm.
      long group = groupOf[i] + (preceding ? -offset : offset) + (isStart ? 0 : 1);
      out[i] = starts[(int) Math.max(0, Math.min(group, groups))];
    }
  }

  /**
   * Bounds by value. Rows whose key is NULL are peers of each other and in no other frame but
   * unbounded ones; they lie at one end of the partition.
   */
  private void range(boolean isStart, boolean preceding, FlatVector bounds, int[] out) {
    int keyIndex = block.partitionKeys();
    FlatVector key = block.column(block.order().column(keyIndex));
    boolean descending = block.order().isDescending(keyIndex);
    int validStart = 0;
    int validEnd = 0;
    for (int i = 0; i < out.length; i++) {
      if (block.partitionStart()[i] == i) {
        validStart = i;
        validEnd = block.partitionEnd()[i];
        while (validStart < validEnd && key.isNull(validStart)) {
          validStart++;
        }
        while (validEnd > validStart && key.isNull(validEnd - 1)) {
          validEnd--;
        }
      }
      if (bounds.isNull(i) || key.isNull(i)) {
        out[i] = isStart ? block.peerStart()[i] : block.peerEnd()[i];
        continue;
      }
      int toCurrent = compare(bounds, i, key, i, descending);
      if (preceding ? toCurrent > 0 : toCurrent < 0) {
        throw EiderException.outOfRange(
            "Invalid RANGE " + (preceding ? "PRECEDING" : "FOLLOWING") + " value");
      }
      int low = preceding ? validStart : block.peerStart()[i];
      int high = preceding ? block.peerEnd()[i] : validEnd;
      // Bounds mostly move on with the rows: look near the last one first.
      if (i > block.partitionStart()[i] && out[i - 1] > low && out[i - 1] <= high) {
        int last = out[i - 1];
        if (comesBefore(key, last - 1, bounds, i, descending, isStart)) {
          low = last;
          int step = 1;
          while (low < high && comesBefore(key, low, bounds, i, descending, isStart)) {
            int next = Math.min(high, low + step);
            if (comesBefore(key, next - 1, bounds, i, descending, isStart)) {
              low = next;
              step *= 2;
            } else {
              high = next - 1;
              low++;
            }
          }
        } else {
          high = last - 1;
        }
      }
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (comesBefore(key, middle, bounds, i, descending, isStart)) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      out[i] = low;
    }
  }

  /** Whether a row lies before a bound: for a start strictly, for an end also when it is equal. */
  private static boolean comesBefore(
      FlatVector key, int row, FlatVector bounds, int i, boolean descending, boolean isStart) {
    int result = compare(key, row, bounds, i, descending);
    return isStart ? result < 0 : result <= 0;
  }

  private static int compare(FlatVector a, int i, FlatVector b, int j, boolean descending) {
    int result = CompareKernels.compare(a, i, b, j);
    return descending ? -result : result;
  }
}
