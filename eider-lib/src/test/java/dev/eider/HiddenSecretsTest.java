// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A secret that was planted is in nothing that can be seen. */
class HiddenSecretsTest {
  private static final String PLANTED = "planted7xyz";

  @TempDir Path temporary;

  private Database database;
  private Connection connection;

  @BeforeEach
  void open() {
    database = Database.open(Database.MEMORY, Map.of("secret_directory", temporary.toString()));
    connection = database.connect();
  }

  @AfterEach
  void close() {
    connection.close();
    database.close();
  }

  private String text(String sql) {
    StringBuilder text = new StringBuilder();
    try (Result result = connection.query(sql)) {
      text.append(result.columnNames());
      while (result.next()) {
        for (int i = 0; i < result.columnNames().size(); i++) {
          text.append(result.getString(i)).append('|');
        }
      }
    }
    return text.toString();
  }

  /** The message, the causes and their traces. */
  private String failure(String sql) {
    EiderException e = assertThrows(EiderException.class, () -> text(sql), sql);
    StringWriter all = new StringWriter();
    e.printStackTrace(new PrintWriter(all));
    return all.toString();
  }

  @Test
  void inNoErrorOfAStatement() {
    for (String sql :
        List.of(
            // The parser's.
            "CREATE SECRET x (TYPE s3, KEY_ID 'k', SECRET 'planted7xyz' 'planted7xyz')",
            "CREATE SECRET x (TYPE s3, KEY_ID 'k', SECRET 'planted7xyz'",
            "CREATE SECRET x (TYPE s3, KEY_ID 'k', SECRET 'planted7xyz",
            "CREATE SECRET x (TYPE s3, SECRET planted7xyz planted7xyz)",
            "CREATE SECRET x (TYPE s3, SECRET $$planted7xyz$$ $$planted7xyz$$)",
            "CREATE SECRET x (SECRET 'planted7xyz')",
            "CREATE SECRET x (TYPE s3, SECRET 'planted7xyz', SECRET 'planted7xyz')",
            "CREATE PERSISTENT SECRET x (TYPE s3,\n  SECRET 'planted7xyz'\n  KEY_ID 'k')",
            "CREATE TRANSACTION SECRET x (TYPE s3, SECRET 'planted7xyz')",
            "CREAT SECRET x (TYPE s3, SECRET 'planted7xyz')",
            "SELECT 1; CREATE SECRET x (TYPE s3, KEY_ID 'k', SECRET 'planted7xyz'); SELEC 2",
            "PREPARE p AS CREATE SECRET x (TYPE s3, SECRET 'planted7xyz')",
            "SET s3_secret_access_key = 'planted7xyz' 'planted7xyz'",
            // Of expressions and casts.
            "CREATE SECRET x (TYPE s3, KEY_ID 'k', SECRET CAST('planted7xyz' AS INTEGER))",
            "CREATE SECRET x (TYPE s3, KEY_ID 'k', SECRET error('planted7xyz'))",
            "CREATE SECRET x (TYPE s3, KEY_ID 'k', SECRET nothing('planted7xyz'))",
            "CREATE SECRET x (TYPE s3, KEY_ID 'k', SECRET 'planted7xyz' || planted7xyz.a)",
            "CREATE SECRET x (TYPE s3, USE_SSL 'planted7xyz')",
            "CREATE SECRET x (TYPE http, EXTRA_HTTP_HEADERS 'planted7xyz')",
            "CREATE SECRET x (TYPE http, SCOPE CAST('planted7xyz' AS DATE))",
            // Of the types' checks.
            "CREATE SECRET x (TYPE s3, SECRET 'planted7xyz')",
            "CREATE SECRET x (TYPE s3, KEY_ID 'k', SECRET ' planted7xyz')",
            "CREATE SECRET x (TYPE s3, KEY_ID 'k', SECRET 'a', SESSION_TOKEN ' planted7xyz')",
            "CREATE SECRET x (TYPE s3, SESSION_TOKEN 'planted7xyz')",
            "CREATE SECRET x (TYPE s3, KEY_ID 'k', SECRET 'planted7xyz', ENDPOINT 'a b')",
            "CREATE SECRET x (TYPE http, BEARER_TOKEN concat('planted7xyz', chr(10)))",
            "CREATE SECRET x (TYPE http, EXTRA_HTTP_HEADERS MAP {'a': 'planted7xyz' || chr(0)})",
            "CREATE SECRET x (TYPE http, HTTP_PROXY_PASSWORD 'planted7xyz')",
            "CREATE SECRET x (TYPE gcs, BEARER_TOKEN 'planted7xyz')",
            "CREATE SECRET x (TYPE s3, PROVIDER credential_chain, SECRET 'planted7xyz')",
            "CREATE SECRET x IN nowhere (TYPE s3, KEY_ID 'k', SECRET 'planted7xyz')",
            "CREATE SECRET x (TYPE s3, KEY_ID 'k', SECRET ['planted7xyz', ' '])",
            "EXPLAIN ANALYZE CREATE SECRET x (TYPE s3, SECRET 'planted7xyz' 'a')")) {
      String said = failure(sql);
      assertFalse(said.contains("planted"), sql + "\n" + said);
    }
  }

  @Test
  void inNothingThatIsAnswered() {
    text(
        "CREATE SECRET a (TYPE s3, KEY_ID 'k', SECRET '"
            + PLANTED
            + "', SESSION_TOKEN '"
            + PLANTED
            + "')");
    text("CREATE PERSISTENT SECRET b (TYPE http, BEARER_TOKEN '" + PLANTED + "')");
    text(
        "CREATE SECRET c IN connection (TYPE http, EXTRA_HTTP_HEADERS MAP {'k': '"
            + PLANTED
            + "'})");
    text("SET s3_secret_access_key = '" + PLANTED + "'");
    text("SET s3_session_token = '" + PLANTED + "'");
    for (String sql :
        List.of(
            "FROM duckdb_secrets()",
            "FROM which_secret('s3://a', 's3')",
            "FROM duckdb_settings()",
            "SELECT current_setting('s3_secret_access_key')",
            "SHOW s3_session_token",
            "FROM duckdb_variables()",
            "FROM duckdb_prepared_statements()",
            "EXPLAIN CREATE SECRET x (TYPE s3, KEY_ID 'k', SECRET '" + PLANTED + "')",
            "EXPLAIN SELECT * FROM duckdb_secrets()")) {
      assertFalse(text(sql).contains(PLANTED), sql + "\n" + text(sql));
    }
    assertTrue(
        failure("CREATE SECRET a (TYPE s3, KEY_ID 'k', SECRET '" + PLANTED + "')")
            .contains("already exists"));
    assertFalse(
        failure("CREATE SECRET a (TYPE s3, KEY_ID 'k', SECRET '" + PLANTED + "')")
            .contains(PLANTED));
  }

  @Test
  void butForWhoeverOpensTheDatabaseForIt() {
    try (Database open =
            Database.open(
                Database.MEMORY,
                Map.of(
                    "secret_directory", temporary.toString(), "allow_unredacted_secrets", "true"));
        Connection free = open.connect();
        Connection second = open.connect()) {
      free.execute("CREATE SECRET a (TYPE http, BEARER_TOKEN '" + PLANTED + "')");
      try (Result result =
          second.query("SELECT secret_string FROM duckdb_secrets(redact := false)")) {
        assertTrue(result.next());
        assertTrue(String.valueOf(result.getString(0)).contains(PLANTED));
      }
      assertEquals(
          "Invalid Input Error: Cannot change allow_unredacted_secrets setting while database is"
              + " running",
          assertThrows(
                  EiderException.class, () -> free.execute("SET allow_unredacted_secrets = true"))
              .getMessage());
    }
  }
}
