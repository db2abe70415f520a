// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.Expressions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes the outside columns that a lambda's body reads into captures. */
final class LambdaCaptures {
  private LambdaCaptures() {}

  /** The lambda of a body that was bound with these parameters. */
  static BoundExpr.Lambda close(
      StatementContext context, List<ColumnRef> parameters, BoundExpr body) {
    Set<Integer> own = new HashSet<>();
    parameters.forEach(parameter -> own.add(parameter.id()));
    Map<Integer, ColumnRef> refs = new LinkedHashMap<>();
    List<BoundExpr> captures = new ArrayList<>();
    BoundExpr closed = replace(context, body, own, refs, captures);
    return new BoundExpr.Lambda(parameters, List.copyOf(refs.values()), captures, closed);
  }

  private static BoundExpr replace(
      StatementContext context,
      BoundExpr expr,
      Set<Integer> own,
      Map<Integer, ColumnRef> refs,
      List<BoundExpr> captures) {
    if (expr instanceof ColumnRef column) {
      if (own.contains(column.id())) {
        return column;
      }
      ColumnRef ref = refs.get(column.id());
      if (ref == null) {
        ref = context.ids.copyOf(column);
        refs.put(column.id(), ref);
        captures.add(column);
      }
      return ref;
    }
    if (expr instanceof BoundExpr.Lambda inner) {
      // An inner lambda is closed already: only what it captures comes from here.
      List<BoundExpr> innerCaptures =
          Expressions.mapAll(
              inner.captures(), capture -> replace(context, capture, own, refs, captures));
      return new BoundExpr.Lambda(
          inner.parameters(), inner.captureRefs(), innerCaptures, inner.body());
    }
    return Expressions.mapChildren(expr, child -> replace(context, child, own, refs, captures));
  }
}
