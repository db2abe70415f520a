// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatementHistoryTest {
  @Test
  void statementsWithSecretsAreNotKept(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("history");
    StatementHistory history = new StatementHistory();
    try (Terminal terminal =
        new DumbTerminal(
            java.io.InputStream.nullInputStream(), java.io.OutputStream.nullOutputStream())) {
      LineReader reader =
          LineReaderBuilder.builder()
              .terminal(terminal)
              .history(history)
              .variable(LineReader.HISTORY_FILE, file)
              .build();
      history.attach(reader);
      history.add(Instant.EPOCH, "SELECT 1;");
      history.add(Instant.EPOCH, "CREATE SECRET (TYPE s3, KEY_ID 'k', SECRET 'planted');");
      history.add(Instant.EPOCH, "SET s3_secret_access_key = 'planted';");
      history.add(Instant.EPOCH, "SELECT 2;");
      history.save();
    }
    assertEquals(2, history.size());
    String kept = Files.readString(file);
    assertTrue(kept.contains("SELECT 1;"), kept);
    assertFalse(kept.contains("planted"), kept);
  }
}
