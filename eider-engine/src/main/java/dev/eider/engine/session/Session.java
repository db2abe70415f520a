// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.catalog.Catalog;
import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry.SequenceEntry;
import dev.eider.base.catalog.CatalogEntry.TableEntry;
import dev.eider.base.env.SeededRandom;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.memory.SpillSpace;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.bind.BindEnvironment;
import dev.eider.engine.bind.Binder;
import dev.eider.engine.bind.BoundStatement;
import dev.eider.engine.bind.Databases;
import dev.eider.engine.bind.SimilarNames;
import dev.eider.engine.execute.QueryServices;
import dev.eider.engine.execute.ResultStream;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.session.SessionTransactions.Ends;
import dev.eider.engine.session.catalog.CatalogFunctions;
import dev.eider.engine.sql.SqlParser;
import dev.eider.engine.sql.ast.DataStatement;
import dev.eider.engine.sql.ast.DefinitionStatement;
import dev.eider.engine.sql.ast.QualifiedName;
import dev.eider.engine.sql.ast.SessionStatement;
import dev.eider.engine.sql.ast.SourceSpan;
import java.time.ZoneId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One connection's state: settings, variables, prepared statements, search path. One statement at a
 * time, by one thread; {@link #cancel()} by any.
 */
public final class Session implements AutoCloseable {
  private final EngineServices services;
  private final Settings settings;
  private final SessionSecrets secrets;
  private final SessionTransactions transactions;
  private final Databases databases;
  private final Map<String, Value> variables = new LinkedHashMap<>();
  private final Map<String, PreparedStatement> prepared = new LinkedHashMap<>();
  private final SessionEnvironment environment;
  private final QueryRunner runner = new QueryRunner(this);
  private final StatementRunner statements = new StatementRunner(this);
  private volatile @Nullable RandomGenerator seeded;
  private long transactionMicros;
  private @Nullable SpillSpace spill;

  /** Whether a statement runs, which may run others as parts of it. */
  private boolean isRunning;

  /** Written by the session's thread, read by the one that cancels. */
  private volatile @Nullable ResultStream running;

  private volatile boolean cancelled;

  public Session(EngineServices services) {
    this.services = services;
    this.settings = new Settings(this);
    this.secrets = new SessionSecrets(services.secrets(), settings);
    this.transactions = new SessionTransactions(services.catalogs());
    this.databases = new Databases(transactions, services.catalogs().main().name());
    this.environment =
        new SessionEnvironment(this, CatalogFunctions.of(new SessionCatalogView(this)));
    this.transactionMicros = services.env().epochMicros();
  }

  // --- statements

  /**
   * Reads statements.
   *
   * @throws EiderException with the line and a caret when the text is not SQL
   */
  public List<ParsedStatement> parse(String sql) {
    try {
      return QueryRunner.parse(sql);
    } catch (EiderException e) {
      throw ErrorText.withLine(e, sql);
    } catch (RuntimeException e) {
      throw ErrorText.unexpected(e);
    }
  }

  /** Runs all statements of a text and answers the last one's result. */
  public QueryResult execute(String sql) {
    QueryResult result = QueryResult.nothing();
    for (ParsedStatement statement : parse(sql)) {
      result.discard();
      result = execute(statement, Map.of());
    }
    return result;
  }

  /**
   * Runs a statement.
   *
   * @param parameters values by name ({@code "1"} for the first {@code ?})
   */
  public QueryResult execute(ParsedStatement statement, Map<String, Value> parameters) {
    if (isRunning) {
      return run(statement, parameters);
    }
    QueryResult result =
        inTransaction(
            switch (statement.statement()) {
              case SessionStatement.Rollback rollback -> Ends.ANY;
              case SessionStatement.Begin begin -> Ends.SOUND;
              case SessionStatement.Commit commit -> Ends.SOUND;
              default -> Ends.NONE;
            },
            () -> run(statement, parameters));
    transactions.succeeded(result);
    return result;
  }

  /** Does something as a statement of its own. */
  private <T> T inTransaction(Ends ends, Supplier<T> body) {
    transactions.beginStatement(ends);
    begin();
    isRunning = true;
    try {
      return body.get();
    } catch (EiderException e) {
      transactions.failed(e);
      throw e;
    } finally {
      isRunning = false;
    }
  }

  /** Answers what somebody wants to know of the databases, between statements. */
  public <T> T look(Supplier<T> question) {
    if (isRunning) {
      return question.get();
    }
    T answer = inTransaction(Ends.ANY, question);
    transactions.succeeded(QueryResult.nothing());
    return answer;
  }

  /** Whether a statement without BEGIN is a transaction of its own. */
  public boolean isAutoCommit() {
    return transactions.isAutoCommit();
  }

  /** Makes statements without BEGIN begin a transaction that lasts, or not. */
  public void setAutoCommit(boolean on) {
    transactions.setAutoCommit(on);
  }

  /** Whether a transaction is under way that COMMIT or ROLLBACK will end. */
  public boolean isInTransaction() {
    return transactions.isExplicit();
  }

  private QueryResult run(ParsedStatement statement, Map<String, Value> parameters) {
    try {
      return switch (statement.statement()) {
        case DataStatement.Explain explain ->
            new ExplainRunner(this, runner).explain(explain, statement.sql(), parameters);
        case DataStatement data -> runner.run(data, statement.sql(), parameters);
        case DefinitionStatement definition ->
            new DefinitionRunner(this).run(definition, statement.sql(), parameters);
        case SessionStatement session -> statements.run(session, statement.sql(), parameters);
      };
    } catch (EiderException e) {
      throw ErrorText.withLine(e, statement.sql());
    } catch (StackOverflowError e) {
      throw EiderException.parser(
          "Max expression depth limit of "
              + settings.text("max_expression_depth")
              + " exceeded. Use \"SET max_expression_depth TO x\" to increase the maximum"
              + " expression depth.",
          -1);
    } catch (RuntimeException e) {
      throw ErrorText.unexpected(e);
    }
  }

  private void begin() {
    cancelled = false;
    running = null;
    if (!transactions.isExplicit()) {
      transactionMicros = services.env().epochMicros();
    }
    environment.forgetObjects();
  }

  /** Prepares a statement: finds its parameters and, if they do not decide it, its columns. */
  public PreparedStatement prepare(ParsedStatement statement) {
    return look(() -> bind(statement));
  }

  private PreparedStatement bind(ParsedStatement statement) {
    Binder binder = new Binder(environment, null);
    try {
      if (statement.statement() instanceof DataStatement data
          && !(data instanceof DataStatement.Explain)) {
        BoundStatement bound = binder.bind(data);
        return new PreparedStatement(
            statement, binder.parameterTypes(), bound.names(), bound.types(), bound.kind());
      }
      return new PreparedStatement(
          statement, Map.of(), List.of(), List.of(), BoundStatement.Kind.NOTHING);
    } catch (EiderException e) {
      if (e.type() == ErrorType.PARAMETER_NOT_RESOLVED
          && statement.statement() instanceof DataStatement.Select) {
        return unresolved(statement, binder);
      }
      throw ErrorText.withLine(e, statement.sql());
    } catch (RuntimeException e) {
      throw ErrorText.unexpected(e);
    }
  }

  /** A query whose columns depend on its parameters: the name of the file it reads is one, say. */
  private static PreparedStatement unresolved(ParsedStatement statement, Binder binder) {
    Map<String, LogicalType> types = new LinkedHashMap<>();
    for (String name : SqlParser.parameters(statement.text())) {
      types.put(name, binder.parameterTypes().getOrDefault(name, LogicalType.ANY));
    }
    return new PreparedStatement(statement, types, List.of(), List.of(), BoundStatement.Kind.ROWS);
  }

  /** Runs a prepared statement. */
  public QueryResult execute(PreparedStatement statement, Map<String, Value> parameters) {
    return execute(statement.statement(), parameters);
  }

  /** Stops the running statement; its thread gets an INTERRUPT error. Any thread. */
  public void cancel() {
    cancelled = true;
    ResultStream stream = running;
    if (stream != null) {
      stream.cancel();
    }
  }

  /** The share of the running query that is done, 0 to 1, or -1 when unknown. Any thread. */
  public double progress() {
    ResultStream stream = running;
    return stream == null ? -1 : stream.progress();
  }

  /** Stops the running query, rolls back what is not committed, and drops temporary entries. */
  @Override
  public void close() {
    cancel();
    transactions.close();
  }

  // --- state

  public EngineServices services() {
    return services;
  }

  public Settings settings() {
    return settings;
  }

  /** The secrets that this session sees. */
  SessionSecrets secrets() {
    return secrets;
  }

  public Databases databases() {
    return databases;
  }

  SessionTransactions transactions() {
    return transactions;
  }

  /** The variables of SET VARIABLE by lower-case name. */
  public Map<String, Value> variables() {
    return Collections.unmodifiableMap(variables);
  }

  /** A variable, or null. */
  public @Nullable Value variable(String name) {
    return variables.get(name.toLowerCase(Locale.ROOT));
  }

  void setVariable(String name, @Nullable Value value) {
    if (value == null) {
      variables.remove(name.toLowerCase(Locale.ROOT));
    } else {
      variables.put(name.toLowerCase(Locale.ROOT), value);
    }
  }

  Map<String, PreparedStatement> prepared() {
    return prepared;
  }

  QueryRunner runner() {
    return runner;
  }

  /** The session as the binder sees it. */
  public BindEnvironment environment() {
    return environment;
  }

  SessionEnvironment sessionEnvironment() {
    return environment;
  }

  /** All table functions of the session, its own included. */
  public List<dev.eider.base.table.TableFunction> tableFunctions() {
    return environment.tableFunctions();
  }

  /** A context for constants, on the session's thread. */
  public EvalContext evalContext() {
    return new SessionEvalContext(this, this::checkInterrupted);
  }

  void checkInterrupted() {
    if (cancelled) {
      throw EiderException.interrupted();
    }
  }

  void running(ResultStream stream) {
    running = stream;
    if (cancelled) {
      stream.cancel();
    }
  }

  /** When the running statement is to be stopped, by the clock of the environment. */
  long deadlineNanos() {
    Value limit = settings.value("max_execution_time");
    return limit == null || limit.isNull() || limit.asLong() <= 0
        ? QueryServices.NO_DEADLINE
        : services.env().nanoTime() + limit.asLong() * 1_000_000;
  }

  long transactionMicros() {
    return transactionMicros;
  }

  ZoneId zone() {
    return ZoneId.of(settings.text("TimeZone"), ZoneId.SHORT_IDS);
  }

  RandomGenerator newRandom() {
    RandomGenerator generator = seeded;
    if (generator == null) {
      return services.env().newRandom();
    }
    // Workers of one query come here at the same time.
    synchronized (generator) {
      return new SeededRandom(generator.nextLong());
    }
  }

  void setSeed(double seed) {
    if (!(seed >= -1 && seed <= 1)) {
      throw EiderException.invalidInput(
          "SETSEED accepts seed values between -1.0 and 1.0, inclusive");
    }
    // 32 bits of the seed count.
    seeded = new SeededRandom((long) ((seed + 1) * (0xFFFF_FFFFL / 2)));
  }

  Set<String> disabledRules() {
    return settings.disabledRules();
  }

  SpillSpace spillSpace() {
    SpillSpace open = spill;
    if (open == null) {
      open =
          services.spillSpaces().open(settings.tempDirectory(), settings.maxTempDirectoryBytes());
      spill = open;
    }
    return open;
  }

  /** Makes the next query open its spill space anew, in the directory that is set then. */
  void resetSpillSpace() {
    spill = null;
  }

  SequenceEntry sequence(String name) {
    List<String> parts = List.of(name.split("\\."));
    Databases.Found found =
        databases.find(EntryKind.SEQUENCE, new QualifiedName(parts, SourceSpan.NONE));
    if (found == null) {
      throw new EiderException(
          ErrorType.CATALOG,
          "Sequence with name "
              + parts.getLast()
              + " does not exist!"
              + SimilarNames.didYouMean(databases.names(EntryKind.SEQUENCE), name));
    }
    return (SequenceEntry) found.entry();
  }

  /** Puts a table that CREATE TABLE AS filled into the catalog. Called by a worker at the end. */
  void publish(String database, String schema, TableEntry entry) {
    Catalog catalog = databases.catalog(database);
    if (catalog == null) {
      throw EiderException.catalog("Catalog \"" + database + "\" does not exist!");
    }
    catalog.put(EntryKind.RELATION, schema, entry);
  }

  /** The types of values, for results of a few columns of text. */
  static List<LogicalType> texts(int count) {
    return Collections.nCopies(count, LogicalType.VARCHAR);
  }
}
