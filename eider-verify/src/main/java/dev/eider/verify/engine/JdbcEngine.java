// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.engine;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Any engine behind a JDBC URL. A database in memory gets a name of its own ({@code
 * prefix:memory:name}), so that several connections of this process can share it.
 */
public final class JdbcEngine implements SqlEngine {
  private static final AtomicLong MEMORY_DATABASES = new AtomicLong();

  private final String name;
  private final String urlPrefix;
  private final CellText cellText;
  private final Map<String, String> properties;

  private JdbcEngine(
      String name, String urlPrefix, CellText cellText, Map<String, String> properties) {
    this.name = name;
    this.urlPrefix = urlPrefix;
    this.cellText = cellText;
    this.properties = properties;
  }

  /** Eider itself, through its own driver. */
  public static JdbcEngine eider() {
    return new JdbcEngine("eider", "jdbc:eider:", CellText.DRIVER, Map.of());
  }

  /** DuckDB, the oracle; never reaches for the network to find extensions. */
  public static JdbcEngine duckDb() {
    return new JdbcEngine(
        "duckdb",
        "jdbc:duckdb:",
        new DuckDbCellText(),
        Map.of("autoinstall_known_extensions", "false", "autoload_known_extensions", "false"));
  }

  /**
   * The engine of that name.
   *
   * @throws IllegalArgumentException for an unknown name
   */
  public static JdbcEngine named(String name) {
    return switch (name) {
      case "eider" -> eider();
      case "duckdb" -> duckDb();
      default ->
          throw new IllegalArgumentException(
              "unknown engine '" + name + "'; known are eider and duckdb");
    };
  }

  @Override
  public String name() {
    return name;
  }

  /** Whether the driver is on the class path. */
  public boolean isAvailable() {
    try {
      DriverManager.getDriver(urlPrefix);
      return true;
    } catch (SQLException noSuitableDriver) {
      return false;
    }
  }

  @Override
  public SqlSession open(EngineConfig config) throws SqlFailure {
    Path file = config.database();
    String target = file == null ? ":memory:slt" + MEMORY_DATABASES.incrementAndGet() : file + "";
    return connect(urlPrefix + target, config);
  }

  SqlSession connect(String url, EngineConfig config) throws SqlFailure {
    Properties all = new Properties();
    all.putAll(properties);
    all.putAll(config.properties());
    if (config.readOnly()) {
      all.put(name + ".read_only", "true");
    }
    Connection connection;
    try {
      connection = DriverManager.getConnection(url, all);
    } catch (SQLException refused) {
      throw JdbcSession.failure(refused);
    }
    JdbcSession session = new JdbcSession(this, url, config, connection, cellText);
    configure(session, config.root(), config.temporary());
    return session;
  }

  private static void configure(SqlSession session, @Nullable Path root, @Nullable Path temporary) {
    if (root != null) {
      trySetting(session, "file_search_path", root);
    }
    if (temporary != null) {
      trySetting(session, "secret_directory", temporary.resolve("secrets"));
      trySetting(session, "temp_directory", temporary.resolve("spill"));
    }
  }

  /**
   * An engine may lack the setting, or refuse it because another session has spilled already.
   * Neither hides a fault: what needed it fails by itself.
   */
  private static void trySetting(SqlSession session, String setting, Path value) {
    try {
      session.execute("SET " + setting + "='" + value.toString().replace("'", "''") + "'");
    } catch (SqlFailure refused) {
      // See above.
    }
  }
}
