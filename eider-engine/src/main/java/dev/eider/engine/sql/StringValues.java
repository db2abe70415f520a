// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.base.error.EiderException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Resolves the quotes and escapes of string tokens. */
final class StringValues {
  private StringValues() {}

  /** The value of a string token of any kind. */
  static String decode(Tokens tokens, int index) {
    int start = tokens.start(index);
    int end = tokens.end(index);
    String sql = tokens.sql;
    switch (tokens.kind(index)) {
      case Tokens.DOLLAR_STRING:
        int tagLength = sql.indexOf('$', start + 1) + 1 - start;
        return sql.substring(start + tagLength, end - tagLength);
      case Tokens.ESCAPE_STRING:
        return decodeEscapes(sql, start + 2, end - 1, start);
      default:
        int open = sql.indexOf('\'', start);
        return decodePlain(sql, open, end);
    }
  }

  /** One string, or several with only space between them, which are one. */
  private static String decodePlain(String sql, int open, int end) {
    int firstQuote = sql.indexOf('\'', open + 1);
    if (firstQuote == end - 1) {
      return sql.substring(open + 1, end - 1);
    }
    StringBuilder result = new StringBuilder(end - open);
    int i = open + 1;
    while (i < end) {
      char c = sql.charAt(i);
      if (c != '\'') {
        result.append(c);
        i++;
      } else if (i + 1 < end && sql.charAt(i + 1) == '\'') {
        result.append('\'');
        i += 2;
      } else if (i + 1 < end) {
        i = sql.indexOf('\'', i + 1) + 1;
      } else {
        i++;
      }
    }
    return result.toString();
  }

  private static String decodeEscapes(String sql, int from, int to, int tokenStart) {
    if (sql.substring(from, to).indexOf('\\') < 0) {
      return sql.substring(from, to).replace("''", "'");
    }
    StringBuilder result = new StringBuilder(to - from);
    // bytes of \x and octal escapes: a character may take several of them
    byte[] pending = new byte[to - from];
    int pendingCount = 0;
    int i = from;
    while (i < to) {
      char c = sql.charAt(i);
      if (c == '\\' && i + 1 < to) {
        char e = sql.charAt(i + 1);
        int digits = numericEscapeLength(sql, i + 1, to);
        if (digits > 0) {
          boolean hex = e == 'x' || e == 'X';
          int from2 = hex ? i + 2 : i + 1;
          int value = Integer.parseInt(sql, from2, from2 + digits, hex ? 16 : 8) & 0xFF;
          if (value == 0) {
            throw EiderException.parser(
                "Null character not permitted in escape string literal", tokenStart);
          }
          pending[pendingCount++] = (byte) value;
          i = from2 + digits;
          continue;
        }
        pendingCount = flush(pending, pendingCount, result, tokenStart);
        int unicode = unicodeEscapeLength(sql, i + 1, to);
        if (unicode > 0) {
          int codePoint = Integer.parseInt(sql, i + 2, i + 2 + unicode, 16);
          if (!Character.isValidCodePoint(codePoint) || codePoint == 0) {
            throw EiderException.parser("invalid Unicode escape value", tokenStart);
          }
          result.appendCodePoint(codePoint);
          i += 2 + unicode;
          continue;
        }
        result.append(simpleEscape(e));
        i += 2;
      } else {
        pendingCount = flush(pending, pendingCount, result, tokenStart);
        result.append(c);
        i += c == '\'' ? 2 : 1;
      }
    }
    flush(pending, pendingCount, result, tokenStart);
    return result.toString();
  }

  private static int flush(byte[] bytes, int count, StringBuilder out, int tokenStart) {
    if (count > 0) {
      try {
        CharBuffer chars =
            StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(bytes, 0, count));
        out.append(chars);
      } catch (CharacterCodingException e) {
        throw EiderException.parser(
            "Invalid UTF-8 in escape string literal at byte offset 0: byte mismatch", tokenStart);
      }
    }
    return 0;
  }

  /** Digits of {@code \x41} or {@code \101} at {@code at}, which stands on the x or first digit. */
  private static int numericEscapeLength(String sql, int at, int to) {
    char e = sql.charAt(at);
    if (e == 'x' || e == 'X') {
      int n = 0;
      while (n < 2 && at + 1 + n < to && Character.digit(sql.charAt(at + 1 + n), 16) >= 0) {
        n++;
      }
      return n;
    }
    int n = 0;
    while (n < 3 && at + n < to && sql.charAt(at + n) >= '0' && sql.charAt(at + n) <= '7') {
      n++;
    }
    return n;
  }

  private static int unicodeEscapeLength(String sql, int at, int to) {
    char e = sql.charAt(at);
    int wanted = e == 'u' ? 4 : e == 'U' ? 8 : 0;
    if (wanted == 0 || at + wanted >= to) {
      return 0;
    }
    for (int i = 1; i <= wanted; i++) {
      if (Character.digit(sql.charAt(at + i), 16) < 0) {
        return 0;
      }
    }
    return wanted;
  }

  private static char simpleEscape(char e) {
    return switch (e) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> e;
    };
  }
}
