// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Query;
import java.util.ArrayList;
import java.util.List;

/** Binds subqueries in expressions. */
final class SubqueryBinder {
  private final ExpressionBinder binder;

  SubqueryBinder(ExpressionBinder binder) {
    this.binder = binder;
  }

  private BoundQuery bindQuery(Query query) {
    if (binder.insideLambda()) {
      throw EiderException.binder("subqueries in lambda expressions are not supported");
    }
    return new QueryBinder(binder.context, binder, binder.ctes).bind(query);
  }

  /** {@code (SELECT ...)} as one value. */
  BoundExpr scalar(Expr.ScalarSubquery e) {
    BoundQuery query = bindQuery(e.query());
    if (query.plan().output().size() != 1) {
      throw tooManyColumns(query, e.span().start(), 1);
    }
    LogicalType type = query.plan().output().getFirst().type();
    Value strict = binder.context.env.setting("scalar_subquery_error_on_multiple_rows");
    LogicalOperator plan = query.plan();
    if (strict != null && strict.object() instanceof Boolean error && !error) {
      plan = new LogicalOperator.Limit(plan, AggregateBinder.bigint(1), null, false);
    }
    BoundExpr value =
        new BoundExpr.Subquery(BoundExpr.SubqueryKind.SCALAR, plan, List.of(), null, false, type);
    Collations.carry(query.plan().output().getFirst(), value, binder.context);
    return value;
  }

  private static EiderException tooManyColumns(BoundQuery query, int at, int expected) {
    return EiderException.binder(
        "Subquery returns " + query.plan().output().size() + " columns - expected " + expected, at);
  }

  /** {@code EXISTS (SELECT ...)}. */
  BoundExpr exists(Expr.Exists e) {
    BoundQuery query = bindQuery(e.query());
    return new BoundExpr.Subquery(
        BoundExpr.SubqueryKind.EXISTS, query.plan(), List.of(), null, false, LogicalType.BOOLEAN);
  }

  /** {@code x op ANY (SELECT ...)}; a row on the left is compared column by column. */
  BoundExpr any(Expr.AnyComparison e) {
    CompareOp op = ExpressionBinder.compareOp(e.operator());
    int at = e.span().start();
    if (op == null) {
      throw EiderException.binder("ANY and ALL operators require one of =,<>,>,<,>=,<= !", at);
    }
    BoundQuery query = bindQuery(e.query());
    List<ColumnRef> output = query.plan().output();
    List<BoundExpr> left = new ArrayList<>();
    if (output.size() > 1 && isRow(e.left())) {
      for (Expr.Argument part : ((Expr.FunctionCall) e.left()).arguments()) {
        left.add(binder.bind(part.value()));
      }
      if (left.size() != output.size()) {
        throw tooManyColumns(query, at, left.size());
      }
    } else {
      if (output.size() != 1) {
        throw tooManyColumns(query, at, 1);
      }
      boolean oneValue =
          isRow(e.left())
              && ((Expr.FunctionCall) e.left()).arguments().size() == 1
              && output.getFirst().type().id() != TypeId.STRUCT;
      left.add(
          binder.bind(
              oneValue ? ((Expr.FunctionCall) e.left()).arguments().getFirst().value() : e.left()));
    }
    List<BoundExpr> leftCast = new ArrayList<>();
    List<LogicalOperator.Assignment> rightCast = new ArrayList<>();
    boolean changed = false;
    for (int i = 0; i < left.size(); i++) {
      requireComparable(left.get(i), output.get(i), at);
      List<BoundExpr> sides = binder.context.coercion.comparable(left.get(i), output.get(i), at);
      leftCast.add(sides.get(0));
      ColumnRef column = output.get(i);
      if (sides.get(1) != column) {
        changed = true;
        column = binder.context.column(column.name(), sides.get(1).type());
      }
      rightCast.add(new LogicalOperator.Assignment(column, sides.get(1)));
    }
    LogicalOperator plan =
        changed ? new LogicalOperator.Project(query.plan(), rightCast) : query.plan();
    return new BoundExpr.Subquery(
        BoundExpr.SubqueryKind.ANY, plan, leftCast, op, false, LogicalType.BOOLEAN);
  }

  /** Text is not taken for a number or a time here: the rows of a subquery are no literals. */
  private void requireComparable(BoundExpr left, ColumnRef right, int at) {
    LogicalType a = binder.context.argumentType(left);
    LogicalType b = right.type();
    boolean mixed =
        (a.id() == TypeId.VARCHAR && (b.isNumeric() || b.isTemporal()))
            || (b.id() == TypeId.VARCHAR && (left.type().isNumeric() || left.type().isTemporal()));
    if (mixed) {
      throw EiderException.binder(
          "Cannot compare values of type "
              + a
              + " and "
              + b
              + " in IN/ANY/ALL clause - an explicit cast is required",
          at);
    }
  }

  private static boolean isRow(Expr left) {
    return left instanceof Expr.FunctionCall call
        && call.name().isSimple()
        && (call.name().name().equalsIgnoreCase("row")
            || call.name().name().equalsIgnoreCase("struct_pack"));
  }
}
