// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.expr;

import dev.eider.base.type.LogicalType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bound window function: an aggregate over a frame ({@code aggregate} set) or one of the ranking
 * and value functions ({@code kind} set).
 */
public record WindowCall(
    @Nullable Kind kind,
    @Nullable AggregateCall aggregate,
    List<BoundExpr> arguments,
    boolean ignoreNulls,
    List<BoundExpr> partitionBy,
    List<SortKey> orderBy,
    Frame frame,
    @Nullable BoundExpr filter,
    boolean distinct,
    List<SortKey> argumentOrder,
    LogicalType type) {
  public WindowCall {
    arguments = List.copyOf(arguments);
    partitionBy = List.copyOf(partitionBy);
    orderBy = List.copyOf(orderBy);
    argumentOrder = List.copyOf(argumentOrder);
  }

  /** The window functions that are not aggregates. */
  public enum Kind {
    ROW_NUMBER,
    RANK,
    DENSE_RANK,
    PERCENT_RANK,
    CUME_DIST,
    NTILE,
    LEAD,
    LAG,
    FIRST_VALUE,
    LAST_VALUE,
    NTH_VALUE,
    FILL
  }

  /** How frame bounds count. */
  public enum Unit {
    ROWS,
    RANGE,
    GROUPS
  }

  /** What the frame leaves out around the current row. */
  public enum Exclude {
    NO_OTHERS,
    CURRENT_ROW,
    GROUP,
    TIES
  }

  /** The kinds of frame ends. */
  public enum BoundKind {
    UNBOUNDED_PRECEDING,
    PRECEDING,
    CURRENT_ROW,
    FOLLOWING,
    UNBOUNDED_FOLLOWING
  }

  /**
   * A frame. Offsets are present for PRECEDING and FOLLOWING: a BIGINT for ROWS and GROUPS; for
   * RANGE the binder gives the bound itself (order key minus or plus offset) as an expression of
   * the order key's type.
   */
  public record Frame(
      Unit unit,
      BoundKind start,
      @Nullable BoundExpr startOffset,
      BoundKind end,
      @Nullable BoundExpr endOffset,
      Exclude exclude) {
    /** The frame of a window that names none. */
    public static final Frame DEFAULT =
        new Frame(
            Unit.RANGE,
            BoundKind.UNBOUNDED_PRECEDING,
            null,
            BoundKind.CURRENT_ROW,
            null,
            Exclude.NO_OTHERS);
  }
}
