// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.QueryNode;
import dev.eider.engine.sql.ast.SourceSpan;
import dev.eider.engine.sql.ast.TableAlias;
import dev.eider.engine.sql.ast.TableRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What ORDER BY above a set operation may name: the columns of every branch by their names, and the
 * expressions that the branches select.
 */
final class SetColumns {
  private final Map<String, Integer> names = new HashMap<>();
  private final List<Target> targets = new ArrayList<>();

  /** An expression that a branch selects from its tables, and the output column it makes. */
  private record Target(Expr expr, Set<String> tables, int column) {
    boolean matches(Expr item) {
      if (!bare(expr).equals(bare(item))) {
        return false;
      }
      if (isQualified(item) && isQualified(expr)) {
        return lower(expr).equals(lower(item));
      }
      return !AstRewriter.contains(
          item,
          e ->
              e instanceof Expr.ColumnRef ref
                  && ref.names().size() > 1
                  && !tables.contains(key(ref.names().get(ref.names().size() - 2))));
    }
  }

  private static boolean isQualified(Expr expr) {
    return AstRewriter.contains(
        expr, e -> e instanceof Expr.ColumnRef ref && ref.names().size() > 1);
  }

  private static Expr lower(Expr expr) {
    return AstRewriter.rewrite(
        expr,
        e ->
            e instanceof Expr.ColumnRef ref
                ? new Expr.ColumnRef(ref.names().stream().map(SetColumns::key).toList(), ref.span())
                : e);
  }

  /** Adds a branch; {@code column} tells which output column the branch's n-th one makes. */
  void addBranch(Query query, BoundQuery bound, IntUnaryOperator column) {
    for (int i = 0; i < bound.names().size(); i++) {
      names.putIfAbsent(key(bound.names().get(i)), column.applyAsInt(i));
    }
    SetColumns inner = bound.setColumns();
    if (inner != null) {
      inner.names.forEach((name, i) -> names.putIfAbsent(name, column.applyAsInt(i)));
      for (Target target : inner.targets) {
        targets.add(new Target(target.expr(), target.tables(), column.applyAsInt(target.column())));
      }
    }
    if (query.body() instanceof QueryNode.SelectNode select) {
      Set<String> tables = new HashSet<>();
      select.from().forEach(ref -> addTables(ref, tables));
      boolean plain =
          select.items().size() == bound.names().size()
              && select.items().stream().noneMatch(item -> item.value() instanceof Expr.Star);
      for (int i = 0; i < bound.names().size(); i++) {
        Expr expr =
            plain
                ? select.items().get(i).value()
                : new Expr.ColumnRef(List.of(bound.names().get(i)), SourceSpan.NONE);
        targets.add(new Target(expr, tables, column.applyAsInt(i)));
      }
    }
  }

  private static void addTables(TableRef ref, Set<String> tables) {
    if (ref instanceof TableRef.Join join) {
      addTables(join.left(), tables);
      addTables(join.right(), tables);
      return;
    }
    TableAlias alias = ref.alias();
    if (alias != null) {
      tables.add(key(alias.name()));
    } else if (ref instanceof TableRef.NamedTable table) {
      tables.add(key(table.name().name()));
    } else if (ref instanceof TableRef.Parenthesized inner) {
      addTables(inner.inner(), tables);
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
    Integer found = null;
    for (Target target : targets) {
      if (target.matches(item)) {
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
