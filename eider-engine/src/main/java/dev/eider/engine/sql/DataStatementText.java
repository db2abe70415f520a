// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.engine.sql.ast.DataStatement;
import dev.eider.engine.sql.ast.DataStatement.MergeAction;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.SelectItem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes statements that read or write rows. */
final class DataStatementText {
  private final SqlWriter w;

  DataStatementText(SqlWriter writer) {
    this.w = writer;
  }

  void write(DataStatement statement) {
    switch (statement) {
      case DataStatement.Select select -> w.queries.write(select.query());
      case DataStatement.Insert insert -> insert(insert);
      case DataStatement.Update update -> update(update);
      case DataStatement.Delete delete -> delete(delete);
      case DataStatement.Truncate truncate -> w.add("TRUNCATE ").name(truncate.table());
      case DataStatement.Merge merge -> merge(merge);
      case DataStatement.Copy copy -> copy(copy);
      case DataStatement.CopyDatabase copy -> {
        w.add("COPY FROM DATABASE ").name(copy.from()).add(" TO ").name(copy.to());
        switch (copy.scope()) {
          case SCHEMA -> w.add(" (SCHEMA)");
          case DATA -> w.add(" (DATA)");
          case ALL -> {}
        }
      }
      case DataStatement.Call call ->
          w.add("CALL ")
              .name(call.function())
              .add('(')
              .list(call.arguments(), w.expressions::argument)
              .add(')');
      case DataStatement.Explain explain -> {
        w.add("EXPLAIN").addIf(explain.analyze(), " ANALYZE");
        w.statements.optionList(explain.options());
        w.add(' ');
        w.statements.write(explain.statement());
      }
    }
  }

  private void with(DataStatement.With with) {
    w.queries.with(with.ctes(), with.recursive());
  }

  private void insert(DataStatement.Insert insert) {
    with(insert.with());
    w.add("INSERT ");
    switch (insert.action()) {
      case OR_REPLACE -> w.add("OR REPLACE ");
      case OR_IGNORE -> w.add("OR IGNORE ");
      case DEFAULT -> {}
    }
    w.add("INTO ").name(insert.table());
    alias(insert.alias());
    match(insert.match());
    if (!insert.columns().isEmpty()) {
      w.add(' ').nameList(insert.columns());
    }
    Query source = insert.source();
    if (source == null) {
      w.add(" DEFAULT VALUES");
    } else {
      w.add(' ');
      w.queries.write(source);
    }
    DataStatement.OnConflict conflict = insert.onConflict();
    if (conflict != null) {
      onConflict(conflict);
    }
    returning(insert.returning());
  }

  private void match(DataStatement.ColumnMatch match) {
    switch (match) {
      case BY_NAME -> w.add(" BY NAME");
      case BY_POSITION -> w.add(" BY POSITION");
      case DEFAULT -> {}
    }
  }

  private void onConflict(DataStatement.OnConflict conflict) {
    w.add(" ON CONFLICT");
    if (!conflict.target().isEmpty()) {
      w.add(' ').nameList(conflict.target());
      where(conflict.targetWhere());
    }
    if (conflict.constraint() != null) {
      w.add(" ON CONSTRAINT ").name(conflict.constraint());
    }
    List<DataStatement.Assignment> set = conflict.set();
    if (set == null) {
      w.add(" DO NOTHING");
    } else {
      w.add(" DO UPDATE SET ").list(set, this::assignment);
      where(conflict.where());
    }
  }

  private void alias(@Nullable String alias) {
    if (alias != null) {
      w.add(" AS ").name(alias);
    }
  }

  private void assignment(DataStatement.Assignment assignment) {
    w.name(assignment.column()).add(" = ");
    w.expressions.write(assignment.value());
  }

  private void where(@Nullable Expr condition) {
    if (condition != null) {
      w.add(" WHERE ");
      w.expressions.write(condition);
    }
  }

  private void returning(List<SelectItem> items) {
    if (!items.isEmpty()) {
      w.add(" RETURNING ").list(items, w.queries::item);
    }
  }

  private void update(DataStatement.Update update) {
    with(update.with());
    w.add("UPDATE ").name(update.table());
    alias(update.alias());
    w.add(" SET ").list(update.set(), this::assignment);
    if (!update.from().isEmpty()) {
      w.add(" FROM ").list(update.from(), w.tables::write);
    }
    where(update.where());
    returning(update.returning());
  }

  private void delete(DataStatement.Delete delete) {
    with(delete.with());
    w.add("DELETE FROM ").name(delete.table());
    alias(delete.alias());
    if (!delete.using().isEmpty()) {
      w.add(" USING ").list(delete.using(), w.tables::write);
    }
    where(delete.where());
    returning(delete.returning());
  }

  // --- MERGE

  private void merge(DataStatement.Merge merge) {
    with(merge.with());
    w.add("MERGE INTO ").name(merge.table());
    alias(merge.alias());
    w.add(" USING ");
    w.tables.write(merge.source());
    if (merge.on() != null) {
      w.add(" ON (");
      w.expressions.write(merge.on());
      w.add(')');
    } else {
      w.add(" USING ").nameList(merge.usingColumns());
    }
    for (DataStatement.MergeBranch branch : merge.branches()) {
      switch (branch.when()) {
        case MATCHED -> w.add(" WHEN MATCHED");
        case NOT_MATCHED_BY_TARGET -> w.add(" WHEN NOT MATCHED");
        case NOT_MATCHED_BY_SOURCE -> w.add(" WHEN NOT MATCHED BY SOURCE");
      }
      if (branch.condition() != null) {
        w.add(" AND ");
        w.expressions.write(branch.condition());
      }
      w.add(" THEN ");
      action(branch.action());
    }
    returning(merge.returning());
  }

  private void action(MergeAction action) {
    switch (action) {
      case MergeAction.UpdateRow update -> {
        w.add("UPDATE");
        List<DataStatement.Assignment> set = update.set();
        if (set != null) {
          w.add(" SET ").list(set, this::assignment);
        }
        match(update.match());
      }
      case MergeAction.DeleteRow ignored -> w.add("DELETE");
      case MergeAction.InsertRow insert -> {
        w.add("INSERT");
        if (insert.defaultValues()) {
          w.add(" DEFAULT VALUES");
        }
        List<Expr> values = insert.values();
        if (values != null) {
          if (!insert.columns().isEmpty()) {
            w.add(' ').nameList(insert.columns());
          }
          w.add(" VALUES (").list(values, w.expressions::write).add(')');
        }
        match(insert.match());
      }
      case MergeAction.DoNothing ignored -> w.add("DO NOTHING");
      case MergeAction.RaiseError error -> {
        w.add("ERROR");
        if (error.message() != null) {
          w.add(' ');
          w.expressions.write(error.message());
        }
      }
    }
  }

  // --- COPY

  private void copy(DataStatement.Copy copy) {
    w.add("COPY ");
    Query query = copy.query();
    if (query != null) {
      w.add('(');
      w.queries.write(query);
      w.add(')');
    } else if (copy.table() != null) {
      w.name(copy.table());
    }
    if (!copy.columns().isEmpty()) {
      w.add(' ').nameList(copy.columns());
    }
    w.add(copy.isFrom() ? " FROM " : " TO ");
    boolean plain =
        copy.file() instanceof Expr.StringLiteral || copy.file() instanceof Expr.Parameter;
    w.addIf(!plain, "(");
    w.expressions.write(copy.file());
    w.addIf(!plain, ")");
    w.statements.optionList(copy.options());
  }
}
