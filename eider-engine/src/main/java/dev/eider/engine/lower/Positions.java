// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.lower;

import dev.eider.base.error.EiderException;
import dev.eider.engine.eval.ExprRewriter;
import dev.eider.engine.expr.AggregateCall;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.SortKey;
import dev.eider.engine.expr.WindowCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where each column id lies in the chunks of an input; rewrites expressions accordingly. */
final class Positions {
  private final Map<Integer, Integer> byId = new HashMap<>();

  Positions(List<ColumnRef> columns) {
    add(columns, 0);
  }

  /** The columns of two inputs side by side. */
  Positions(List<ColumnRef> left, List<ColumnRef> right) {
    add(left, 0);
    add(right, left.size());
  }

  private void add(List<ColumnRef> columns, int from) {
    for (int i = 0; i < columns.size(); i++) {
      byId.putIfAbsent(columns.get(i).id(), from + i);
    }
  }

  /** The position of a column, or -1. */
  int of(ColumnRef column) {
    Integer position = byId.get(column.id());
    return position == null ? -1 : position;
  }

  BoundExpr apply(BoundExpr expr) {
    return switch (expr) {
      case ColumnRef column -> {
        int position = of(column);
        if (position < 0) {
          throw EiderException.internal(
              "column " + column.name() + " (id " + column.id() + ") is not among the inputs");
        }
        yield new BoundExpr.InputRef(position, column.type());
      }
      case BoundExpr.Subquery subquery ->
          throw EiderException.notImplemented("this kind of correlated subquery");
      case BoundExpr.Parameter parameter ->
          throw EiderException.invalidInput(
              "Values were not provided for the following prepared statement parameters: "
                  + parameter.key());
      default -> ExprRewriter.mapChildren(expr, this::apply);
    };
  }

  @Nullable BoundExpr applyNullable(@Nullable BoundExpr expr) {
    return expr == null ? null : apply(expr);
  }

  List<BoundExpr> applyAll(List<BoundExpr> exprs) {
    List<BoundExpr> lowered = new ArrayList<>(exprs.size());
    for (BoundExpr expr : exprs) {
      lowered.add(apply(expr));
    }
    return lowered;
  }

  List<SortKey> applyKeys(List<SortKey> keys) {
    List<SortKey> lowered = new ArrayList<>(keys.size());
    for (SortKey key : keys) {
      lowered.add(new SortKey(apply(key.expr()), key.descending(), key.nullsFirst()));
    }
    return lowered;
  }

  AggregateCall apply(AggregateCall call) {
    return new AggregateCall(
        call.function(),
        applyAll(call.arguments()),
        call.distinct(),
        applyNullable(call.filter()),
        applyKeys(call.orderBy()));
  }

  WindowCall apply(WindowCall call) {
    WindowCall.Frame frame = call.frame();
    AggregateCall aggregate = call.aggregate();
    return new WindowCall(
        call.kind(),
        aggregate == null ? null : apply(aggregate),
        applyAll(call.arguments()),
        call.ignoreNulls(),
        applyAll(call.partitionBy()),
        applyKeys(call.orderBy()),
        new WindowCall.Frame(
            frame.unit(),
            frame.start(),
            applyNullable(frame.startOffset()),
            frame.end(),
            applyNullable(frame.endOffset()),
            frame.exclude()),
        applyNullable(call.filter()),
        call.distinct(),
        applyKeys(call.argumentOrder()),
        call.type());
  }
}
