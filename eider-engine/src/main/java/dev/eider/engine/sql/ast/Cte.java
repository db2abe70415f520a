// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql.ast;

import java.util.List;

/**
 * One entry of a WITH list.
 *
 * @param columns the column names after the name; empty when not given
 * @param usingKey USING KEY columns of a recursive entry; empty when not given
 * @param body what it stands for: a query, or INSERT, UPDATE, DELETE or MERGE
 */
public record Cte(
    String name,
    List<String> columns,
    List<Expr> usingKey,
    Materialized materialized,
    Statement body,
    SourceSpan span)
    implements Node {
  public Cte {
    columns = List.copyOf(columns);
    usingKey = List.copyOf(usingKey);
  }

  /** MATERIALIZED, NOT MATERIALIZED, or neither. */
  public enum Materialized {
    DEFAULT,
    ALWAYS,
    NEVER
  }
}
