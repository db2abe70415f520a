// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

import dev.eider.base.error.EiderException;
import java.math.BigInteger;

/**
 * Reads a format text and writes the values it names: {@code {}} fields after the C++ library fmt,
 * or percent conversions after C's printf with fmt's extensions (thousands separators). Values are
 * {@link Boolean}, {@link BigInteger}, {@link Double} or {@link String}. One thread.
 */
final class FormatReader {
  private final String format;
  private final Object[] values;

  /** Width in bits of each value that is an integer. */
  private final int[] bits;

  private final StringBuilder out = new StringBuilder();
  private int at;
  private int next;
  private boolean manual;

  FormatReader(String format, Object[] values, int[] bits) {
    this.format = format;
    this.values = values;
    this.bits = bits;
  }

  private static EiderException invalid(String text) {
    return EiderException.invalidInput(text);
  }

  private boolean more() {
    return at < format.length();
  }

  private char peek() {
    return at < format.length() ? format.charAt(at) : '\0';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private int number() {
    long value = 0;
    while (isDigit(peek())) {
      value = value * 10 + format.charAt(at++) - '0';
      if (value > Integer.MAX_VALUE) {
        throw invalid("number is too big");
      }
    }
    return (int) value;
  }

  private int nextIndex() {
    if (manual) {
      throw invalid("cannot switch from manual to automatic argument indexing");
    }
    return next++;
  }

  private int manualIndex(int index) {
    if (next > 0) {
      throw invalid("cannot switch from automatic to manual argument indexing");
    }
    manual = true;
    return index;
  }

  private Object value(int index) {
    if (index < 0 || index >= values.length) {
      throw invalid("Argument index \"" + index + "\" out of range");
    }
    return values[index];
  }

  // --- format: {}

  String braces() {
    while (more()) {
      char c = format.charAt(at++);
      if (c == '}') {
        if (peek() != '}') {
          throw invalid("unmatched '}' in format string");
        }
        at++;
        out.append('}');
      } else if (c != '{') {
        out.append(c);
      } else if (!more()) {
        throw invalid("invalid format string");
      } else if (peek() == '{') {
        at++;
        out.append('{');
      } else {
        field();
      }
    }
    return out.toString();
  }

  private void field() {
    int index = fieldIndex();
    FormatSpec spec = new FormatSpec();
    if (peek() == ':') {
      at++;
      Object value = value(index);
      braceSpec(spec, value);
      if (peek() != '}') {
        throw invalid(more() ? "unknown format specifier" : "missing '}' in format string");
      }
      at++;
      write(spec, value);
    } else if (peek() == '}') {
      at++;
      write(spec, value(index));
    } else {
      throw invalid("missing '}' in format string");
    }
  }

  private int fieldIndex() {
    char c = peek();
    if (c == '}' || c == ':') {
      return nextIndex();
    }
    if (isDigit(c)) {
      int index = number();
      if (peek() != '}' && peek() != ':') {
        throw invalid("invalid format string");
      }
      return manualIndex(index);
    }
    if (!Character.isLetter(c) && c != '_') {
      throw invalid("invalid format string");
    }
    int from = at;
    while (Character.isLetterOrDigit(peek()) || peek() == '_') {
      at++;
    }
    throw invalid(
        "Argument with name \""
            + format.substring(from, at)
            + "\" not found, did you mean to use it as a format specifier (e.g. {:"
            + format.substring(from, at)
            + "}");
  }

  private static boolean isAlign(char c) {
    return c == '<' || c == '>' || c == '^' || c == '=';
  }

  private void numeric(Object value) {
    if (value instanceof String) {
      throw invalid("format specifier requires numeric argument");
    }
  }

  private void braceSpec(FormatSpec spec, Object value) {
    alignment(spec, value);
    switch (peek()) {
      case '+', '-', ' ' -> {
        numeric(value);
        spec.sign = format.charAt(at++);
      }
      case ',', '_', '\'' -> spec.thousands = format.charAt(at++);
      case 't' -> {
        at++;
        if (more()) {
          spec.thousands = format.charAt(at++);
        }
      }
      default -> {}
    }
    if (peek() == '#') {
      numeric(value);
      spec.alternate = true;
      at++;
    }
    if (peek() == '0') {
      numeric(value);
      spec.align = '=';
      spec.fill = "0";
      at++;
    }
    if (isDigit(peek())) {
      spec.width = number();
    } else if (peek() == '{') {
      spec.width = nested("width");
    }
    if (peek() == '.') {
      at++;
      if (isDigit(peek())) {
        spec.precision = number();
      } else if (peek() == '{') {
        spec.precision = nested("precision");
      } else {
        throw invalid("missing precision specifier");
      }
      if (value instanceof BigInteger || value instanceof Boolean) {
        throw invalid("precision not allowed for this argument type");
      }
    }
    if (more() && peek() != '}') {
      spec.type = format.charAt(at++);
    }
  }

  private void alignment(FormatSpec spec, Object value) {
    if (!more()) {
      return;
    }
    int fillEnd = format.offsetByCodePoints(at, 1);
    if (fillEnd < format.length() && isAlign(format.charAt(fillEnd))) {
      if (peek() == '{') {
        throw invalid("invalid fill character '{'");
      }
      spec.fill = format.substring(at, fillEnd);
      at = fillEnd;
    } else if (!isAlign(peek())) {
      return;
    }
    spec.align = format.charAt(at++);
    if (spec.align == '=') {
      numeric(value);
    }
  }

  /** A width or precision that is itself an argument: {@code {}} or {@code {1}}. */
  private int nested(String what) {
    at++;
    int index = fieldIndex();
    if (peek() != '}') {
      throw invalid("invalid format string");
    }
    at++;
    return small(value(index), what);
  }

  private static int small(Object value, String what) {
    if (!(value instanceof BigInteger number)) {
      throw invalid(what + " is not integer");
    }
    if (number.signum() < 0) {
      throw invalid("negative " + what);
    }
    if (number.bitLength() > 31) {
      throw invalid("number is too big");
    }
    return number.intValue();
  }

  // --- printf: %

  String percents() {
    while (more()) {
      char c = format.charAt(at++);
      if (c != '%') {
        out.append(c);
      } else if (peek() == '%') {
        at++;
        out.append('%');
      } else {
        conversion();
      }
    }
    return out.toString();
  }

  private void conversion() {
    FormatSpec spec = new FormatSpec();
    spec.align = '>';
    int index = header(spec);
    boolean dot = false;
    if (peek() == '.') {
      at++;
      if (isDigit(peek())) {
        spec.precision = number();
      } else if (peek() == '*') {
        at++;
        spec.precision = small(value(nextIndex()), "precision");
      } else {
        spec.precision = 0;
        dot = true;
      }
    }
    int position = index < 0 ? nextIndex() : manualIndex(index - 1);
    Object value = value(position);
    if (spec.fill.equals("0")) {
      if (value instanceof String) {
        spec.fill = " ";
      } else {
        spec.align = '=';
      }
    }
    int size = length(bits[position]);
    if (!more()) {
      throw invalid("invalid format string");
    }
    char type = format.charAt(at++);
    spec.type = type;
    if (value instanceof String && type == 's') {
      spec.type = 0;
    } else if (value instanceof Boolean flag) {
      if (type == 's') {
        spec.type = 0;
      } else {
        value = flag ? BigInteger.ONE : BigInteger.ZERO;
      }
    }
    if (value instanceof BigInteger number) {
      value = integer(spec, number, type, size);
    }
    if (spec.type == 'd' && dot) {
      spec.thousands = '.';
    }
    write(spec, value);
  }

  private Object integer(FormatSpec spec, BigInteger number, char type, int size) {
    BigInteger modulus = BigInteger.ONE.shiftLeft(size);
    if (spec.alternate && number.signum() == 0) {
      spec.alternate = false;
    }
    if (type == 'c') {
      spec.type = 0;
      spec.align = spec.align == '<' ? '<' : '>';
      return String.valueOf((char) (number.intValue() & 0xFF));
    }
    if (type == 'i' || type == 'u') {
      spec.type = 'd';
    }
    BigInteger wrapped = number.mod(modulus);
    if (type == 'd' || type == 'i') {
      return wrapped.testBit(size - 1) && number.bitLength() < size
          ? wrapped.subtract(modulus)
          : size < 64 && wrapped.testBit(size - 1) ? wrapped.subtract(modulus) : wrapped;
    }
    return wrapped;
  }

  /** Index (1-based, or -1), flags and width. */
  private int header(FormatSpec spec) {
    int index = -1;
    if (isDigit(peek())) {
      boolean zero = peek() == '0';
      int number = number();
      if (peek() == '$') {
        at++;
        index = number;
        if (index == 0) {
          throw invalid("argument index out of range");
        }
      } else {
        if (zero) {
          spec.fill = "0";
        }
        if (number != 0) {
          spec.width = number;
          return index;
        }
      }
    }
    flags(spec);
    if (isDigit(peek())) {
      spec.width = number();
    } else if (peek() == '*') {
      at++;
      Object width = value(nextIndex());
      if (width instanceof BigInteger negative && negative.signum() < 0) {
        spec.align = '<';
        width = negative.negate();
      }
      spec.width = small(width, "width");
    }
    return index;
  }

  private void flags(FormatSpec spec) {
    while (more()) {
      switch (peek()) {
        case '-' -> spec.align = '<';
        case '+', ' ' -> spec.sign = peek();
        case '0' -> spec.fill = "0";
        case '#' -> spec.alternate = true;
        case ',', '\'', '_' -> spec.thousands = peek();
        default -> {
          return;
        }
      }
      at++;
    }
  }

  /** Skips a length modifier; answers the integer's size in bits. */
  private int length(int natural) {
    switch (peek()) {
      case 'h' -> {
        at++;
        if (peek() == 'h') {
          at++;
          return 8;
        }
        return 16;
      }
      case 'l' -> {
        at++;
        if (peek() == 'l') {
          at++;
        }
        return 64;
      }
      case 'j', 'z', 't' -> {
        at++;
        return 64;
      }
      case 'L' -> at++;
      default -> {}
    }
    return natural;
  }

  private void write(FormatSpec spec, Object value) {
    switch (value) {
      case Boolean flag -> FormatWriter.write(out, spec, flag.booleanValue());
      case BigInteger number -> FormatWriter.write(out, spec, number);
      case Double number -> FormatWriter.write(out, spec, number.doubleValue());
      default -> FormatWriter.write(out, spec, (String) value);
    }
  }
}
