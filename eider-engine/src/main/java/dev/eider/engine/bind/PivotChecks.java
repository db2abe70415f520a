// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.engine.sql.ast.Expr;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What the expressions of PIVOT may hold. */
final class PivotChecks {
  private final StatementContext context;

  PivotChecks(StatementContext context) {
    this.context = context;
  }

  /** The one aggregate of an expression of USING. */
  Expr.FunctionCall aggregate(Expr using) {
    refuse(using, PivotChecks::isSubquery, "Pivot expression cannot contain subqueries");
    refuse(
        using,
        e -> e instanceof Expr.FunctionCall call && call.over() != null,
        "Pivot expression cannot contain window functions");
    List<Expr.FunctionCall> found = new ArrayList<>();
    collect(using, found);
    if (found.size() != 1) {
      throw EiderException.binder(
          "Pivot expression must contain exactly one aggregate, but "
              + (found.isEmpty() ? "no aggregates were found" : found.size() + " were found"),
          using.span().start());
    }
    return found.getFirst();
  }

  /** Adds the names of the columns that the expression reads, in lower case. */
  void addColumns(Expr expr, Set<String> names) {
    AstRewriter.contains(
        expr,
        e -> {
          if (e instanceof Expr.ColumnRef ref) {
            if (ref.names().size() > 1) {
              throw EiderException.binder(
                  "PIVOT expression cannot contain qualified columns", ref.span().start());
            }
            names.add(ref.name().toLowerCase(Locale.ROOT));
          }
          return false;
        });
  }

  private void collect(Expr expr, List<Expr.FunctionCall> found) {
    if (expr instanceof Expr.FunctionCall call && isAggregate(call)) {
      found.add(call);
      return;
    }
    if (expr instanceof Expr.ColumnRef ref) {
      throw EiderException.binder(
          "Columns can only be referenced within the aggregate of a PIVOT expression",
          ref.span().start());
    }
    AstRewriter.mapChildren(
        expr,
        child -> {
          collect(child, found);
          return child;
        });
  }

  private boolean isAggregate(Expr.FunctionCall call) {
    return !context.env.functions().aggregates(call.name().name()).isEmpty();
  }

  private static boolean isSubquery(Expr expr) {
    return expr instanceof Expr.ScalarSubquery
        || expr instanceof Expr.Exists
        || expr instanceof Expr.AnyComparison;
  }

  private static void refuse(Expr expr, java.util.function.Predicate<Expr> bad, String message) {
    AstRewriter.contains(
        expr,
        e -> {
          if (bad.test(e)) {
            throw EiderException.binder(message, e.span().start());
          }
          return false;
        });
  }
}
