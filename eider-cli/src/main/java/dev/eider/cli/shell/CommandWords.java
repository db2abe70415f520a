// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.shell;

import java.util.ArrayList;
import java.util.List;

/** The words of a dot command, as shells cut them: quotes keep white space together. */
final class CommandWords {
  private CommandWords() {}

  static List<String> split(String line) {
    List<String> words = new ArrayList<>();
    int i = 0;
    while (i < line.length()) {
      char c = line.charAt(i);
      if (Character.isWhitespace(c)) {
        i++;
        continue;
      }
      StringBuilder word = new StringBuilder();
      if (c == '\'' || c == '"') {
        i = quoted(line, i, word);
      } else {
        while (i < line.length() && !Character.isWhitespace(line.charAt(i))) {
          word.append(line.charAt(i++));
        }
      }
      words.add(word.toString());
    }
    return words;
  }

  private static int quoted(String line, int from, StringBuilder word) {
    char quote = line.charAt(from);
    int i = from + 1;
    while (i < line.length() && line.charAt(i) != quote) {
      char c = line.charAt(i++);
      if (c == '\\' && quote == '"' && i < line.length()) {
        char escaped = line.charAt(i++);
        switch (escaped) {
          case 'n' -> word.append('\n');
          case 't' -> word.append('\t');
          case 'r' -> word.append('\r');
          default -> word.append(escaped);
        }
      } else {
        word.append(c);
      }
    }
    return i + 1;
  }
}
