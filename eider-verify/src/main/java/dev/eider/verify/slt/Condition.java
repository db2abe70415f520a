// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One condition of {@code onlyif} or {@code skipif} on a loop variable, such as {@code i>=3}.
 *
 * @param skipIf true when the directive is left out if the comparison holds
 */
record Condition(String variable, Operator operator, String value, boolean skipIf) {
  /** Comparisons; equality is by text, the others by number. */
  enum Operator {
    NOT_EQUAL("<>"),
    GREATER_EQUAL(">="),
    GREATER(">"),
    LESS_EQUAL("<="),
    LESS("<"),
    EQUAL("=");

    /** As written. Constants are ordered so that the longer spelling is tried first. */
    private final String spelling;

    Operator(String spelling) {
      this.spelling = spelling;
    }
  }

  /**
   * Parses {@code a=1&&b>2}. Null when the text holds no comparison and so names a system.
   *
   * @throws IllegalArgumentException when it is malformed
   */
  static @Nullable List<Condition> parse(String text, boolean skipIf) {
    if (text.indexOf('=') < 0 && text.indexOf('<') < 0 && text.indexOf('>') < 0) {
      return null;
    }
    List<Condition> conditions = new ArrayList<>();
    for (String part : text.split("&&", -1)) {
      conditions.add(parseOne(part, skipIf));
    }
    return conditions;
  }

  private static Condition parseOne(String part, boolean skipIf) {
    for (Operator operator : Operator.values()) {
      int at = part.indexOf(operator.spelling);
      if (at >= 0) {
        String value = part.substring(at + operator.spelling.length()).trim();
        // "==" is accepted as a spelling of "=".
        value = value.startsWith("=") ? value.substring(1).trim() : value;
        return new Condition(part.substring(0, at).trim(), operator, value, skipIf);
      }
    }
    throw new IllegalArgumentException("skipif/onlyif must be x=y or x>y, joined by &&");
  }

  /**
   * Whether the directive runs for these values of the loop variables.
   *
   * @throws IllegalArgumentException when no running loop has this variable
   */
  boolean admits(List<LoopFrame> frames) {
    boolean found = false;
    boolean holds = false;
    for (LoopFrame frame : frames) {
      if (frame.variable().equalsIgnoreCase(variable)) {
        found = true;
        holds = holds(frame.value());
      }
    }
    if (!found) {
      throw new IllegalArgumentException(
          "condition in onlyif/skipif: '" + variable + "' is not the variable of a running loop");
    }
    return holds != skipIf;
  }

  private boolean holds(String actual) {
    return switch (operator) {
      case EQUAL -> actual.equalsIgnoreCase(value);
      case NOT_EQUAL -> !actual.equalsIgnoreCase(value);
      case GREATER -> Long.parseLong(actual) > Long.parseLong(value);
      case GREATER_EQUAL -> Long.parseLong(actual) >= Long.parseLong(value);
      case LESS -> Long.parseLong(actual) < Long.parseLong(value);
      case LESS_EQUAL -> Long.parseLong(actual) <= Long.parseLong(value);
    };
  }
}
