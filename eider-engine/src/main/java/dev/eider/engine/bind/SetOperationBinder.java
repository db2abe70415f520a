// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.QueryNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Binds UNION, EXCEPT and INTERSECT. */
final class SetOperationBinder {
  private final StatementContext context;
  private final @Nullable ExpressionBinder outer;
  private final CteScope ctes;

  SetOperationBinder(StatementContext context, @Nullable ExpressionBinder outer, CteScope ctes) {
    this.context = context;
    this.outer = outer;
    this.ctes = ctes;
  }

  BoundQuery bind(QueryNode.SetOpNode node) {
    List<BoundQuery> inputs = new ArrayList<>();
    for (Query input : node.inputs()) {
      inputs.add(new QueryBinder(context, outer, ctes).bind(input));
    }
    return combine(node, inputs);
  }

  private BoundQuery combine(QueryNode.SetOpNode node, List<BoundQuery> inputs) {
    List<BoundQuery> aligned = node.byName() ? byName(inputs) : inputs;
    int width = aligned.getFirst().names().size();
    for (BoundQuery input : aligned) {
      if (input.names().size() != width) {
        throw EiderException.binder(
            "Set operations can only apply to expressions with the same number of result columns",
            node.span().start());
      }
    }
    List<LogicalType> types = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      LogicalType type = LogicalType.SQLNULL;
      for (BoundQuery input : aligned) {
        type = context.coercion.unifyTypes(type, input.types().get(i), "");
      }
      types.add(type);
    }
    List<LogicalOperator> plans = new ArrayList<>();
    for (BoundQuery input : aligned) {
      plans.add(cast(context, input.plan(), types));
    }
    List<ColumnRef> output = new ArrayList<>();
    List<String> names = aligned.getFirst().names();
    for (int i = 0; i < width; i++) {
      ColumnRef column = context.column(names.get(i), types.get(i));
      for (BoundQuery input : aligned) {
        Collations.carry(input.plan().output().get(i), column, context);
      }
      output.add(column);
    }
    return new BoundQuery(plan(node, plans, output), names, setColumns(node, inputs, names));
  }

  private static SetColumns setColumns(
      QueryNode.SetOpNode node, List<BoundQuery> inputs, List<String> names) {
    Map<String, Integer> byName = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      byName.putIfAbsent(names.get(i).toLowerCase(Locale.ROOT), i);
    }
    SetColumns columns = new SetColumns();
    for (int k = 0; k < inputs.size(); k++) {
      BoundQuery input = inputs.get(k);
      columns.addBranch(
          node.inputs().get(k),
          input,
          node.byName()
              ? i ->
                  Objects.requireNonNull(byName.get(input.names().get(i).toLowerCase(Locale.ROOT)))
              : i -> i);
    }
    return columns;
  }

  private LogicalOperator plan(
      QueryNode.SetOpNode node, List<LogicalOperator> plans, List<ColumnRef> output) {
    boolean collated = output.stream().anyMatch(c -> Collations.sortForm(c, context) != c);
    if (collated && node.op() != QueryNode.SetOp.UNION && !node.all() && plans.size() == 2) {
      return byCollation(node.op(), plans.get(0), plans.get(1), output);
    }
    return switch (node.op()) {
      case UNION -> {
        LogicalOperator all =
            new LogicalOperator.SetOperation(LogicalOperator.SetKind.UNION, true, plans, output);
        yield node.all()
            ? all
            : new LogicalOperator.Distinct(all, Collations.sortForms(output, context));
      }
      case EXCEPT ->
          new LogicalOperator.SetOperation(
              LogicalOperator.SetKind.EXCEPT, node.all(), plans, output);
      case INTERSECT ->
          new LogicalOperator.SetOperation(
              LogicalOperator.SetKind.INTERSECT, node.all(), plans, output);
    };
  }

  /** The rows of the left that (EXCEPT: do not) equal one of the right by their collations. */
  private LogicalOperator byCollation(
      QueryNode.SetOp op, LogicalOperator left, LogicalOperator right, List<ColumnRef> output) {
    List<BoundExpr> same = new ArrayList<>();
    for (int i = 0; i < output.size(); i++) {
      ColumnRef a = left.output().get(i);
      ColumnRef b = right.output().get(i);
      List<BoundExpr> forms = Collations.unify(List.of(output.get(i)), List.of(a, b), context);
      same.add(new BoundExpr.DistinctFrom(true, forms.get(0), forms.get(1)));
    }
    LogicalOperator join =
        JoinBinder.of(
            op == QueryNode.SetOp.EXCEPT
                ? LogicalOperator.JoinType.ANTI
                : LogicalOperator.JoinType.SEMI,
            left,
            right,
            same,
            false);
    List<LogicalOperator.Assignment> assignments = new ArrayList<>();
    for (int i = 0; i < output.size(); i++) {
      assignments.add(new LogicalOperator.Assignment(output.get(i), left.output().get(i)));
    }
    return new LogicalOperator.Distinct(
        new LogicalOperator.Project(join, assignments), Collations.sortForms(output, context));
  }

  /** A plan whose columns have these types; the plan itself when they do already. */
  static LogicalOperator cast(
      StatementContext context, LogicalOperator plan, List<LogicalType> types) {
    List<ColumnRef> columns = plan.output();
    List<LogicalOperator.Assignment> assignments = new ArrayList<>();
    boolean changed = false;
    for (int i = 0; i < types.size(); i++) {
      ColumnRef column = columns.get(i);
      if (column.type().equals(types.get(i))) {
        assignments.add(new LogicalOperator.Assignment(column, column));
      } else {
        changed = true;
        assignments.add(
            new LogicalOperator.Assignment(
                context.column(column.name(), types.get(i)),
                context.coercion.cast(column, types.get(i))));
      }
    }
    return changed ? new LogicalOperator.Project(plan, assignments) : plan;
  }

  /** Each input widened to all names, in order of first appearance. */
  private List<BoundQuery> byName(List<BoundQuery> inputs) {
    Map<String, String> names = new LinkedHashMap<>();
    for (BoundQuery input : inputs) {
      Map<String, String> own = new LinkedHashMap<>();
      for (String name : input.names()) {
        if (own.put(name.toLowerCase(Locale.ROOT), name) != null) {
          throw EiderException.binder(
              "UNION(ALL) BY NAME operation doesn't support duplicate names in the SELECT list -"
                  + " the name \""
                  + name
                  + "\" occurs multiple times");
        }
      }
      own.forEach(names::putIfAbsent);
    }
    List<BoundQuery> aligned = new ArrayList<>();
    for (BoundQuery input : inputs) {
      List<LogicalOperator.Assignment> assignments = new ArrayList<>();
      List<ColumnRef> columns = input.plan().output();
      for (Map.Entry<String, String> name : names.entrySet()) {
        int index = -1;
        for (int i = 0; i < input.names().size(); i++) {
          if (input.names().get(i).equalsIgnoreCase(name.getValue())) {
            index = i;
          }
        }
        BoundExpr value = index >= 0 ? columns.get(index) : new BoundExpr.Constant(Value.NULL);
        ColumnRef column =
            index >= 0 ? columns.get(index) : context.column(name.getValue(), LogicalType.SQLNULL);
        assignments.add(new LogicalOperator.Assignment(column, value));
      }
      aligned.add(
          new BoundQuery(
              new LogicalOperator.Project(input.plan(), assignments), List.copyOf(names.values())));
    }
    return aligned;
  }

  /** A type a table can have: NULL columns are INTEGER. */
  static LogicalType storable(LogicalType type) {
    return type.id() == TypeId.SQLNULL || type.id() == TypeId.ANY ? LogicalType.INTEGER : type;
  }
}
