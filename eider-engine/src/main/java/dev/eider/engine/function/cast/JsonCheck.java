// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

/** Tells whether a text is JSON, and where it stops being so. Not recursive: depth is bounded. */
final class JsonCheck {
  private static final int MAX_DEPTH = 4_096;

  private final String text;
  private final char[] open = new char[MAX_DEPTH];
  private int depth;
  private int at;
  private String problem = "unexpected character";

  JsonCheck(String text) {
    this.text = text;
  }

  int position() {
    return at;
  }

  String problem() {
    return at >= text.length() ? "unexpected end of data" : problem;
  }

  boolean isValid() {
    boolean wantsValue = true;
    while (true) {
      skipSpaces();
      if (wantsValue) {
        if (at == text.length()) {
          return false;
        }
        char c = text.charAt(at);
        if (c == '{' || c == '[') {
          if (depth == MAX_DEPTH) {
            return false;
          }
          open[depth++] = c;
          at++;
          skipSpaces();
          if (at < text.length() && text.charAt(at) == (c == '{' ? '}' : ']')) {
            at++;
            depth--;
            wantsValue = false;
          } else if (c == '{' && !key()) {
            return false;
          }
          continue;
        }
        if (!scalar(c)) {
          return false;
        }
        wantsValue = false;
        continue;
      }
      if (depth == 0) {
        if (at < text.length()) {
          problem = "unexpected content after document";
        }
        return at == text.length();
      }
      if (at == text.length()) {
        return false;
      }
      char c = text.charAt(at);
      boolean object = open[depth - 1] == '{';
      if (c == ',') {
        at++;
        wantsValue = true;
        if (object && !key()) {
          return false;
        }
      } else if (c == (object ? '}' : ']')) {
        at++;
        depth--;
      } else {
        return false;
      }
    }
  }

  private boolean key() {
    skipSpaces();
    if (at == text.length() || text.charAt(at) != '"' || !string()) {
      return false;
    }
    skipSpaces();
    if (at == text.length() || text.charAt(at) != ':') {
      return false;
    }
    at++;
    return true;
  }

  private boolean scalar(char c) {
    return switch (c) {
      case '"' -> string();
      case 't' -> word("true");
      case 'f' -> word("false");
      case 'n' -> word("null");
      default -> number();
    };
  }

  private boolean word(String word) {
    if (!text.startsWith(word, at)) {
      return false;
    }
    at += word.length();
    return true;
  }

  private boolean string() {
    int i = at + 1;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c == '"') {
        at = i + 1;
        return true;
      }
      if (c < ' ') {
        at = i;
        return false;
      }
      if (c == '\\') {
        i++;
        if (i == text.length() || "\"\\/bfnrtu".indexOf(text.charAt(i)) < 0) {
          at = Math.min(i, text.length());
          return false;
        }
        if (text.charAt(i) == 'u') {
          if (i + 4 >= text.length() || !isHex(i + 1)) {
            at = i;
            return false;
          }
          i += 4;
        }
      }
      i++;
    }
    at = text.length();
    return false;
  }

  private boolean isHex(int from) {
    for (int i = from; i < from + 4; i++) {
      if (Character.digit(text.charAt(i), 16) < 0) {
        return false;
      }
    }
    return true;
  }

  private boolean number() {
    int i = at;
    if (i < text.length() && text.charAt(i) == '-') {
      i++;
    }
    int digits = i;
    while (i < text.length() && isDigit(i)) {
      i++;
    }
    if (i == digits || text.charAt(digits) == '0' && i > digits + 1) {
      return false;
    }
    if (i < text.length() && text.charAt(i) == '.') {
      int from = ++i;
      while (i < text.length() && isDigit(i)) {
        i++;
      }
      if (i == from) {
        return false;
      }
    }
    if (i < text.length() && (text.charAt(i) | 32) == 'e') {
      i++;
      if (i < text.length() && (text.charAt(i) == '+' || text.charAt(i) == '-')) {
        i++;
      }
      int from = i;
      while (i < text.length() && isDigit(i)) {
        i++;
      }
      if (i == from) {
        return false;
      }
    }
    at = i;
    return true;
  }

  private boolean isDigit(int i) {
    return text.charAt(i) >= '0' && text.charAt(i) <= '9';
  }

  private void skipSpaces() {
    while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }
}
