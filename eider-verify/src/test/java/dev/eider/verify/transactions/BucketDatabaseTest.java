// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.Connection;
import dev.eider.Database;
import dev.eider.Result;
import dev.eider.base.env.SeededRandom;
import dev.eider.base.error.EiderException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Databases in a directory: what was committed is there for whoever opens it next. */
class BucketDatabaseTest {
  @TempDir Path directory;

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  private static List<String> rows(Connection connection, String sql) {
    List<String> rows = new ArrayList<>();
    try (Result result = connection.query(sql)) {
      int columns = result.columnNames().size();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int c = 0; c < columns; c++) {
          row.add(String.valueOf(result.getString(c)));
        }
        rows.add(String.join("|", row));
      }
    }
    return rows;
  }

  @Test
  void everythingIsThereAgain() {
    String path = path("shop.eider");
    List<String> before;
    String question =
        "SELECT * FROM t ORDER BY ALL; SELECT * FROM s.v ORDER BY ALL; SELECT twice(21)";
    try (Database database = Database.open(path);
        Connection connection = database.connect()) {
      connection.execute(
          "CREATE TYPE mood AS ENUM ('sad', 'happy');"
              + "CREATE TABLE t(i INTEGER PRIMARY KEY, m mood DEFAULT 'sad',"
              + " l STRUCT(a INTEGER[], b MAP(VARCHAR, DECIMAL(20, 3))), d DOUBLE CHECK (d > -1),"
              + " g INTEGER GENERATED ALWAYS AS (i + 1))");
      connection.execute(
          "INSERT INTO t(i, l, d) SELECT range, {'a': [range, NULL], 'b': MAP {'k' || range:"
              + " range}}, range / 3 FROM range(5000)");
      connection.execute("CREATE SCHEMA s; CREATE VIEW s.v AS SELECT count(*) AS n FROM t");
      connection.execute("CREATE MACRO twice(x) AS 2 * x");
      connection.execute("CREATE SEQUENCE q; SELECT nextval('q') FROM range(7)");
      connection.execute(
          "BEGIN; DELETE FROM t WHERE i % 3 = 0; UPDATE t SET m = 'happy' WHERE i < 9");
      connection.execute("INSERT INTO t(i, d) VALUES (100000, 0); COMMIT");
      connection.execute("BEGIN; INSERT INTO t(i, d) VALUES (200000, 0); DROP TABLE t; ROLLBACK");
      connection.execute("ALTER TABLE t ADD COLUMN late VARCHAR DEFAULT 'new'");
      before = rows(connection, question);
    }
    try (Database database = Database.open(path);
        Connection connection = database.connect()) {
      assertEquals(before, rows(connection, question));
      assertEquals(List.of("8"), rows(connection, "SELECT nextval('q')"));
      assertThrows(
          EiderException.class, () -> connection.execute("INSERT INTO t(i, d) VALUES (100000, 0)"));
      assertThrows(
          EiderException.class, () -> connection.execute("INSERT INTO t(i, d) VALUES (-1, -1)"));
      assertEquals(List.of("shop"), rows(connection, "SELECT current_database()"));
    }
  }

  @Test
  void manyConnectionsAndReopening() {
    String path = path("many");
    RandomGenerator random = new SeededRandom(7);
    long expected = 0;
    for (int round = 0; round < 4; round++) {
      try (Database database = Database.open(path)) {
        List<Connection> connections = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          connections.add(database.connect());
        }
        if (round == 0) {
          connections.getFirst().execute("CREATE TABLE t(i BIGINT)");
        }
        assertEquals(
            List.of(String.valueOf(expected)),
            rows(connections.getFirst(), "SELECT coalesce(sum(i), 0)::BIGINT FROM t"));
        for (int step = 0; step < 30; step++) {
          int value = random.nextInt(1000);
          Connection connection = connections.get(random.nextInt(3));
          connection.execute("BEGIN; INSERT INTO t VALUES (" + value + ")");
          if (random.nextBoolean()) {
            connection.execute("COMMIT");
            expected += value;
          } else {
            connection.execute("ROLLBACK");
          }
        }
      }
    }
  }

  @Test
  void oneWriterAndReaders() throws Exception {
    String path = path("one");
    try (Database writer = Database.open(path);
        Connection writes = writer.connect();
        Database other = Database.open(Database.MEMORY);
        Connection reads = other.connect()) {
      writes.execute("CREATE TABLE t AS SELECT 1 AS i");
      EiderException owned =
          assertThrows(EiderException.class, () -> reads.execute("ATTACH '" + path + "' AS w"));
      assertTrue(owned.getMessage().contains("is open for writing by host "), owned.getMessage());
      reads.execute("ATTACH '" + path + "' AS r (READ_ONLY, poll_ms 0)");
      for (int i = 2; i < 20; i++) {
        writes.execute("INSERT INTO t VALUES (" + i + ")");
        assertEquals(
            List.of(String.valueOf(i)), rows(reads, "SELECT count(*) FROM r.t"), "a strong read");
      }
      reads.execute("BEGIN");
      assertEquals(List.of("19"), rows(reads, "SELECT max(i) FROM r.t"));
      writes.execute("DELETE FROM t");
      assertEquals(List.of("19"), rows(reads, "SELECT max(i) FROM r.t"));
      reads.execute("COMMIT");
      assertEquals(List.of("0"), rows(reads, "SELECT count(*) FROM r.t"));
      EiderException refused =
          assertThrows(EiderException.class, () -> reads.execute("INSERT INTO r.t VALUES (1)"));
      assertTrue(refused.getMessage().contains("read-only mode"), refused.getMessage());
      reads.execute("DETACH r");
    }
    try (Database database = Database.open(Database.MEMORY);
        Connection connection = database.connect()) {
      connection.execute("ATTACH '" + path + "' AS w (TYPE eider)");
      connection.execute("INSERT INTO w.t VALUES (1)");
      connection.execute("ATTACH ':memory:' AS m; CREATE TABLE m.u(i INTEGER)");
      connection.execute("BEGIN; INSERT INTO w.t VALUES (2)");
      EiderException two =
          assertThrows(
              EiderException.class, () -> connection.execute("INSERT INTO m.u VALUES (1)"));
      assertTrue(
          two.getMessage().contains("a single transaction can only write to a single attached"),
          two.getMessage());
      connection.execute("ROLLBACK");
    }
  }

  @Test
  void whatIsNoDatabase() throws Exception {
    Path file = directory.resolve("file");
    Files.writeString(file, "something else");
    for (String bad :
        List.of(
            "ATTACH '" + file + "' AS a",
            "ATTACH '" + path("nothing") + "' AS a (READ_ONLY)",
            "ATTACH 'http://localhost:1/x' AS a (TYPE eider)",
            "ATTACH '" + path("x") + "' AS a (NONSENSE true)",
            "ATTACH '" + path("x") + "' AS a (WAIT_MS soon)",
            "ATTACH '" + path("x") + "' AS a (TYPE sqlite)")) {
      try (Database database = Database.open(Database.MEMORY);
          Connection connection = database.connect()) {
        EiderException error =
            assertThrows(EiderException.class, () -> connection.execute(bad), bad);
        assertTrue(!error.getMessage().contains("INTERNAL"), error.getMessage());
      }
    }
    assertEquals("something else", Files.readString(file));
    String path = path("damaged");
    try (Database database = Database.open(path);
        Connection connection = database.connect()) {
      connection.execute("CREATE TABLE t AS SELECT range AS i FROM range(1000)");
    }
    Path slot;
    try (Stream<Path> slots = Files.walk(Path.of(path))) {
      slot =
          slots.filter(p -> p.toString().endsWith("log.d/00000000000000000002")).toList().getLast();
    }
    byte[] bytes = Files.readAllBytes(slot);
    bytes[bytes.length / 2] ^= 4;
    Files.write(slot, bytes);
    EiderException damaged = assertThrows(EiderException.class, () -> Database.open(path));
    assertTrue(damaged.getMessage().contains("damaged"), damaged.getMessage());
  }

  @Test
  void aLostHeadIsRebuilt() throws Exception {
    String path = path("headless");
    try (Database database = Database.open(path);
        Connection connection = database.connect()) {
      connection.execute("CREATE TABLE t AS SELECT 42 AS i");
    }
    Files.delete(Path.of(path, "head"));
    assertThrows(EiderException.class, () -> Database.open(path));
    try (Database database = Database.open(Database.MEMORY);
        Connection connection = database.connect()) {
      connection.execute("ATTACH '" + path + "' AS d (RECOVER)");
      assertEquals(List.of("42"), rows(connection, "SELECT i FROM d.t"));
      connection.execute("INSERT INTO d.t VALUES (43)");
    }
    try (Database database = Database.open(path);
        Connection connection = database.connect()) {
      assertEquals(List.of("2"), rows(connection, "SELECT count(*) FROM t"));
    }
  }
}
