// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.terminal;

import dev.eider.Sql;
import dev.eider.cli.shell.ScriptReader;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jline.reader.Highlighter;
import org.jline.reader.LineReader;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** Colours keywords, strings, numbers and comments while they are typed. */
final class SqlHighlighter implements Highlighter {
  private static final AttributedStyle PLAIN = AttributedStyle.DEFAULT;
  private static final AttributedStyle KEYWORD = PLAIN.bold().foreground(AttributedStyle.GREEN);
  private static final AttributedStyle STRING = PLAIN.foreground(AttributedStyle.YELLOW);
  private static final AttributedStyle NUMBER = PLAIN.foreground(AttributedStyle.CYAN);
  private static final AttributedStyle COMMENT =
      PLAIN.foreground(AttributedStyle.BRIGHT | AttributedStyle.BLACK);

  private final Set<String> keywords = new HashSet<>(Sql.keywords());

  @Override
  public AttributedString highlight(LineReader reader, String buffer) {
    if (ScriptReader.isCommand(buffer)) {
      return new AttributedString(buffer, PLAIN.foreground(AttributedStyle.MAGENTA));
    }
    AttributedStringBuilder out = new AttributedStringBuilder(buffer.length());
    int i = 0;
    while (i < buffer.length()) {
      int end = end(buffer, i);
      out.styled(style(buffer, i, end), buffer.substring(i, end));
      i = end;
    }
    return out.toAttributedString();
  }

  /** Where the token that begins at {@code i} ends. */
  static int end(String text, int i) {
    char c = text.charAt(i);
    if (c == '\'' || c == '"') {
      int close = text.indexOf(c, i + 1);
      return close < 0 ? text.length() : close + 1;
    }
    if (text.startsWith("--", i)) {
      int line = text.indexOf('\n', i);
      return line < 0 ? text.length() : line;
    }
    if (text.startsWith("/*", i)) {
      int close = text.indexOf("*/", i + 2);
      return close < 0 ? text.length() : close + 2;
    }
    if (!isWordPart(c)) {
      return i + 1;
    }
    int end = i;
    while (end < text.length() && isWordPart(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private AttributedStyle style(String text, int from, int to) {
    char c = text.charAt(from);
    if (c == '\'') {
      return STRING;
    }
    if (to - from > 1 && (c == '-' || c == '/')) {
      return COMMENT;
    }
    if (Character.isDigit(c)) {
      return NUMBER;
    }
    return Character.isLetter(c)
            && keywords.contains(text.substring(from, to).toUpperCase(Locale.ROOT))
        ? KEYWORD
        : PLAIN;
  }

  private static boolean isWordPart(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }
}
