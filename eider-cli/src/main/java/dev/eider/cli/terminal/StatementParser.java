// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.terminal;

import dev.eider.Sql;
import dev.eider.cli.shell.ScriptReader;
import java.util.List;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;

/**
 * Tells the line editor whether Enter runs what is typed (a dot command, or text that ends a
 * statement) or begins another line, and which word the cursor is at.
 */
final class StatementParser implements Parser {
  @Override
  public ParsedLine parse(String line, int cursor, ParseContext context) {
    if (context == ParseContext.ACCEPT_LINE
        && !ScriptReader.isCommand(line)
        && !Sql.isComplete(line)) {
      throw new EOFError(-1, cursor, "a statement ends with a semicolon", ";");
    }
    return WordAtCursor.of(line, cursor);
  }

  /** A dot or a backslash is part of names and paths. */
  @Override
  public boolean isEscapeChar(char c) {
    return false;
  }

  /**
   * The word before and at the cursor: a name, or what stands behind the quote when the cursor is
   * in a string.
   */
  record WordAtCursor(String line, int cursor, String word, int wordCursor, boolean inString)
      implements CompletingParsedLine {
    static WordAtCursor of(String line, int cursor) {
      int quote = -1;
      for (int i = 0; i < cursor; i++) {
        if (line.charAt(i) == '\'') {
          quote = quote < 0 ? i : -1;
        }
      }
      int from;
      int to = cursor;
      if (quote >= 0) {
        from = quote + 1;
        while (to < line.length() && line.charAt(to) != '\'') {
          to++;
        }
      } else {
        boolean command = ScriptReader.isCommand(line);
        from = cursor;
        while (from > 0 && isPart(line.charAt(from - 1), command)) {
          from--;
        }
        while (to < line.length() && isPart(line.charAt(to), command)) {
          to++;
        }
      }
      return new WordAtCursor(line, cursor, line.substring(from, to), cursor - from, quote >= 0);
    }

    /** Words of a dot command end at white space, names of SQL at anything else too. */
    private static boolean isPart(char c, boolean command) {
      return command
          ? !Character.isWhitespace(c)
          : Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '"';
    }

    /** The part of the word before the cursor. */
    String start() {
      return word.substring(0, wordCursor);
    }

    /** Whether the word is the first of the text. */
    boolean isFirst() {
      return line.substring(0, cursor - wordCursor).isBlank();
    }

    /**
     * Candidates are taken as they are: names need no escapes, and strings end with their quote.
     */
    @Override
    public CharSequence escape(CharSequence candidate, boolean complete) {
      return candidate;
    }

    @Override
    public int rawWordCursor() {
      return wordCursor;
    }

    @Override
    public int rawWordLength() {
      return word.length();
    }

    @Override
    public int wordIndex() {
      return isFirst() ? 0 : 1;
    }

    @Override
    public List<String> words() {
      return isFirst() ? List.of(word) : List.of("", word);
    }
  }
}
