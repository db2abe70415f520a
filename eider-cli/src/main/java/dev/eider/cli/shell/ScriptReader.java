// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.shell;

import dev.eider.Sql;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a script into what runs at once: a dot command (a line that begins with a dot, where a
 * statement could begin), or the lines up to one that ends a statement. Reads no further than it
 * must, so that a script may be written while it runs.
 */
public final class ScriptReader {
  private final BufferedReader reader;
  private @Nullable StringBuilder pending;

  public ScriptReader(Reader reader) {
    this.reader = new BufferedReader(reader);
  }

  /** The next dot command or text of complete statements; at the end what is left; then null. */
  public @Nullable String next() throws IOException {
    while (true) {
      String line = reader.readLine();
      StringBuilder text = pending;
      if (line == null) {
        pending = null;
        return text == null || text.toString().isBlank() ? null : text.toString();
      }
      if (text == null) {
        if (isCommand(line)) {
          return line;
        }
        if (line.isBlank()) {
          continue;
        }
        text = new StringBuilder();
        pending = text;
      } else {
        text.append('\n');
      }
      text.append(line);
      // Only a line with a semicolon can end a statement: others need no look at the whole text.
      if (line.indexOf(';') >= 0 && Sql.isComplete(text.toString())) {
        pending = null;
        return text.toString();
      }
    }
  }

  /** Whether a line is a dot command. */
  public static boolean isCommand(String line) {
    String stripped = line.stripLeading();
    return stripped.length() > 1
        && stripped.charAt(0) == '.'
        && Character.isLetter(stripped.charAt(1));
  }
}
