// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.window;

import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.WindowCall;
import dev.eider.engine.expr.WindowCall.BoundKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many rows before and after a row, at most, window calls look at. Blocks of such calls need
 * not hold whole partitions: with so many rows more at both ends, and with what the numbering
 * functions carry on from block to block ({@link WindowBlock.Carry}), the results are the same.
 */
public record WindowReach(int before, int after) {
  /** A reach beyond this is not worth cutting partitions for. */
  private static final int MOST = 1 << 12;

  /** The reach of all calls together; null: some look at the whole partition. */
  public static @Nullable WindowReach of(List<WindowInput> inputs) {
    int before = 0;
    int after = 0;
    for (WindowInput input : inputs) {
      WindowReach one = of(input.call());
      if (one == null) {
        return null;
      }
      before = Math.max(before, one.before);
      after = Math.max(after, one.after);
    }
    return new WindowReach(before, after);
  }

  private static @Nullable WindowReach of(WindowCall call) {
    if (!call.argumentOrder().isEmpty()) {
      return null;
    }
    return switch (call.kind()) {
      case ROW_NUMBER, RANK, DENSE_RANK -> new WindowReach(0, 0);
      case LEAD, LAG -> shift(call);
      case FIRST_VALUE, LAST_VALUE, NTH_VALUE -> frame(call.frame());
      case PERCENT_RANK, CUME_DIST, NTILE, FILL -> null;
      case null -> frame(call.frame());
    };
  }

  private static @Nullable WindowReach shift(WindowCall call) {
    long rows = call.arguments().size() < 2 ? 1 : constant(call.arguments().get(1));
    if (call.ignoreNulls() || rows == Long.MIN_VALUE) {
      return null;
    }
    return span(call.kind() == WindowCall.Kind.LEAD ? rows : -rows, 0);
  }

  private static @Nullable WindowReach frame(WindowCall.Frame frame) {
    boolean cuts =
        frame.unit() == WindowCall.Unit.ROWS
            && (frame.exclude() == WindowCall.Exclude.NO_OTHERS
                || frame.exclude() == WindowCall.Exclude.CURRENT_ROW);
    long start = bound(frame.start(), frame.startOffset());
    long end = bound(frame.end(), frame.endOffset());
    return cuts && start != Long.MIN_VALUE && end != Long.MIN_VALUE ? span(start, end) : null;
  }

  /** A frame's end as rows after the current one; {@code Long.MIN_VALUE} when it is not fixed. */
  private static long bound(BoundKind kind, @Nullable BoundExpr offset) {
    return switch (kind) {
      case CURRENT_ROW -> 0;
      case PRECEDING -> {
        long rows = offset == null ? Long.MIN_VALUE : constant(offset);
        yield rows == Long.MIN_VALUE ? rows : -rows;
      }
      case FOLLOWING -> offset == null ? Long.MIN_VALUE : constant(offset);
      case UNBOUNDED_PRECEDING, UNBOUNDED_FOLLOWING -> Long.MIN_VALUE;
    };
  }

  private static @Nullable WindowReach span(long a, long b) {
    long least = Math.min(0, Math.min(a, b));
    long most = Math.max(0, Math.max(a, b));
    return least < -MOST || most > MOST ? null : new WindowReach((int) -least, (int) most);
  }

  /** The number an expression always has; {@code Long.MIN_VALUE} when there is none. */
  private static long constant(BoundExpr expression) {
    return switch (expression) {
      case BoundExpr.Constant constant when !constant.value().isNull() ->
          constant.value().type().isIntegral() ? constant.value().asLong() : Long.MIN_VALUE;
      case BoundExpr.Cast cast -> constant(cast.child());
      default -> Long.MIN_VALUE;
    };
  }
}
