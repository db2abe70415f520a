// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.error.EiderException;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.LambdaBody;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.cast.CastContext;
import dev.eider.engine.function.cast.Casts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Turns an expression into nodes. Inside a lambda, column ids are positions of its own chunk. */
final class NodeCompiler {
  private final EvalContext context;
  private final Map<Integer, Integer> scope;

  NodeCompiler(EvalContext context) {
    this(context, Map.of());
  }

  private NodeCompiler(EvalContext context, Map<Integer, Integer> scope) {
    this.context = context;
    this.scope = scope;
  }

  EvalNode compile(BoundExpr expr) {
    return switch (expr) {
      case BoundExpr.Constant e -> new LeafNodes.ConstantNode(e.value());
      case BoundExpr.InputRef e -> new LeafNodes.InputNode(e.position(), e.type());
      case BoundExpr.ColumnRef e -> new LeafNodes.InputNode(positionOf(e), e.type());
      case BoundExpr.Compare e -> new CompareNode(e.op(), compile(e.left()), compile(e.right()));
      case BoundExpr.DistinctFrom e ->
          new DistinctNode(e.not(), compile(e.left()), compile(e.right()));
      case BoundExpr.And e -> logic(e.parts(), true);
      case BoundExpr.Or e -> logic(e.parts(), false);
      case BoundExpr.Not e -> new BooleanNodes.NotNode(compile(e.child()));
      case BoundExpr.IsNull e -> new BooleanNodes.NullTestNode(compile(e.child()), e.negated());
      case BoundExpr.In e -> InNode.of(compile(e.child()), compileAll(e.items()), e.negated());
      case BoundExpr.Case e -> caseNode(e);
      case BoundExpr.Coalesce e ->
          new CoalesceNode(e.type(), compileAll(e.arguments()), subsets(e.arguments()));
      case BoundExpr.Cast e -> cast(e);
      case BoundExpr.Try e -> new TryNode(compile(e.child()), subset(e.child()));
      case BoundExpr.Call e -> call(e);
      case BoundExpr.Parameter e ->
          throw EiderException.internal("parameter $" + e.key() + " reached evaluation");
      case BoundExpr.Lambda e -> throw EiderException.internal("a lambda outside a call");
      case BoundExpr.Subquery e -> throw EiderException.internal("a subquery reached evaluation");
    };
  }

  EvalNode[] compileAll(List<BoundExpr> exprs) {
    EvalNode[] nodes = new EvalNode[exprs.size()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = compile(exprs.get(i));
    }
    return nodes;
  }

  private int positionOf(BoundExpr.ColumnRef column) {
    Integer position = scope.get(column.id());
    if (position == null) {
      throw EiderException.internal("column " + column.name() + " was not lowered");
    }
    return position;
  }

  private EvalNode logic(List<BoundExpr> parts, boolean and) {
    boolean[] lazy = new boolean[parts.size()];
    for (int i = 0; i < lazy.length; i++) {
      lazy[i] = mustBeLazy(parts.get(i));
    }
    return new LogicNode(and, compileAll(parts), subsets(parts), lazy);
  }

  private EvalNode caseNode(BoundExpr.Case e) {
    List<BoundExpr> conditions = new ArrayList<>();
    List<BoundExpr> results = new ArrayList<>();
    for (BoundExpr.When when : e.whens()) {
      conditions.add(when.condition());
      results.add(when.result());
    }
    results.add(e.otherwise());
    return new CaseNode(
        e.type(),
        compileAll(conditions),
        subsets(conditions),
        compileAll(results),
        subsets(results));
  }

  private EvalNode cast(BoundExpr.Cast e) {
    EvalNode child = compile(e.child());
    if (e.child().type().equals(e.type())) {
      return child;
    }
    return new CastNode(
        child,
        e.type(),
        Casts.find(e.child().type(), e.type()),
        new CastContext(e.tryCast(), context.timeZone()),
        e.place().position());
  }

  private EvalNode call(BoundExpr.Call e) {
    BoundScalar function = e.function();
    List<BoundExpr> values = new ArrayList<>();
    List<LambdaNode> lambdas = new ArrayList<>();
    for (BoundExpr argument : e.arguments()) {
      if (argument instanceof BoundExpr.Lambda lambda) {
        lambdas.add(lambda(lambda));
      } else {
        values.add(argument);
      }
    }
    ScalarKernel kernel = function.newKernel();
    if (kernel instanceof LambdaBody.LambdaKernel lambdaKernel) {
      lambdaKernel.bind(lambdas.toArray(new LambdaBody[0]));
    }
    return new CallNode(
        function, kernel, compileAll(values), lambdas.toArray(new LambdaNode[0]), context);
  }

  private LambdaNode lambda(BoundExpr.Lambda e) {
    Map<Integer, Integer> inner = new HashMap<>();
    for (BoundExpr.ColumnRef parameter : e.parameters()) {
      inner.put(parameter.id(), inner.size());
    }
    int next = e.parameters().size();
    for (BoundExpr.ColumnRef capture : e.captureRefs()) {
      inner.put(capture.id(), next++);
    }
    EvalNode body = new NodeCompiler(context, inner).compile(e.body());
    return new LambdaNode(e.parameters().size(), compileAll(e.captures()), body);
  }

  static boolean mustBeLazy(BoundExpr expr) {
    return ExprTraits.canFail(expr) || ExprTraits.isVolatile(expr);
  }

  private RowSubset[] subsets(List<BoundExpr> exprs) {
    RowSubset[] subsets = new RowSubset[exprs.size()];
    for (int i = 0; i < subsets.length; i++) {
      subsets[i] = subset(exprs.get(i));
    }
    return subsets;
  }

  RowSubset subset(BoundExpr expr) {
    BitSet positions = new BitSet();
    collect(expr, positions);
    return new RowSubset(positions.stream().toArray());
  }

  private void collect(BoundExpr expr, BitSet positions) {
    if (expr instanceof BoundExpr.InputRef input) {
      positions.set(input.position());
    } else if (expr instanceof BoundExpr.ColumnRef column) {
      positions.set(positionOf(column));
    } else if (expr instanceof BoundExpr.Lambda lambda) {
      // The body has a chunk of its own; only what it captures is read here.
      for (BoundExpr capture : lambda.captures()) {
        collect(capture, positions);
      }
    } else {
      for (BoundExpr child : ExprTraits.children(expr)) {
        collect(child, positions);
      }
    }
  }
}
