// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.Connection;
import dev.eider.Database;
import dev.eider.Result;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that writes is killed in the middle of it: what it was told to be committed is there
 * for the next one, which need not wait for the lease of a dead process, and nothing else is.
 */
class KilledWriterTest {
  private static final int ROUNDS = 3;
  private static final int COMMITS = 25;

  @TempDir Path directory;

  /** Adds a row a commit, with its successor's total, and tells each one; never ends by itself. */
  static final class Writer {
    private Writer() {}

    /** The path of the database, and the number to go on from. */
    public static void main(String[] args) {
      long next = Long.parseLong(args[1]);
      try (Database database = Database.open(args[0]);
          Connection connection = database.connect()) {
        connection.execute("CREATE TABLE IF NOT EXISTS t(i BIGINT PRIMARY KEY, pad VARCHAR)");
        for (long i = next; ; i++) {
          connection.execute(
              "BEGIN; INSERT INTO t VALUES ("
                  + 2 * i
                  + ", 'one of two'); INSERT INTO t VALUES ("
                  + (2 * i + 1)
                  + ", 'two of two'); COMMIT");
          System.out.println(i);
        }
      }
    }
  }

  @Test
  void whatWasAcknowledgedIsThere() throws Exception {
    String path = directory.resolve("killed").toString();
    long acknowledged = -1;
    for (int round = 0; round < ROUNDS; round++) {
      Process process =
          new ProcessBuilder(
                  List.of(
                      Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                      "-Xmx256m",
                      "-cp",
                      System.getProperty("java.class.path"),
                      Writer.class.getName(),
                      path,
                      Long.toString(acknowledged + 1)))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      try (BufferedReader out = process.inputReader()) {
        for (int i = 0; i < COMMITS; i++) {
          String line = out.readLine();
          assertTrue(line != null, "the writer ended by itself");
          acknowledged = Long.parseLong(line);
        }
        // Not by the process object, which would close what it has to tell.
        process.toHandle().destroyForcibly();
        process.waitFor();
        // What it had told before it died.
        for (String line = out.readLine(); line != null; line = out.readLine()) {
          if (!line.isEmpty()) {
            acknowledged = Long.parseLong(line);
          }
        }
      }
      try (Database database = Database.open(path);
          Connection connection = database.connect();
          Result result =
              connection.query("SELECT count(*), count(DISTINCT i), max(i), min(i) FROM t")) {
        assertTrue(result.next());
        long rows = result.getLong(0);
        assertEquals(rows, result.getLong(1));
        assertEquals(rows - 1, result.getLong(2), "no gap");
        assertEquals(0, result.getLong(3));
        assertEquals(0, rows % 2, "transactions are whole");
        long transactions = rows / 2;
        assertTrue(
            transactions == acknowledged + 1 || transactions == acknowledged + 2,
            transactions + " transactions, acknowledged up to " + acknowledged);
        acknowledged = transactions - 1;
      }
    }
  }
}
