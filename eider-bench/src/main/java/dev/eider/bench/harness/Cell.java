// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import java.math.BigDecimal;

/**
 * One value of an answer.
 *
 * @param kind as in {@link dev.eider.bench.server.Wire}; {@code T} is a text from a command line's
 *     CSV, whose type is not known and whose empty text may be a null
 */
public record Cell(char kind, String text) {
  static Cell ofWire(String wire) {
    return new Cell(wire.charAt(0), wire.substring(1));
  }

  static Cell ofText(String text) {
    return new Cell('T', text);
  }

  boolean isFloating() {
    return kind == 'F';
  }

  /**
   * True if the text is a number of a number's type, or looks like one where the type is unknown.
   */
  boolean isNumber() {
    return switch (kind) {
      case 'I', 'D', 'F' -> true;
      case 'T' -> looksNumeric(text);
      default -> false;
    };
  }

  /** The value of a number; NaN and the infinities too. */
  double asDouble() {
    return Double.parseDouble(text);
  }

  /** Equal for equal values: exact numbers without their trailing zeros. */
  String exactKey() {
    if (kind == 'N' || (kind == 'T' && text.isEmpty())) {
      return "";
    }
    if (isNumber() && isFinite()) {
      BigDecimal value = new BigDecimal(text);
      return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
    return text;
  }

  private boolean isFinite() {
    char last = text.charAt(text.length() - 1);
    return last >= '0' && last <= '9' || last == '.';
  }

  private static boolean looksNumeric(String text) {
    if (text.isEmpty()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if ("0123456789+-.eE".indexOf(text.charAt(i)) < 0) {
        return false;
      }
    }
    try {
      Double.parseDouble(text);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  @Override
  public String toString() {
    return kind == 'N' ? "NULL" : text;
  }
}
