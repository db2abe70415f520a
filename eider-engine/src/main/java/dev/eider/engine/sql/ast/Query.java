// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A whole query: {@code WITH ... body ORDER BY ... LIMIT ...}. Every subquery and every input of a
 * set operation is one of these.
 *
 * @param ctes the WITH list, in order; empty when there is none
 * @param recursive WITH RECURSIVE was written
 * @param body what the query does
 * @param orderBy empty when not given
 * @param limit LIMIT and OFFSET, null when neither was given
 */
public record Query(
    List<Cte> ctes,
    boolean recursive,
    QueryNode body,
    List<OrderItem> orderBy,
    @Nullable Limit limit,
    SourceSpan span)
    implements Node {
  public Query {
    ctes = List.copyOf(ctes);
    orderBy = List.copyOf(orderBy);
  }

  /** A query that is only its body. */
  public static Query of(QueryNode body) {
    return new Query(List.of(), false, body, List.of(), null, body.span());
  }

  /** True when the query is only its body: no WITH, ORDER BY or LIMIT. */
  public boolean isBare() {
    return ctes.isEmpty() && orderBy.isEmpty() && limit == null;
  }

  /**
   * LIMIT and OFFSET.
   *
   * @param count number of rows or, with {@code isPercent}, percentage of rows; null for LIMIT ALL
   *     or no LIMIT
   * @param offset rows to skip, null when not given
   */
  public record Limit(@Nullable Expr count, boolean isPercent, @Nullable Expr offset) {}
}
