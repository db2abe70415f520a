// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.secret;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SecretTextTest {
  @Test
  void statementsWithSecrets() {
    for (String sql :
        new String[] {
          "CREATE SECRET (TYPE s3, KEY_ID 'a', SECRET 'b')",
          "create or replace persistent secret if not exists x in local_file (type http)",
          "SELECT 1; CREATE\n-- one\nTEMPORARY /* two */ SECRET x (TYPE s3)",
          "CREAT SECRET x (TYPE s3, SECRET b)",
          "CREATE SECRT x (TYPE s3, KEY_ID a, SECRET b)",
          "CREATE SECRT x (TYPE s3, SECRET b, KEY_ID a)",
          "CREATE SECRT x (TYPE http, BEARER_TOKEN 'b')",
          "EXPLAIN CREATE SECRET x (TYPE http, EXTRA_HTTP_HEADERS MAP {'a': 'b'})",
          "SET s3_secret_access_key = 'b'",
          "set GLOBAL s3_session_token='b'",
        }) {
      assertTrue(SecretText.mayHold(sql), sql);
    }
  }

  @Test
  void statementsWithout() {
    for (String sql :
        new String[] {
          "SELECT secret FROM t",
          "CREATE TABLE secrets(secret INTEGER)",
          "FROM duckdb_secrets()",
          "DROP SECRET x",
          "SELECT type FROM t WHERE secret = 1",
        }) {
      assertFalse(SecretText.mayHold(sql), sql);
    }
  }
}
