// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import java.util.Locale;

/** Writes JSON text with one member per line. The caller nests calls rightly. */
final class JsonWriter {
  private final StringBuilder out = new StringBuilder();
  private int depth;
  private boolean first = true;

  JsonWriter open(char bracket) {
    out.append(bracket);
    depth++;
    first = true;
    return this;
  }

  JsonWriter close(char bracket) {
    depth--;
    if (!first) {
      out.append('\n').append("  ".repeat(depth));
    }
    out.append(bracket);
    first = false;
    return this;
  }

  JsonWriter name(String name) {
    element();
    quote(name);
    out.append(": ");
    return this;
  }

  /** Starts an element of an array. */
  JsonWriter element() {
    out.append(first ? "\n" : ",\n").append("  ".repeat(depth));
    first = false;
    return this;
  }

  JsonWriter text(String value) {
    quote(value);
    return this;
  }

  JsonWriter literal(Object value) {
    out.append(value);
    return this;
  }

  /** An array of numbers with three decimals, on one line. */
  JsonWriter numbers(double... values) {
    out.append('[');
    for (int i = 0; i < values.length; i++) {
      out.append(i == 0 ? "" : ", ").append(String.format(Locale.ROOT, "%.3f", values[i]));
    }
    out.append(']');
    return this;
  }

  private void quote(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ') {
            out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  @Override
  public String toString() {
    return out + "\n";
  }
}
