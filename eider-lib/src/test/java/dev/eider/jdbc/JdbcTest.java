// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.Database;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JdbcTest {
  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:eider:");
    statement = connection.createStatement();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private ResultSet one(String sql) throws SQLException {
    ResultSet rows = statement.executeQuery(sql);
    assertTrue(rows.next());
    return rows;
  }

  private Object object(String expression) throws SQLException {
    try (ResultSet rows = one("SELECT " + expression)) {
      return rows.getObject(1);
    }
  }

  @Test
  void objectsByType() throws SQLException {
    assertEquals((byte) 1, object("1::TINYINT"));
    assertEquals((short) 1, object("1::SMALLINT"));
    assertEquals(1, object("1"));
    assertEquals(1L, object("1::BIGINT"));
    assertEquals(BigInteger.ONE, object("1::HUGEINT"));
    assertEquals((short) 1, object("1::UTINYINT"));
    assertEquals(1, object("1::USMALLINT"));
    assertEquals(1L, object("1::UINTEGER"));
    assertEquals(BigInteger.ONE, object("1::UBIGINT"));
    assertEquals(new BigDecimal("1.50"), object("1.5::DECIMAL(5,2)"));
    assertEquals(1.5f, object("1.5::FLOAT"));
    assertEquals(1.5, object("1.5::DOUBLE"));
    assertEquals("x", object("'x'"));
    assertEquals(true, object("true"));
    assertEquals(LocalDate.of(2020, 1, 2), object("DATE '2020-01-02'"));
    assertEquals(LocalTime.of(10, 11, 12), object("TIME '10:11:12'"));
    assertEquals(
        Timestamp.valueOf("2020-01-02 03:04:05.678"),
        object("TIMESTAMP '2020-01-02 03:04:05.678'"));
    assertEquals(
        OffsetDateTime.of(2020, 1, 2, 3, 4, 5, 0, ZoneOffset.UTC),
        object("'2020-01-02 03:04:05+00'::TIMESTAMPTZ"));
    assertEquals("1 month 2 days", object("INTERVAL '1 month 2 days'"));
    UUID uuid = UUID.fromString("12345678-0000-0000-0000-000000000001");
    assertEquals(uuid, object("'" + uuid + "'::UUID"));
    assertArrayEquals(
        new byte[] {'a', 'b'},
        assertInstanceOf(java.sql.Blob.class, object("'ab'::BLOB")).getBytes(1, 2));
    assertNull(object("NULL"));
  }

  @Test
  void gettersConvertAndRefuse() throws SQLException {
    try (ResultSet rows =
        one("SELECT 300 AS a, '42' AS b, 2.7::DOUBLE AS c, NULL::INTEGER AS d, 'x' AS e")) {
      assertEquals(300, rows.getInt("a"));
      assertEquals(300L, rows.getLong(1));
      assertEquals(300.0, rows.getDouble(1));
      assertEquals("300", rows.getString(1));
      assertEquals(new BigDecimal(300), rows.getBigDecimal(1));
      assertThrows(SQLException.class, () -> rows.getByte(1));
      assertEquals(42, rows.getInt("B"));
      assertEquals(2, rows.getInt("c"));
      assertEquals(0, rows.getInt("d"));
      assertTrue(rows.wasNull());
      assertNull(rows.getString("d"));
      assertNull(rows.getObject("d", Integer.class));
      assertEquals(300L, rows.getObject("a", Long.class));
      assertFalse(rows.wasNull());
      SQLException error = assertThrows(SQLException.class, () -> rows.getInt("e"));
      assertEquals("22018", error.getSQLState());
      error = assertThrows(SQLException.class, () -> rows.getInt("nothing"));
      assertTrue(error.getMessage().contains("a, b, c, d, e"), error.getMessage());
      assertThrows(SQLException.class, () -> rows.getInt(6));
    }
  }

  @Test
  void timesAsOtherClasses() throws SQLException {
    try (ResultSet rows =
        one(
            "SELECT TIMESTAMP '2020-01-02 03:04:05.678' AS t, DATE '2020-01-02' AS d,"
                + " '2020-01-02 03:04:05+00'::TIMESTAMPTZ AS z, TIME '03:04:05' AS h")) {
      assertEquals(
          LocalDateTime.of(2020, 1, 2, 3, 4, 5, 678_000_000),
          rows.getObject("t", LocalDateTime.class));
      assertEquals(LocalDate.of(2020, 1, 2), rows.getObject("t", LocalDate.class));
      assertEquals(java.sql.Date.valueOf("2020-01-02"), rows.getDate("d"));
      assertEquals(Timestamp.valueOf("2020-01-02 00:00:00"), rows.getTimestamp("d"));
      assertEquals(Instant.parse("2020-01-02T03:04:05Z"), rows.getObject("z", Instant.class));
      assertEquals(Instant.parse("2020-01-02T03:04:05Z"), rows.getTimestamp("z").toInstant());
      assertEquals(java.sql.Time.valueOf("03:04:05"), rows.getTime("h"));
      assertThrows(SQLException.class, () -> rows.getDate("h"));
    }
  }

  @Test
  void nestedValues() throws SQLException {
    Object list = object("[1, NULL, 3]");
    assertArrayEquals(
        new Object[] {1, null, 3},
        (Object[]) assertInstanceOf(java.sql.Array.class, list).getArray());
    Object struct = object("{'a': 1, 'b': [2]}");
    Object[] attributes = assertInstanceOf(java.sql.Struct.class, struct).getAttributes();
    assertEquals(1, attributes[0]);
    assertInstanceOf(java.sql.Array.class, attributes[1]);
    assertEquals(Map.of("k", 1), object("MAP {'k': 1}"));
    try (ResultSet rows = one("SELECT [1, 2], {'a': 1}")) {
      assertEquals("[1, 2]", rows.getString(1));
      assertEquals("{'a': 1}", rows.getString(2));
    }
  }

  @Test
  void metadataOfColumns() throws SQLException {
    try (ResultSet rows = one("SELECT 1 AS a, 1.5::DECIMAL(7,3) AS b, 'x' AS c, 1::UBIGINT AS d")) {
      ResultSetMetaData meta = rows.getMetaData();
      assertEquals(4, meta.getColumnCount());
      assertEquals("a", meta.getColumnLabel(1));
      assertEquals(Types.INTEGER, meta.getColumnType(1));
      assertEquals("java.lang.Integer", meta.getColumnClassName(1));
      assertEquals("DECIMAL(7,3)", meta.getColumnTypeName(2));
      assertEquals(7, meta.getPrecision(2));
      assertEquals(3, meta.getScale(2));
      assertTrue(meta.isSigned(2));
      assertEquals(Types.VARCHAR, meta.getColumnType(3));
      assertFalse(meta.isSigned(4));
      assertThrows(SQLException.class, () -> meta.getColumnName(5));
    }
  }

  @Test
  void aLargeResultStreams() throws SQLException {
    long sum = 0;
    try (ResultSet rows = statement.executeQuery("SELECT range FROM range(300000)")) {
      assertTrue(rows.isBeforeFirst());
      assertEquals(0, rows.getRow());
      while (rows.next()) {
        sum += rows.getLong(1);
      }
      assertTrue(rows.isAfterLast());
      assertFalse(rows.next());
    }
    assertEquals(44_999_850_000L, sum);
  }

  @Test
  void maxRowsAndOptions() throws SQLException {
    statement.setMaxRows(3);
    statement.setFetchSize(100);
    int count = 0;
    try (ResultSet rows = statement.executeQuery("SELECT * FROM range(10)")) {
      while (rows.next()) {
        count++;
      }
      assertEquals(100, rows.getFetchSize());
    }
    assertEquals(3, count);
    assertThrows(SQLException.class, () -> statement.setMaxRows(-1));
    assertThrows(
        SQLFeatureNotSupportedException.class,
        () ->
            connection.createStatement(
                ResultSet.TYPE_SCROLL_SENSITIVE, ResultSet.CONCUR_READ_ONLY));
  }

  @Test
  void updatesAndCounts() throws SQLException {
    assertFalse(statement.execute("CREATE TABLE t(a INTEGER)"));
    assertEquals(0, statement.getUpdateCount());
    assertEquals(3, statement.executeUpdate("INSERT INTO t VALUES (1), (2), (3)"));
    assertEquals(2, statement.executeUpdate("DELETE FROM t WHERE a > 1"));
    assertTrue(statement.execute("SELECT * FROM t"));
    assertEquals(-1, statement.getUpdateCount());
    assertNotNull(statement.getResultSet());
    assertFalse(statement.getMoreResults());
    assertThrows(SQLException.class, () -> statement.executeQuery("DELETE FROM t"));
    assertThrows(SQLException.class, () -> statement.executeUpdate("SELECT 1"));
    assertThrows(
        SQLFeatureNotSupportedException.class,
        () -> statement.executeUpdate("INSERT INTO t VALUES (1)", Statement.RETURN_GENERATED_KEYS));
  }

  @Test
  void aStatementStaysUsableAfterAnError() throws SQLException {
    SQLException error =
        assertThrows(SQLException.class, () -> statement.executeQuery("SELECT nothing"));
    assertEquals("42000", error.getSQLState());
    assertTrue(error.getMessage().startsWith("Binder Error: "), error.getMessage());
    error = assertThrows(SQLException.class, () -> statement.executeQuery("SELEC 1"));
    assertEquals("42601", error.getSQLState());
    error =
        assertThrows(
            SQLException.class,
            () -> {
              try (ResultSet rows =
                  statement.executeQuery(
                      "SELECT CAST(range::VARCHAR || 'x' AS INTEGER) FROM range(3)")) {
                rows.next();
              }
            });
    assertEquals("22018", error.getSQLState());
    try (ResultSet rows = one("SELECT 1")) {
      assertEquals(1, rows.getInt(1));
    }
  }

  @Test
  void preparedStatements() throws SQLException {
    statement.execute(
        "CREATE TABLE t(i INTEGER, s VARCHAR, d DECIMAL(10,2), day DATE, moment TIMESTAMP, u UUID,"
            + " b BLOB, l INTEGER[], f DOUBLE, o BOOLEAN)");
    UUID uuid = UUID.fromString("12345678-0000-0000-0000-000000000001");
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
      assertEquals(10, insert.getParameterMetaData().getParameterCount());
      insert.setInt(1, 7);
      insert.setString(2, "it's");
      insert.setBigDecimal(3, new BigDecimal("12.34"));
      insert.setObject(4, LocalDate.of(2020, 2, 3));
      insert.setTimestamp(5, Timestamp.valueOf("2020-02-03 04:05:06"));
      insert.setObject(6, uuid);
      insert.setBytes(7, new byte[] {0, 1, -1});
      insert.setArray(8, connection.createArrayOf("INTEGER", new Object[] {1, 2}));
      insert.setDouble(9, 0.5);
      insert.setBoolean(10, true);
      assertEquals(1, insert.executeUpdate());
      for (int i = 1; i <= 10; i++) {
        insert.setNull(i, Types.OTHER);
      }
      insert.addBatch();
      insert.setObject(1, "8");
      insert.addBatch();
      assertArrayEquals(new int[] {1, 1}, insert.executeBatch());
      insert.clearParameters();
      SQLException error = assertThrows(SQLException.class, insert::executeUpdate);
      assertEquals("07002", error.getSQLState());
      assertThrows(SQLException.class, () -> insert.setInt(11, 1));
    }
    try (PreparedStatement select =
        connection.prepareStatement("SELECT * FROM t WHERE i = ? AND s LIKE ?")) {
      select.setLong(1, 7);
      select.setString(2, "it%");
      try (ResultSet rows = select.executeQuery()) {
        assertTrue(rows.next());
        assertEquals("it's", rows.getString("s"));
        assertEquals(new BigDecimal("12.34"), rows.getBigDecimal("d"));
        assertEquals(LocalDate.of(2020, 2, 3), rows.getObject("day"));
        assertEquals(Timestamp.valueOf("2020-02-03 04:05:06"), rows.getTimestamp("moment"));
        assertEquals(uuid, rows.getObject("u"));
        assertArrayEquals(new byte[] {0, 1, -1}, rows.getBytes("b"));
        assertArrayEquals(new Object[] {1, 2}, (Object[]) rows.getArray("l").getArray());
        assertFalse(rows.next());
      }
    }
    try (ResultSet rows = one("SELECT count(*), count(s) FROM t")) {
      assertEquals(3, rows.getInt(1));
      assertEquals(1, rows.getInt(2));
    }
  }

  @Test
  void aFailingBatchSaysHowFarItCame() throws SQLException {
    statement.execute("CREATE TABLE t(a INTEGER NOT NULL)");
    statement.addBatch("INSERT INTO t VALUES (1)");
    statement.addBatch("INSERT INTO t VALUES (NULL)");
    statement.addBatch("INSERT INTO t VALUES (3)");
    BatchUpdateException error = assertThrows(BatchUpdateException.class, statement::executeBatch);
    assertArrayEquals(new int[] {1}, error.getUpdateCounts());
    assertEquals("23000", error.getSQLState());
  }

  @Test
  void cancelFromAnotherThread() throws Exception {
    try (ResultSet rows = statement.executeQuery("SELECT * FROM range(100000000000)")) {
      assertTrue(rows.next());
      Thread other =
          dev.eider.base.env.Env.system()
              .startThread(
                  "canceller",
                  () -> {
                    try {
                      statement.cancel();
                    } catch (SQLException e) {
                      throw new IllegalStateException(e);
                    }
                  });
      SQLException error =
          assertThrows(
              SQLException.class,
              () -> {
                while (rows.next()) {
                  // Until the cancel comes.
                }
              });
      assertEquals("57014", error.getSQLState());
      other.join();
    }
    try (ResultSet rows = one("SELECT 1")) {
      assertEquals(1, rows.getInt(1));
    }
  }

  @Test
  void queryTimeout() throws SQLException {
    statement.setQueryTimeout(1);
    assertThrows(
        SQLTimeoutException.class,
        () -> {
          try (ResultSet rows =
              statement.executeQuery("SELECT sum(range) FROM range(1000000000000)")) {
            rows.next();
          }
        });
    statement.setQueryTimeout(0);
    try (ResultSet rows = one("SELECT 1")) {
      assertEquals(1, rows.getInt(1));
    }
  }

  @Test
  void transactions() throws SQLException {
    assertTrue(connection.getAutoCommit());
    assertThrows(SQLException.class, connection::commit);
    statement.execute("CREATE TABLE t(a INTEGER)");
    connection.setAutoCommit(false);
    connection.rollback();
    statement.executeUpdate("INSERT INTO t VALUES (1)");
    connection.rollback();
    statement.executeUpdate("INSERT INTO t VALUES (2)");
    connection.commit();
    statement.executeUpdate("INSERT INTO t VALUES (3)");
    connection.setAutoCommit(true);
    connection.setAutoCommit(false);
    statement.executeUpdate("DELETE FROM t");
    try (ResultSet rows = one("SELECT count(*) FROM t")) {
      assertEquals(0, rows.getInt(1));
    }
    connection.rollback();
    try (ResultSet rows = one("SELECT sum(a) FROM t")) {
      assertEquals(5, rows.getInt(1));
    }
    assertTrue(connection.getMetaData().supportsTransactions());
    assertEquals(Connection.TRANSACTION_REPEATABLE_READ, connection.getTransactionIsolation());
  }

  @Test
  void closing() throws SQLException {
    ResultSet rows = statement.executeQuery("SELECT 1");
    statement.closeOnCompletion();
    rows.close();
    assertTrue(statement.isClosed());
    assertThrows(SQLException.class, rows::next);
    assertThrows(SQLException.class, () -> statement.executeQuery("SELECT 1"));
    assertTrue(connection.isValid(1));
    connection.close();
    assertTrue(connection.isClosed());
    assertFalse(connection.isValid(1));
    SQLException error = assertThrows(SQLException.class, connection::createStatement);
    assertEquals("08003", error.getSQLState());
    connection.close();
  }

  @Test
  void urlsAndProperties() throws SQLException {
    try (Connection other = DriverManager.getConnection("jdbc:eider:;threads=1; TimeZone=UTC");
        Statement settings = other.createStatement();
        ResultSet rows = settings.executeQuery("SELECT current_setting('threads')")) {
      assertTrue(rows.next());
      assertEquals(1, rows.getInt(1));
    }
    Properties properties = new Properties();
    properties.setProperty("threads", "2");
    properties.setProperty("user", "somebody");
    DriverManager.getConnection("jdbc:eider::memory:", properties).close();
    assertThrows(
        SQLException.class, () -> DriverManager.getConnection("jdbc:eider:http://nowhere/x"));
    assertThrows(SQLException.class, () -> DriverManager.getConnection("jdbc:eider:;threads"));
    assertThrows(SQLException.class, () -> DriverManager.getConnection("jdbc:eider:;treads=1"));
    assertNull(new EiderDriver().connect("jdbc:other:", new Properties()));
  }

  @Test
  void metadataOfTheDatabase() throws SQLException {
    statement.execute(
        "CREATE TABLE first_table(id INTEGER NOT NULL, name VARCHAR, x DECIMAL(9,2))");
    statement.execute("CREATE VIEW a_view AS SELECT id FROM first_table");
    assertEquals(
        List.of("first_table BASE TABLE", "a_view VIEW"),
        strings(
            connection.getMetaData().getTables(null, null, "%", null), "TABLE_NAME", "TABLE_TYPE"));
    assertEquals(
        List.of("first_table BASE TABLE"),
        strings(
            connection
                .getMetaData()
                .getTables("memory", "main", "first\\_%", new String[] {"TABLE"}),
            "TABLE_NAME",
            "TABLE_TYPE"));
    assertEquals(
        List.of("id 4 NO", "name 12 YES", "x 3 YES"),
        strings(
            connection.getMetaData().getColumns(null, null, "first_table", null),
            "COLUMN_NAME",
            "DATA_TYPE",
            "IS_NULLABLE"));
    assertEquals(
        List.of("memory", "temp"), strings(connection.getMetaData().getCatalogs(), "TABLE_CAT"));
    assertTrue(strings(connection.getMetaData().getSchemas(), "TABLE_SCHEM").contains("main"));
    assertTrue(strings(connection.getMetaData().getTypeInfo(), "TYPE_NAME").contains("HUGEINT"));
    assertEquals(
        List.of(), strings(connection.getMetaData().getImportedKeys(null, null, "x"), "FK_NAME"));
    assertEquals("Eider", connection.getMetaData().getDatabaseProductName());
  }

  private static List<String> strings(ResultSet rows, String... columns) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (rows) {
      while (rows.next()) {
        StringBuilder line = new StringBuilder();
        for (String column : columns) {
          line.append(line.isEmpty() ? "" : " ").append(rows.getString(column));
        }
        lines.add(line.toString());
      }
    }
    return lines;
  }

  @Test
  void wrappers() throws SQLException {
    assertTrue(connection.isWrapperFor(dev.eider.Connection.class));
    assertNotNull(connection.unwrap(dev.eider.Connection.class));
    assertThrows(SQLException.class, () -> connection.unwrap(String.class));
    assertTrue(statement.isWrapperFor(Statement.class));
  }

  @Test
  void connectionsOfADataSourceShareTables() throws SQLException {
    try (Database database = Database.open(Database.MEMORY)) {
      EiderDataSource source = new EiderDataSource(database);
      try (Connection one = source.getConnection();
          Statement create = one.createStatement()) {
        create.execute("CREATE TABLE t(a INTEGER)");
      }
      try (Connection two = source.getConnection();
          Statement insert = two.createStatement()) {
        assertEquals(1, insert.executeUpdate("INSERT INTO t VALUES (1)"));
      }
    }
  }

  @Test
  void structTypesAreRead() throws SQLException {
    assertArrayEquals(
        new String[] {"a", "b c", "d"},
        StructNames.parse(
            "STRUCT(a INTEGER, \"b c\" DECIMAL(3,1), d STRUCT(x INTEGER, y INTEGER))", 3));
    assertArrayEquals(new String[] {"", ""}, StructNames.parse("ROW", 2));
  }
}
