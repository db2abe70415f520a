// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.bind.Binder;
import dev.eider.engine.bind.SimilarNames;
import dev.eider.engine.sql.ast.DataStatement;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.SessionStatement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Runs statements about the session. Used by the session's thread only. */
final class StatementRunner {
  private final Session session;

  StatementRunner(Session session) {
    this.session = session;
  }

  QueryResult run(SessionStatement statement, String sql, Map<String, Value> parameters) {
    switch (statement) {
      case SessionStatement.Prepare prepare -> prepare(prepare, sql);
      case SessionStatement.Execute execute -> {
        return execute(execute);
      }
      case SessionStatement.Deallocate deallocate -> {
        if (session.prepared().remove(key(deallocate.name())) == null) {
          throw unknownPrepared(deallocate.name());
        }
      }
      case SessionStatement.SetSetting set -> set(set.name(), set.value(), parameters);
      case SessionStatement.SetVariable set ->
          session.setVariable(set.name(), single(set.value(), parameters));
      case SessionStatement.ResetSetting reset -> session.settings().reset(reset.name());
      case SessionStatement.ResetVariable reset -> session.setVariable(reset.name(), null);
      case SessionStatement.PragmaCall pragma -> {
        return new PragmaRunner(session).call(pragma, sql, parameters);
      }
      case SessionStatement.Use use -> session.databases().use(use.name().parts());
      case SessionStatement.Begin begin -> {
        session
            .transactions()
            .begin(
                begin.mode() == SessionStatement.TransactionMode.READ_ONLY,
                session.settings().text("immediate_transaction_mode").equals("true"));
        session.secrets().begin();
      }
      case SessionStatement.Commit commit -> commit();
      case SessionStatement.Rollback rollback -> {
        session.transactions().rollback();
        session.secrets().rollback();
      }
      case SessionStatement.Checkpoint checkpoint -> {}
      case SessionStatement.Vacuum vacuum -> {}
      case SessionStatement.Load load -> extension(load.extension());
      case SessionStatement.Install install -> extension(install.extension());
      case SessionStatement.Attach attach -> new AttachRunner(session).attach(attach, parameters);
      case SessionStatement.Detach detach -> new AttachRunner(session).detach(detach);
      case SessionStatement.UpdateExtensions update ->
          throw unsupported("UPDATE EXTENSIONS", update.span().start());
      case SessionStatement.ExportDatabase export ->
          throw unsupported("EXPORT DATABASE", export.span().start());
      case SessionStatement.ImportDatabase imported ->
          throw unsupported("IMPORT DATABASE", imported.span().start());
    }
    return QueryResult.nothing();
  }

  private static EiderException unsupported(String what, int at) {
    return EiderException.notImplemented(what + " is not supported").at(at);
  }

  private static void extension(String name) {
    switch (name.toLowerCase(Locale.ROOT)) {
      case "core_functions", "icu", "json", "parquet", "tpch", "autocomplete" -> {}
      default ->
          throw EiderException.notImplemented(
              "extensions cannot be loaded (\"" + name + "\"): what is supported is built in");
    }
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private Value single(Expr expr, Map<String, Value> parameters) {
    if (expr instanceof Expr.FunctionCall call && call.name().name().equalsIgnoreCase("unnest")) {
      throw EiderException.invalidInput("SET VARIABLE can only handle a single value");
    }
    return evaluate(expr, parameters);
  }

  private Value evaluate(Expr expr, Map<String, Value> parameters) {
    return new Binder(session.environment(), parameters).evaluate(expr);
  }

  private void set(String name, Expr value, Map<String, Value> parameters) {
    Value evaluated =
        value instanceof Expr.ColumnRef word
            ? Value.of(String.join(".", word.names()))
            : evaluate(value, parameters);
    session.settings().set(name, evaluated);
  }

  private void prepare(SessionStatement.Prepare prepare, String sql) {
    ParsedStatement inner = new ParsedStatement(prepare.statement(), sql);
    PreparedStatement prepared = session.prepare(inner);
    session.prepared().put(key(prepare.name()), prepared);
  }

  /** A prepared statement and the values for one run of it. */
  record Call(PreparedStatement statement, Map<String, Value> values) {}

  private QueryResult execute(SessionStatement.Execute execute) {
    Call call = prepared(execute);
    return session.execute(call.statement(), call.values());
  }

  /** What an EXECUTE runs. */
  Call prepared(SessionStatement.Execute execute) {
    PreparedStatement prepared = session.prepared().get(key(execute.name()));
    if (prepared == null) {
      throw unknownPrepared(execute.name());
    }
    Map<String, Value> values = new LinkedHashMap<>();
    int position = 1;
    for (Expr.Argument argument : execute.arguments()) {
      String name = argument.name();
      Value value = evaluate(argument.value(), Map.of());
      values.put(name == null ? Integer.toString(position++) : key(name), value);
    }
    checkCount(execute.name(), prepared, values);
    return new Call(prepared, values);
  }

  private void checkCount(String name, PreparedStatement prepared, Map<String, Value> values) {
    List<String> missing = new ArrayList<>();
    List<String> excess = new ArrayList<>();
    for (String parameter : prepared.parameterTypes().keySet()) {
      boolean isVariable =
          !Character.isDigit(parameter.charAt(0))
              && session.environment().variable(parameter) != null;
      if (!values.containsKey(parameter) && !isVariable) {
        missing.add(parameter);
      }
    }
    for (String value : values.keySet()) {
      if (!prepared.parameterTypes().containsKey(value)) {
        excess.add(value);
      }
    }
    if (!missing.isEmpty() && prepared.parameterCount() > 0) {
      throw EiderException.invalidInput(
          "Values were not provided for the following prepared statement parameters: "
              + String.join(", ", missing));
    }
    if (!excess.isEmpty()) {
      throw EiderException.invalidInput(
          "Parameter argument/count mismatch, identifiers of the excess parameters: "
              + String.join(", ", excess));
    }
  }

  private EiderException unknownPrepared(String name) {
    return new EiderException(
        ErrorType.BINDER,
        "Prepared statement \""
            + name
            + "\" does not exist"
            + SimilarNames.didYouMean(session.prepared().keySet(), name));
  }

  private void commit() {
    try {
      session.transactions().commit();
    } catch (EiderException e) {
      session.secrets().rollback();
      throw e;
    }
    session.secrets().commit();
  }

  /** Rows of texts. */
  static QueryResult texts(List<String> names, List<List<Value>> rows) {
    List<LogicalType> types = Session.texts(names.size());
    return QueryResult.of(names, types, rows);
  }

  /** Whether a statement only reads. */
  static boolean reads(DataStatement statement) {
    return statement instanceof DataStatement.Select;
  }
}
