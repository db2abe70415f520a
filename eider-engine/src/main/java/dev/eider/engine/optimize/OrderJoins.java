// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.LogicalOperator.Assignment;
import dev.eider.engine.plan.LogicalOperator.Join;
import dev.eider.engine.plan.LogicalOperator.JoinCondition;
import dev.eider.engine.plan.LogicalOperator.JoinType;
import dev.eider.engine.plan.Plans;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the order of inner joins: by dynamic programming over subsets up to {@link #EXACT_LIMIT}
 * relations, greedily beyond. The cost of a plan is the sum of the rows of its joins. The side with
 * fewer rows becomes the right one, of which the hash table is built.
 */
final class OrderJoins {
  /** 2^10 subsets are enumerated in no time; each relation more doubles them. */
  private static final int EXACT_LIMIT = 10;

  /** Above 60 relations the bit sets would not fit a long. */
  private static final int MAX_RELATIONS = 60;

  private final Cardinality cardinality = new Cardinality();
  private final EvalContext settings;
  private final int exactLimit;

  OrderJoins(EvalContext settings) {
    this.settings = settings;
    Value threshold = settings.setting("approximate_join_order_threshold");
    exactLimit =
        threshold == null || threshold.isNull()
            ? EXACT_LIMIT
            : (int) Math.min(EXACT_LIMIT, threshold.asLong());
  }

  LogicalOperator apply(LogicalOperator plan) {
    if (isInner(plan)) {
      Graph graph = new Graph();
      collect(plan, graph);
      if (graph.relations.size() > MAX_RELATIONS) {
        return plan;
      }
      for (int i = 0; i < graph.relations.size(); i++) {
        graph.relations.set(i, apply(graph.relations.get(i)));
      }
      return exactly(order(graph), plan.output());
    }
    LogicalOperator op = Plans.mapInputs(plan, this::apply);
    return op instanceof Join join ? chooseSides(join) : op;
  }

  private static boolean isInner(LogicalOperator op) {
    return op instanceof Join join
        && !join.dependent()
        && (join.type() == JoinType.INNER || join.type() == JoinType.CROSS);
  }

  private static LogicalOperator exactly(LogicalOperator plan, List<ColumnRef> output) {
    if (plan.output().equals(output)) {
      return plan;
    }
    List<Assignment> kept = new ArrayList<>();
    output.forEach(column -> kept.add(new Assignment(column, column)));
    return new LogicalOperator.Project(plan, kept);
  }

  // --- the graph

  private static final class Graph {
    final List<LogicalOperator> relations = new ArrayList<>();
    final List<BoundExpr> predicates = new ArrayList<>();
  }

  private static void collect(LogicalOperator op, Graph graph) {
    if (isInner(op)) {
      Join join = (Join) op;
      collect(join.left(), graph);
      collect(join.right(), graph);
      join.conditions().forEach(c -> graph.predicates.add(Predicates.predicate(c)));
      BoundExpr residual = join.residual();
      if (residual != null) {
        graph.predicates.addAll(Expressions.conjuncts(residual));
      }
    } else {
      graph.relations.add(op);
    }
  }

  /** A part of the result: its relations, plan, rows, and the cost to get there. */
  private record Part(long relations, LogicalOperator plan, double rows, double cost) {}

  private static long[] masks(Graph graph) {
    Map<Integer, Integer> relationOf = new HashMap<>();
    for (int i = 0; i < graph.relations.size(); i++) {
      for (ColumnRef column : graph.relations.get(i).output()) {
        relationOf.put(column.id(), i);
      }
    }
    long[] masks = new long[graph.predicates.size()];
    for (int p = 0; p < masks.length; p++) {
      for (int id : Expressions.columns(graph.predicates.get(p))) {
        Integer relation = relationOf.get(id);
        if (relation != null) {
          masks[p] |= 1L << relation;
        }
      }
    }
    return masks;
  }

  private LogicalOperator order(Graph graph) {
    long[] masks = masks(graph);
    int n = graph.relations.size();
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      LogicalOperator relation = graph.relations.get(i);
      parts.add(new Part(1L << i, relation, cardinality.rows(relation), 0));
    }
    uniteEqualColumns(graph);
    Part best = n <= exactLimit ? exact(graph, masks, parts) : greedy(graph, masks, parts);
    List<BoundExpr> left = new ArrayList<>();
    for (int p = 0; p < masks.length; p++) {
      if (Long.bitCount(masks[p]) < 2) {
        left.add(graph.predicates.get(p));
      }
    }
    return left.isEmpty()
        ? best.plan()
        : new LogicalOperator.Filter(best.plan(), Expressions.and(left));
  }

  /** Tells the estimates which columns the predicates make equal, directly or through others. */
  private void uniteEqualColumns(Graph graph) {
    Map<Integer, List<ColumnRef>> classes = new HashMap<>();
    for (BoundExpr predicate : graph.predicates) {
      if (predicate instanceof BoundExpr.Compare c
          && c.op() == dev.eider.base.table.ScanFilter.CompareOp.EQ
          && c.left() instanceof ColumnRef a
          && c.right() instanceof ColumnRef b) {
        List<ColumnRef> united = new ArrayList<>(classes.getOrDefault(a.id(), List.of(a)));
        for (ColumnRef column : classes.getOrDefault(b.id(), List.of(b))) {
          if (!united.contains(column)) {
            united.add(column);
          }
        }
        united.forEach(column -> classes.put(column.id(), united));
      }
    }
    classes.values().forEach(cardinality::unite);
  }

  private Part exact(Graph graph, long[] masks, List<Part> single) {
    int n = single.size();
    @Nullable Part[] best = new Part[1 << n];
    for (Part part : single) {
      best[(int) part.relations()] = part;
    }
    for (int set = 1; set < best.length; set++) {
      if (Integer.bitCount(set) < 2) {
        continue;
      }
      Part chosen = bestOf(graph, masks, best, set, true);
      best[set] = chosen != null ? chosen : bestOf(graph, masks, best, set, false);
    }
    return java.util.Objects.requireNonNull(best[best.length - 1]);
  }

  private @Nullable Part bestOf(
      Graph graph, long[] masks, @Nullable Part[] best, int set, boolean connected) {
    int lowest = Integer.lowestOneBit(set);
    int bestLeft = 0;
    double bestCost = Double.MAX_VALUE;
    double rows = -1;
    for (int left = (set - 1) & set; left > 0; left = (left - 1) & set) {
      if ((left & lowest) == 0) {
        continue;
      }
      Part a = best[left];
      Part b = best[set ^ left];
      if (a == null || b == null) {
        continue;
      }
      if (connected && !connects(masks, left, set ^ left)) {
        continue;
      }
      double joined = joinedRows(graph, masks, a, b);
      rows = rows < 0 ? joined : Math.min(rows, joined);
      double cost = a.cost() + b.cost() + joined + Math.min(a.rows(), b.rows());
      if (cost < bestCost) {
        bestCost = cost;
        bestLeft = left;
      }
    }
    if (bestLeft == 0) {
      return null;
    }
    Part a = java.util.Objects.requireNonNull(best[bestLeft]);
    Part b = java.util.Objects.requireNonNull(best[set ^ bestLeft]);
    return new Part(set, join(graph, masks, a, b), Math.max(1, rows), bestCost);
  }

  private static boolean connects(long[] masks, long a, long b) {
    for (long mask : masks) {
      if ((mask & a) != 0 && (mask & b) != 0 && (mask & ~(a | b)) == 0) {
        return true;
      }
    }
    return false;
  }

  private double joinedRows(Graph graph, long[] masks, Part a, Part b) {
    double rows = a.rows() * b.rows();
    Set<Integer> left = Plans.outputIds(a.plan());
    Set<Integer> right = Plans.outputIds(b.plan());
    for (int p = 0; p < masks.length; p++) {
      if (isNew(masks[p], a.relations(), b.relations())) {
        JoinCondition condition = Predicates.joinCondition(graph.predicates.get(p), left, right);
        rows *=
            condition != null
                ? cardinality.share(condition, a.rows(), b.rows())
                : cardinality.share(graph.predicates.get(p));
      }
    }
    return Math.max(1, rows);
  }

  private static boolean isNew(long mask, long a, long b) {
    return (mask & a) != 0 && (mask & b) != 0 && (mask & ~(a | b)) == 0;
  }

  private static LogicalOperator join(Graph graph, long[] masks, Part a, Part b) {
    boolean swap = a.rows() < b.rows();
    Part left = swap ? b : a;
    Part right = swap ? a : b;
    Set<Integer> leftIds = Plans.outputIds(left.plan());
    Set<Integer> rightIds = Plans.outputIds(right.plan());
    List<JoinCondition> conditions = new ArrayList<>();
    List<BoundExpr> rest = new ArrayList<>();
    for (int p = 0; p < masks.length; p++) {
      if (isNew(masks[p], left.relations(), right.relations())) {
        JoinCondition condition =
            Predicates.joinCondition(graph.predicates.get(p), leftIds, rightIds);
        if (condition != null) {
          conditions.add(condition);
        } else {
          rest.add(graph.predicates.get(p));
        }
      }
    }
    return new Join(
        conditions.isEmpty() && rest.isEmpty() ? JoinType.CROSS : JoinType.INNER,
        left.plan(),
        right.plan(),
        conditions,
        rest.isEmpty() ? null : Expressions.and(rest),
        null,
        false);
  }

  /** Joins the pair with the fewest rows, again and again. */
  private Part greedy(Graph graph, long[] masks, List<Part> single) {
    List<Part> parts = new ArrayList<>(single);
    while (parts.size() > 1) {
      int bestA = -1;
      int bestB = -1;
      double fewest = Double.MAX_VALUE;
      for (int pass = 0; pass < 2 && bestA < 0; pass++) {
        for (int i = 0; i < parts.size(); i++) {
          for (int j = i + 1; j < parts.size(); j++) {
            Part a = parts.get(i);
            Part b = parts.get(j);
            if (pass == 0 && !connects(masks, a.relations(), b.relations())) {
              continue;
            }
            double rows = joinedRows(graph, masks, a, b);
            if (rows < fewest) {
              fewest = rows;
              bestA = i;
              bestB = j;
            }
          }
        }
      }
      Part b = parts.remove(bestB);
      Part a = parts.remove(bestA);
      parts.add(
          new Part(
              a.relations() | b.relations(),
              join(graph, masks, a, b),
              fewest,
              a.cost() + b.cost() + fewest));
    }
    return parts.getFirst();
  }

  // --- outer, semi and anti joins: only the sides can be chosen

  private LogicalOperator chooseSides(Join join) {
    JoinType flipped =
        switch (join.type()) {
          case LEFT -> JoinType.RIGHT;
          case RIGHT -> JoinType.LEFT;
          case FULL -> JoinType.FULL;
          case SEMI -> JoinType.RIGHT_SEMI;
          case ANTI -> JoinType.RIGHT_ANTI;
          case RIGHT_SEMI -> JoinType.SEMI;
          case RIGHT_ANTI -> JoinType.ANTI;
          case INNER, CROSS, MARK, SINGLE, POSITIONAL -> null;
          case ASOF, ASOF_LEFT, ASOF_RIGHT, ASOF_FULL -> null;
        };
    if (flipped == null || JoinMethod.choose(join, settings) != JoinMethod.HASH) {
      return join;
    }
    // Twice as large: a wrong guess must not undo what the query wrote.
    if (cardinality.rows(join.right()) <= 2 * cardinality.rows(join.left())) {
      return join;
    }
    List<JoinCondition> conditions = new ArrayList<>();
    for (JoinCondition c : join.conditions()) {
      conditions.add(new JoinCondition(c.right(), c.op().flip(), c.left(), c.nullSafe()));
    }
    Join made =
        new Join(flipped, join.right(), join.left(), conditions, join.residual(), null, false);
    return exactly(made, join.output());
  }
}
