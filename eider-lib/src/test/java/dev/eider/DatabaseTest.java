// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseTest {
  @Test
  void rowsOneByOne() {
    try (Database database = Database.open(Database.MEMORY);
        Connection connection = database.connect();
        Result result =
            connection.query("SELECT 1 AS a, 'x' AS b, NULL AS c, true AS d, 2.5::DOUBLE AS e")) {
      assertEquals(List.of("a", "b", "c", "d", "e"), result.columnNames());
      assertEquals(LogicalType.INTEGER, result.columnTypes().getFirst());
      assertTrue(result.hasRows());
      assertTrue(result.next());
      assertEquals(1, result.getLong(0));
      assertEquals("1", result.getString(0));
      assertEquals("x", result.getString(1));
      assertTrue(result.isNull(2));
      assertNull(result.getString(2));
      assertTrue(result.getBoolean(3));
      assertEquals(2.5, result.getDouble(4));
      assertThrows(EiderException.class, () -> result.getLong(1));
      assertFalse(result.next());
      assertThrows(EiderException.class, () -> result.getLong(0));
    }
  }

  @Test
  void chunks() {
    try (Database database = Database.open("");
        Connection connection = database.connect();
        Result result = connection.query("SELECT range FROM range(10000)")) {
      long sum = 0;
      DataChunk chunk;
      while ((chunk = result.nextChunk()) != null) {
        for (int row = 0; row < chunk.size(); row++) {
          sum += chunk.column(0).getValue(row).asLong();
        }
      }
      assertEquals(49_995_000L, sum);
      assertEquals(10_000, result.rowsPulled());
    }
  }

  @Test
  void statementsInOneTextAndChanges() {
    try (Database database = Database.open(Database.MEMORY);
        Connection connection = database.connect()) {
      assertEquals(
          2, connection.execute("CREATE TABLE t(a INTEGER); INSERT INTO t VALUES (1), (2)"));
      assertEquals(0, connection.execute("CREATE TABLE u(a INTEGER)"));
      try (Result result = connection.query("SELECT sum(a) FROM t")) {
        assertTrue(result.next());
        assertEquals(3, result.getLong(0));
      }
    }
  }

  @Test
  void parametersAndPreparedQueries() {
    try (Database database = Database.open(Database.MEMORY);
        Connection connection = database.connect()) {
      connection.execute("CREATE TABLE t(a INTEGER, d DATE)");
      try (PreparedQuery insert = connection.prepare("INSERT INTO t VALUES (?, ?)")) {
        assertEquals(2, insert.parameterCount());
        for (int i = 0; i < 3; i++) {
          insert.query(i, LocalDate.of(2020, 1, 1 + i)).close();
        }
      }
      try (Result result = connection.query("SELECT d FROM t WHERE a = ?", 2)) {
        assertTrue(result.next());
        assertEquals(LocalDate.of(2020, 1, 3), result.getObject(0));
      }
      EiderException error =
          assertThrows(EiderException.class, () -> connection.query("SELECT 1; SELECT ?", 1));
      assertEquals(ErrorType.INVALID_INPUT, error.type());
    }
  }

  @Test
  void connectionsShareTablesAndNotTemporaryOnes() {
    try (Database database = Database.open(Database.MEMORY);
        Connection one = database.connect();
        Connection two = database.connect()) {
      one.execute("CREATE TABLE shared(a INTEGER)");
      one.execute("CREATE TEMP TABLE own(a INTEGER)");
      assertEquals(1, two.execute("INSERT INTO shared VALUES (1)"));
      assertThrows(EiderException.class, () -> two.execute("INSERT INTO own VALUES (1)"));
    }
  }

  @Test
  void manyConnectionsAtOnce() throws Exception {
    try (Database database = Database.open(Database.MEMORY);
        ExecutorService pool = dev.eider.base.env.Env.system().newPool("test", 4)) {
      List<Callable<Long>> tasks = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        tasks.add(() -> {
          try (Connection connection = database.connect();
              Result result = connection.query("SELECT sum(range) FROM range(100000)")) {
            assertTrue(result.next());
            return result.getLong(0);
          }
        });
      }
      for (Future<Long> sum : pool.invokeAll(tasks)) {
        assertEquals(4_999_950_000L, sum.get());
      }
    }
  }

  @Test
  void aResultMayStayOpenWhileOthersRun() {
    try (Database database = Database.open(Database.MEMORY);
        Connection connection = database.connect();
        Result outer = connection.query("SELECT range FROM range(5000)")) {
      long rows = 0;
      while (outer.next()) {
        if (rows % 1000 == 0) {
          try (Result inner = connection.query("SELECT 42")) {
            assertTrue(inner.next());
            assertEquals(42, inner.getLong(0));
          }
        }
        rows++;
      }
      assertEquals(5000, rows);
    }
  }

  @Test
  void anErrorLeavesTheConnectionUsable() {
    try (Database database = Database.open(Database.MEMORY);
        Connection connection = database.connect()) {
      EiderException error =
          assertThrows(EiderException.class, () -> connection.query("SELECT nothing"));
      assertEquals(ErrorType.BINDER, error.type());
      assertTrue(String.valueOf(error.getMessage()).contains("LINE 1: SELECT nothing"));
      assertThrows(EiderException.class, () -> connection.query("SELEC 1"));
      assertThrows(
          EiderException.class,
          () -> {
            try (Result result = connection.query("SELECT 'x'::INTEGER")) {
              result.next();
            }
          });
      try (Result result = connection.query("SELECT 1")) {
        assertTrue(result.next());
      }
    }
  }

  @Test
  void settingsOfTheDatabase() {
    try (Database database =
            Database.open(Database.MEMORY, Map.of("threads", "1", "TimeZone", "UTC"));
        Connection connection = database.connect()) {
      assertEquals("1", connection.setting("threads"));
      assertEquals("UTC", connection.setting("timezone"));
      assertNull(connection.setting("no such setting"));
    }
    EiderException error =
        assertThrows(
            EiderException.class, () -> Database.open(Database.MEMORY, Map.of("thread", "1")));
    assertTrue(String.valueOf(error.getMessage()).contains("\"thread\""));
  }

  @Test
  void aDirectoryIsADatabase(@TempDir Path directory) {
    String path = directory.resolve("shop.db").toString();
    try (Database database = Database.open(path);
        Database same = Database.open(path);
        Connection one = database.connect();
        Connection two = same.connect()) {
      one.execute("CREATE TABLE t AS SELECT 42 AS i");
      try (Result result = two.query("SELECT i FROM shop.t")) {
        assertTrue(result.next());
      }
    }
    try (Database database = Database.open(path);
        Connection connection = database.connect();
        Result result = connection.query("SELECT i FROM t")) {
      assertTrue(result.next());
      assertEquals(42, result.getLong(0));
    }
  }

  @Test
  void whatIsClosedSaysSo() {
    Database database = Database.open(Database.MEMORY);
    Connection connection = database.connect();
    database.close();
    assertTrue(connection.isClosed());
    assertThrows(EiderException.class, () -> connection.query("SELECT 1"));
    assertThrows(EiderException.class, database::connect);
    database.close();
    connection.close();
  }

  @Test
  void interruptFromAnotherThread() throws Exception {
    try (Database database = Database.open(Database.MEMORY);
        Connection connection = database.connect();
        Result result = connection.query("SELECT a.range FROM range(1000000000) a")) {
      assertNotNull(result.nextChunk());
      Thread other =
          dev.eider.base.env.Env.system().startThread("interrupter", connection::interrupt);
      EiderException error =
          assertThrows(
              EiderException.class,
              () -> {
                while (result.nextChunk() != null) {
                  // Until the interrupt comes.
                }
              });
      assertEquals(ErrorType.INTERRUPT, error.type());
      other.join();
    }
  }

  @Test
  void theCatalogAsJavaSeesIt() {
    try (Database database = Database.open(Database.MEMORY);
        Connection connection = database.connect()) {
      connection.execute(
          "CREATE TABLE t(a INTEGER PRIMARY KEY, \"B c\" VARCHAR DEFAULT 'x' NOT NULL);"
              + "CREATE VIEW v AS SELECT a FROM t");
      TableInfo table = connection.tables().getFirst();
      assertEquals("t", table.name());
      assertEquals("B c", table.columns().get(1).name());
      assertTrue(table.columns().get(1).notNull());
      TableInfo view = connection.tables().get(1);
      assertTrue(view.view());
      assertTrue(view.sql().startsWith("CREATE VIEW v AS "), view.sql());
      try (Database copy = Database.open(Database.MEMORY);
          Connection other = copy.connect()) {
        other.execute(table.sql());
        other.execute(view.sql());
        assertEquals(table.columns(), other.tables().getFirst().columns());
      }
      assertTrue(connection.functionNames().contains("sum"));
      assertEquals(List.of("memory", "temp"), connection.databases());
    }
  }

  @Test
  void appender() {
    try (Database database = Database.open(Database.MEMORY);
        Connection connection = database.connect()) {
      connection.execute("CREATE TABLE t(id BIGINT NOT NULL, name VARCHAR, day DATE)");
      try (Appender appender = connection.appender("t")) {
        for (int i = 0; i < 5000; i++) {
          appender.append(i, i % 2 == 0 ? null : "name " + i, LocalDate.EPOCH.plusDays(i));
        }
        assertThrows(EiderException.class, () -> appender.append(1));
        assertThrows(EiderException.class, () -> appender.append("one", null, null));
      }
      try (Result result =
          connection.query("SELECT count(*), count(name), sum(id), max(day) FROM t")) {
        assertTrue(result.next());
        assertEquals(5000, result.getLong(0));
        assertEquals(2500, result.getLong(1));
        assertEquals(12_497_500, result.getLong(2));
        assertEquals(LocalDate.EPOCH.plusDays(4999), result.getObject(3));
      }
      Appender wrong = connection.appender("t");
      wrong.append(null, "x", null);
      assertThrows(EiderException.class, wrong::flush);
    }
  }

  @Test
  void sqlTexts() {
    assertEquals(List.of("SELECT ';';", " SELECT 2"), Sql.split("SELECT ';'; SELECT 2"));
    assertTrue(Sql.isComplete("SELECT 1;"));
    assertFalse(Sql.isComplete("SELECT ';"));
    assertEquals("\"a\"\"b\"", Sql.quoteName("a\"b"));
    assertTrue(Sql.keywords().contains("SELECT"));
  }
}
