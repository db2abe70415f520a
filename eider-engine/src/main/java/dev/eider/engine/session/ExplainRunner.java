// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.engine.bind.Binder;
import dev.eider.engine.bind.BoundStatement;
import dev.eider.engine.execute.OperatorNode;
import dev.eider.engine.execute.ResultStream;
import dev.eider.engine.optimize.Cardinality;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.session.explain.ExplainFormat;
import dev.eider.engine.session.explain.LogicalTree;
import dev.eider.engine.session.explain.PlanReport;
import dev.eider.engine.session.explain.TextOptions;
import dev.eider.engine.sql.ast.DataStatement;
import dev.eider.engine.sql.ast.DefinitionStatement;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Option;
import dev.eider.engine.sql.ast.SessionStatement;
import dev.eider.engine.sql.ast.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** EXPLAIN and EXPLAIN ANALYZE. Used by the session's thread only. */
final class ExplainRunner {
  private static final List<String> NAMES = List.of("explain_key", "explain_value");
  private static final List<LogicalType> TYPES = List.of(LogicalType.VARCHAR, LogicalType.VARCHAR);

  private final Session session;
  private final QueryRunner runner;

  ExplainRunner(Session session, QueryRunner runner) {
    this.session = session;
    this.runner = runner;
  }

  QueryResult explain(DataStatement.Explain explain, String sql, Map<String, Value> parameters) {
    ExplainFormat format = format(explain.options());
    Statement statement = explain.statement();
    BoundStatement bound = bind(statement, parameters);
    if (bound == null) {
      if (explain.analyze()) {
        throw EiderException.notImplemented(
                "EXPLAIN ANALYZE of a statement that has no plan: leave ANALYZE out")
            .at(explain.span().start());
      }
      OperatorNode only = new OperatorNode(-1, name(statement), List.of(), List.of());
      return rows(format, only, only, only);
    }
    if (explain.analyze()) {
      return analyze(format, runner.optimize(bound.plan(), bound.ids()), sql);
    }
    OperatorNode logical = new LogicalTree(plan -> -1).of(bound.plan());
    LogicalOperator optimized = runner.optimize(bound.plan(), bound.ids());
    ToLongFunction<LogicalOperator> estimates = estimates();
    OperatorNode better = new LogicalTree(estimates).of(optimized);
    return rows(format, logical, better, runner.lower(optimized, estimates).root());
  }

  /** The statement's plan; null when it has none. */
  private @Nullable BoundStatement bind(Statement statement, Map<String, Value> parameters) {
    return switch (statement) {
      case DataStatement data -> runner.bind(data, parameters);
      case DefinitionStatement.CreateTable create when create.asQuery() != null ->
          new Binder(session.environment(), parameters).bindCreateTableAs(create);
      case SessionStatement.Execute execute -> {
        StatementRunner.Call call = new StatementRunner(session).prepared(execute);
        yield bind(call.statement().statement().statement(), call.values());
      }
      case DefinitionStatement definition -> null;
      case SessionStatement other -> null;
    };
  }

  private static ToLongFunction<LogicalOperator> estimates() {
    Cardinality cardinality = new Cardinality();
    return plan -> Math.round(cardinality.rows(plan));
  }

  private static ExplainFormat format(List<Option> options) {
    ExplainFormat format = null;
    for (Option option : options) {
      if (!option.name().equalsIgnoreCase("format")) {
        throw EiderException.notImplemented(
                "Unimplemented explain type: " + option.name().toLowerCase(Locale.ROOT))
            .at(option.span().start());
      }
      if (format != null) {
        throw EiderException.invalidInput("FORMAT can not be provided more than once");
      }
      format = ExplainFormat.of(name(option));
    }
    return format == null ? ExplainFormat.TEXT : format;
  }

  private static String name(Option option) {
    if (option.values().size() == 1) {
      Expr value = option.values().getFirst();
      if (value instanceof Expr.ColumnRef word && word.names().size() == 1) {
        return word.names().getFirst();
      }
      if (value instanceof Expr.StringLiteral text) {
        return text.value();
      }
    }
    throw EiderException.invalidInput("FORMAT requires a single format name, e.g. FORMAT json");
  }

  private TextOptions options() {
    return session.settings().explainOptions();
  }

  private QueryResult rows(
      ExplainFormat format, OperatorNode logical, OperatorNode optimized, OperatorNode physical) {
    List<List<Value>> rows = new ArrayList<>();
    switch (session.settings().text("explain_output")) {
      case "ALL" -> {
        rows.add(row("logical_plan", format, PlanReport.of(logical)));
        rows.add(row("logical_opt", format, PlanReport.of(optimized)));
        rows.add(row("physical_plan", format, PlanReport.of(physical)));
      }
      case "OPTIMIZED_ONLY" -> rows.add(row("logical_opt", format, PlanReport.of(optimized)));
      default -> rows.add(row("physical_plan", format, PlanReport.of(physical)));
    }
    return QueryResult.of(NAMES, TYPES, rows);
  }

  private List<Value> row(String key, ExplainFormat format, PlanReport report) {
    return List.of(Value.of(key), Value.of(format.render(report, options())));
  }

  /** Runs the plan and tells rows and time of each operator. */
  private QueryResult analyze(ExplainFormat format, LogicalOperator plan, String sql) {
    long start = session.services().env().nanoTime();
    try (ResultStream stream = runner.execute(runner.lower(plan, estimates()), true)) {
      session.running(stream);
      for (DataChunk chunk = stream.next(); chunk != null; chunk = stream.next()) {
        // The rows are not wanted.
      }
      long nanos = session.services().env().nanoTime() - start;
      PlanReport report =
          new PlanReport(
              stream.root(),
              stream.profile(),
              nanos,
              stream.bytesRead(),
              stream.fetched(),
              stream.waitedNanos(),
              sql);
      return QueryResult.of(NAMES, TYPES, List.of(row("analyzed_plan", format, report)));
    } catch (EiderException e) {
      throw ErrorText.withLine(e, sql);
    }
  }

  /** What a statement without a plan does, in one word. */
  private static String name(Statement statement) {
    return switch (statement) {
      case DefinitionStatement.CreateTable s -> "CREATE_TABLE";
      case DefinitionStatement.CreateView s -> "CREATE_VIEW";
      case DefinitionStatement.CreateSchema s -> "CREATE_SCHEMA";
      case DefinitionStatement.CreateSequence s -> "CREATE_SEQUENCE";
      case DefinitionStatement.CreateMacro s -> "CREATE_MACRO";
      case DefinitionStatement.CreateType s -> "CREATE_TYPE";
      case DefinitionStatement.CreateIndex s -> "CREATE_INDEX";
      case DefinitionStatement.CreateSecret s -> "CREATE_SECRET";
      case DefinitionStatement.CreateTrigger s -> "CREATE_TRIGGER";
      case DefinitionStatement.AlterTable s -> "ALTER";
      case DefinitionStatement.RenameEntry s -> "ALTER";
      case DefinitionStatement.AlterSequence s -> "ALTER";
      case DefinitionStatement.AlterDatabase s -> "ALTER";
      case DefinitionStatement.CommentOn s -> "ALTER";
      case DefinitionStatement.Drop s -> "DROP";
      case DefinitionStatement.DropSecret s -> "DROP";
      case DefinitionStatement.DropTrigger s -> "DROP";
      case SessionStatement.Prepare s -> "PREPARE";
      case SessionStatement.Execute s -> "EXECUTE";
      case SessionStatement.Deallocate s -> "DROP";
      case SessionStatement.SetSetting s -> "SET";
      case SessionStatement.SetVariable s -> "SET_VARIABLE";
      case SessionStatement.ResetSetting s -> "RESET";
      case SessionStatement.ResetVariable s -> "RESET_VARIABLE";
      case SessionStatement.PragmaCall s -> "PRAGMA";
      case SessionStatement.Use s -> "SET";
      case SessionStatement.Attach s -> "ATTACH";
      case SessionStatement.Detach s -> "DETACH";
      case SessionStatement.Begin s -> "TRANSACTION";
      case SessionStatement.Commit s -> "TRANSACTION";
      case SessionStatement.Rollback s -> "TRANSACTION";
      case SessionStatement.Checkpoint s -> "CHECKPOINT";
      case SessionStatement.Vacuum s -> "VACUUM";
      case SessionStatement.Load s -> "LOAD";
      case SessionStatement.Install s -> "LOAD";
      case SessionStatement.UpdateExtensions s -> "UPDATE_EXTENSIONS";
      case SessionStatement.ExportDatabase s -> "EXPORT";
      case SessionStatement.ImportDatabase s -> "IMPORT";
      case DataStatement data -> throw EiderException.internal("a plan is missing: " + data);
    };
  }
}
