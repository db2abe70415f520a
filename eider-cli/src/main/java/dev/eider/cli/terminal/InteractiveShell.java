// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.terminal;

import dev.eider.Database;
import dev.eider.cli.output.OutputException;
import dev.eider.cli.shell.Shell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** Reads statements from a person and runs them until the end of input or {@code .exit}. */
public final class InteractiveShell {
  private static final String PROMPT = "eider> ";
  private static final String MORE = "  ...> ";
  private static final int HISTORY_LINES = 10_000;

  private InteractiveShell() {}

  /** Talks until the person leaves; answers the exit code. */
  public static int run(Shell shell, int columns) {
    try (Terminal terminal =
        TerminalBuilder.builder().system(true).encoding(StandardCharsets.UTF_8).build()) {
      terminal.handle(Terminal.Signal.INT, signal -> shell.interrupt());
      return run(shell, terminal, columns);
    } catch (IOException e) {
      shell.fail("IO Error: the terminal cannot be used: " + e.getMessage(), 3);
      return shell.exitCode();
    }
  }

  private static int run(Shell shell, Terminal terminal, int columns) {
    boolean dumb = terminal.getType().startsWith(Terminal.TYPE_DUMB);
    LineReader reader =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .appName("eider")
            .parser(new StatementParser())
            .completer(new SqlCompleter(shell))
            .highlighter(new SqlHighlighter())
            .history(new StatementHistory())
            .variable(LineReader.SECONDARY_PROMPT_PATTERN, MORE)
            .variable(LineReader.HISTORY_FILE, historyFile())
            .variable(LineReader.HISTORY_SIZE, HISTORY_LINES)
            .variable(LineReader.HISTORY_FILE_SIZE, HISTORY_LINES)
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .option(LineReader.Option.CASE_INSENSITIVE, true)
            .build();
    terminal
        .writer()
        .println("Eider " + Database.version() + "  (.help lists commands, .exit leaves)");
    terminal.flush();
    while (!shell.isExiting()) {
      String line;
      try {
        line = reader.readLine(PROMPT);
      } catch (UserInterruptException e) {
        continue;
      } catch (EndOfFileException e) {
        break;
      }
      if (line == null || line.isBlank()) {
        continue;
      }
      shell
          .output()
          .setScreenWidth(terminal.getWidth() > 0 && !dumb ? terminal.getWidth() : columns);
      shell.clearExitCode();
      try {
        shell.runText(line);
      } catch (OutputException e) {
        if (shell.streams().isStandard()) {
          throw e;
        }
        shell.fail("IO Error: the output cannot be written: " + e.getMessage(), 3);
        restore(shell);
      }
    }
    return shell.exitCode();
  }

  private static void restore(Shell shell) {
    try {
      shell.streams().restore();
    } catch (OutputException e) {
      // It has been said.
    }
  }

  private static Path historyFile() {
    String named = System.getenv("EIDER_HISTORY");
    return named != null && !named.isEmpty()
        ? Path.of(named)
        : Path.of(System.getProperty("user.home"), ".eider_history");
  }
}
