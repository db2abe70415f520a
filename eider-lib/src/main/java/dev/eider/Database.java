// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider;

import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.secret.SecretManager;
import dev.eider.engine.session.EngineServices;
import dev.eider.engine.session.Session;
import dev.eider.io.registry.StoreRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A database: tables, worker threads and a memory limit that its connections share. Safe for any
 * number of threads. Whoever opened it closes it; closing it closes its connections and stops its
 * workers.
 *
 * <p>Until databases live in buckets, a database is in memory and is gone when it is closed.
 */
public final class Database implements AutoCloseable {
  /** The path of a database that lives in memory. */
  public static final String MEMORY = ":memory:";

  /** Open named databases of this process by path; also the lock of their {@link #owners}. */
  private static final Map<String, Database> NAMED = new HashMap<>();

  private final EngineServices services;
  private final StoreRegistry stores;
  private final AppendedRows appendedRows;
  private final Map<String, String> settings;
  private final List<Connection> connections = new ArrayList<>();
  private boolean closed;

  /** How often a named database was opened and not closed; guarded by {@link #NAMED}. */
  private int owners = 1;

  private Database(Env env, Map<String, String> settings) {
    MemoryManager memory = new MemoryManager(Wiring.defaultMemoryLimit());
    appendedRows = new AppendedRows(env, memory);
    SecretManager secrets = Wiring.secrets(env);
    stores = Wiring.stores(env);
    services = Wiring.services(env, memory, secrets, stores, appendedRows);
    this.settings = settings;
  }

  /** Opens a database with the default settings. */
  public static Database open(String path) {
    return open(path, Map.of());
  }

  /**
   * Opens a database.
   *
   * @param path {@link #MEMORY}, or empty, which means the same; {@code :memory:name} is one
   *     database for all who open that name in this process, and is gone when the last of them
   *     closed it
   * @param settings settings by name as in SET, for instance {@code threads} or {@code
   *     memory_limit}
   * @throws EiderException NOT_IMPLEMENTED for any other path; CATALOG for an unknown setting
   */
  public static Database open(String path, Map<String, String> settings) {
    if (path.startsWith(MEMORY) && path.length() > MEMORY.length()) {
      synchronized (NAMED) {
        Database shared = NAMED.get(path);
        if (shared != null) {
          shared.owners++;
          return shared;
        }
        shared = openNew(settings);
        NAMED.put(path, shared);
        return shared;
      }
    }
    if (!path.isEmpty() && !path.equals(MEMORY)) {
      throw EiderException.notImplemented(
          "opening a database at \""
              + path
              + "\": databases live in memory only so far (\""
              + MEMORY
              + "\"). To query a file, name it in SQL: FROM '"
              + path
              + "'");
    }
    return openNew(settings);
  }

  private static Database openNew(Map<String, String> settings) {
    Database database = new Database(Env.system(), new LinkedHashMap<>(settings));
    if (!settings.isEmpty()) {
      // Wrong settings are the error of whoever opens the database, not of the first connection.
      try {
        database.connect().close();
      } catch (EiderException e) {
        database.close();
        throw e;
      }
    }
    return database;
  }

  /** The version of this library, {@code (development)} when it was not built into a jar. */
  public static String version() {
    return Wiring.version();
  }

  /** What runs here: version, kernels in use, JDK, machine; in the order to show them. */
  public static Map<String, String> buildInfo() {
    return BuildInfo.facts();
  }

  /**
   * A new connection.
   *
   * @throws EiderException when the database is closed
   */
  public Connection connect() {
    synchronized (connections) {
      if (closed) {
        throw closedError();
      }
      Connection connection = new Connection(this, new Session(services), settings);
      connections.add(connection);
      return connection;
    }
  }

  static EiderException closedError() {
    return new EiderException(ErrorType.INVALID_INPUT, "the database is closed");
  }

  void forget(Connection connection) {
    synchronized (connections) {
      connections.remove(connection);
    }
  }

  AppendedRows appendedRows() {
    return appendedRows;
  }

  EngineServices services() {
    return services;
  }

  /** Bytes that running queries and tables hold now, by the database's own account; no caches. */
  public long memoryUsed() {
    return services.memory().held();
  }

  @Override
  public void close() {
    synchronized (NAMED) {
      if (--owners > 0) {
        return;
      }
      NAMED.values().remove(this);
    }
    List<Connection> open;
    synchronized (connections) {
      if (closed) {
        return;
      }
      closed = true;
      open = List.copyOf(connections);
    }
    for (Connection connection : open) {
      connection.close();
    }
    services.executor().close();
    services.fetches().close();
    stores.close();
  }
}
