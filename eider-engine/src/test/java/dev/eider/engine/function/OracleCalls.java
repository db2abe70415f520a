// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;

/** Compares expressions with the reference; collects what differs. */
public final class OracleCalls {
  private final List<String> wrong = new ArrayList<>();
  private int calls;

  /** Compares one expression, with its arguments as constants and in columns. */
  public void check(String sql) {
    calls++;
    String expected = Oracle.text(sql);
    compare(sql, expected, attempt(() -> CallText.constants(sql)));
    compare(sql + " in columns", expected, attempt(() -> CallText.columns(sql)));
  }

  private static String attempt(java.util.function.Supplier<String> body) {
    try {
      return body.get();
    } catch (RuntimeException | AssertionError e) {
      return "? " + e + " at " + (e.getStackTrace().length > 0 ? e.getStackTrace()[0] : "");
    }
  }

  private void compare(String sql, String expected, String actual) {
    if (!expected.equals(actual)
        && !(expected.startsWith("! Binder Error: No function matches")
            && actual.startsWith("! Binder Error: No function matches"))) {
      wrong.add(sql + "\n    expected " + expected + "\n    actual   " + actual);
    }
  }

  /** Compares one expression a line. */
  public void checkLines(String lines) {
    for (String line : lines.split("\n")) {
      if (!line.isBlank()) {
        check(line.strip());
      }
    }
  }

  /**
   * Compares a pattern with each of the values in place of {@code $1}, {@code $2} and {@code $3}.
   */
  public void combine(String pattern, List<String> first, List<String> second) {
    for (String a : first) {
      for (String b : second) {
        check(pattern.replace("$1", a).replace("$2", b));
      }
    }
  }

  /** Compares a pattern with each of the values in place of {@code $1}. */
  public void each(String pattern, List<String> values) {
    for (String value : values) {
      check(pattern.replace("$1", value));
    }
  }

  /** Fails when something differed. */
  public void assertNoneDiffers() {
    assertTrue(calls > 0, "nothing was compared");
    assertTrue(
        wrong.isEmpty(),
        () -> wrong.size() + " differences in " + calls + " calls:\n" + String.join("\n", wrong));
  }
}
