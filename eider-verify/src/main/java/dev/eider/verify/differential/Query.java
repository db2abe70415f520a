// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A generated query, in parts that can be left out.
 *
 * @param with common table expressions, each as {@code name AS (…)}
 * @param terms what the set operators join; at least one, all with equally many items
 * @param operators between the terms
 * @param order ordering keys over positions of all items, or empty
 * @param limit {@code LIMIT …} or empty; only with an order
 * @param parts complete queries inside of it, as candidates when it is shrunk
 */
record Query(
    List<String> with,
    List<Term> terms,
    List<String> operators,
    List<String> order,
    String limit,
    List<Query> parts) {
  /**
   * One SELECT.
   *
   * @param from sources, the first without join
   * @param groups grouping expressions, empty for none
   * @param groupForm how they are written: {@code %s}, {@code ROLLUP(%s)}…
   */
  record Term(
      boolean distinct,
      List<Node> items,
      List<Source> from,
      @Nullable Node where,
      List<Node> groups,
      String groupForm,
      @Nullable Node having,
      @Nullable Node qualify) {
    private String sql() {
      StringBuilder sql = new StringBuilder("SELECT ");
      sql.append(distinct ? "DISTINCT " : "");
      for (int i = 0; i < items.size(); i++) {
        sql.append(i == 0 ? "" : ", ").append(items.get(i).sql()).append(" AS x").append(i);
      }
      for (int i = 0; i < from.size(); i++) {
        Source source = from.get(i);
        sql.append(i == 0 ? " FROM " : source.join()).append(source.sql());
        if (source.condition() != null) {
          sql.append(" ON ").append(source.condition().sql());
        }
      }
      append(sql, " WHERE ", where);
      if (!groups.isEmpty()) {
        List<String> texts = groups.stream().map(Node::sql).toList();
        sql.append(" GROUP BY ").append(groupForm.replace("%s", String.join(", ", texts)));
      }
      append(sql, " HAVING ", having);
      append(sql, " QUALIFY ", qualify);
      return sql.toString();
    }

    private static void append(StringBuilder sql, String keyword, @Nullable Node node) {
      if (node != null) {
        sql.append(keyword).append(node.sql());
      }
    }
  }

  /** A table, subquery or join partner. */
  record Source(String join, String sql, @Nullable Node condition) {}

  /** Whether the rows come in one right order. */
  boolean isOrdered() {
    return !order.isEmpty();
  }

  /** The text. */
  String sql() {
    StringBuilder sql = new StringBuilder();
    if (!with.isEmpty()) {
      sql.append("WITH ").append(String.join(", ", with)).append(' ');
    }
    for (int i = 0; i < terms.size(); i++) {
      if (i > 0) {
        sql.append(' ').append(operators.get(i - 1)).append(' ');
      }
      sql.append(terms.size() > 1 ? "(" : "").append(terms.get(i).sql());
      sql.append(terms.size() > 1 ? ")" : "");
    }
    if (!order.isEmpty()) {
      sql.append(" ORDER BY ").append(String.join(", ", order));
    }
    return sql.append(limit).toString();
  }

  /** Simpler queries, those that lose most first. */
  List<Query> simpler() {
    List<Query> candidates = new ArrayList<>(parts);
    if (terms.size() > 1) {
      for (Term term : terms) {
        candidates.add(new Query(with, List.of(term), List.of(), order, limit, parts));
      }
    }
    if (!limit.isEmpty()) {
      candidates.add(new Query(with, terms, operators, order, "", parts));
    }
    if (!order.isEmpty()) {
      candidates.add(new Query(with, terms, operators, List.of(), "", parts));
    }
    if (!with.isEmpty()) {
      candidates.add(new Query(List.of(), terms, operators, order, limit, parts));
    }
    int columns = terms.getFirst().items().size();
    for (int i = 0; columns > 1 && i < columns; i++) {
      candidates.add(withoutColumn(i));
    }
    for (int i = 0; i < terms.size(); i++) {
      for (Term term : simpler(terms.get(i))) {
        List<Term> replaced = new ArrayList<>(terms);
        replaced.set(i, term);
        candidates.add(new Query(with, replaced, operators, order, limit, parts));
      }
    }
    return candidates;
  }

  private Query withoutColumn(int column) {
    List<Term> narrower = new ArrayList<>();
    for (Term term : terms) {
      List<Node> items = new ArrayList<>(term.items());
      items.remove(column);
      narrower.add(
          new Term(
              term.distinct(),
              items,
              term.from(),
              term.where(),
              term.groups(),
              term.groupForm(),
              term.having(),
              term.qualify()));
    }
    // Positions change, so the order goes too; a fault that needs it keeps its columns.
    return new Query(with, narrower, operators, List.of(), "", parts);
  }

  private static List<Term> simpler(Term term) {
    List<Term> candidates = new ArrayList<>();
    TermCopy copy = new TermCopy(term);
    if (term.distinct()) {
      candidates.add(copy.distinct(false));
    }
    if (term.where() != null) {
      candidates.add(copy.where(null));
      term.where().simpler().forEach(node -> candidates.add(copy.where(node)));
    }
    if (term.having() != null) {
      candidates.add(copy.having(null));
    }
    if (term.qualify() != null) {
      candidates.add(copy.qualify(null));
    }
    if (!term.groupForm().equals("%s")) {
      candidates.add(copy.groups(term.groups(), "%s"));
    }
    for (int i = 0; i < term.groups().size(); i++) {
      List<Node> groups = new ArrayList<>(term.groups());
      groups.remove(i);
      candidates.add(copy.groups(groups, term.groupForm()));
    }
    if (term.from().size() > 1) {
      candidates.add(copy.from(term.from().subList(0, term.from().size() - 1)));
    }
    for (int i = 0; i < term.items().size(); i++) {
      for (Node simpler : term.items().get(i).simpler()) {
        List<Node> items = new ArrayList<>(term.items());
        items.set(i, simpler);
        candidates.add(copy.items(items));
      }
    }
    return candidates;
  }
}
