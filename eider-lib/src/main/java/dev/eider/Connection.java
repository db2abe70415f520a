// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider;

import dev.eider.base.catalog.Catalog;
import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.type.Value;
import dev.eider.engine.session.ParsedStatement;
import dev.eider.engine.session.PreparedStatement;
import dev.eider.engine.session.QueryResult;
import dev.eider.engine.session.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A connection: the settings, variables and temporary tables of one user of a database. For one
 * thread at a time; {@link #interrupt()} and {@link #close()} may come from any. Results that were
 * not read to their end may stay open while other statements run.
 */
public final class Connection implements AutoCloseable {
  private final Database database;
  private final Session session;
  private volatile boolean closed;

  Connection(Database database, Session session, Map<String, String> settings) {
    this.database = database;
    this.session = session;
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      session.settings().initialize(setting.getKey(), Value.of(setting.getValue()));
    }
  }

  private Session open() {
    if (closed) {
      throw new EiderException(ErrorType.INVALID_INPUT, "the connection is closed");
    }
    return session;
  }

  /**
   * Runs all statements of a text and answers the result of the last. A SELECT runs while its rows
   * are pulled; everything else has run to its end.
   *
   * @param parameters values of {@code ?} or {@code $1}, {@code $2}, ..., see {@link JavaValues};
   *     only for a text of one statement
   * @throws EiderException when the text is not SQL or a statement fails; those before it have run
   */
  public Result query(String sql, @Nullable Object... parameters) {
    if (parameters.length == 0) {
      return run(sql, Map.of());
    }
    return run(sql, PreparedStatement.positional(values(parameters)));
  }

  private Result run(String sql, Map<String, Value> parameters) {
    List<ParsedStatement> statements = open().parse(sql);
    if (!parameters.isEmpty() && statements.size() != 1) {
      throw EiderException.invalidInput(
          "parameters belong to one statement, the text has " + statements.size());
    }
    Result result = Result.nothing(this);
    for (ParsedStatement statement : statements) {
      result.drainAndClose();
      QueryResult rows = session.execute(statement, parameters);
      result = new Result(this, rows);
    }
    return result;
  }

  static List<Value> values(@Nullable Object[] objects) {
    List<Value> values = new ArrayList<>(objects.length);
    for (Object object : objects) {
      values.add(JavaValues.toValue(object));
    }
    return values;
  }

  /** Runs all statements of a text to their end; the number of rows that the last one changed. */
  public long execute(String sql, @Nullable Object... parameters) {
    try (Result result = query(sql, parameters)) {
      result.drainAndClose();
      return result.changes();
    }
  }

  /**
   * Whether each statement is a transaction of its own (it is, unless told otherwise), or the first
   * one after the last COMMIT or ROLLBACK begins one. Switched on within a transaction it commits.
   *
   * @throws EiderException when that commit fails
   */
  public void setAutoCommit(boolean on) {
    Session changed = open();
    if (on && changed.isInTransaction() && !changed.isAutoCommit()) {
      execute("COMMIT");
    }
    changed.setAutoCommit(on);
  }

  /** Whether each statement is a transaction of its own. */
  public boolean isAutoCommit() {
    return open().isAutoCommit();
  }

  /** Whether a transaction is under way that COMMIT or ROLLBACK will end. */
  public boolean isInTransaction() {
    return open().isInTransaction();
  }

  /**
   * Prepares one statement, to be run many times with other values.
   *
   * @throws EiderException when the text is not one statement, or names what is not there
   */
  public PreparedQuery prepare(String sql) {
    List<ParsedStatement> statements = open().parse(sql);
    if (statements.size() != 1) {
      throw EiderException.invalidInput(
          "Cannot prepare "
              + (statements.isEmpty() ? "an empty text" : "multiple statements")
              + " at once: one statement is expected");
    }
    return new PreparedQuery(this, session, session.prepare(statements.getFirst()));
  }

  /** An appender to a table, which is the fastest way to put rows of a program into it. */
  public Appender appender(String table) {
    open();
    return new Appender(this, table);
  }

  /** Stops the statement that runs: its thread gets an INTERRUPT error. Any thread. */
  public void interrupt() {
    session.cancel();
  }

  /** How much of the running query is done, 0 to 1, or -1 when unknown. Any thread. */
  public double progress() {
    return session.progress();
  }

  /**
   * A setting's value as text, or null when there is no such setting.
   *
   * @param name without regard to case
   */
  public @Nullable String setting(String name) {
    Value value = open().settings().value(name);
    return value == null ? null : value.isNull() ? "" : String.valueOf(value.object());
  }

  /** Names of the databases, the main one first. */
  public List<String> databases() {
    Session asked = open();
    return asked.look(() -> asked.databases().all().stream().map(Catalog::name).toList());
  }

  /** Names of the schemas of a database, {@code main} first; none for an unknown one. */
  public List<String> schemas(String databaseName) {
    Session asked = open();
    return asked.look(() -> {
      Catalog catalog = asked.databases().catalog(databaseName);
      return catalog == null ? List.of() : catalog.schemas();
    });
  }

  public String currentDatabase() {
    return open().databases().currentDatabase();
  }

  public String currentSchema() {
    return open().databases().currentSchema();
  }

  /** All tables and views, temporary ones included. */
  public List<TableInfo> tables() {
    Session asked = open();
    return asked.look(() -> tablesOf(asked.databases().all()));
  }

  private static List<TableInfo> tablesOf(List<Catalog> catalogs) {
    List<TableInfo> tables = new ArrayList<>();
    for (Catalog catalog : catalogs) {
      for (String schema : catalog.schemas()) {
        for (CatalogEntry entry : catalog.list(EntryKind.RELATION, schema)) {
          TableInfo info = TableInfo.of(catalog.name(), schema, entry);
          if (info != null) {
            tables.add(info);
          }
        }
      }
    }
    return tables;
  }

  /** Names of all functions: scalar, aggregate and table functions. */
  public Set<String> functionNames() {
    Set<String> names = new TreeSet<>(open().services().functions().scalarNames());
    names.addAll(session.services().functions().aggregateNames());
    session.tableFunctions().forEach(function -> names.add(function.name()));
    return names;
  }

  /** Names of all settings. */
  public Set<String> settingNames() {
    return open().settings().all().keySet();
  }

  /** The database this is a connection to. */
  public Database database() {
    return database;
  }

  Session session() {
    return open();
  }

  public boolean isClosed() {
    return closed;
  }

  /** Stops what runs and forgets the temporary tables. A second call does nothing. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      session.close();
      database.forget(this);
    }
  }
}
