// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import java.util.Arrays;

/**
 * The tokens of one SQL text, in parallel arrays; the text of a token is cut out only when asked
 * for. A last token of kind {@link #END} closes the list.
 *
 * <p>The code of a token is the ordinal of its {@link Keyword}, or the characters of its operator
 * packed in an int (see {@link #symbol}), else -1.
 */
final class Tokens {
  static final byte END = 0;
  static final byte WORD = 1;
  static final byte KEYWORD = 2;
  static final byte QUOTED = 3;
  static final byte STRING = 4;
  static final byte ESCAPE_STRING = 5;
  static final byte HEX_STRING = 6;
  static final byte BIT_STRING = 7;
  static final byte DOLLAR_STRING = 8;
  static final byte NUMBER = 9;
  static final byte SYMBOL = 10;

  private static final int SYMBOL_LENGTH_MAX = 4;

  final String sql;
  private byte[] kinds = new byte[64];
  private int[] codes = new int[64];
  private int[] starts = new int[64];
  private int[] ends = new int[64];
  private int count;

  Tokens(String sql) {
    this.sql = sql;
  }

  /** The code of an operator or punctuation mark of up to four ASCII characters. */
  static int symbol(String text) {
    if (text.length() > SYMBOL_LENGTH_MAX) {
      return -1;
    }
    int code = 0;
    for (int i = 0; i < text.length(); i++) {
      code |= text.charAt(i) << (8 * i);
    }
    return code;
  }

  void add(byte kind, int code, int start, int end) {
    if (count == kinds.length) {
      int capacity = count + (count >> 1);
      kinds = Arrays.copyOf(kinds, capacity);
      codes = Arrays.copyOf(codes, capacity);
      starts = Arrays.copyOf(starts, capacity);
      ends = Arrays.copyOf(ends, capacity);
    }
    kinds[count] = kind;
    codes[count] = code;
    starts[count] = start;
    ends[count] = end;
    count++;
  }

  void addSymbol(int start, int end) {
    int code = -1;
    if (end - start <= SYMBOL_LENGTH_MAX) {
      code = 0;
      for (int i = start; i < end; i++) {
        code |= sql.charAt(i) << (8 * (i - start));
      }
    }
    add(SYMBOL, code, start, end);
  }

  /** Makes the last token, which must be a string, end later: two strings on two lines are one. */
  void extendLast(int end) {
    ends[count - 1] = end;
  }

  int count() {
    return count;
  }

  byte kind(int index) {
    return kinds[index];
  }

  int code(int index) {
    return codes[index];
  }

  int start(int index) {
    return starts[index];
  }

  int end(int index) {
    return ends[index];
  }

  /** The token as it stands in the text. */
  String text(int index) {
    return sql.substring(starts[index], ends[index]);
  }

  /** For each opening token the index of the one that closes it; the last index when none does. */
  int[] matchParentheses(int open, int close) {
    int[] result = new int[count];
    int[] stack = new int[64];
    int depth = 0;
    for (int i = 0; i < count; i++) {
      if (kinds[i] != SYMBOL) {
        continue;
      }
      if (codes[i] == open) {
        if (depth == stack.length) {
          stack = Arrays.copyOf(stack, depth * 2);
        }
        stack[depth++] = i;
      } else if (codes[i] == close && depth > 0) {
        result[stack[--depth]] = i;
      }
    }
    while (depth > 0) {
      result[stack[--depth]] = count - 1;
    }
    return result;
  }
}
