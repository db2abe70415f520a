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
import dev.eider.base.error.ErrorType;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Interleaved transactions by seeds: each sees what the model says, and conflicts where it does.
 */
class SnapshotIsolationTest {
  private static final int CONNECTIONS = 4;
  private static final int STEPS = 600;

  /** One connection and the transaction it is in. */
  private static final class Client {
    final Connection connection;
    SnapshotModel.@Nullable Transaction transaction;

    Client(Connection connection) {
      this.connection = connection;
    }
  }

  private final SnapshotModel model = new SnapshotModel();
  private int nextRow;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void interleavedTransactions(long seed) {
    RandomGenerator random = new SeededRandom(seed);
    try (Database database = Database.open(Database.MEMORY)) {
      List<Client> clients = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        clients.add(new Client(database.connect()));
      }
      clients.getFirst().connection.execute("CREATE TABLE t(id INTEGER, pad VARCHAR, v INTEGER)");
      for (int step = 0; step < STEPS; step++) {
        step(clients.get(random.nextInt(CONNECTIONS)), random);
      }
      for (Client client : clients) {
        if (client.transaction != null) {
          client.connection.execute("ROLLBACK");
          client.transaction.rollback();
        }
      }
      for (Client client : clients) {
        assertEquals(model.committed(), rows(client.connection));
      }
    }
  }

  private void step(Client client, RandomGenerator random) {
    SnapshotModel.Transaction transaction = client.transaction;
    if (transaction == null) {
      client.connection.execute("BEGIN");
      transaction = model.begin();
      client.transaction = transaction;
      assertEquals(transaction.rows(), rows(client.connection));
      return;
    }
    switch (random.nextInt(10)) {
      case 0 -> {
        client.connection.execute("COMMIT");
        transaction.commit();
        client.transaction = null;
      }
      case 1 -> {
        client.connection.execute("ROLLBACK");
        transaction.rollback();
        client.transaction = null;
      }
      case 2, 3 -> insert(client.connection, transaction, random);
      case 4, 5 -> change(client, transaction, random, null);
      case 6, 7, 8 -> change(client, transaction, random, random.nextInt(1_000_000));
      default -> assertEquals(transaction.rows(), rows(client.connection));
    }
  }

  private void insert(
      Connection connection, SnapshotModel.Transaction transaction, RandomGenerator random) {
    // Now and then enough for several blocks, or one that is full to its last row.
    int count = random.nextInt(20) == 0 ? 2048 + random.nextInt(2500) : 1 + random.nextInt(40);
    int value = random.nextInt(1000);
    connection.execute(
        "INSERT INTO t SELECT range, 'a text of row ' || range, "
            + value
            + " FROM range("
            + nextRow
            + ", "
            + (nextRow + count)
            + ")");
    for (int i = 0; i < count; i++) {
      transaction.insert(nextRow++, value);
    }
  }

  /** Updates or deletes a run of rows; all of them must be free, or the statement fails. */
  private void change(
      Client client,
      SnapshotModel.Transaction transaction,
      RandomGenerator random,
      @Nullable Integer value) {
    if (nextRow == 0) {
      return;
    }
    int from = random.nextInt(nextRow);
    int to = from + 1 + random.nextInt(30);
    List<Integer> targets =
        new ArrayList<>(transaction.rows().subMap(from, true, to, true).keySet());
    String sql =
        (value == null ? "DELETE FROM t" : "UPDATE t SET v = " + value)
            + " WHERE id BETWEEN "
            + from
            + " AND "
            + to;
    if (targets.stream().allMatch(transaction::mayWrite)) {
      assertEquals(targets.size(), client.connection.execute(sql));
      targets.forEach(row -> transaction.write(row, value));
    } else {
      EiderException error =
          assertThrows(EiderException.class, () -> client.connection.execute(sql), sql);
      assertEquals(ErrorType.TRANSACTION, error.type());
      assertTrue(error.getMessage().contains("Conflict on "), error.getMessage());
      client.connection.execute("ROLLBACK");
      transaction.rollback();
      client.transaction = null;
    }
  }

  private static TreeMap<Integer, Integer> rows(Connection connection) {
    TreeMap<Integer, Integer> rows = new TreeMap<>();
    long count;
    try (Result result = connection.query("SELECT count(*) FROM t")) {
      result.next();
      count = result.getLong(0);
    }
    try (Result result = connection.query("SELECT id, v, pad FROM t")) {
      while (result.next()) {
        int id = (int) result.getLong(0);
        assertEquals("a text of row " + id, result.getString(2));
        assertEquals(null, rows.put(id, (int) result.getLong(1)));
      }
    }
    assertEquals(count, rows.size(), "count(*) and the rows");
    return rows;
  }

  @Test
  void aResultKeepsItsSnapshot() {
    try (Database database = Database.open(Database.MEMORY);
        Connection reader = database.connect();
        Connection writer = database.connect()) {
      writer.execute("CREATE TABLE t AS SELECT range AS i FROM range(300000)");
      try (Result result = reader.query("SELECT i FROM t")) {
        assertTrue(result.next());
        writer.execute("UPDATE t SET i = -1");
        writer.execute("DELETE FROM t");
        writer.execute("INSERT INTO t SELECT 7 FROM range(1000)");
        long rows = 1;
        while (result.next()) {
          assertTrue(result.getLong(0) >= 0);
          rows++;
        }
        assertEquals(300_000, rows);
      }
      try (Result result = reader.query("SELECT count(*), sum(i) FROM t")) {
        result.next();
        assertEquals(1000, result.getLong(0));
        assertEquals(7000, result.getLong(1));
      }
    }
  }

  @Test
  void aResultReadAcrossItsCommitHasItsRowsOnce() {
    try (Database database = Database.open(Database.MEMORY);
        Connection connection = database.connect()) {
      connection.execute("CREATE TABLE t AS SELECT range AS i FROM range(100)");
      connection.execute("BEGIN");
      connection.execute("INSERT INTO t SELECT range FROM range(100, 400000)");
      try (Result result = connection.query("SELECT i FROM t")) {
        assertTrue(result.next());
        connection.execute("COMMIT");
        long rows = 1;
        while (result.next()) {
          rows++;
        }
        assertEquals(400_000, rows);
      }
    }
  }

  @Test
  void memoryComesBack() {
    try (Database database = Database.open(Database.MEMORY);
        Connection connection = database.connect()) {
      long before = database.memoryUsed();
      connection.execute(
          "CREATE TABLE t AS SELECT range AS i, 'text ' || range AS s FROM range(50000)");
      connection.execute("UPDATE t SET i = i + 1, s = s || 'x'");
      connection.execute("DELETE FROM t WHERE i % 2 = 0");
      connection.execute("BEGIN");
      connection.execute("INSERT INTO t SELECT * FROM t");
      connection.execute("UPDATE t SET i = 0");
      connection.execute("ROLLBACK");
      connection.execute("BEGIN");
      connection.execute("CREATE TABLE u AS SELECT * FROM t");
      connection.execute("ROLLBACK");
      connection.execute("DELETE FROM t");
      connection.execute("DROP TABLE t");
      assertEquals(before, database.memoryUsed());
    }
  }
}
