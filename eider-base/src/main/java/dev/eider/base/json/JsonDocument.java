// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One JSON text as a table of nodes in the order of the text, read by {@link #parse}. Node 0 is the
 * root. The children of an array follow it one after the other; those of an object are a key (a
 * node of kind {@link #STRING}) and its value in turn. Used again for many texts; belongs to one
 * thread.
 *
 * <p>A node is four ints: its kind, where its text starts (strings: behind the quote), where it
 * ends (strings: before the quote; containers: the number of children instead), and the node behind
 * it and all below it.
 */
public final class JsonDocument {
  public static final int NULL = 0;
  public static final int FALSE = 1;
  public static final int TRUE = 2;

  /** An integer from 0 on that fits 64 bits. */
  public static final int UINT = 3;

  /** A negative integer (or {@code -0}) that fits 64 bits. */
  public static final int SINT = 4;

  /** A finite number with a fraction or an exponent. */
  public static final int REAL = 5;

  /** A number that fits neither: kept as its text; NaN and the infinities too. */
  public static final int RAW = 6;

  public static final int STRING = 7;
  public static final int ARRAY = 8;
  public static final int OBJECT = 9;

  /** The deepest nesting that is read: what follows a document recursively needs a stack for it. */
  public static final int MAX_DEPTH = 2_000;

  private static final int STRIDE = 4;
  private static final int KIND_MASK = 15;
  private static final int ESCAPED = 16;
  private static final int KEY = 32;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long HIGHS = 0x8080_8080_8080_8080L;

  private static final byte[] NO_TEXT = new byte[0];
  private static final byte[] NAN = bytes("nan");
  private static final byte[] INFINITY = bytes("infinity");
  private static final byte[] INF = bytes("inf");

  private byte[] text = NO_TEXT;
  private int[] nodes = new int[64 * STRIDE];
  private int count;
  private int[] open = new int[32];
  private int begin;
  private int limit;
  private int at;
  private boolean escaped;
  private int kind;
  private String problem = "";

  private static byte[] bytes(String word) {
    return word.getBytes(StandardCharsets.US_ASCII);
  }

  // ---- nodes -----------------------------------------------------------------------------------

  /** The text that was read. */
  public byte[] text() {
    return text;
  }

  /** Number of nodes. */
  public int size() {
    return count;
  }

  /** One of the kinds above. */
  public int kind(int node) {
    return nodes[node * STRIDE] & KIND_MASK;
  }

  /** Where the node's text starts in {@link #text()}. */
  public int start(int node) {
    return nodes[node * STRIDE + 1];
  }

  /** Where the text of a node that is no container ends. */
  public int end(int node) {
    return nodes[node * STRIDE + 2];
  }

  /** Number of elements of an array, or of members of an object. */
  public int length(int node) {
    return nodes[node * STRIDE + 2];
  }

  /** The node behind this one and all that is in it. */
  public int next(int node) {
    return nodes[node * STRIDE + 3];
  }

  /** Whether a string has escapes, so that its text is not its value. */
  public boolean isEscaped(int node) {
    return (nodes[node * STRIDE] & ESCAPED) != 0;
  }

  /** Whether it is the key of a member. */
  public boolean isKey(int node) {
    return (nodes[node * STRIDE] & KEY) != 0;
  }

  public boolean isContainer(int node) {
    return kind(node) >= ARRAY;
  }

  /** The value of the first member with that key, or -1. */
  public int member(int object, byte[] key) {
    int end = next(object);
    for (int name = object + 1; name < end; name = next(name + 1)) {
      if (keyIs(name, key)) {
        return name + 1;
      }
    }
    return -1;
  }

  /** The element of an array at an index, or -1 when there is none. */
  public int element(int array, long index) {
    if (index < 0 || index >= length(array)) {
      return -1;
    }
    int node = array + 1;
    for (long i = 0; i < index; i++) {
      node = next(node);
    }
    return node;
  }

  /** Whether the value of a string is these bytes. */
  public boolean keyIs(int node, byte[] key) {
    if (!isEscaped(node)) {
      int from = start(node);
      return end(node) - from == key.length
          && Arrays.equals(text, from, from + key.length, key, 0, key.length);
    }
    return Arrays.equals(stringBytes(node), key);
  }

  /** The value of a string, copied. */
  public byte[] stringBytes(int node) {
    int from = start(node);
    int to = end(node);
    if (!isEscaped(node)) {
      return Arrays.copyOfRange(text, from, to);
    }
    byte[] out = new byte[to - from];
    return Arrays.copyOf(out, unescape(node, out, 0));
  }

  /** The value of a string. */
  public String string(int node) {
    return isEscaped(node)
        ? new String(stringBytes(node), StandardCharsets.UTF_8)
        : new String(text, start(node), end(node) - start(node), StandardCharsets.UTF_8);
  }

  /**
   * Writes the value of a string to {@code out[to..)}, which has room for as many bytes as the text
   * has; answers the length.
   */
  public int unescape(int node, byte[] out, int to) {
    int from = start(node);
    int until = end(node);
    int w = to;
    for (int i = from; i < until; i++) {
      byte b = text[i];
      if (b != '\\') {
        out[w++] = b;
        continue;
      }
      byte e = text[++i];
      switch (e) {
        case 'b' -> out[w++] = '\b';
        case 'f' -> out[w++] = '\f';
        case 'n' -> out[w++] = '\n';
        case 'r' -> out[w++] = '\r';
        case 't' -> out[w++] = '\t';
        case 'u' -> {
          int code = hex4(text, i + 1);
          i += 4;
          if (code >= 0xD800 && code < 0xDC00) {
            code = 0x10000 + ((code - 0xD800) << 10) + (hex4(text, i + 3) - 0xDC00);
            i += 6;
          }
          w = utf8(out, w, code);
        }
        default -> out[w++] = e;
      }
    }
    return w - to;
  }

  private static int utf8(byte[] out, int at, int code) {
    int w = at;
    if (code < 0x80) {
      out[w++] = (byte) code;
    } else if (code < 0x800) {
      out[w++] = (byte) (0xC0 | code >> 6);
      out[w++] = (byte) (0x80 | code & 0x3F);
    } else if (code < 0x10000) {
      out[w++] = (byte) (0xE0 | code >> 12);
      out[w++] = (byte) (0x80 | code >> 6 & 0x3F);
      out[w++] = (byte) (0x80 | code & 0x3F);
    } else {
      out[w++] = (byte) (0xF0 | code >> 18);
      out[w++] = (byte) (0x80 | code >> 12 & 0x3F);
      out[w++] = (byte) (0x80 | code >> 6 & 0x3F);
      out[w++] = (byte) (0x80 | code & 0x3F);
    }
    return w;
  }

  /** The value of a node of kind UINT (its 64 bits, unsigned) or SINT. */
  public long integer(int node) {
    int from = start(node);
    int to = end(node);
    boolean negative = text[from] == '-';
    long value = 0;
    for (int i = negative ? from + 1 : from; i < to; i++) {
      value = value * 10 + (text[i] - '0');
    }
    return negative ? -value : value;
  }

  /** The value of a node of kind REAL, UINT or SINT as a double. */
  public double real(int node) {
    return JsonNumbers.real(text, start(node), end(node));
  }

  /** Where reading stopped: of an error, or behind the document. Counted in {@link #text()}. */
  public int position() {
    return at;
  }

  /** What is wrong with the text after {@link #parse} answered false. */
  public String problem() {
    return problem;
  }

  // ---- reading ---------------------------------------------------------------------------------

  /**
   * Reads {@code source[from, to)}. The array is kept, not copied: nodes are valid as long as it
   * does not change.
   *
   * @param whole whether nothing but space may follow the document
   * @return whether it is JSON; else {@link #position()} and {@link #problem()} say why not
   */
  public boolean parse(byte[] source, int from, int to, boolean whole) {
    text = source;
    begin = from;
    limit = to;
    at = from;
    count = 0;
    if (from == to) {
      return fail(from, "input length is 0");
    }
    skipSpace();
    if (at == to) {
      return fail(begin, "input data is empty");
    }
    if (!document()) {
      return false;
    }
    if (whole) {
      int end = at;
      skipSpace();
      if (at < to) {
        return fail(at, "unexpected content after document");
      }
      at = end;
    }
    return true;
  }

  private boolean fail(int position, String what) {
    at = position;
    problem = position >= limit && limit > begin ? "unexpected end of data" : what;
    return false;
  }

  private boolean document() {
    int depth = 0;
    while (true) {
      // A value starts here.
      byte c = text[at];
      if (c == '{' || c == '[') {
        boolean object = c == '{';
        if (depth == MAX_DEPTH) {
          return fail(at, "nested deeper than " + MAX_DEPTH + " levels");
        }
        if (depth == open.length) {
          open = Arrays.copyOf(open, depth * 2);
        }
        open[depth++] = count;
        add(object ? OBJECT : ARRAY, at++, 0);
        skipSpace();
        if (at == limit) {
          return fail(at, "unexpected end of data");
        }
        if (text[at] == (object ? '}' : ']')) {
          at++;
        } else if (object ? key() : true) {
          continue;
        } else {
          return false;
        }
        depth = close(depth);
      } else if (c == '"') {
        if (!string()) {
          return false;
        }
      } else if (!scalar(c)) {
        return false;
      }
      // A value is complete: what follows it?
      int state = follow(depth);
      if (state < 0) {
        return false;
      }
      depth = state >> 1;
      if ((state & 1) == 0) {
        return true;
      }
    }
  }

  /**
   * Reads on behind a value up to the next value (answers twice the depth plus 1) or the end of the
   * document (0); -1 for an error.
   */
  private int follow(int nesting) {
    int depth = nesting;
    while (depth > 0) {
      int parent = open[depth - 1] * STRIDE;
      nodes[parent + 2]++;
      boolean object = (nodes[parent] & KIND_MASK) == OBJECT;
      skipSpace();
      if (at == limit) {
        fail(at, "unexpected end of data");
        return -1;
      }
      byte c = text[at];
      byte end = (byte) (object ? '}' : ']');
      if (c == ',') {
        at++;
        skipSpace();
        if (at == limit) {
          fail(at, "unexpected end of data");
          return -1;
        }
        if (text[at] != end) {
          return !object || key() ? 2 * depth + 1 : -1;
        }
        c = end;
      }
      if (c != end) {
        fail(at, "unexpected character");
        return -1;
      }
      at++;
      depth = close(depth);
    }
    return 0;
  }

  /** Ends the innermost container; answers the new depth. */
  private int close(int depth) {
    nodes[open[depth - 1] * STRIDE + 3] = count;
    return depth - 1;
  }

  private void add(int kindAndFlags, int from, int to) {
    int i = count++ * STRIDE;
    if (i == nodes.length) {
      nodes = Arrays.copyOf(nodes, Math.toIntExact(Math.min(2L * i, Integer.MAX_VALUE - 8L) & ~3L));
    }
    nodes[i] = kindAndFlags;
    nodes[i + 1] = from;
    nodes[i + 2] = to;
    nodes[i + 3] = count;
  }

  private void skipSpace() {
    int i = at;
    while (i < limit && (text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r')) {
      i++;
    }
    at = i;
  }

  /** A key, the colon behind it, and the space up to the value. */
  private boolean key() {
    if (text[at] != '"') {
      return fail(at, "unexpected character");
    }
    if (!string()) {
      return false;
    }
    nodes[(count - 1) * STRIDE] |= KEY;
    skipSpace();
    if (at == limit || text[at] != ':') {
      return fail(at, "unexpected character");
    }
    at++;
    skipSpace();
    return at < limit || fail(at, "unexpected end of data");
  }

  private boolean scalar(byte c) {
    int from = at;
    boolean ok =
        switch (c) {
          case 't' -> word("true", TRUE);
          case 'f' -> word("false", FALSE);
          case 'n' -> matches(from, NAN) > 0 ? special(from) : word("null", NULL);
          case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
          default -> special(from);
        };
    if (ok) {
      add(kind, from, at);
    }
    return ok;
  }

  private boolean word(String word, int which) {
    for (int i = 0; i < word.length(); i++) {
      if (at + i >= limit) {
        return fail(limit, "unexpected end of data");
      }
      if (text[at + i] != word.charAt(i)) {
        return fail(at, "invalid literal");
      }
    }
    at += word.length();
    kind = which;
    return true;
  }

  /** NaN or an infinity, in any case. */
  private boolean special(int from) {
    int i = from < limit && text[from] == '-' ? from + 1 : from;
    int end = matches(i, NAN);
    if (end < 0) {
      end = matches(i, INFINITY);
    }
    if (end < 0) {
      end = matches(i, INF);
    }
    if (end < 0) {
      return fail(from, "unexpected character");
    }
    at = end;
    kind = RAW;
    return true;
  }

  private int matches(int from, byte[] word) {
    if (limit - from < word.length) {
      return -1;
    }
    for (int i = 0; i < word.length; i++) {
      if ((text[from + i] | 0x20) != word[i]) {
        return -1;
      }
    }
    return from + word.length;
  }

  // ---- strings ---------------------------------------------------------------------------------

  private boolean string() {
    int from = ++at;
    escaped = false;
    int i = from;
    while (true) {
      i = plain(i);
      if (i >= limit) {
        return fail(limit, "unexpected end of data");
      }
      byte b = text[i];
      if (b == '"') {
        add(escaped ? STRING | ESCAPED : STRING, from, i);
        at = i + 1;
        return true;
      }
      if (b == '\\') {
        escaped = true;
        i = escape(i);
      } else if (b >= 0) {
        return fail(i, "unexpected control character in string");
      } else {
        i = wide(i);
      }
      if (i < 0) {
        return false;
      }
    }
  }

  /** The first byte from {@code i} on that is not plain ASCII text, or the limit. */
  private int plain(int from) {
    int i = from;
    int last = limit - 8;
    while (i <= last) {
      long word = (long) LONG.get(text, i);
      long quote = word ^ (ONES * '"');
      long slash = word ^ (ONES * '\\');
      long marks =
          ((quote - ONES) & ~quote | (slash - ONES) & ~slash | (word - ONES * ' ') & ~word | word)
              & HIGHS;
      if (marks != 0) {
        return i + (Long.numberOfTrailingZeros(marks) >>> 3);
      }
      i += 8;
    }
    while (i < limit) {
      byte b = text[i];
      if (b == '"' || b == '\\' || b < ' ') {
        return i;
      }
      i++;
    }
    return i;
  }

  /** Checks an escape; answers where the text goes on, or -1. */
  private int escape(int from) {
    int i = from + 1;
    if (i >= limit) {
      fail(limit, "unexpected end of data");
      return -1;
    }
    switch (text[i]) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> {
        return i + 1;
      }
      case 'u' -> {}
      default -> {
        fail(i, "invalid escaped character in string");
        return -1;
      }
    }
    int code = i + 5 <= limit ? hex4(text, i + 1) : -1;
    if (code < 0) {
      fail(i - 1, "invalid escaped sequence in string");
      return -1;
    }
    i += 5;
    if (code >= 0xDC00 && code < 0xE000) {
      fail(i - 6, "invalid high surrogate in string");
      return -1;
    }
    if (code < 0xD800 || code >= 0xE000) {
      return i;
    }
    if (i + 2 > limit || text[i] != '\\' || text[i + 1] != 'u') {
      fail(i, "no low surrogate in string");
      return -1;
    }
    int low = i + 6 <= limit ? hex4(text, i + 2) : -1;
    if (low < 0) {
      fail(i, "invalid escaped sequence in string");
      return -1;
    }
    if (low < 0xDC00 || low >= 0xE000) {
      fail(i, "invalid low surrogate in string");
      return -1;
    }
    return i + 6;
  }

  private static int hex4(byte[] text, int from) {
    int code = 0;
    for (int i = from; i < from + 4; i++) {
      int digit = Character.digit(text[i], 16);
      if (digit < 0) {
        return -1;
      }
      code = code << 4 | digit;
    }
    return code;
  }

  /** Checks a character of several bytes; answers where the text goes on, or -1. */
  private int wide(int from) {
    int b = text[from] & 0xFF;
    int more = b >= 0xF0 ? 3 : b >= 0xE0 ? 2 : 1;
    boolean ok = b >= 0xC2 && b <= 0xF4 && from + more < limit;
    for (int i = 1; ok && i <= more; i++) {
      ok = (text[from + i] & 0xC0) == 0x80;
    }
    if (ok && more > 1) {
      int second = text[from + 1] & 0xFF;
      ok =
          !(b == 0xE0 && second < 0xA0
              || b == 0xED && second > 0x9F
              || b == 0xF0 && second < 0x90
              || b == 0xF4 && second > 0x8F);
    }
    if (!ok) {
      at = from;
      problem = "invalid UTF-8 encoding in string";
      return -1;
    }
    return from + more + 1;
  }

  // ---- numbers ---------------------------------------------------------------------------------

  private boolean number() {
    int from = at;
    boolean negative = text[from] == '-';
    int i = negative ? from + 1 : from;
    if (i == limit) {
      return fail(i, "no digit after minus sign");
    }
    int first = i;
    while (i < limit && isDigit(text[i])) {
      i++;
    }
    if (i == first) {
      return special(from) || fail(first, "no digit after minus sign");
    }
    if (text[first] == '0' && i > first + 1) {
      return fail(from, "number with leading zero is not allowed");
    }
    boolean real = false;
    if (i < limit && text[i] == '.') {
      real = true;
      int digits = ++i;
      while (i < limit && isDigit(text[i])) {
        i++;
      }
      if (i == digits) {
        return fail(i, "no digit after decimal point");
      }
    }
    boolean exponent = false;
    if (i < limit && (text[i] | 0x20) == 'e') {
      real = true;
      exponent = true;
      i++;
      if (i < limit && (text[i] == '+' || text[i] == '-')) {
        i++;
      }
      int digits = i;
      while (i < limit && isDigit(text[i])) {
        i++;
      }
      if (i == digits) {
        return fail(i, "no digit after exponent sign");
      }
    }
    at = i;
    if (real) {
      boolean huge =
          (exponent || i - first > 300) && Double.isInfinite(JsonNumbers.real(text, from, i));
      kind = huge ? RAW : REAL;
    } else {
      kind = JsonNumbers.fits64(text, first, i, negative) ? negative ? SINT : UINT : RAW;
    }
    return true;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }
}
