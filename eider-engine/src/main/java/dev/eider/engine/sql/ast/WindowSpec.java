// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands after OVER. Names of the WINDOW clause are already replaced by what they stand for.
 *
 * @param partitionBy empty when not given
 * @param orderBy empty when not given
 * @param frame null when not given, which means RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
 */
public record WindowSpec(
    List<Expr> partitionBy, List<OrderItem> orderBy, @Nullable Frame frame, SourceSpan span) {
  public WindowSpec {
    partitionBy = List.copyOf(partitionBy);
    orderBy = List.copyOf(orderBy);
  }

  /** The unit in which frame bounds count. */
  public enum Unit {
    ROWS,
    RANGE,
    GROUPS
  }

  /** What the frame leaves out. */
  public enum Exclude {
    NO_OTHERS,
    CURRENT_ROW,
    GROUP,
    TIES
  }

  /** Kind of a frame bound. */
  public enum BoundKind {
    UNBOUNDED_PRECEDING,
    PRECEDING,
    CURRENT_ROW,
    FOLLOWING,
    UNBOUNDED_FOLLOWING
  }

  /** A frame bound; {@code offset} is there for PRECEDING and FOLLOWING only. */
  public record Bound(BoundKind kind, @Nullable Expr offset) {
    public Bound {
      boolean needsOffset = kind == BoundKind.PRECEDING || kind == BoundKind.FOLLOWING;
      if (needsOffset != (offset != null)) {
        throw new IllegalArgumentException("offset does not go with " + kind);
      }
    }
  }

  /** A frame; a frame written with one bound ends at CURRENT ROW. */
  public record Frame(Unit unit, Bound start, Bound end, Exclude exclude) {}
}
