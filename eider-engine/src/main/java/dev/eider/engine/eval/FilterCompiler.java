// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.function.EvalContext;
import java.util.ArrayList;
import java.util.List;

/** Turns a predicate into filter nodes. */
final class FilterCompiler {
  private final NodeCompiler nodes;

  FilterCompiler(EvalContext context) {
    nodes = new NodeCompiler(context);
  }

  FilterNode compile(BoundExpr expr) {
    return switch (expr) {
      case BoundExpr.And and -> {
        FilterNode[] parts = compileAll(and.parts());
        yield new FilterNodes.AndFilter(parts);
      }
      case BoundExpr.Or or -> new FilterNodes.OrFilter(compileAll(or.parts()));
      case BoundExpr.Not not -> negated(not);
      case BoundExpr.Compare compare -> comparison(compare, compare.op());
      case BoundExpr.IsNull test when test.child() instanceof BoundExpr.InputRef column ->
          new FilterNodes.NullFilter(column.position(), test.negated());
      default -> general(expr);
    };
  }

  private FilterNode[] compileAll(List<BoundExpr> exprs) {
    List<FilterNode> parts = new ArrayList<>();
    for (BoundExpr expr : exprs) {
      parts.add(compile(expr));
    }
    return parts.toArray(new FilterNode[0]);
  }

  private FilterNode negated(BoundExpr.Not not) {
    return switch (not.child()) {
      case BoundExpr.Compare compare -> comparison(compare, compare.op().negate());
      case BoundExpr.IsNull test -> compile(new BoundExpr.IsNull(test.child(), !test.negated()));
      case BoundExpr.Not inner -> compile(inner.child());
      default -> general(not);
    };
  }

  private FilterNode comparison(BoundExpr.Compare compare, CompareOp op) {
    BoundExpr left = compare.left();
    BoundExpr right = compare.right();
    CompareOp direction = op;
    if (left instanceof BoundExpr.Constant && right instanceof BoundExpr.InputRef) {
      left = compare.right();
      right = compare.left();
      direction = op.flip();
    }
    if (left instanceof BoundExpr.InputRef column && right instanceof BoundExpr.Constant constant) {
      return constant.value().isNull()
          ? new FilterNodes.NoneFilter()
          : new CompareFilter(column.position(), direction, constant.value());
    }
    return general(new BoundExpr.Compare(direction, left, right));
  }

  private FilterNode general(BoundExpr expr) {
    return new FilterNodes.GeneralFilter(
        nodes.compile(expr), nodes.subset(expr), NodeCompiler.mustBeLazy(expr));
  }
}
