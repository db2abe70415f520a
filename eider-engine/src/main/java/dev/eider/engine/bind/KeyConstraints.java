// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.error.EiderException;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.LogicalType;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.SortKey;
import dev.eider.engine.expr.WindowCall;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.Plans;
import dev.eider.engine.sql.ast.DataStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * PRIMARY KEY and UNIQUE without an index: before rows are inserted, a join looks for their keys in
 * the table, and a row number over the key finds repetitions among the new rows. Correct, but each
 * INSERT reads the key columns of the whole table; a storage with indexes replaces this.
 */
final class KeyConstraints {
  /** How texts of key constraints begin. */
  static final String PRIMARY_KEY = "PRIMARY KEY(";

  static final String UNIQUE = "UNIQUE(";

  private final StatementContext context;
  private final TargetTable target;

  KeyConstraints(StatementContext context, TargetTable target) {
    this.context = context;
    this.target = target;
  }

  /** The columns of each key, in order of definition. */
  List<List<Integer>> keys() {
    List<List<Integer>> keys = new ArrayList<>();
    for (String constraint : target.entry().constraints()) {
      String upper = constraint.toUpperCase(Locale.ROOT);
      if (upper.startsWith(PRIMARY_KEY) || upper.startsWith(UNIQUE)) {
        List<Integer> key = new ArrayList<>();
        for (String name : columnsOf(constraint)) {
          key.add(target.column(name, -1));
        }
        keys.add(key);
      }
    }
    for (CatalogEntry entry :
        target.place().catalog().list(EntryKind.INDEX, target.place().schema())) {
      if (entry instanceof CatalogEntry.IndexEntry index
          && index.unique()
          && index.table().equalsIgnoreCase(target.entry().name())) {
        List<Integer> key = new ArrayList<>();
        for (String expression : index.expressions()) {
          key.add(target.column(ForeignKey.split(expression, ',').getFirst(), -1));
        }
        keys.add(key);
      }
    }
    return keys;
  }

  /** The columns of a key's text. */
  static List<String> columnsOf(String constraint) {
    return ForeignKey.split(
        constraint.substring(constraint.indexOf('(') + 1, constraint.lastIndexOf(')')), ',');
  }

  /** The rows that may be inserted; an error for those that may not. */
  LogicalOperator insert(LogicalOperator plan, List<ColumnRef> row, DataStatement.Insert insert) {
    List<List<Integer>> keys = keys();
    DataStatement.OnConflict conflict = insert.onConflict();
    boolean ignore =
        insert.action() == DataStatement.InsertAction.OR_IGNORE
            || (conflict != null && conflict.set() == null);
    boolean update =
        insert.action() == DataStatement.InsertAction.OR_REPLACE
            || (conflict != null && conflict.set() != null);
    if (update) {
      throw EiderException.notImplemented(
              "INSERT OR REPLACE and ON CONFLICT DO UPDATE are not supported")
          .at(insert.span().start());
    }
    if (conflict != null) {
      checkTarget(keys, conflict);
    }
    if (ignore && keys.isEmpty()) {
      throw EiderException.binder(
          "There are no UNIQUE/PRIMARY KEY Indexes that refer to this table, ON CONFLICT is a"
              + " no-op",
          insert.span().start());
    }
    if (keys.isEmpty()) {
      return plan;
    }
    // The checks group rows by their keys: numbers keep their order, in which they are inserted and
    // by which the first of equal rows is told.
    ColumnRef number = context.column("row_number", LogicalType.BIGINT);
    LogicalOperator result = Plans.numbered(plan, number);
    for (List<Integer> key : keys) {
      result = check(result, row, number, key, ignore);
    }
    List<LogicalOperator.Assignment> kept = new ArrayList<>();
    row.forEach(column -> kept.add(new LogicalOperator.Assignment(column, column)));
    return new LogicalOperator.Project(
        new LogicalOperator.Sort(result, List.of(new SortKey(number, false, false))), kept);
  }

  private void checkTarget(List<List<Integer>> keys, DataStatement.OnConflict conflict) {
    if (conflict.target().isEmpty()) {
      return;
    }
    List<Integer> wanted = new ArrayList<>();
    for (String name : conflict.target()) {
      wanted.add(target.column(name, conflict.span().start()));
    }
    for (List<Integer> key : keys) {
      if (Set.copyOf(key).equals(Set.copyOf(wanted))) {
        return;
      }
    }
    throw EiderException.binder(
        "The specified columns as conflict target are not referenced by a UNIQUE/PRIMARY KEY"
            + " CONSTRAINT or INDEX",
        conflict.span().start());
  }

  private LogicalOperator check(
      LogicalOperator plan,
      List<ColumnRef> row,
      ColumnRef number,
      List<Integer> key,
      boolean ignore) {
    List<ColumnRef> columns = new ArrayList<>();
    List<BoundExpr> anyNull = new ArrayList<>();
    for (int column : key) {
      columns.add(row.get(column));
      anyNull.add(new BoundExpr.IsNull(row.get(column), false));
    }
    WindowCall occurrence =
        new WindowCall(
            WindowCall.Kind.ROW_NUMBER,
            null,
            List.of(),
            false,
            List.copyOf(columns),
            List.of(new SortKey(number, false, false)),
            WindowCall.Frame.DEFAULT,
            null,
            false,
            List.of(),
            LogicalType.BIGINT);
    ColumnRef position = context.column("occurrence", LogicalType.BIGINT);
    LogicalOperator numbered =
        new LogicalOperator.Window(
            plan, List.of(new LogicalOperator.WindowAssignment(position, occurrence)));
    FromBinder.Source existing =
        new FromBinder(context, null, CteScope.EMPTY)
            .scan(target.place(), target.entry(), target.entry().name(), List.of(), List.of(), -1);
    List<LogicalOperator.JoinCondition> conditions = new ArrayList<>();
    for (int i = 0; i < key.size(); i++) {
      conditions.add(
          new LogicalOperator.JoinCondition(
              columns.get(i), CompareOp.EQ, existing.plan().output().get(key.get(i)), false));
    }
    ColumnRef mark = context.column("exists", LogicalType.BOOLEAN);
    LogicalOperator joined =
        new LogicalOperator.Join(
            LogicalOperator.JoinType.MARK,
            numbered,
            existing.plan(),
            conditions,
            null,
            mark,
            false);
    BoundExpr fresh =
        new BoundExpr.And(
            List.of(
                new BoundExpr.DistinctFrom(
                    false, mark, new BoundExpr.Constant(dev.eider.base.type.Value.TRUE)),
                new BoundExpr.Compare(CompareOp.EQ, position, AggregateBinder.bigint(1))));
    anyNull.add(fresh);
    BoundExpr allowed = new BoundExpr.Or(anyNull);
    BoundExpr predicate =
        ignore
            ? allowed
            : Constraints.guard(
                allowed,
                "Duplicate key violates "
                    + (isPrimary(key) ? "primary key" : "unique")
                    + " constraint on table "
                    + target.entry().name());
    List<LogicalOperator.Assignment> kept = new ArrayList<>();
    row.forEach(column -> kept.add(new LogicalOperator.Assignment(column, column)));
    kept.add(new LogicalOperator.Assignment(number, number));
    return new LogicalOperator.Project(new LogicalOperator.Filter(joined, predicate), kept);
  }

  private boolean isPrimary(List<Integer> key) {
    int index = keys().indexOf(key);
    int seen = -1;
    for (String constraint : target.entry().constraints()) {
      String upper = constraint.toUpperCase(Locale.ROOT);
      if (upper.startsWith(PRIMARY_KEY) || upper.startsWith(UNIQUE)) {
        if (++seen == index) {
          return upper.startsWith(PRIMARY_KEY);
        }
      }
    }
    return false;
  }

  /** Refuses an UPDATE of key columns: checking it needs an index. */
  void refuseUpdate(Set<Integer> changed, int at) {
    for (List<Integer> key : keys()) {
      for (int column : key) {
        if (changed.contains(column)) {
          throw EiderException.notImplemented(
                  "UPDATE of a column of a PRIMARY KEY or UNIQUE constraint")
              .at(at);
        }
      }
    }
  }
}
