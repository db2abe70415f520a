// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.terminal;

import dev.eider.Sql;
import dev.eider.TableInfo;
import dev.eider.cli.output.OutputMode;
import dev.eider.cli.shell.DotCommand;
import dev.eider.cli.shell.ScriptReader;
import dev.eider.cli.shell.Shell;
import dev.eider.cli.terminal.StatementParser.WordAtCursor;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/**
 * Completes dot commands and modes, files inside of strings, and elsewhere tables, columns,
 * functions and keywords.
 */
final class SqlCompleter implements Completer {
  private static final int MOST_FILES = 500;

  private final Shell shell;

  SqlCompleter(Shell shell) {
    this.shell = shell;
  }

  @Override
  public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
    WordAtCursor word = WordAtCursor.of(line.line(), line.cursor());
    if (word.inString()) {
      files(word.start(), candidates);
    } else if (ScriptReader.isCommand(line.line()) || line.line().strip().equals(".")) {
      command(word, candidates);
    } else {
      names(word.start(), candidates);
    }
  }

  private void command(WordAtCursor word, List<Candidate> candidates) {
    if (word.isFirst()) {
      for (DotCommand command : DotCommand.values()) {
        candidates.add(new Candidate(command.text()));
      }
    } else if (word.line().strip().startsWith(".mode")) {
      for (OutputMode mode : OutputMode.values()) {
        candidates.add(new Candidate(mode.modeName()));
      }
    } else {
      files(word.start(), candidates);
    }
  }

  private void names(String start, List<Candidate> candidates) {
    int dot = start.lastIndexOf('.');
    if (dot >= 0) {
      columnsOf(start.substring(0, dot), candidates);
      return;
    }
    for (TableInfo table : shell.connection().tables()) {
      candidates.add(new Candidate(table.name()));
      for (TableInfo.Column column : table.columns()) {
        candidates.add(new Candidate(column.name()));
      }
    }
    if (start.isEmpty()) {
      return;
    }
    for (String function : shell.connection().functionNames()) {
      if (Character.isLetter(function.charAt(0))) {
        candidates.add(new Candidate(function + "(", function, null, null, null, null, false));
      }
    }
    boolean upper = Character.isUpperCase(start.charAt(0));
    for (String keyword : Sql.keywords()) {
      candidates.add(new Candidate(upper ? keyword : keyword.toLowerCase(Locale.ROOT)));
    }
  }

  private void columnsOf(String table, List<Candidate> candidates) {
    for (TableInfo info : shell.connection().tables()) {
      if (info.name().equalsIgnoreCase(table)) {
        for (TableInfo.Column column : info.columns()) {
          candidates.add(new Candidate(table + "." + column.name()));
        }
      }
    }
  }

  private static void files(String start, List<Candidate> candidates) {
    int slash = Math.max(start.lastIndexOf('/'), start.lastIndexOf('\\'));
    String directory = start.substring(0, slash + 1);
    String prefix = start.substring(slash + 1);
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(Path.of(directory.isEmpty() ? "." : directory))) {
      int count = 0;
      for (Path entry : entries) {
        String name = String.valueOf(entry.getFileName());
        if (name.startsWith(prefix) && (prefix.startsWith(".") || !name.startsWith("."))) {
          boolean isDirectory = Files.isDirectory(entry);
          String value = directory + name + (isDirectory ? "/" : "");
          candidates.add(new Candidate(value, name, null, null, null, null, !isDirectory));
          if (++count == MOST_FILES) {
            break;
          }
        }
      }
    } catch (IOException | InvalidPathException e) {
      // Nothing to offer.
    }
  }
}
