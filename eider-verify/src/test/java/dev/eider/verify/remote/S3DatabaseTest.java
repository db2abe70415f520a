// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.Connection;
import dev.eider.Database;
import dev.eider.Result;
import dev.eider.base.error.EiderException;
import dev.eider.s3testserver.S3TestServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A database in a bucket of a real S3 server: its writer, a reader elsewhere, and who may not. */
class S3DatabaseTest {
  private S3TestServer server;

  @BeforeEach
  void start() throws Exception {
    server = S3TestServer.inMemory();
    server.createBucket("bucket");
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  private Connection connect(Database database, String secret) {
    Connection connection = database.connect();
    connection.execute(
        "CREATE SECRET (TYPE s3, KEY_ID '"
            + S3TestServer.KEY_ID
            + "', SECRET '"
            + secret
            + "', ENDPOINT '127.0.0.1:"
            + server.port()
            + "', USE_SSL false, URL_STYLE 'path', REGION 'us-east-1')");
    return connection;
  }

  private static long one(Connection connection, String sql) {
    try (Result result = connection.query(sql)) {
      assertTrue(result.next());
      return result.getLong(0);
    }
  }

  @Test
  void customersAndOrders() {
    try (Database database = Database.open(Database.MEMORY);
        Connection writer = connect(database, S3TestServer.SECRET)) {
      writer.execute("ATTACH 's3://bucket/path/shop' AS shop (TYPE eider); USE shop");
      writer.execute("CREATE TABLE customers(id INTEGER PRIMARY KEY, name VARCHAR NOT NULL)");
      writer.execute(
          "CREATE TABLE orders(id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customers(id),"
              + " amount DECIMAL(10, 2))");
      writer.execute("INSERT INTO customers VALUES (1, 'Ada'), (2, 'Bob')");
      writer.execute("INSERT INTO orders SELECT range, 1 + range % 2, range FROM range(1000)");
      EiderException refused =
          assertThrows(
              EiderException.class,
              () -> writer.execute("INSERT INTO orders VALUES (5000, 99, 1.0)"));
      assertTrue(
          refused
              .getMessage()
              .contains(
                  "Violates foreign key constraint because key \"id: 99\" does not exist in the"
                      + " referenced table"),
          refused.getMessage());
      try (Database elsewhere = Database.open(Database.MEMORY);
          Connection reader = connect(elsewhere, S3TestServer.SECRET)) {
        reader.execute("ATTACH 's3://bucket/path/shop' AS shop (READ_ONLY, poll_ms 0)");
        assertEquals(1000, one(reader, "SELECT count(*) FROM shop.orders"));
        writer.execute("DELETE FROM orders WHERE id < 500");
        assertEquals(500, one(reader, "SELECT count(*) FROM shop.orders"));
        assertThrows(
            EiderException.class, () -> reader.execute("ATTACH 's3://bucket/path/shop' AS w"));
        reader.execute("DETACH shop");
      }
      writer.execute("USE memory; DETACH shop");
      writer.execute("ATTACH 's3://bucket/path/shop' AS again");
      assertEquals(500, one(writer, "SELECT count(*) FROM again.orders"));
      assertEquals(2, one(writer, "SELECT count(*) FROM again.customers"));
    }
  }

  @Test
  void whoMayNot() {
    try (Database database = Database.open(Database.MEMORY);
        Connection connection = connect(database, "planted-wrong-secret")) {
      EiderException refused =
          assertThrows(
              EiderException.class, () -> connection.execute("ATTACH 's3://bucket/shop' AS shop"));
      assertTrue(refused.getMessage().contains("s3://bucket"), refused.getMessage());
      assertFalse(refused.getMessage().contains("planted-wrong-secret"), refused.getMessage());
    }
    try (Database database = Database.open(Database.MEMORY);
        Connection connection = connect(database, S3TestServer.SECRET)) {
      EiderException missing =
          assertThrows(
              EiderException.class,
              () -> connection.execute("ATTACH 's3://bucket/nothing' AS shop (READ_ONLY)"));
      assertTrue(missing.getMessage().contains("bucket/nothing"), missing.getMessage());
      assertThrows(
          EiderException.class, () -> connection.execute("ATTACH 's3://no-bucket/x' AS shop"));
    }
  }
}
