// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.QueryNode;
import dev.eider.engine.sql.ast.SelectItem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What ORDER BY above a set operation may name: the columns of every branch by their names, and the
 * expressions that the branches select.
 */
final class SetColumns {
  private final Map<String, Integer> names = new HashMap<>();
  private final List<Target> targets = new ArrayList<>();

  /** An expression that a branch selects, and the output column it makes. */
  private record Target(Expr expr, int column) {}

  /** Adds a branch; {@code column} tells which output column the branch's n-th one makes. */
  void addBranch(Query query, BoundQuery bound, IntUnaryOperator column) {
    for (int i = 0; i < bound.names().size(); i++) {
      names.putIfAbsent(key(bound.names().get(i)), column.applyAsInt(i));
    }
    SetColumns inner = bound.setColumns();
    if (inner != null) {
      inner.names.forEach((name, i) -> names.putIfAbsent(name, column.applyAsInt(i)));
      for (Target target : inner.targets) {
        targets.add(new Target(target.expr(), column.applyAsInt(target.column())));
      }
    }
    if (query.body() instanceof QueryNode.SelectNode select
        && select.items().size() == bound.names().size()) {
      int i = 0;
      for (SelectItem item : select.items()) {
        targets.add(new Target(bare(item.value()), column.applyAsInt(i++)));
      }
    }
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** The output column that an ORDER BY item means, or null. */
  @Nullable Integer find(Expr item) {
    if (item instanceof Expr.ColumnRef ref && ref.names().size() == 1) {
      Integer named = names.get(key(ref.name()));
      if (named != null) {
        return named;
      }
    }
    Expr wanted = bare(item);
    Integer found = null;
    for (Target target : targets) {
      if (target.expr().equals(wanted)) {
        if (found != null && found != target.column()) {
          throw EiderException.binder(
              "Ambiguous reference to column \"" + ExprNames.of(item) + "\"", item.span().start());
        }
        found = target.column();
      }
    }
    return found;
  }

  /** Tables of the branches are of no meaning above the set operation. */
  private static Expr bare(Expr expr) {
    return AstRewriter.rewrite(
        expr,
        e ->
            e instanceof Expr.ColumnRef ref
                ? new Expr.ColumnRef(List.of(key(ref.name())), ref.span())
                : e);
  }
}
