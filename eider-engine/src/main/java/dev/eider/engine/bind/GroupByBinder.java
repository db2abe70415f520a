// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.plan.Plans;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.GroupBy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;

/** Binds GROUP BY: keys, and the sets of them that are grouped by. */
final class GroupByBinder {
  /** More sets than this are refused: CUBE of 16 columns is the most. */
  private static final int MAX_SETS = 65_535;

  private final StatementContext context;
  private final ExpressionBinder binder;
  private final List<BoundExpr> keys = new ArrayList<>();
  private List<Set<Integer>> sets = List.of(Set.of());
  private IntFunction<BoundExpr> items = index -> new BoundExpr.Constant(Value.NULL);
  private int itemCount;

  GroupByBinder(StatementContext context, ExpressionBinder binder) {
    this.context = context;
    this.binder = binder;
  }

  List<BoundExpr> keys() {
    return keys;
  }

  /** Positions in the keys, one list a grouping set. */
  List<List<Integer>> sets() {
    List<List<Integer>> lists = new ArrayList<>();
    sets.forEach(set -> lists.add(List.copyOf(set)));
    return lists;
  }

  /** Binds the list; {@code items} gives select items by index. */
  void bind(GroupBy.Items clause, IntFunction<BoundExpr> selectItems, int count) {
    items = selectItems;
    itemCount = count;
    List<Set<Integer>> product = new ArrayList<>();
    product.add(new TreeSet<>());
    for (GroupBy.Item item : clause.items()) {
      product = multiply(product, setsOf(item));
    }
    sets = product;
  }

  /** GROUP BY ALL: every item without aggregate, window or UNNEST. */
  void bindAll(List<BoundExpr> selectItems) {
    Set<Integer> all = new TreeSet<>();
    for (BoundExpr item : selectItems) {
      if (!isCollected(item)) {
        all.add(keyIndex(item));
      }
    }
    sets = List.of(all);
  }

  /** GROUP BY ALL groups also by the columns of {@code ids} that HAVING reads. */
  void alsoBy(BoundExpr having, Set<Integer> ids) {
    Set<Integer> all = new TreeSet<>(sets.getFirst());
    Expressions.contains(
        having,
        e -> {
          if (e instanceof ColumnRef column && ids.contains(column.id())) {
            all.add(keyIndex(column));
          }
          return false;
        });
    sets = List.of(all);
  }

  private boolean isCollected(BoundExpr item) {
    Set<Integer> ids = Plans.columns(item);
    Collected collected = binder.collected;
    return collected.aggregates.stream().anyMatch(a -> ids.contains(a.column().id()))
        || collected.windows.stream().anyMatch(w -> ids.contains(w.column().id()))
        || collected.unnests.stream().anyMatch(u -> ids.contains(u.column().id()))
        || collected.groupings.stream().anyMatch(g -> ids.contains(g.column().id()));
  }

  private List<Set<Integer>> multiply(List<Set<Integer>> left, List<Set<Integer>> right) {
    if ((long) left.size() * right.size() > MAX_SETS) {
      throw EiderException.binder("Maximum grouping set count of " + MAX_SETS + " exceeded");
    }
    List<Set<Integer>> product = new ArrayList<>();
    for (Set<Integer> a : left) {
      for (Set<Integer> b : right) {
        Set<Integer> both = new TreeSet<>(a);
        both.addAll(b);
        product.add(both);
      }
    }
    return product;
  }

  private List<Set<Integer>> setsOf(GroupBy.Item item) {
    List<Set<Integer>> result = new ArrayList<>();
    switch (item) {
      case GroupBy.Key key -> {
        // A key that COLUMNS(*) expands to stands for several.
        Set<Integer> set = new TreeSet<>();
        for (Expr part : rowParts(key.value())) {
          for (Expr expr : expanded(part)) {
            set.add(keyOf(expr));
          }
        }
        result.add(set);
      }
      case GroupBy.Empty empty -> result.add(new TreeSet<>());
      case GroupBy.Rollup rollup -> {
        List<Set<Integer>> levels = levels(rollup.elements());
        for (int n = levels.size(); n >= 0; n--) {
          Set<Integer> set = new TreeSet<>();
          levels.subList(0, n).forEach(set::addAll);
          result.add(set);
        }
      }
      case GroupBy.Cube cube -> {
        List<Set<Integer>> levels = levels(cube.elements());
        if (levels.size() > 16) {
          throw EiderException.binder("Maximum grouping set count of " + MAX_SETS + " exceeded");
        }
        for (int mask = (1 << levels.size()) - 1; mask >= 0; mask--) {
          Set<Integer> set = new TreeSet<>();
          for (int i = 0; i < levels.size(); i++) {
            if ((mask >> (levels.size() - 1 - i) & 1) != 0) {
              set.addAll(levels.get(i));
            }
          }
          result.add(set);
        }
      }
      case GroupBy.GroupingSets groupingSets -> {
        for (GroupBy.Item set : groupingSets.sets()) {
          if (set instanceof GroupBy.Key key) {
            Set<Integer> one = new TreeSet<>();
            rowParts(key.value()).forEach(part -> one.add(keyOf(part)));
            result.add(one);
          } else {
            result.addAll(setsOf(set));
          }
        }
      }
    }
    return result;
  }

  private List<Expr> expanded(Expr value) {
    if (value instanceof Expr.Columns) {
      throw EiderException.binder("STAR expression is not supported here", value.span().start());
    }
    if (!(value instanceof Expr.Columns) && !(value instanceof Expr.Star)) {
      return List.of(value);
    }
    List<Expr> result = new ArrayList<>();
    for (SelectColumn column :
        new StarExpander(binder)
            .expand(
                List.of(
                    new dev.eider.engine.sql.ast.SelectItem(
                        value instanceof Expr.Star star
                            ? new Expr.Columns(star, star.span())
                            : value,
                        null,
                        value.span())))) {
      result.add(java.util.Objects.requireNonNull(column.expr()));
    }
    return result;
  }

  private List<Set<Integer>> levels(List<Expr> elements) {
    List<Set<Integer>> levels = new ArrayList<>();
    for (Expr element : elements) {
      Set<Integer> level = new TreeSet<>();
      rowParts(element).forEach(part -> level.add(keyOf(part)));
      levels.add(level);
    }
    return levels;
  }

  private static List<Expr> rowParts(Expr element) {
    if (element instanceof Expr.FunctionCall call
        && call.name().isSimple()
        && call.name().name().equalsIgnoreCase("row")) {
      return call.arguments().stream().map(Expr.Argument::value).toList();
    }
    return List.of(element);
  }

  private int keyOf(Expr expr) {
    if (expr instanceof Expr.NumberLiteral literal
        && literal.kind() == Expr.NumberLiteral.Kind.INTEGER) {
      Value value = Literals.number(literal);
      long index = value.object() instanceof Number number ? number.longValue() : -1;
      if (index < 1 || index > itemCount) {
        throw EiderException.binder(
            "GROUP BY term out of range - should be between 1 and " + itemCount);
      }
      BoundExpr item = items.apply((int) index - 1);
      return keyIndex(item);
    }
    if (expr instanceof Expr.Default) {
      throw EiderException.binder(
          "GROUP BY clause cannot contain DEFAULT clause", expr.span().start());
    }
    BoundExpr key =
        binder.bind(
            expr, expr instanceof Expr.ColumnRef ? Clause.GROUP_BY : Clause.GROUP_BY_EXPRESSION);
    return keyIndex(key);
  }

  private int keyIndex(BoundExpr key) {
    for (Collected.GroupingCall ignored : binder.collected.groupings) {
      if (key instanceof ColumnRef column && column.id() == ignored.column().id()) {
        throw EiderException.binder("GROUP BY clause cannot contain GROUPING");
      }
    }
    int index = keys.indexOf(key);
    if (index < 0) {
      keys.add(key);
      index = keys.size() - 1;
    }
    return index;
  }
}
