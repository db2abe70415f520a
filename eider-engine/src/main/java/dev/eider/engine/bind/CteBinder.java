// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.Plans;
import dev.eider.engine.sql.ast.Cte;
import dev.eider.engine.sql.ast.DataStatement;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.QueryNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Binds WITH lists. An entry is bound at its first use. Used once, its plan takes the place of that
 * use; used more often it is computed once ({@link LogicalOperator.MaterializedCte}), unless NOT
 * MATERIALIZED was written or it is correlated: then every use gets a copy.
 */
final class CteBinder {
  private final StatementContext context;
  private final @Nullable ExpressionBinder outer;

  CteBinder(StatementContext context, @Nullable ExpressionBinder outer) {
    this.context = context;
    this.outer = outer;
  }

  /** Binds a query under a WITH list. */
  BoundQuery bind(
      List<Cte> ctes, boolean recursive, CteScope around, Function<CteScope, BoundQuery> body) {
    CteScope visible = around;
    List<CteScope.Definition> definitions = new ArrayList<>();
    for (Cte cte : ctes) {
      for (CteScope.Definition known : definitions) {
        if (known.name.equalsIgnoreCase(cte.name())) {
          throw EiderException.parser(
              "Duplicate CTE name \"" + cte.name() + "\"", cte.span().start());
        }
      }
      CteScope.Definition definition = new CteScope.Definition(cte.name(), cte, visible, outer);
      if (!(cte.body() instanceof DataStatement.Select)) {
        if (recursive) {
          throw EiderException.parser(
              "Recursive CTEs with DML statements are not supported", cte.span().start());
        }
        if (!context.isTopWith(ctes)) {
          throw EiderException.binder(
              "WITH clause containing a data-modifying statement must be at the top level",
              cte.span().start());
        }
        bindChange(definition, cte, visible);
      } else if (recursive && isSelfReferencing(cte)) {
        bindRecursive(definition, cte, visible);
      }
      definitions.add(definition);
      visible = visible.with(definition);
    }
    BoundQuery query = body.apply(visible);
    LogicalOperator plan = query.plan();
    for (int i = definitions.size() - 1; i >= 0; i--) {
      CteScope.Definition definition = definitions.get(i);
      // An entry nobody uses is not bound: what it names need not exist, as in the dialect.
      if (definition.cteId >= 0 && definition.plan != null) {
        plan = place(definition, plan);
      }
    }
    return new BoundQuery(plan, query.names(), query.setColumns());
  }

  /** The plan with what the entry reads put in place. */
  static LogicalOperator place(CteScope.Definition definition, LogicalOperator plan) {
    LogicalOperator source = Objects.requireNonNull(definition.plan);
    int reads = CteReads.count(plan, definition.cteId);
    boolean always =
        definition.cte != null && definition.cte.materialized() == Cte.Materialized.ALWAYS;
    if (reads == 0 && !definition.changes) {
      return plan;
    }
    if (reads == 1 && !always && !definition.changes) {
      return CteReads.replace(plan, definition.cteId, source);
    }
    return new LogicalOperator.MaterializedCte(definition.cteId, source, plan);
  }

  /** A use of an entry. */
  BoundQuery reference(CteScope.Definition definition) {
    definition.uses++;
    Cte cte = definition.cte;
    if (cte == null) {
      return read(definition);
    }
    if (definition.plan != null) {
      if (cte.materialized() == Cte.Materialized.NEVER && definition.cteId < 0) {
        return bindDefinition(definition, cte);
      }
      if (definition.cteId >= 0) {
        return read(definition);
      }
      return bindDefinition(definition, cte);
    }
    BoundQuery bound = bindDefinition(definition, cte);
    definition.plan = bound.plan();
    definition.names = bound.names();
    definition.types = bound.types();
    boolean correlated = !Plans.freeColumns(bound.plan()).isEmpty();
    if (correlated || cte.materialized() == Cte.Materialized.NEVER) {
      return bound;
    }
    definition.cteId = context.ids.cte();
    return read(definition);
  }

  private BoundQuery read(CteScope.Definition definition) {
    List<ColumnRef> output = new ArrayList<>();
    for (int i = 0; i < definition.names.size(); i++) {
      output.add(context.column(definition.names.get(i), definition.types.get(i)));
    }
    return new BoundQuery(new LogicalOperator.CteRead(definition.cteId, output), definition.names);
  }

  private BoundQuery bindDefinition(CteScope.Definition definition, Cte cte) {
    if (!(cte.body() instanceof DataStatement.Select select)) {
      throw EiderException.notImplemented(
              "A CTE that changes data (INSERT, UPDATE, DELETE or MERGE in WITH)")
          .at(cte.span().start());
    }
    context.enterDefinition(cte.name());
    try {
      BoundQuery query =
          new QueryBinder(context, definition.outer, Objects.requireNonNull(definition.visible))
              .bind(select.query());
      return renamed(query, cte);
    } finally {
      context.leaveDefinition();
    }
  }

  /** An entry that changes data: carried out before what follows it. */
  private void bindChange(CteScope.Definition definition, Cte cte, CteScope visible) {
    BoundStatement change =
        switch (cte.body()) {
          case DataStatement.Insert insert when insert.with().ctes().isEmpty() ->
              new InsertBinder(context).bind(insert, visible);
          case DataStatement.Update update when update.with().ctes().isEmpty() ->
              new UpdateBinder(context).bind(update, visible);
          case DataStatement.Delete delete when delete.with().ctes().isEmpty() ->
              new DeleteBinder(context).bind(delete, visible);
          default ->
              throw EiderException.notImplemented(
                      "this kind of statement in WITH (INSERT, UPDATE and DELETE without a WITH of"
                          + " their own are supported)")
                  .at(cte.span().start());
        };
    BoundQuery renamed = renamed(new BoundQuery(change.plan(), change.names()), cte);
    definition.plan = renamed.plan();
    definition.names = renamed.names();
    definition.types = change.types();
    definition.cteId = context.ids.cte();
    definition.changes = true;
  }

  private static BoundQuery renamed(BoundQuery query, Cte cte) {
    List<String> names = new ArrayList<>(query.names());
    if (cte.columns().size() > names.size()) {
      throw EiderException.binder(
          "table \""
              + cte.name()
              + "\" has "
              + names.size()
              + " columns available but "
              + cte.columns().size()
              + " columns specified",
          cte.span().start());
    }
    for (int i = 0; i < cte.columns().size(); i++) {
      names.set(i, cte.columns().get(i));
    }
    return new BoundQuery(query.plan(), TableBinding.uniqueNames(names));
  }

  // --- recursive entries

  private static boolean isSelfReferencing(Cte cte) {
    return cte.body() instanceof DataStatement.Select select
        && select.query().body() instanceof QueryNode.SetOpNode setOp
        && setOp.op() == QueryNode.SetOp.UNION
        && AstReferences.mentions(setOp.inputs().getLast(), cte.name());
  }

  private void bindRecursive(CteScope.Definition definition, Cte cte, CteScope visible) {
    DataStatement.Select select = (DataStatement.Select) cte.body();
    Query query = select.query();
    int at = cte.span().start();
    if (!query.orderBy().isEmpty()) {
      throw new EiderException(
          dev.eider.base.error.ErrorType.PARSER,
          "ORDER BY in a recursive query is not allowed",
          at,
          null);
    }
    if (query.limit() != null) {
      throw new EiderException(
          dev.eider.base.error.ErrorType.PARSER,
          "LIMIT or OFFSET in a recursive query is not allowed",
          at,
          null);
    }
    QueryNode.SetOpNode setOp = (QueryNode.SetOpNode) query.body();
    List<Query> inputs = setOp.inputs();
    CteScope inner = visible;
    if (!query.ctes().isEmpty()) {
      throw EiderException.notImplemented("WITH inside the body of a recursive CTE").at(at);
    }
    QueryNode anchorNode =
        inputs.size() == 2
            ? null
            : new QueryNode.SetOpNode(
                setOp.op(),
                setOp.all(),
                setOp.byName(),
                inputs.subList(0, inputs.size() - 1),
                setOp.span());
    Query anchorQuery = anchorNode == null ? inputs.getFirst() : Query.of(anchorNode);
    BoundQuery anchor = renamed(new QueryBinder(context, outer, inner).bind(anchorQuery), cte);
    CteScope.Definition self = new CteScope.Definition(cte.name(), null, null, null);
    self.cteId = context.ids.cte();
    self.names = anchor.names();
    self.types = anchor.types().stream().map(SetOperationBinder::storable).toList();
    CteScope.Definition recurring =
        new CteScope.Definition("recurring." + cte.name(), null, null, null);
    recurring.cteId = context.ids.cte();
    recurring.names = self.names;
    recurring.types = self.types;
    BoundQuery step =
        new QueryBinder(context, outer, inner.with(recurring).with(self)).bind(inputs.getLast());
    if (step.names().size() != anchor.names().size()) {
      throw EiderException.binder(
          "Set operations can only apply to expressions with the same number of result columns",
          at);
    }
    List<LogicalType> types = new ArrayList<>();
    for (int i = 0; i < self.types.size(); i++) {
      types.add(self.types.get(i));
    }
    List<ColumnRef> output = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      output.add(context.column(self.names.get(i), types.get(i)));
    }
    boolean usesRecurring = recurring.uses > 0;
    LogicalOperator plan =
        new LogicalOperator.RecursiveCte(
            self.cteId,
            usesRecurring ? recurring.cteId : -1,
            SetOperationBinder.cast(context, anchor.plan(), types),
            SetOperationBinder.cast(context, step.plan(), types),
            setOp.all(),
            keys(cte, self.names),
            output);
    definition.plan = plan;
    definition.names = self.names;
    definition.types = types;
    definition.cteId = context.ids.cte();
  }

  private static List<Integer> keys(Cte cte, List<String> names) {
    List<Integer> keys = new ArrayList<>();
    for (Expr key : cte.usingKey()) {
      int index = -1;
      if (key instanceof Expr.ColumnRef ref) {
        for (int i = 0; i < names.size(); i++) {
          if (names.get(i).equalsIgnoreCase(ref.name())) {
            index = i;
          }
        }
      }
      if (index < 0) {
        throw EiderException.binder(
            "Referenced column in USING KEY not found in the columns of \"" + cte.name() + "\"",
            key.span().start());
      }
      keys.add(index);
    }
    return keys;
  }
}
