// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import dev.eider.verify.engine.EngineConfig;
import dev.eider.verify.engine.SqlEngine;
import dev.eider.verify.engine.SqlFailure;
import dev.eider.verify.engine.SqlResult;
import dev.eider.verify.engine.SqlSession;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one file: the main one, named ones, and other databases by name.
 *
 * <p>Used by the file's thread; {@link #cancelAll()} and {@link #closeAll()} may be called by a
 * watchdog. The list of open sessions is what both sides share.
 */
final class Sessions {
  private final SqlEngine engine;
  private final RunConfig config;
  private final Keywords keywords;
  private final List<SqlSession> open = new CopyOnWriteArrayList<>();
  private final Map<String, SqlSession> named = new HashMap<>();
  private final Map<String, SqlSession> otherDatabases = new HashMap<>();
  private EngineConfig database;
  private @Nullable SqlSession main;

  Sessions(SqlEngine engine, RunConfig config, EngineConfig database, Keywords keywords) {
    this.engine = engine;
    this.config = config;
    this.database = database;
    this.keywords = keywords;
  }

  /** The main connection, opened when first needed. */
  SqlSession main() throws SqlFailure {
    if (main == null) {
      main = openDatabase();
    }
    return main;
  }

  private SqlSession openDatabase() throws SqlFailure {
    SqlSession session = engine.open(database);
    open.add(session);
    runAll(session, config.onInit());
    runAll(session, config.onNewConnection());
    return session;
  }

  /** A further connection to the main database. */
  SqlSession another() throws SqlFailure {
    return another(main());
  }

  private SqlSession another(SqlSession sameDatabase) throws SqlFailure {
    SqlSession session = sameDatabase.connect();
    open.add(session);
    runAll(session, config.onNewConnection());
    return session;
  }

  private void runAll(SqlSession session, List<String> statements) throws SqlFailure {
    for (String statement : statements) {
      session.execute(keywords.replace(statement));
    }
  }

  /** The connection of that name ({@code con1}, or {@code database:con1}), opened when new. */
  SqlSession named(String name) throws SqlFailure {
    SqlSession known = named.get(name);
    if (known != null) {
      return known;
    }
    int colon = name.indexOf(':');
    SqlSession session;
    if (colon < 0) {
      session = another();
    } else {
      String databaseName = name.substring(0, colon);
      SqlSession other = otherDatabases.get(databaseName);
      if (other == null) {
        EngineConfig saved = database;
        database = database.withDatabase(null, false);
        session = openDatabase();
        database = saved;
        otherDatabases.put(databaseName, session);
      } else {
        session = another(other);
      }
    }
    named.put(name, session);
    return session;
  }

  void closeExtra(SqlSession session) {
    open.remove(session);
    session.close();
  }

  /** Replaces the main connection by a new one to the same database. */
  void reconnect() throws SqlFailure {
    SqlSession old = main();
    main = another(old);
    closeExtra(old);
  }

  /** Closes the database and opens it again, keeping the settings of the main connection. */
  void restart() throws SqlFailure {
    Map<String, String> before = settings(main());
    closeAll();
    SqlSession session = main();
    Map<String, String> after = settings(session);
    for (Map.Entry<String, String> setting : before.entrySet()) {
      if (!setting.getValue().equals(after.get(setting.getKey()))) {
        try {
          String value = setting.getValue().replace("'", "''");
          session.execute("SET " + setting.getKey() + "='" + value + "'");
        } catch (SqlFailure notSettable) {
          // Such as a setting that is fixed once the database is open.
        }
      }
    }
  }

  private static Map<String, String> settings(SqlSession session) {
    Map<String, String> settings = new LinkedHashMap<>();
    try {
      SqlResult result =
          session.execute("SELECT name, value FROM duckdb_settings() WHERE value IS NOT NULL");
      for (List<@Nullable String> row : result.rows()) {
        settings.put(String.valueOf(row.get(0)), String.valueOf(row.get(1)));
      }
    } catch (SqlFailure noSuchFunction) {
      // Then settings do not survive a restart.
    }
    return settings;
  }

  /** Closes everything and continues with another database. */
  void load(@Nullable Path file, boolean readOnly) throws SqlFailure {
    closeAll();
    database = database.withDatabase(file, readOnly);
    main = openDatabase();
  }

  /** Names of the extensions the engine has loaded. */
  Set<String> extensions() throws SqlFailure {
    Set<String> names = new LinkedHashSet<>();
    SqlSession session = main();
    try {
      SqlResult result =
          session.execute("SELECT extension_name FROM duckdb_extensions() WHERE loaded");
      for (List<@Nullable String> row : result.rows()) {
        names.add(String.valueOf(row.getFirst()).toLowerCase(Locale.ROOT));
      }
    } catch (SqlFailure noSuchFunction) {
      // An engine without the function has no extensions.
    }
    return names;
  }

  void cancelAll() {
    for (SqlSession session : open) {
      session.cancel();
    }
  }

  void closeAll() {
    for (SqlSession session : open) {
      session.close();
    }
    open.clear();
    named.clear();
    otherDatabases.clear();
    main = null;
  }
}
