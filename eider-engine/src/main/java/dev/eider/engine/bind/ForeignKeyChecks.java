// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry.TableEntry;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.plan.LogicalOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Foreign keys without an index: rows on their way into a table are looked for in the table they
 * refer to, rows on their way out in the tables that refer to theirs; each statement reads the key
 * columns of those tables. As in the dialect a row does not see the other rows of its statement.
 */
final class ForeignKeyChecks {
  private final StatementContext context;
  private final TargetTable target;

  ForeignKeyChecks(StatementContext context, TargetTable target) {
    this.context = context;
    this.target = target;
  }

  /**
   * The plan with its new rows checked.
   *
   * @param row the new row's columns, in the table's order, all put out by {@code plan}
   * @param changed positions of the columns whose values are new
   */
  LogicalOperator added(LogicalOperator plan, List<ColumnRef> row, Set<Integer> changed) {
    LogicalOperator checked = plan;
    for (ForeignKey key : ForeignKey.of(target.entry())) {
      List<ColumnRef> values = new ArrayList<>();
      boolean isNew = false;
      for (String name : key.columns()) {
        int column = target.column(name, -1);
        values.add(row.get(column));
        isNew |= changed.contains(column);
      }
      if (isNew) {
        TableEntry other = table(key.schema(), key.table());
        checked =
            check(
                checked,
                values,
                new TargetTable(new Databases.Place(target.place().catalog(), key.schema()), other),
                key.referenced(),
                key.referenced(),
                true);
      }
    }
    return checked;
  }

  /** The plan with rows that go away checked; {@code row} are their columns in order. */
  LogicalOperator removed(LogicalOperator plan, List<ColumnRef> row) {
    LogicalOperator checked = plan;
    for (ForeignKey.Referrer referrer :
        ForeignKey.referrers(
            target.place().catalog(), target.place().schema(), target.entry().name())) {
      List<ColumnRef> values = new ArrayList<>();
      for (String name : referrer.key().referenced()) {
        values.add(row.get(target.column(name, -1)));
      }
      checked =
          check(
              checked,
              values,
              new TargetTable(
                  new Databases.Place(target.place().catalog(), referrer.schema()),
                  referrer.table()),
              referrer.key().columns(),
              referrer.key().columns(),
              false);
    }
    return checked;
  }

  private TableEntry table(String schema, String name) {
    if (target.place().catalog().find(EntryKind.RELATION, schema, name)
        instanceof TableEntry found) {
      return found;
    }
    throw EiderException.internal("the table " + schema + "." + name + " of a foreign key is gone");
  }

  private LogicalOperator check(
      LogicalOperator plan,
      List<ColumnRef> values,
      TargetTable other,
      List<String> otherColumns,
      List<String> shownNames,
      boolean mustExist) {
    FromBinder.Source existing =
        new FromBinder(context, null, CteScope.EMPTY)
            .scan(other.place(), other.entry(), other.entry().name(), List.of(), List.of(), -1);
    List<LogicalOperator.JoinCondition> conditions = new ArrayList<>();
    List<BoundExpr> fine = new ArrayList<>();
    List<BoundExpr> arguments = new ArrayList<>();
    List<LogicalType> types = new ArrayList<>();
    types.add(LogicalType.BOOLEAN);
    for (int i = 0; i < values.size(); i++) {
      ColumnRef value = values.get(i);
      conditions.add(
          new LogicalOperator.JoinCondition(
              value,
              CompareOp.EQ,
              existing.plan().output().get(other.column(otherColumns.get(i), -1)),
              false));
      fine.add(new BoundExpr.IsNull(value, false));
      arguments.add(new BoundExpr.Cast(value, LogicalType.VARCHAR, false));
      types.add(LogicalType.VARCHAR);
    }
    ColumnRef mark = context.column("exists", LogicalType.BOOLEAN);
    LogicalOperator joined =
        new LogicalOperator.Join(
            LogicalOperator.JoinType.MARK, plan, existing.plan(), conditions, null, mark, false);
    fine.add(new BoundExpr.DistinctFrom(mustExist, mark, new BoundExpr.Constant(Value.TRUE)));
    arguments.addFirst(new BoundExpr.Or(fine));
    BoundScalar guard =
        new BoundScalar(
            "foreign_key_check",
            types,
            LogicalType.BOOLEAN,
            ScalarKernel.NullHandling.SPECIAL,
            BoundScalar.Stability.VOLATILE,
            true,
            () -> new Guard(shownNames, mustExist),
            other.entry().name());
    LogicalOperator guarded =
        new LogicalOperator.Filter(joined, new BoundExpr.Call(guard, arguments));
    List<LogicalOperator.Assignment> kept = new ArrayList<>();
    plan.output().forEach(column -> kept.add(new LogicalOperator.Assignment(column, column)));
    return new LogicalOperator.Project(guarded, kept);
  }

  /** Throws when a row's first argument is false; the others are the key as text. */
  private record Guard(List<String> names, boolean mustExist) implements ScalarKernel {
    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      Operand condition = arguments[0];
      BoolVector flags = (BoolVector) condition.vector();
      BoolVector out = (BoolVector) result;
      for (int row = 0; row < count; row++) {
        if (flags.values()[condition.index(row)] == 0) {
          throw broken(arguments, row);
        }
        out.values()[row] = 1;
      }
    }

    private EiderException broken(Operand[] arguments, int row) {
      List<String> parts = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        Operand part = arguments[i + 1];
        parts.add(names.get(i) + ": " + part.vector().getValue(part.index(row)).object());
      }
      return new EiderException(
          ErrorType.CONSTRAINT,
          "Violates foreign key constraint because key \""
              + String.join(", ", parts)
              + (mustExist
                  ? "\" does not exist in the referenced table"
                  : "\" is still referenced by a foreign key in a different table"));
    }
  }
}
