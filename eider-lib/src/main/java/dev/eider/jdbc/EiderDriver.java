// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.jdbc;

import dev.eider.Database;
import dev.eider.base.error.EiderException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The JDBC driver. URL: {@code jdbc:eider:[DATABASE][;setting=value]...}; without a database (or
 * with {@code :memory:}) the data live in memory and belong to the connection. Properties are
 * settings too, and win over those of the URL; {@code user} and {@code password} are ignored.
 *
 * <p>{@link #connect} answers null for URLs of other drivers. Safe for any thread.
 */
public final class EiderDriver implements Driver {
  /** What every URL of this driver starts with. */
  public static final String PREFIX = "jdbc:eider:";

  private static final String READ_ONLY = "eider.read_only";

  static {
    try {
      DriverManager.registerDriver(new EiderDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @Override
  public @Nullable Connection connect(String url, @Nullable Properties properties)
      throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    Map<String, String> settings = new LinkedHashMap<>();
    String path = parse(url, settings);
    if (properties != null) {
      for (String name : properties.stringPropertyNames()) {
        if (!name.equals("user") && !name.equals("password")) {
          settings.put(name, properties.getProperty(name));
        }
      }
    }
    if (Boolean.parseBoolean(settings.remove(READ_ONLY))) {
      throw SqlErrors.argument("Cannot launch in-memory database in read-only mode!");
    }
    Database database;
    try {
      database = Database.open(path, settings);
    } catch (EiderException e) {
      throw SqlErrors.of(e);
    }
    try {
      return new EiderConnection(url, database, database.connect(), true);
    } catch (EiderException e) {
      database.close();
      throw SqlErrors.of(e);
    }
  }

  /** Puts the settings of a URL into the map and answers the database's path. */
  private static String parse(String url, Map<String, String> settings) throws SQLException {
    String[] parts = url.substring(PREFIX.length()).split(";", -1);
    for (int i = 1; i < parts.length; i++) {
      String part = parts[i].strip();
      if (part.isEmpty()) {
        continue;
      }
      int equals = part.indexOf('=');
      if (equals < 1) {
        throw SqlErrors.argument(
            "the URL " + url + " holds \"" + part + "\" where setting=value was expected");
      }
      settings.put(part.substring(0, equals).strip(), part.substring(equals + 1).strip());
    }
    String path = parts[0].strip();
    return path.isEmpty() ? Database.MEMORY : path;
  }

  @Override
  public boolean acceptsURL(@Nullable String url) throws SQLException {
    if (url == null) {
      throw SqlErrors.argument("the URL is null");
    }
    return url.startsWith(PREFIX);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, @Nullable Properties properties) {
    String[][] known = {
      {"threads", "worker threads; default: the processors there are"},
      {"memory_limit", "for instance 4GB; default: 80 % of what the machine and the heap allow"},
      {"temp_directory", "where what does not fit is spilled to"},
      {"TimeZone", "the session's time zone, for instance Europe/Berlin"},
    };
    DriverPropertyInfo[] infos = new DriverPropertyInfo[known.length];
    for (int i = 0; i < known.length; i++) {
      infos[i] =
          new DriverPropertyInfo(
              known[i][0], properties == null ? null : properties.getProperty(known[i][0]));
      infos[i].description = known[i][1];
    }
    return infos;
  }

  @Override
  public int getMajorVersion() {
    return DriverVersion.MAJOR;
  }

  @Override
  public int getMinorVersion() {
    return DriverVersion.MINOR;
  }

  /** False: JDBC compliance asks for all of SQL-92 entry level, scrollable cursors included. */
  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() throws java.sql.SQLFeatureNotSupportedException {
    throw SqlErrors.unsupported("logging");
  }
}
