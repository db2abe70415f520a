// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql.ast;

import java.util.List;

/**
 * An option of COPY, ATTACH, EXPORT, CREATE SECRET, EXPLAIN or a WITH list: {@code HEADER}, {@code
 * DELIMITER ';'}, {@code PARTITION_BY (a, b)}.
 *
 * @param name as written
 * @param values none, one, or several when a list in parentheses was written; {@code *} is a star
 * @param orderBy the values with direction, for ORDER BY; empty for other options
 */
public record Option(String name, List<Expr> values, List<OrderItem> orderBy, SourceSpan span) {
  public Option {
    values = List.copyOf(values);
    orderBy = List.copyOf(orderBy);
  }
}
