// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.engine.bind.Binder;
import dev.eider.engine.bind.BoundStatement;
import dev.eider.engine.execute.PhysicalPlan;
import dev.eider.engine.execute.QueryServices;
import dev.eider.engine.execute.ResultStream;
import dev.eider.engine.lower.Lowering;
import dev.eider.engine.lower.LoweringContext;
import dev.eider.engine.optimize.Optimizer;
import dev.eider.engine.plan.ColumnIds;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.Plans;
import dev.eider.engine.sql.SqlParser;
import dev.eider.engine.sql.ast.DataStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** A query's life: parse, bind, optimize, lower, execute. Used by the session's thread only. */
final class QueryRunner {
  private final Session session;

  QueryRunner(Session session) {
    this.session = session;
  }

  /** Text to statements. */
  static List<ParsedStatement> parse(String sql) {
    List<ParsedStatement> statements = new ArrayList<>();
    SqlParser.parse(sql).forEach(statement -> statements.add(new ParsedStatement(statement, sql)));
    return statements;
  }

  /** A statement to a plan. */
  BoundStatement bind(DataStatement statement, @Nullable Map<String, Value> parameters) {
    return new Binder(session.environment(), parameters).bind(statement);
  }

  /** A plan to a better plan. */
  LogicalOperator optimize(LogicalOperator plan, ColumnIds ids) {
    return new Optimizer(ids, session.evalContext(), session.disabledRules()).optimize(plan);
  }

  /** A plan to pipelines. */
  PhysicalPlan lower(LogicalOperator plan) {
    return lower(plan, part -> -1);
  }

  /** A plan to pipelines, with estimates of the rows of its parts for EXPLAIN. */
  PhysicalPlan lower(LogicalOperator plan, ToLongFunction<LogicalOperator> estimates) {
    EngineServices services = session.services();
    long perWorker = services.memory().limit() / services.executor().threads();
    return Lowering.lower(
        plan, new LoweringContext(session.evalContext(), session::publish, estimates, perWorker));
  }

  /** Pipelines to rows. */
  ResultStream execute(PhysicalPlan plan, boolean timed) {
    QueryServices services =
        new QueryServices(
            session.services().env(),
            session.services().memory(),
            session.spillSpace(),
            session.settings().text("TimeZone"),
            timed,
            session.deadlineNanos(),
            query -> new SessionEvalContext(session, query::checkInterrupted),
            session.services().fetches(),
            session.secrets(),
            session.settings()::value);
    return session.services().executor().execute(plan, services);
  }

  /** All of it, for a statement that is a plan. */
  QueryResult run(DataStatement statement, String sql, Map<String, Value> parameters) {
    BoundStatement bound = bind(statement, parameters);
    boolean eager = !(statement instanceof DataStatement.Select) || Plans.changesData(bound.plan());
    return run(bound, sql, eager);
  }

  /** Runs a bound statement; {@code eager}: to its end. */
  QueryResult run(BoundStatement bound, String sql, boolean eager) {
    LogicalOperator plan = optimize(bound.plan(), bound.ids());
    ResultStream stream = execute(lower(plan), false);
    session.running(stream);
    QueryResult result =
        new QueryResult(
            bound.names(),
            bound.types(),
            bound.kind(),
            stream,
            error -> ErrorText.withLine(error, sql));
    if (eager) {
      result.drain();
    }
    return result;
  }

  /** The rows of a small query that is needed to bind another one. */
  List<List<Value>> runNow(LogicalOperator plan) {
    // Ids of the plan are the statement's; new ones must not meet them.
    ColumnIds ids = ColumnIds.aside();
    try (ResultStream stream = execute(lower(optimize(plan, ids)), false)) {
      List<List<Value>> rows = new ArrayList<>();
      for (DataChunk chunk = stream.next(); chunk != null; chunk = stream.next()) {
        for (int r = 0; r < chunk.size(); r++) {
          List<Value> row = new ArrayList<>();
          for (int c = 0; c < chunk.columnCount(); c++) {
            row.add(chunk.column(c).getValue(r));
          }
          rows.add(row);
        }
      }
      return rows;
    }
  }
}
