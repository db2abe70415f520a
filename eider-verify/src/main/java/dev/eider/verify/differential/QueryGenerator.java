// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

import dev.eider.verify.differential.ExpressionGenerator.Leaves;
import dev.eider.verify.differential.Query.Term;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Random queries over given tables. Every query has one right answer: an order covers all columns,
 * and a limit comes with an order only. One generator makes one query.
 */
final class QueryGenerator {
  private static final int MAX_ITEMS = 4;
  private static final int DEPTH = 3;

  /** What items are made of; the common ones more often. */
  private static final List<Category> ITEM_CATEGORIES =
      List.of(
          Category.INT,
          Category.INT,
          Category.INT,
          Category.TEXT,
          Category.TEXT,
          Category.DBL,
          Category.DEC,
          Category.BOOL,
          Category.DATE,
          Category.TS,
          Category.TIME,
          Category.TSTZ,
          Category.INTERVAL,
          Category.UUID,
          Category.BLOB,
          Category.APPROX);

  private final Chance chance;
  private final ExpressionGenerator expressions;
  private final SourceGenerator sources;

  QueryGenerator(Grammar grammar, List<RandomTable> tables, Chance chance) {
    this.chance = chance;
    this.expressions = new ExpressionGenerator(grammar, chance);
    this.sources = new SourceGenerator(this, expressions, tables, chance);
  }

  /** The query. */
  Query generate() {
    List<String> with = new ArrayList<>();
    List<Query> parts = new ArrayList<>();
    if (chance.percent(12)) {
      with.add(sources.commonTable("w0", parts));
    }
    return query(with, parts, 2);
  }

  /** A query whose sources may contain queries again, {@code nesting} deep. */
  Query query(List<String> with, List<Query> parts, int nesting) {
    List<Category> categories = new ArrayList<>();
    int itemCount = chance.between(1, MAX_ITEMS);
    for (int i = 0; i < itemCount; i++) {
      categories.add(chance.pick(ITEM_CATEGORIES));
    }
    List<Term> terms = new ArrayList<>(List.of(term(categories, parts, nesting)));
    List<String> operators = new ArrayList<>();
    // Set operators compare rows, which approximate values must not be.
    if (chance.percent(15) && !categories.contains(Category.APPROX)) {
      int more = chance.between(1, 2);
      for (int i = 0; i < more; i++) {
        operators.add(
            chance.pick(
                List.of(
                    "UNION", "UNION ALL", "INTERSECT", "EXCEPT", "EXCEPT ALL", "INTERSECT ALL")));
        terms.add(term(categories, parts, nesting));
      }
    }
    List<String> order = chance.percent(45) ? order(categories) : List.of();
    String limit = order.isEmpty() || chance.percent(50) ? "" : limit();
    return new Query(with, terms, operators, order, limit, parts);
  }

  private List<String> order(List<Category> categories) {
    List<Integer> exact = new ArrayList<>();
    List<Integer> last = new ArrayList<>();
    for (int i = 0; i < categories.size(); i++) {
      if (categories.get(i) == Category.APPROX) {
        last.add(i + 1);
      } else {
        exact.add(chance.between(0, exact.size()), i + 1);
      }
    }
    exact.addAll(last);
    List<String> order = new ArrayList<>();
    for (int position : exact) {
      order.add(position + expressions.direction());
    }
    return order;
  }

  private String limit() {
    if (chance.percent(8)) {
      return " LIMIT 40%";
    }
    String offset = chance.percent(35) ? " OFFSET " + chance.between(0, 8) : "";
    return " LIMIT " + chance.between(0, 12) + offset;
  }

  private Term term(List<Category> categories, List<Query> parts, int nesting) {
    SourceGenerator.From from = sources.from(nesting, parts);
    Leaves columns = sources.leaves(from.scope());
    Node where = chance.percent(45) ? expressions.scalar(Category.BOOL, DEPTH, columns) : null;
    int kind = chance.between(1, 100);
    if (kind <= 35) {
      return grouped(categories, from, where, kind <= 8);
    }
    if (kind <= 50) {
      return windowed(categories, from, where);
    }
    List<Node> items = new ArrayList<>();
    for (Category category : categories) {
      items.add(expressions.scalar(category, DEPTH, columns));
    }
    boolean distinct = chance.percent(12) && !categories.contains(Category.APPROX);
    return new Term(distinct, items, from.sources(), where, List.of(), "%s", null, null);
  }

  private Term windowed(
      List<Category> categories, SourceGenerator.From from, @Nullable Node where) {
    Leaves columns = expressions.columns(from.scope());
    List<Node> items = new ArrayList<>();
    for (Category category : categories) {
      Node window = chance.percent(60) ? expressions.window(category, columns) : null;
      items.add(window == null ? expressions.scalar(category, 1, columns) : window);
    }
    Node qualify = null;
    if (chance.percent(25)) {
      Node window = expressions.window(Category.INT, columns);
      if (window != null) {
        qualify =
            new Node(
                Category.BOOL,
                List.of("", " <= " + Constants.of("count", chance)),
                List.of(window));
      }
    }
    return new Term(false, items, from.sources(), where, List.of(), "%s", null, qualify);
  }

  private Term grouped(
      List<Category> categories,
      SourceGenerator.From from,
      @Nullable Node where,
      boolean everything) {
    Leaves columns = expressions.columns(from.scope());
    List<Node> groups = new ArrayList<>();
    int groupCount = everything ? 0 : chance.between(1, 3);
    for (int i = 0; i < groupCount && !from.scope().columns().isEmpty(); i++) {
      Scope.Column column = chance.pick(from.scope().columns());
      Node group = Node.leaf(column.category(), column.sql());
      if (chance.percent(25)) {
        group = expressions.scalar(column.category(), 1, columns);
      }
      if (isGroupable(group)) {
        groups.add(group);
      }
    }
    String form =
        groups.isEmpty() || chance.percent(75)
            ? "%s"
            : chance.pick(List.of("ROLLUP(%s)", "CUBE(%s)", "GROUPING SETS((%s), ())"));
    Leaves leaves = groupLeaves(columns, groups, form.equals("%s"));
    List<Node> items = new ArrayList<>();
    for (Category category : categories) {
      items.add(groupedItem(category, leaves));
    }
    Node having = chance.percent(25) ? expressions.scalar(Category.BOOL, 2, leaves) : null;
    return new Term(false, items, from.sources(), where, groups, form, having, null);
  }

  /** A constant would be taken for the position of an item, and a bare one groups nothing. */
  private static boolean isGroupable(Node group) {
    return group.sql().contains("a") && group.sql().contains(".");
  }

  private Node groupedItem(Category category, Leaves leaves) {
    int kind = chance.between(1, 100);
    if (kind <= 10) {
      Node window = expressions.window(category, leaves);
      if (window != null) {
        return window;
      }
    }
    Node leaf = kind <= 70 ? leaves.leaf(category) : null;
    return leaf == null ? expressions.scalar(category, 2, leaves) : leaf;
  }

  /** Leaves above a grouping: the groups themselves, and aggregates over the columns below. */
  private Leaves groupLeaves(Leaves columns, List<Node> groups, boolean isPlain) {
    List<Scope.Column> seen = new ArrayList<>();
    List<String> key = new ArrayList<>();
    for (Node group : groups) {
      seen.add(new Scope.Column(group.sql(), group.category()));
      key.add(group.sql());
    }
    Scope scope = new Scope(seen, isPlain ? key : Collections.emptyList());
    return new Leaves() {
      @Override
      public @Nullable Node leaf(Category category) {
        List<Node> fitting = new ArrayList<>();
        for (Node group : groups) {
          if (group.category() == category) {
            fitting.add(group);
          }
        }
        if (!fitting.isEmpty() && chance.percent(45)) {
          return chance.pick(fitting);
        }
        return expressions.aggregate(category, columns);
      }

      @Override
      public Scope scope() {
        return scope;
      }
    };
  }
}
