// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.json;

import dev.eider.base.kernel.NumberText;
import dev.eider.base.vector.StringVector;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** JSON text as it grows, in UTF-8. Used again after {@link #clear}; belongs to one thread. */
public final class JsonWriter {
  private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
  private static final int INDENT = 4;

  private byte[] bytes = new byte[256];
  private int length;

  /** Containers that are written now, outermost first. */
  private int[] open = new int[32];

  /** Forgets what was written. */
  public void clear() {
    length = 0;
  }

  public int length() {
    return length;
  }

  /** The text is {@code bytes()[0, length())}. */
  public byte[] bytes() {
    return bytes;
  }

  /** Cuts the text back to a length it had. */
  public void truncate(int newLength) {
    length = newLength;
  }

  @Override
  public String toString() {
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  /** Sets a row to the text. */
  public void copyTo(StringVector target, int row) {
    target.set(row, bytes, 0, length);
  }

  private void room(int more) {
    if (bytes.length - length < more) {
      bytes =
          Arrays.copyOf(
              bytes,
              Math.max(length + more, (int) Math.min(2L * bytes.length, Integer.MAX_VALUE - 64L)));
    }
  }

  /** One ASCII character. */
  public void raw(char c) {
    room(1);
    bytes[length++] = (byte) c;
  }

  /** Bytes as they are. */
  public void raw(byte[] source, int from, int to) {
    room(to - from);
    System.arraycopy(source, from, bytes, length, to - from);
    length += to - from;
  }

  /** ASCII text as it is. */
  public void raw(String text) {
    room(text.length());
    for (int i = 0; i < text.length(); i++) {
      bytes[length++] = (byte) text.charAt(i);
    }
  }

  /** An integer. */
  public void number(long value) {
    if (value >= 0 && value < 10) {
      raw((char) ('0' + value));
    } else {
      raw(Long.toString(value));
    }
  }

  /** A string of any text: quoted and escaped. */
  public void string(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    string(utf8, 0, utf8.length);
  }

  /** A string of UTF-8 text: quoted and escaped. */
  public void string(byte[] source, int from, int to) {
    room(to - from + 2);
    bytes[length++] = '"';
    int done = from;
    for (int i = from; i < to; i++) {
      byte b = source[i];
      if (b < ' ' && b >= 0 || b == '"' || b == '\\') {
        raw(source, done, i);
        done = i + 1;
        escape(b);
      }
    }
    raw(source, done, to);
    raw('"');
  }

  private void escape(byte b) {
    raw('\\');
    switch (b) {
      case '"', '\\' -> raw((char) b);
      case '\b' -> raw('b');
      case '\f' -> raw('f');
      case '\n' -> raw('n');
      case '\r' -> raw('r');
      case '\t' -> raw('t');
      default -> {
        raw("u00");
        raw((char) HEX[b >> 4]);
        raw((char) HEX[b & 15]);
      }
    }
  }

  /** A node and all below it, without space. */
  public void value(JsonDocument document, int root) {
    int end = document.next(root);
    if (end == root + 1) {
      leaf(document, root);
      return;
    }
    int depth = 0;
    for (int node = root; node < end; node++) {
      if (document.isContainer(node) && document.length(node) > 0) {
        raw(document.kind(node) == JsonDocument.ARRAY ? '[' : '{');
        if (depth == open.length) {
          open = Arrays.copyOf(open, depth * 2);
        }
        open[depth++] = node;
        continue;
      }
      leaf(document, node);
      if (node > root && document.isKey(node)) {
        raw(':');
        continue;
      }
      while (depth > 0 && document.next(open[depth - 1]) == node + 1) {
        raw(document.kind(open[--depth]) == JsonDocument.ARRAY ? ']' : '}');
      }
      if (depth > 0) {
        raw(',');
      }
    }
  }

  /** A node that has nothing below it. */
  private void leaf(JsonDocument document, int node) {
    byte[] text = document.text();
    switch (document.kind(node)) {
      case JsonDocument.NULL -> raw("null");
      case JsonDocument.FALSE -> raw("false");
      case JsonDocument.TRUE -> raw("true");
      case JsonDocument.UINT -> raw(text, document.start(node), document.end(node));
      case JsonDocument.SINT -> {
        int from = document.start(node);
        boolean zero = document.end(node) == from + 2 && text[from + 1] == '0';
        raw(text, zero ? from + 1 : from, document.end(node));
      }
      case JsonDocument.REAL -> raw(NumberText.json(document.real(node)));
      case JsonDocument.RAW -> raw(text, document.start(node), document.end(node));
      case JsonDocument.STRING -> string(document, node);
      case JsonDocument.ARRAY -> raw("[]");
      default -> raw("{}");
    }
  }

  /** A string node: quoted, and escaped no more than needed. */
  public void string(JsonDocument document, int node) {
    if (document.isEscaped(node)) {
      byte[] value = document.stringBytes(node);
      string(value, 0, value.length);
    } else {
      raw('"');
      raw(document.text(), document.start(node), document.end(node));
      raw('"');
    }
  }

  /** A node and all below it, each value in a line of its own. */
  public void pretty(JsonDocument document, int node) {
    pretty(document, node, 0);
  }

  private void pretty(JsonDocument document, int node, int level) {
    int kind = document.kind(node);
    if (kind < JsonDocument.ARRAY || document.length(node) == 0) {
      leaf(document, node);
      return;
    }
    boolean object = kind == JsonDocument.OBJECT;
    raw(object ? '{' : '[');
    int end = document.next(node);
    for (int child = node + 1; child < end; ) {
      raw(child == node + 1 ? "\n" : ",\n");
      indent(level + 1);
      int value = child;
      if (object) {
        string(document, child);
        raw(": ");
        value++;
      }
      pretty(document, value, level + 1);
      child = document.next(value);
    }
    raw('\n');
    indent(level);
    raw(object ? '}' : ']');
  }

  private void indent(int level) {
    for (int i = 0; i < level * INDENT; i++) {
      raw(' ');
    }
  }
}
