// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.eider.base.catalog.CatalogSet;
import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.SpillSpace;
import dev.eider.base.secret.SecretManager;
import dev.eider.base.table.FetchService;
import dev.eider.engine.execute.Executor;
import dev.eider.engine.function.builtin.BuiltinFunctions;
import dev.eider.engine.session.EngineServices;
import dev.eider.engine.session.Session;
import dev.eider.storage.txn.StoredDatabase;
import dev.eider.verify.SessionRows;
import java.util.List;

/**
 * A database in memory whose limit, spill space and threads a test decides, with one session. Its
 * tables are not charged, so that zero bytes in use means that queries left nothing behind.
 */
final class LimitedDatabase implements AutoCloseable {
  private static final long MOST = 8L << 20;

  private static final long LEAST = 128L << 10;

  final MemoryManager memory;
  final Session session;
  private final Executor executor;

  LimitedDatabase(long limit, int threads, SpillSpace spill) {
    memory = new MemoryManager(limit);
    MemoryManager tables = new MemoryManager(Long.MAX_VALUE);
    executor = new Executor(Env.system(), threads);
    session =
        new Session(
            new EngineServices(
                BuiltinFunctions.registry(),
                List.of(),
                List.of(),
                new CatalogSet(
                    StoredDatabase.inMemory("memory", tables),
                    name -> StoredDatabase.inMemory(name, tables),
                    (name, path, request) -> {
                      throw EiderException.notImplemented("ATTACH of " + path);
                    }),
                Env.system(),
                memory,
                (directory, bytes) -> spill,
                executor,
                FetchService.none(),
                SecretManager.inMemory(List.of()),
                "test"));
  }

  /** Runs a statement; its rows as lines of columns joined by {@code |}. */
  List<String> rows(String sql) {
    return SessionRows.of(session, sql);
  }

  /**
   * Halves the limit until the query, which must still succeed, spills; false if it never does. The
   * calls of the space are counted from its start.
   */
  boolean tighten(HeavyQueries.Heavy heavy, FaultySpill spill, List<String> expected) {
    for (long limit = MOST; limit >= LEAST; limit /= 2) {
      memory.setLimit(limit);
      spill.reset();
      assertEquals(expected, rows(heavy.sql()));
      if (spill.calls(FaultySpill.Call.APPEND) > 0) {
        return true;
      }
    }
    return false;
  }

  /** Nothing of the query is left, and the next one runs. */
  void checkNothingLeft(FaultySpill spill) {
    assertEquals(0, spill.openFiles(), "open files");
    assertEquals(0, spill.used(), "bytes on disk");
    assertEquals(0, memory.used(), "bytes in use");
    assertEquals(0, memory.reservations().size(), "open reservations");
    assertEquals(List.of("42"), rows("SELECT 42"));
  }

  @Override
  public void close() {
    session.close();
    executor.close();
  }
}
