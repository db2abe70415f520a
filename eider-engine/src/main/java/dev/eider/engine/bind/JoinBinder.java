// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.LogicalType;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.LogicalOperator.JoinCondition;
import dev.eider.engine.plan.LogicalOperator.JoinType;
import dev.eider.engine.plan.Plans;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.TableRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Binds joins: ON, USING, NATURAL, LATERAL, ASOF, POSITIONAL, SEMI and ANTI. */
final class JoinBinder {
  /** The column that says whether a left row has a match. */
  private static final String MARKER = "__mark_join_marker";

  private final StatementContext context;
  private final @Nullable ExpressionBinder outer;
  private final CteScope ctes;
  private final FromBinder from;

  JoinBinder(
      StatementContext context, @Nullable ExpressionBinder outer, CteScope ctes, FromBinder from) {
    this.context = context;
    this.outer = outer;
    this.ctes = ctes;
    this.from = from;
  }

  /** A pair of columns that USING or NATURAL makes equal. */
  private record Pair(String name, BoundExpr left, BoundExpr right) {}

  FromBinder.Source bind(TableRef.Join join) {
    int at = join.span().start();
    FromBinder.Source left = from.bind(join.left());
    FromBinder.Source right = from.lateral(left).bind(join.right());
    boolean dependent = FromBinder.isDependent(left.plan(), right.plan());
    if (dependent
        && (join.kind() == TableRef.JoinKind.RIGHT || join.kind() == TableRef.JoinKind.FULL)) {
      throw EiderException.binder(
          "The combining JOIN type must be INNER or LEFT for a LATERAL" + " reference", at);
    }
    Scope scope = new Scope();
    scope.addAll(left.scope());
    scope.addAll(right.scope());
    List<String> using =
        join.flavor() == TableRef.JoinFlavor.NATURAL
            ? naturalColumns(left, right, at)
            : join.using();
    List<BoundExpr> conditions = new ArrayList<>();
    for (String name : using) {
      requireDistinctAliases(name, left.scope(), right.scope(), at);
      Pair pair = pair(name, left, right, at);
      conditions.add(context.coercion.compare(CompareOp.EQ, pair.left(), pair.right(), at));
      merge(join, scope, left.scope(), right.scope(), pair);
    }
    ExpressionBinder binder = new ExpressionBinder(context, scope, outer, ctes);
    Expr on = join.on();
    if (on != null) {
      conditions.add(binder.bindCondition(on, Clause.JOIN_ON));
    }
    boolean asof = join.flavor() == TableRef.JoinFlavor.ASOF;
    if (asof && !using.isEmpty() && conditions.size() == using.size()) {
      // The last USING column of an ASOF join is the one that need not be equal.
      BoundExpr.Compare last = (BoundExpr.Compare) conditions.removeLast();
      conditions.add(new BoundExpr.Compare(CompareOp.GE, last.left(), last.right()));
    }
    LogicalOperator plan = plan(join, left.plan(), right.plan(), conditions, dependent);
    if (plan instanceof LogicalOperator.Join made && made.mark() != null) {
      Scope marked = new Scope();
      marked.addAll(left.scope());
      marked.add(TableBinding.of(MARKER, List.of(MARKER), List.of(made.mark()), List.of()));
      return new FromBinder.Source(plan, marked);
    }
    if (join.kind() == TableRef.JoinKind.SEMI || join.kind() == TableRef.JoinKind.ANTI) {
      Scope leftOnly = new Scope();
      leftOnly.addAll(left.scope());
      return new FromBinder.Source(plan, leftOnly);
    }
    return new FromBinder.Source(plan, scope);
  }

  private List<String> naturalColumns(FromBinder.Source left, FromBinder.Source right, int at) {
    List<String> names = new ArrayList<>();
    List<String> leftNames = new ArrayList<>();
    for (TableBinding table : left.scope().tables()) {
      for (TableBinding.BoundColumn column : table.columns()) {
        if (column.hidden()) {
          continue;
        }
        leftNames.add(column.name());
        boolean shared =
            right.scope().tables().stream()
                .anyMatch(other -> {
                  TableBinding.BoundColumn match = other.find(column.name());
                  return match != null && !match.hidden();
                });
        if (shared && names.stream().noneMatch(column.name()::equalsIgnoreCase)) {
          names.add(column.name());
        }
      }
    }
    if (names.isEmpty()) {
      List<String> rightNames = new ArrayList<>();
      right
          .scope()
          .tables()
          .forEach(table -> table.columns().forEach(column -> rightNames.add(column.name())));
      throw EiderException.binder(
          "No columns found to join on in NATURAL JOIN.\nUse CROSS JOIN if you intended for this to"
              + " be a cross-product.\n   Left candidates: "
              + String.join(", ", leftNames)
              + "\n   Right candidates: "
              + String.join(", ", rightNames),
          at);
    }
    return names;
  }

  /** Merged columns are columns of named tables: the same name on both sides says nothing. */
  private static void requireDistinctAliases(String name, Scope left, Scope right, int at) {
    for (TableBinding a : left.tablesWith(name)) {
      for (TableBinding b : right.tablesWith(name)) {
        if (a.alias().equalsIgnoreCase(b.alias())
            && !a.alias().startsWith("unnamed_subquery")
            && a.path().equals(b.path())) {
          throw EiderException.binder(
              "Ambiguous reference to table \""
                  + a.alias()
                  + "\" (duplicate alias \""
                  + a.alias()
                  + "\", explicitly alias one of the tables using \"AS my_alias\")",
              at);
        }
      }
    }
  }

  private Pair pair(String name, FromBinder.Source left, FromBinder.Source right, int at) {
    return new Pair(
        name, side(name, left.scope(), "left", at), side(name, right.scope(), "right", at));
  }

  private BoundExpr side(String name, Scope scope, String which, int at) {
    if (scope.tablesWith(name).isEmpty()) {
      throw EiderException.binder(
          "Column \"" + name + "\" does not exist on " + which + " side of join!", at);
    }
    ExpressionBinder binder = new ExpressionBinder(context, scope, null, ctes);
    try {
      return binder.bind(
          new Expr.ColumnRef(List.of(name), new dev.eider.engine.sql.ast.SourceSpan(at, at)),
          Clause.JOIN_ON);
    } catch (EiderException e) {
      List<String> tables = new ArrayList<>();
      scope.tablesWith(name).forEach(table -> tables.add(table.alias() + "." + name));
      throw EiderException.binder(
          "Column name \""
              + name
              + "\" is ambiguous: it exists more than once on "
              + which
              + " side of join.\nCandidates:\n\t"
              + String.join("\n\t", tables),
          at);
    }
  }

  private void merge(TableRef.Join join, Scope scope, Scope left, Scope right, Pair pair) {
    List<TableBinding> members = new ArrayList<>();
    members.addAll(membersOf(left, pair.name()));
    members.addAll(membersOf(right, pair.name()));
    BoundExpr value =
        switch (join.kind()) {
          case RIGHT -> pair.right();
          case FULL -> {
            List<BoundExpr> both = List.of(pair.left(), pair.right());
            yield new ExpressionBinder(context, scope, outer, ctes)
                .coalesce(both, join.span().start());
          }
          case INNER, LEFT, SEMI, ANTI, CROSS, POSITIONAL, MARK, SINGLE -> pair.left();
        };
    scope.addUsing(new Scope.UsingColumn(pair.name(), value, members));
  }

  private static List<TableBinding> membersOf(Scope scope, String name) {
    List<TableBinding> members = new ArrayList<>();
    for (TableBinding table : scope.tablesWith(name)) {
      TableBinding.BoundColumn column = table.find(name);
      if (column != null && !column.hidden()) {
        members.add(table);
      }
    }
    return members;
  }

  private LogicalOperator plan(
      TableRef.Join join,
      LogicalOperator left,
      LogicalOperator right,
      List<BoundExpr> conditions,
      boolean dependent) {
    int at = join.span().start();
    boolean asof = join.flavor() == TableRef.JoinFlavor.ASOF;
    JoinType type =
        switch (join.kind()) {
          case INNER -> asof ? JoinType.ASOF : JoinType.INNER;
          case LEFT -> asof ? JoinType.ASOF_LEFT : JoinType.LEFT;
          case RIGHT -> asof ? JoinType.ASOF_RIGHT : JoinType.RIGHT;
          case FULL -> asof ? JoinType.ASOF_FULL : JoinType.FULL;
          case SEMI -> JoinType.SEMI;
          case ANTI -> JoinType.ANTI;
          case CROSS -> JoinType.CROSS;
          case POSITIONAL -> JoinType.POSITIONAL;
          case MARK -> JoinType.MARK;
          case SINGLE -> JoinType.SINGLE;
        };
    if (conditions.isEmpty() && type == JoinType.INNER) {
      type = JoinType.CROSS;
    }
    if (type == JoinType.MARK) {
      LogicalOperator.Join made =
          (LogicalOperator.Join) of(JoinType.SEMI, left, right, conditions, dependent);
      return new LogicalOperator.Join(
          type,
          left,
          right,
          made.conditions(),
          made.residual(),
          context.column(MARKER, LogicalType.BOOLEAN),
          dependent);
    }
    return asof
        ? asof(type, left, right, conditions, dependent, at)
        : of(type, left, right, conditions, dependent);
  }

  /**
   * An ASOF join. A right row that a condition on the right side alone rejects is no candidate, so
   * such conditions filter the right side; so do those on the left side where left rows without a
   * match are dropped. Whether there is a nearest row does not depend on which it is: SEMI and ANTI
   * are ordinary joins.
   */
  private static LogicalOperator asof(
      JoinType type,
      LogicalOperator left,
      LogicalOperator right,
      List<BoundExpr> predicates,
      boolean dependent,
      int at) {
    Set<Integer> leftIds = Plans.outputIds(left);
    Set<Integer> rightIds = Plans.outputIds(right);
    List<BoundExpr> joined = new ArrayList<>();
    List<BoundExpr> ofLeft = new ArrayList<>();
    List<BoundExpr> ofRight = new ArrayList<>();
    int inequalities = 0;
    boolean arbitrary = false;
    for (BoundExpr part : conjuncts(predicates)) {
      JoinCondition condition = condition(part, leftIds, rightIds);
      if (condition != null && condition.op() != CompareOp.NE) {
        inequalities += condition.op() == CompareOp.EQ ? 0 : 1;
        joined.add(part);
        continue;
      }
      Set<Integer> used = Plans.columns(part);
      boolean moves = !Expressions.isVolatile(part) && !Expressions.hasSubquery(part);
      boolean dropsLeft = type == JoinType.ASOF || type == JoinType.SEMI;
      if (moves && dropsLeft && leftIds.containsAll(used)) {
        ofLeft.add(part);
      } else if (moves && !used.isEmpty() && rightIds.containsAll(used)) {
        arbitrary = true;
        ofRight.add(part);
      } else {
        arbitrary = true;
        joined.add(part);
      }
    }
    boolean keepsRight = type == JoinType.ASOF_RIGHT || type == JoinType.ASOF_FULL;
    if (arbitrary && keepsRight) {
      throw EiderException.notImplemented(
              "Unsupported ASOF JOIN type ("
                  + (type == JoinType.ASOF_RIGHT ? "RIGHT" : "FULL")
                  + ") with arbitrary predicate")
          .at(at);
    }
    if (inequalities == 0) {
      throw EiderException.binder("Missing ASOF JOIN inequality", at);
    }
    if (inequalities > 1) {
      throw EiderException.binder("Multiple ASOF JOIN inequalities", at);
    }
    return of(type, filtered(left, ofLeft), filtered(right, ofRight), joined, dependent);
  }

  private static LogicalOperator filtered(LogicalOperator plan, List<BoundExpr> predicates) {
    return predicates.isEmpty()
        ? plan
        : new LogicalOperator.Filter(plan, Expressions.and(predicates));
  }

  private static List<BoundExpr> conjuncts(List<BoundExpr> conditions) {
    List<BoundExpr> parts = new ArrayList<>();
    conditions.forEach(condition -> parts.addAll(Expressions.conjuncts(condition)));
    return parts;
  }

  /** A join with its conditions sorted into comparisons of left with right, and the rest. */
  static LogicalOperator of(
      JoinType type,
      LogicalOperator left,
      LogicalOperator right,
      List<BoundExpr> predicates,
      boolean dependent) {
    Set<Integer> leftIds = Plans.outputIds(left);
    Set<Integer> rightIds = Plans.outputIds(right);
    List<JoinCondition> conditions = new ArrayList<>();
    List<BoundExpr> rest = new ArrayList<>();
    for (BoundExpr part : conjuncts(predicates)) {
      JoinCondition condition = condition(part, leftIds, rightIds);
      if (condition == null) {
        rest.add(part);
      } else {
        conditions.add(condition);
      }
    }
    return new LogicalOperator.Join(
        type,
        left,
        right,
        conditions,
        rest.isEmpty() ? null : Expressions.and(rest),
        null,
        dependent);
  }

  /** The predicate as a comparison of a left with a right expression, or null. */
  static @Nullable JoinCondition condition(
      BoundExpr predicate, Set<Integer> leftIds, Set<Integer> rightIds) {
    return switch (predicate) {
      case BoundExpr.Compare compare ->
          condition(compare.left(), compare.op(), compare.right(), false, leftIds, rightIds);
      case BoundExpr.DistinctFrom same ->
          same.not()
              ? condition(same.left(), CompareOp.EQ, same.right(), true, leftIds, rightIds)
              : null;
      default -> null;
    };
  }

  private static @Nullable JoinCondition condition(
      BoundExpr a,
      CompareOp op,
      BoundExpr b,
      boolean nullSafe,
      Set<Integer> leftIds,
      Set<Integer> rightIds) {
    if (Expressions.hasSubquery(a) || Expressions.hasSubquery(b)) {
      return null;
    }
    Set<Integer> ofA = Expressions.columns(a);
    Set<Integer> ofB = Expressions.columns(b);
    if (ofA.isEmpty() || ofB.isEmpty()) {
      return null;
    }
    if (leftIds.containsAll(ofA) && rightIds.containsAll(ofB)) {
      return new JoinCondition(a, op, b, nullSafe);
    }
    if (leftIds.containsAll(ofB) && rightIds.containsAll(ofA)) {
      return new JoinCondition(b, op.flip(), a, nullSafe);
    }
    return null;
  }

  /** The output columns of a plan as references. */
  static List<ColumnRef> columns(LogicalOperator plan) {
    return plan.output();
  }
}
