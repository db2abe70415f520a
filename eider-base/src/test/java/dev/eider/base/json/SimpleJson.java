// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The same grammar read a second time, as plainly as possible: recursively, character by character.
 * What it answers is the values as text, in a form of its own.
 */
final class SimpleJson {
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
  private static final Pattern SPECIAL = Pattern.compile("(?i)-?(nan|infinity|inf)");

  private final String text;
  private int at;

  private SimpleJson(String text) {
    this.text = text;
  }

  /** The text is not JSON. */
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;
  }

  /** The values of a text. */
  static String read(String text) throws Malformed {
    SimpleJson json = new SimpleJson(text);
    json.space();
    String value = json.value();
    json.space();
    json.require(json.at == text.length());
    return value;
  }

  private void require(boolean condition) throws Malformed {
    if (!condition) {
      throw new Malformed();
    }
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private char peek() throws Malformed {
    require(at < text.length());
    return text.charAt(at);
  }

  private String value() throws Malformed {
    char c = peek();
    if (c == '[' || c == '{') {
      return container(c == '{');
    }
    if (c == '"') {
      return "s" + string();
    }
    for (String word : List.of("true", "false", "null")) {
      if (text.startsWith(word, at)) {
        at += word.length();
        return word;
      }
    }
    for (Pattern pattern : List.of(NUMBER, SPECIAL)) {
      Matcher matcher = pattern.matcher(text).region(at, text.length());
      if (matcher.lookingAt()) {
        int from = at;
        at = matcher.end();
        String number = text.substring(from, at);
        // Digits never go on behind a number: 01 is none.
        require(at == text.length() || !Character.isDigit(text.charAt(at)));
        return pattern == SPECIAL ? number : number(number);
      }
    }
    throw new Malformed();
  }

  /** Integers by value; others as the nearest double, unless that is infinite. */
  static String number(String number) {
    if (number.matches("-?[0-9]+")) {
      return "n" + new BigDecimal(number).toBigInteger();
    }
    double value = Double.parseDouble(number);
    return Double.isInfinite(value) ? number : "d" + Double.toString(value);
  }

  private String container(boolean object) throws Malformed {
    char close = object ? '}' : ']';
    at++;
    List<String> parts = new ArrayList<>();
    space();
    while (peek() != close) {
      String part = "";
      if (object) {
        require(peek() == '"');
        part = string() + "=";
        space();
        require(peek() == ':');
        at++;
        space();
      }
      parts.add(part + value());
      space();
      if (peek() == ',') {
        at++;
        space();
      } else {
        require(peek() == close);
      }
    }
    at++;
    return (object ? "{" : "[") + String.join(";", parts) + close;
  }

  private String string() throws Malformed {
    StringBuilder value = new StringBuilder();
    at++;
    while (peek() != '"') {
      char c = text.charAt(at++);
      require(c >= ' ');
      if (c != '\\') {
        value.append(c);
        continue;
      }
      char e = peek();
      at++;
      int simple = "\"\\/bfnrt".indexOf(e);
      if (simple >= 0) {
        value.append("\"\\/\b\f\n\r\t".charAt(simple));
      } else {
        require(e == 'u');
        char unit = unit();
        value.append(unit);
        require(!Character.isLowSurrogate(unit));
        if (Character.isHighSurrogate(unit)) {
          require(text.startsWith("\\u", at));
          at += 2;
          char low = unit();
          require(Character.isLowSurrogate(low));
          value.append(low);
        }
      }
    }
    at++;
    return value.toString();
  }

  private char unit() throws Malformed {
    require(at + 4 <= text.length());
    String digits = text.substring(at, at + 4);
    require(digits.matches("[0-9a-fA-F]{4}"));
    at += 4;
    return (char) Integer.parseInt(digits, 16);
  }

  // ---- documents to read -----------------------------------------------------------------------

  /** A random document. */
  static String random(Random random, int depth) {
    String space = random.nextInt(4) == 0 ? " \n\t\r".substring(0, 1 + random.nextInt(4)) : "";
    return space + randomValue(random, depth) + space;
  }

  private static String randomValue(Random random, int depth) {
    int kind = random.nextInt(depth <= 0 ? 5 : 8);
    return switch (kind) {
      case 0 -> List.of("true", "false", "null", "NaN", "-Infinity", "inf").get(random.nextInt(6));
      case 1 -> Long.toString(random.nextLong() >> random.nextInt(64));
      case 2 ->
          List.of(
                  "0",
                  "-0",
                  "0.0",
                  "-0.0",
                  "1e5",
                  "1E-400",
                  "1e400",
                  "18446744073709551615",
                  "18446744073709551616",
                  "-9223372036854775808",
                  "-9223372036854775809",
                  "123456789012345678901234567890",
                  "0.1e1",
                  "9007199254740993")
              .get(random.nextInt(14));
      case 3 -> Double.toString(Double.longBitsToDouble(random.nextLong()));
      case 4 -> randomString(random);
      default -> {
        boolean object = kind == 5;
        StringBuilder text = new StringBuilder(object ? "{" : "[");
        int count = random.nextInt(5);
        for (int i = 0; i < count; i++) {
          text.append(i > 0 ? "," : "");
          text.append(object ? randomString(random) + ":" : "").append(random(random, depth - 1));
        }
        text.append(count > 0 && random.nextInt(8) == 0 ? "," : "");
        yield text.append(object ? "}" : "]").toString();
      }
    };
  }

  private static String randomString(Random random) {
    List<String> parts =
        List.of(
            "a",
            "plain text of more than eight bytes",
            "\\n",
            "\\\"",
            "\\\\",
            "\\/",
            "\\u00e9",
            "\\ud83d\\ude00",
            "é",
            "€",
            "😀",
            " ",
            "{",
            "]",
            ":",
            "\\u0000",
            "0123456",
            "\u007f");
    StringBuilder text = new StringBuilder("\"");
    for (int i = random.nextInt(5); i > 0; i--) {
      text.append(parts.get(random.nextInt(parts.size())));
    }
    return text.append('"').toString();
  }
}
