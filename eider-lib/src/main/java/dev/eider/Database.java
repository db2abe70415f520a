// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider;

import dev.eider.base.catalog.CatalogSet;
import dev.eider.base.catalog.DatabaseOpener;
import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.secret.Secret;
import dev.eider.base.secret.SecretLookup;
import dev.eider.base.secret.SecretManager;
import dev.eider.base.type.Value;
import dev.eider.engine.session.EngineServices;
import dev.eider.engine.session.Session;
import dev.eider.io.registry.StoreRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A database: tables, worker threads and a memory limit that its connections share. Safe for any
 * number of threads. Whoever opened it closes it; closing it closes its connections and stops its
 * workers.
 *
 * <p>A database in memory is gone when it is closed; one in a directory or a bucket stays, and has
 * one writer at a time.
 */
public final class Database implements AutoCloseable {
  /** The path of a database that lives in memory. */
  public static final String MEMORY = ":memory:";

  /** Open named databases of this process by path; also the lock of their {@link #owners}. */
  private static final Map<String, Database> NAMED = new HashMap<>();

  private final CatalogSet catalogs;
  private final EngineServices services;
  private final StoreRegistry stores;
  private final AppendedRows appendedRows;
  private final Map<String, String> settings;
  private final List<Connection> connections = new ArrayList<>();
  private boolean closed;

  /** How often a named database was opened and not closed; guarded by {@link #NAMED}. */
  private int owners = 1;

  private Database(Env env, @Nullable String path, Map<String, String> settings) {
    MemoryManager memory = new MemoryManager(Wiring.defaultMemoryLimit());
    appendedRows = new AppendedRows(env, memory);
    SecretManager secrets = Wiring.secrets(env);
    stores = Wiring.stores(env);
    catalogs = Wiring.catalogs(env, memory, stores, path, request(settings, secrets));
    services = Wiring.services(env, memory, secrets, stores, appendedRows, catalogs);
    this.settings = settings;
  }

  /** How a database is opened by its path: no session has set anything yet. */
  private static DatabaseOpener.Request request(
      Map<String, String> settings, SecretManager secrets) {
    Map<String, String> byName = new HashMap<>();
    settings.forEach((name, value) -> byName.put(name.toLowerCase(Locale.ROOT), value));
    String mode = byName.getOrDefault("access_mode", "automatic").toLowerCase(Locale.ROOT);
    return new DatabaseOpener.Request(
        mode.equals("read_only"),
        Map.of(),
        name -> byName.containsKey(name) ? Value.of(byName.get(name)) : null,
        new SecretLookup() {
          @Override
          public @Nullable Secret find(String address, String type) {
            return secrets.find(address, type);
          }

          @Override
          public @Nullable String setting(String name) {
            return byName.get(name);
          }
        });
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
   *     closed it; else a directory or the address of a prefix in a bucket ({@code
   *     s3://bucket/path}), which is made if nothing is there, and is one database for all who open
   *     it in this process
   * @param settings settings by name as in SET, for instance {@code threads} or {@code
   *     memory_limit}
   * @throws EiderException IO when the database cannot be opened; CATALOG for an unknown setting
   */
  public static Database open(String path, Map<String, String> settings) {
    if (path.isEmpty() || path.equals(MEMORY)) {
      return openNew(null, settings);
    }
    boolean isMemory = path.startsWith(MEMORY);
    String known =
        isMemory || path.contains("://")
            ? path
            : Path.of(path).toAbsolutePath().normalize().toString();
    synchronized (NAMED) {
      Database shared = NAMED.get(known);
      if (shared != null) {
        shared.owners++;
        return shared;
      }
      shared = openNew(isMemory ? null : path, settings);
      NAMED.put(known, shared);
      return shared;
    }
  }

  private static Database openNew(@Nullable String path, Map<String, String> settings) {
    Database database = new Database(Env.system(), path, new LinkedHashMap<>(settings));
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
    try {
      catalogs.close();
    } finally {
      services.fetches().close();
      stores.close();
    }
  }
}
