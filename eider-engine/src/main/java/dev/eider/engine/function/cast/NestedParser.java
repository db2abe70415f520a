// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Splits the text of a list, map or struct into the texts of its elements, one level deep; they are
 * then cast on their own. A quote protects everything to its twin; outside quotes a backslash only
 * protects a quote.
 */
final class NestedParser {
  private static final String FAILED = new String("failed");

  private final String text;
  private int at;
  private boolean escaped;
  private int valueFrom;
  private int valueTo;

  private NestedParser(String text) {
    this.text = text;
  }

  /** The elements of {@code [a, b]}; a null element is NULL; null when the text is no list. */
  static @Nullable List<@Nullable String> list(String text) {
    return new NestedParser(text).list();
  }

  /** Keys and values of {@code {k=v, ...}} in turn; null when the text is no map. */
  static @Nullable List<@Nullable String> map(String text) {
    return new NestedParser(text).map();
  }

  /**
   * Field names and values of {@code {'a': 1}} in turn, or for {@code (1, x)} names that are empty;
   * null when the text is no struct.
   */
  static @Nullable List<@Nullable String> struct(String text) {
    return new NestedParser(text).struct();
  }

  private @Nullable List<@Nullable String> list() {
    if (!open('[')) {
      return null;
    }
    List<@Nullable String> parts = new ArrayList<>();
    while (at < text.length()) {
      if (!value(',', ']')) {
        return null;
      }
      if (text.charAt(at) != ']' || valueFrom >= 0 || !parts.isEmpty()) {
        parts.add(part());
      }
      if (text.charAt(at) == ']') {
        return close() ? parts : null;
      }
      at++;
      skipSpaces();
    }
    return null;
  }

  private @Nullable List<@Nullable String> map() {
    if (!open('{') || at == text.length()) {
      return null;
    }
    List<@Nullable String> parts = new ArrayList<>();
    if (text.charAt(at) == '}') {
      return close() ? parts : null;
    }
    while (at < text.length()) {
      if (!value('=', '=')) {
        return null;
      }
      String key = part();
      if (key == null) {
        return null;
      }
      parts.add(key);
      at++;
      skipSpaces();
      if (!value(',', '}')) {
        return null;
      }
      parts.add(part());
      if (text.charAt(at) == '}') {
        return close() ? parts : null;
      }
      at++;
      skipSpaces();
    }
    return null;
  }

  private @Nullable List<@Nullable String> struct() {
    skipSpaces();
    if (at == text.length()) {
      return null;
    }
    boolean named = text.charAt(at) == '{';
    if (!open(named ? '{' : '(') || at == text.length()) {
      return null;
    }
    char end = named ? '}' : ')';
    List<@Nullable String> parts = new ArrayList<>();
    if (text.charAt(at) == end) {
      return close() ? parts : null;
    }
    while (at < text.length()) {
      if (named) {
        String key = key();
        if (key == FAILED) {
          return null;
        }
        parts.add(key);
      } else {
        parts.add("");
      }
      if (!value(',', end)) {
        return null;
      }
      parts.add(part());
      if (text.charAt(at) == end) {
        return close() ? parts : null;
      }
      at++;
      skipSpaces();
      if (!named && at < text.length() && text.charAt(at) == ')') {
        return close() ? parts : null;
      }
    }
    return null;
  }

  /** A field name and the colon after it. */
  private String key() {
    int from = -1;
    int to = -1;
    while (at < text.length() && (text.charAt(at) != ':' || escaped)) {
      char c = text.charAt(at);
      boolean escape = false;
      if (!isSpace(c) || escaped) {
        from = from < 0 ? at : from;
        if (!escaped && (c == '"' || c == '\'')) {
          if (!skipQuotes()) {
            return FAILED;
          }
        } else {
          escape = c == '\\' && !escaped;
        }
        to = at;
      }
      escaped = escape;
      at++;
    }
    if (at == text.length() || from < 0) {
      return FAILED;
    }
    at++;
    skipSpaces();
    String name = unquote(from, to + 1, false);
    return name.equalsIgnoreCase("null") && to + 1 - from == 4 ? FAILED : name;
  }

  private boolean open(char bracket) {
    skipSpaces();
    if (at == text.length() || text.charAt(at) != bracket) {
      return false;
    }
    at++;
    skipSpaces();
    return true;
  }

  private boolean close() {
    at++;
    skipSpaces();
    return at == text.length();
  }

  /** Moves to the end of a value; its bounds without outer spaces are in the fields. */
  private boolean value(char stop, char end) {
    valueFrom = -1;
    valueTo = -1;
    while (at < text.length() && text.charAt(at) != stop && text.charAt(at) != end) {
      char c = text.charAt(at);
      boolean escape = false;
      if (!isSpace(c)) {
        valueFrom = valueFrom < 0 ? at : valueFrom;
        if (c == '"' || c == '\'') {
          if (!escaped && !skipQuotes()) {
            return false;
          }
        } else if (c == '{' || c == '[' || c == '(') {
          if (!skipBrackets()) {
            return false;
          }
        } else {
          escape = c == '\\';
        }
        valueTo = at;
      }
      escaped = escape;
      at++;
    }
    return at < text.length();
  }

  private @Nullable String part() {
    if (valueFrom < 0) {
      return "";
    }
    if (valueTo + 1 - valueFrom == 4 && text.regionMatches(true, valueFrom, "null", 0, 4)) {
      return null;
    }
    return unquote(valueFrom, valueTo + 1, true);
  }

  /** From an opening quote to its twin. */
  private boolean skipQuotes() {
    char quote = text.charAt(at++);
    boolean escape = false;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == quote && !escape) {
        escaped = false;
        return true;
      }
      escape = c == '\\' && !escape;
      at++;
    }
    return false;
  }

  /** From an opening bracket to its twin. */
  private boolean skipBrackets() {
    StringBuilder brackets = new StringBuilder();
    boolean escape = false;
    while (at < text.length()) {
      char c = text.charAt(at);
      boolean next = false;
      if (c == '"' || c == '\'') {
        if (!escape && !skipQuotes()) {
          return false;
        }
      } else if (c == '{') {
        brackets.append('}');
      } else if (c == '(') {
        brackets.append(')');
      } else if (c == '[') {
        brackets.append(']');
      } else if (c == brackets.charAt(brackets.length() - 1)) {
        brackets.setLength(brackets.length() - 1);
        if (brackets.isEmpty()) {
          return true;
        }
      } else {
        next = c == '\\';
      }
      escape = next;
      at++;
    }
    return false;
  }

  /** The segment without its quotes and escapes; inside brackets everything stays. */
  private String unquote(int from, int to, boolean scopes) {
    StringBuilder out = new StringBuilder(to - from);
    StringBuilder open = new StringBuilder();
    boolean escape = false;
    char quote = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (escape) {
        out.append(c);
        escape = false;
        continue;
      }
      boolean top = open.isEmpty();
      if (top && c == '\\') {
        boolean beforeQuote =
            i + 1 < to && (text.charAt(i + 1) == '\'' || text.charAt(i + 1) == '"');
        if (quote != 0 || beforeQuote) {
          escape = true;
          continue;
        }
      }
      if (top && (c == '\'' || c == '"')) {
        if (quote == c) {
          quote = 0;
          continue;
        }
        if (quote == 0) {
          quote = c;
          continue;
        }
      }
      if (quote == 0 && !top && c == open.charAt(open.length() - 1)) {
        open.setLength(open.length() - 1);
      }
      if (quote == 0 && scopes && (c == '[' || c == '{' || c == '(')) {
        open.append(c == '[' ? ']' : c == '{' ? '}' : ')');
      }
      out.append(c);
    }
    return out.toString();
  }

  private void skipSpaces() {
    while (at < text.length() && isSpace(text.charAt(at))) {
      at++;
      escaped = false;
    }
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c >= 9 && c <= 13;
  }
}
