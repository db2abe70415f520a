// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.eider.base.catalog.CatalogSet;
import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.SpillSpace;
import dev.eider.base.secret.SecretManager;
import dev.eider.base.table.FetchService;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.execute.Executor;
import dev.eider.engine.function.builtin.BuiltinFunctions;
import dev.eider.engine.function.cast.ValueCasts;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** A session over fakes, and rows as texts. */
public final class TestSession {
  private final Session session =
      new Session(
          new EngineServices(
              BuiltinFunctions.registry(),
              List.of(),
              List.of(),
              new CatalogSet(
                  new FakeDatabase("memory"),
                  FakeDatabase::new,
                  (name, path, request) -> new FakeDatabase(name)),
              Env.system(),
              new MemoryManager(1L << 30),
              (directory, bytes) -> SpillSpace.none(),
              new Executor(Env.system(), 2),
              FetchService.none(),
              SecretManager.inMemory(List.of()),
              "test"));

  public Session session() {
    return session;
  }

  /** Runs statements that need no look at their result. */
  public TestSession run(String sql) {
    session.execute(sql).close();
    return this;
  }

  /** The rows of a query: columns joined by {@code |}. */
  public List<String> rows(String sql) {
    try (QueryResult result = session.execute(sql)) {
      List<String> rows = new ArrayList<>();
      for (List<Value> row : result.rows()) {
        List<String> texts = new ArrayList<>();
        row.forEach(value -> texts.add(text(value)));
        rows.add(String.join("|", texts));
      }
      return rows;
    }
  }

  private static String text(Value value) {
    return value.isNull()
        ? "NULL"
        : String.valueOf(ValueCasts.cast(value, LogicalType.VARCHAR, ZoneOffset.UTC).object());
  }

  /** Names and types of a query's columns. */
  public String columns(String sql) {
    try (QueryResult result = session.execute(sql)) {
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < result.names().size(); i++) {
        texts.add(result.names().get(i) + " " + result.types().get(i));
      }
      return String.join(", ", texts);
    }
  }

  /** The message of the error that a statement ends in, without its caret lines. */
  public String error(String sql) {
    EiderException error = assertThrows(EiderException.class, () -> rows(sql));
    String message = error.getMessage();
    int line = message.indexOf("\n\nLINE ");
    return line < 0 ? message : message.substring(0, line);
  }

  /** The optimized plan as text. */
  public String plan(String sql) {
    session.execute("SET explain_output = 'optimized_only'").close();
    try (QueryResult result = session.execute("EXPLAIN (FORMAT compact) " + sql)) {
      return result.rows().getFirst().get(1).asString();
    }
  }
}
