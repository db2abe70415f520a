// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.engine.sql.ast.Cte;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.GroupBy;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.QueryNode;
import dev.eider.engine.sql.ast.SelectItem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes queries. */
final class QueryText {
  private final SqlWriter w;

  QueryText(SqlWriter writer) {
    this.w = writer;
  }

  void write(Query query) {
    with(query.ctes(), query.recursive());
    node(query.body());
    if (!query.orderBy().isEmpty()) {
      w.add(' ');
      w.expressions.orderBy(query.orderBy());
    }
    Query.Limit limit = query.limit();
    if (limit != null) {
      limit(limit);
    }
  }

  private void limit(Query.Limit limit) {
    Expr count = limit.count();
    if (count != null) {
      w.add(" LIMIT ");
      if (limit.isPercent()) {
        w.add('(');
        w.expressions.write(count);
        w.add(") %");
      } else {
        w.expressions.write(count);
      }
    }
    Expr offset = limit.offset();
    if (offset != null) {
      w.add(" OFFSET ");
      w.expressions.write(offset);
    }
  }

  /** {@code WITH a AS (...) }, with a space behind; nothing for an empty list. */
  void with(List<Cte> ctes, boolean recursive) {
    if (ctes.isEmpty()) {
      return;
    }
    w.add("WITH ").addIf(recursive, "RECURSIVE ").list(ctes, this::cte).add(' ');
  }

  private void cte(Cte cte) {
    w.name(cte.name());
    if (!cte.columns().isEmpty()) {
      w.nameList(cte.columns());
    }
    if (!cte.usingKey().isEmpty()) {
      w.add(" USING KEY (").list(cte.usingKey(), w.expressions::write).add(')');
    }
    w.add(" AS ");
    switch (cte.materialized()) {
      case ALWAYS -> w.add("MATERIALIZED ");
      case NEVER -> w.add("NOT MATERIALIZED ");
      case DEFAULT -> {}
    }
    w.add('(');
    w.statements.write(cte.body());
    w.add(')');
  }

  private void node(QueryNode node) {
    switch (node) {
      case QueryNode.SelectNode select -> select(select);
      case QueryNode.SetOpNode setOp -> setOperation(setOp);
      case QueryNode.ValuesNode values ->
          w.add("VALUES ")
              .list(values.rows(), row -> w.add('(').list(row, w.expressions::write).add(')'));
    }
  }

  private void setOperation(QueryNode.SetOpNode node) {
    String separator =
        ") "
            + node.op().name()
            + (node.all() ? " ALL" : "")
            + (node.byName() ? " BY NAME" : "")
            + " (";
    w.add('(').list(node.inputs(), separator, this::write).add(')');
  }

  private void select(QueryNode.SelectNode select) {
    if (select.from().size() == 1
        && select.from().getFirst().alias() == null
        && select.equals(QueryNode.SelectNode.starFrom(select.from().getFirst()))
        && w.tables.writeAsStatement(select.from().getFirst())) {
      return;
    }
    w.add("SELECT ");
    if (select.distinct()) {
      w.add("DISTINCT ");
      if (!select.distinctOn().isEmpty()) {
        w.add("ON (").list(select.distinctOn(), w.expressions::write).add(") ");
      }
    }
    w.list(select.items(), this::item);
    if (!select.from().isEmpty()) {
      w.add(" FROM ").list(select.from(), w.tables::write);
    }
    clause(" WHERE ", select.where());
    GroupBy groupBy = select.groupBy();
    if (groupBy != null) {
      w.add(" GROUP BY ");
      groupBy(groupBy);
    }
    clause(" HAVING ", select.having());
    clause(" QUALIFY ", select.qualify());
    if (select.sample() != null) {
      w.add(" USING SAMPLE ");
      w.tables.sample(select.sample());
    }
  }

  private void clause(String word, @Nullable Expr condition) {
    if (condition != null) {
      w.add(word);
      w.expressions.write(condition);
    }
  }

  void item(SelectItem item) {
    w.expressions.write(item.value());
    if (item.alias() != null) {
      w.add(" AS ").name(item.alias());
    }
  }

  private void groupBy(GroupBy groupBy) {
    switch (groupBy) {
      case GroupBy.All ignored -> w.add("ALL");
      case GroupBy.Items items -> w.list(items.items(), this::groupItem);
    }
  }

  private void groupItem(GroupBy.Item item) {
    switch (item) {
      case GroupBy.Key key -> w.expressions.write(key.value());
      case GroupBy.Empty ignored -> w.add("()");
      case GroupBy.Rollup rollup ->
          w.add("ROLLUP (").list(rollup.elements(), w.expressions::write).add(')');
      case GroupBy.Cube cube ->
          w.add("CUBE (").list(cube.elements(), w.expressions::write).add(')');
      case GroupBy.GroupingSets sets ->
          w.add("GROUPING SETS (").list(sets.sets(), this::groupItem).add(')');
    }
  }
}
