// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.type.LogicalType;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.sql.ast.Cte;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The common table expressions that are visible, innermost first: an immutable chain. */
final class CteScope {
  /** No common table expression. */
  static final CteScope EMPTY = new CteScope(null, null);

  private final @Nullable CteScope rest;
  private final @Nullable Definition definition;

  private CteScope(@Nullable CteScope rest, @Nullable Definition definition) {
    this.rest = rest;
    this.definition = definition;
  }

  /** One entry of a WITH list. */
  static final class Definition {
    final String name;

    /** How it was written; null for the working table of a recursive entry. */
    final @Nullable Cte cte;

    /** What its query sees. */
    final @Nullable CteScope visible;

    /** The binder of the query around, for correlated entries. */
    final @Nullable ExpressionBinder outer;

    /** Set once it is materialized: its id, plan and columns. */
    int cteId = -1;

    @Nullable LogicalOperator plan;
    List<String> names = List.of();
    List<LogicalType> types = List.of();
    int uses;

    /** Whether it is a change of data: carried out once, read or not. */
    boolean changes;

    Definition(
        String name,
        @Nullable Cte cte,
        @Nullable CteScope visible,
        @Nullable ExpressionBinder outer) {
      this.name = name;
      this.cte = cte;
      this.visible = visible;
      this.outer = outer;
    }
  }

  CteScope with(Definition added) {
    return new CteScope(this, added);
  }

  /** A plan of its own: with the plans of all entries that it reads. */
  LogicalOperator placeAll(LogicalOperator plan) {
    LogicalOperator placed = plan;
    for (CteScope scope = this; scope != null; scope = scope.rest) {
      Definition entry = scope.definition;
      if (entry != null && entry.cteId >= 0 && entry.plan != null) {
        placed = CteBinder.place(entry, placed);
      }
    }
    return placed;
  }

  @Nullable Definition find(String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    for (CteScope scope = this; scope != null; scope = scope.rest) {
      if (scope.definition != null
          && scope.definition.name.toLowerCase(Locale.ROOT).equals(wanted)) {
        return scope.definition;
      }
    }
    return null;
  }
}
