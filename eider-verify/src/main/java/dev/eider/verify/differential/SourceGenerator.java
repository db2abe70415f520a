// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

import dev.eider.verify.differential.ExpressionGenerator.Leaves;
import dev.eider.verify.differential.Query.Source;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stands behind FROM, and subqueries in expressions. Belongs to one query. */
final class SourceGenerator {
  private final QueryGenerator queries;
  private final ExpressionGenerator expressions;
  private final List<RandomTable> tables;
  private final List<RandomTable> smallTables;
  private final Chance chance;
  private @Nullable Scope commonTable;
  private int aliasCount;

  /** Sources with what they show. */
  record From(List<Source> sources, Scope scope) {}

  /** One source under its alias. */
  private record Item(String sql, Scope scope, boolean isLarge) {}

  SourceGenerator(
      QueryGenerator queries,
      ExpressionGenerator expressions,
      List<RandomTable> tables,
      Chance chance) {
    this.queries = queries;
    this.expressions = expressions;
    this.tables = tables;
    this.smallTables = tables.stream().filter(table -> !table.isLarge()).toList();
    this.chance = chance;
  }

  private String alias() {
    return "a" + aliasCount++;
  }

  /** Makes a common table expression that later sources may use. */
  String commonTable(String name, List<Query> parts) {
    if (chance.percent(20)) {
      commonTable = new Scope(List.of(new Scope.Column("n", Category.INT)), List.of());
      int last = chance.between(0, 12);
      return "RECURSIVE "
          + name
          + "(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM "
          + name
          + " WHERE n < "
          + last
          + ")";
    }
    List<Query> inner = new ArrayList<>();
    Query query = queries.query(List.of(), inner, 0);
    parts.add(query);
    commonTable = new Scope(shown(query, ""), List.of());
    String materialized = chance.pick(List.of("", "", "MATERIALIZED ", "NOT MATERIALIZED "));
    return name + " AS " + materialized + "(" + query.sql() + ")";
  }

  private static List<Scope.Column> shown(Query query, String prefix) {
    List<Scope.Column> columns = new ArrayList<>();
    List<Node> items = query.terms().getFirst().items();
    for (int i = 0; i < items.size(); i++) {
      columns.add(new Scope.Column(prefix + "x" + i, items.get(i).category()));
    }
    return columns;
  }

  /** Everything behind FROM. */
  From from(int nesting, List<Query> parts) {
    Item first = item(nesting, true, parts);
    List<Source> sources = new ArrayList<>(List.of(new Source("", first.sql(), null)));
    Scope scope = first.scope();
    int joins = first.isLarge() ? 0 : chance.pick(List.of(0, 0, 0, 1, 1, 2));
    for (int i = 0; i < joins; i++) {
      Item right = item(nesting, false, parts);
      String join =
          chance.pick(
              List.of(
                  "JOIN",
                  "JOIN",
                  "LEFT JOIN",
                  "LEFT JOIN",
                  "RIGHT JOIN",
                  "FULL JOIN",
                  "CROSS JOIN",
                  "SEMI JOIN",
                  "ANTI JOIN"));
      Scope both = scope.join(right.scope());
      Node condition = join.equals("CROSS JOIN") ? null : condition(scope, right.scope(), both);
      sources.add(new Source(" " + join + " ", right.sql(), condition));
      boolean keepsLeftOnly = join.startsWith("SEMI") || join.startsWith("ANTI");
      scope = keepsLeftOnly ? scope : both;
    }
    return new From(sources, scope);
  }

  private Node condition(Scope left, Scope right, Scope both) {
    List<Node> equalities = new ArrayList<>();
    for (Scope.Column column : left.columns()) {
      for (Scope.Column other : right.of(column.category())) {
        if (column.category() != Category.APPROX) {
          String operator =
              chance.percent(85) ? " = " : chance.pick(List.of(" <= ", " <> ", " > "));
          equalities.add(Node.leaf(Category.BOOL, column.sql() + operator + other.sql()));
        }
      }
    }
    Node extra =
        equalities.isEmpty() || chance.percent(20)
            ? expressions.scalar(Category.BOOL, 2, expressions.columns(both))
            : null;
    if (equalities.isEmpty() && extra != null) {
      return extra;
    }
    Node equality = chance.pick(equalities);
    return extra == null
        ? equality
        : new Node(Category.BOOL, List.of("(", " AND ", ")"), List.of(equality, extra));
  }

  private Item item(int nesting, boolean isFirst, List<Query> parts) {
    int kind = chance.between(1, 100);
    String alias = alias();
    if (kind <= 12 && nesting > 0) {
      Query query = queries.query(List.of(), new ArrayList<>(), nesting - 1);
      parts.add(query);
      Scope scope = new Scope(shown(query, alias + "."), List.of());
      return new Item("(" + query.sql() + ") " + alias, scope, false);
    }
    if (kind <= 16) {
      Scope.Column column = new Scope.Column(alias + ".n", Category.INT);
      Scope scope = new Scope(List.of(column), List.of(column.sql()));
      return new Item("range(" + chance.between(0, 9) + ") " + alias + "(n)", scope, false);
    }
    if (kind <= 20) {
      return values(alias);
    }
    if (kind <= 50 && commonTable != null) {
      List<Scope.Column> columns = new ArrayList<>();
      for (Scope.Column column : commonTable.columns()) {
        columns.add(new Scope.Column(alias + "." + column.sql(), column.category()));
      }
      return new Item("w0 " + alias, new Scope(columns, List.of()), false);
    }
    RandomTable table = chance.pick(isFirst ? tables : smallTables);
    return new Item(table.name() + " " + alias, table.scope(alias), table.isLarge());
  }

  private Item values(String alias) {
    List<String> rows = new ArrayList<>();
    int rowCount = chance.between(1, 4);
    for (int row = 0; row < rowCount; row++) {
      rows.add("(" + row + ", " + Constants.of("word", chance) + ")");
    }
    Scope scope =
        new Scope(
            List.of(
                new Scope.Column(alias + ".k", Category.INT),
                new Scope.Column(alias + ".v", Category.TEXT)),
            List.of(alias + ".k"));
    return new Item("(VALUES " + String.join(", ", rows) + ") " + alias + "(k, v)", scope, false);
  }

  /** Columns as leaves, with subqueries over other tables. */
  Leaves leaves(Scope outer) {
    Leaves columns = expressions.columns(outer);
    return new Leaves() {
      @Override
      public @Nullable Node leaf(Category category) {
        return columns.leaf(category);
      }

      @Override
      public Scope scope() {
        return outer;
      }

      @Override
      public @Nullable Node subquery(Category category) {
        return SourceGenerator.this.subquery(category, outer);
      }
    };
  }

  private @Nullable Node subquery(Category category, Scope outer) {
    String alias = alias();
    RandomTable table = chance.pick(smallTables);
    Scope inner = table.scope(alias);
    String where = correlation(outer, inner);
    String from = " FROM " + table.name() + " " + alias + where;
    if (category == Category.BOOL && chance.percent(70)) {
      String not = chance.percent(25) ? "NOT " : "";
      List<Scope.Column> tested = outer.columns();
      Scope.Column column = chance.pick(inner.columns());
      List<Scope.Column> partners = outer.of(column.category());
      if (tested.isEmpty() || partners.isEmpty() || chance.percent(50)) {
        return Node.leaf(category, not + "EXISTS (SELECT 1" + from + ")");
      }
      String left = chance.pick(partners).sql();
      String form = chance.pick(List.of("IN ", "IN ", "NOT IN ", "= ANY ", "> ALL "));
      return Node.leaf(category, "(" + left + " " + form + "(SELECT " + column.sql() + from + "))");
    }
    Node aggregate = expressions.aggregate(category, expressions.columns(inner));
    return aggregate == null
        ? null
        : Node.leaf(category, "(SELECT " + aggregate.sql() + from + ")");
  }

  private String correlation(Scope outer, Scope inner) {
    if (!chance.percent(60)) {
      return "";
    }
    Scope.Column column = chance.pick(inner.columns());
    List<Scope.Column> partners = outer.of(column.category());
    return partners.isEmpty()
        ? " WHERE " + column.sql() + " IS NOT NULL"
        : " WHERE " + column.sql() + " = " + chance.pick(partners).sql();
  }
}
