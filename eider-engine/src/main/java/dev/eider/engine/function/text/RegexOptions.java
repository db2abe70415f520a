// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.eider.base.error.EiderException;
import dev.eider.base.type.Value;
import dev.eider.engine.function.Argument;
import org.jspecify.annotations.Nullable;

/**
 * The options of a regular expression ({@code 'i'}, {@code 's'}, {@code 'l'}, {@code 'g'} ...).
 *
 * @param flags of {@link Pattern}
 * @param literal the pattern is plain text
 * @param global all matches are replaced
 */
record RegexOptions(int flags, boolean literal, boolean global) {
  static final RegexOptions NONE = new RegexOptions(0, false, false);

  /** Reads a constant argument. */
  static RegexOptions of(@Nullable Argument argument, boolean allowGlobal) {
    if (argument == null) {
      return NONE;
    }
    Value constant = argument.constant();
    if (constant == null) {
      throw EiderException.invalidInput("Regex options field must be a constant");
    }
    if (constant.isNull()) {
      throw EiderException.invalidInput("Regex options field must not be NULL");
    }
    int flags = 0;
    boolean literal = false;
    boolean global = false;
    for (char c : constant.asString().toCharArray()) {
      switch (c) {
        case 'c' -> flags &= ~Pattern.CASE_INSENSITIVE;
        case 'i' -> flags |= Pattern.CASE_INSENSITIVE;
        case 'l' -> literal = true;
        case 's' -> flags |= Pattern.DOTALL;
        case 'm', 'n', 'p' -> flags &= ~Pattern.DOTALL;
        case 'g' -> {
          if (!allowGlobal) {
            throw EiderException.invalidInput(
                "Option 'g' (global replace) is only valid for regexp_replace");
          }
          global = true;
        }
        case ' ', '\t', '\n' -> {}
        default -> throw EiderException.invalidInput("Unrecognized Regex option " + c);
      }
    }
    return new RegexOptions(flags, literal, global);
  }

  Pattern compile(String pattern) {
    try {
      return Pattern.compile(literal ? Pattern.quote(pattern) : pattern, flags);
    } catch (PatternSyntaxException e) {
      throw EiderException.invalidInput(problem(e));
    }
  }

  /** A constant pattern is checked when the call is bound. */
  void check(Argument pattern) {
    if (pattern.constant() != null && pattern.constant().object() instanceof String text) {
      Pattern unused = compile(text);
      assert unused != null;
    }
  }

  /** Whether a pattern is nothing but text to be found. */
  boolean isPlain(String pattern) {
    if (flags != 0) {
      return false;
    }
    if (literal) {
      return true;
    }
    for (int i = 0; i < pattern.length(); i++) {
      if ("\\.[]{}()*+?^$|".indexOf(pattern.charAt(i)) >= 0) {
        return false;
      }
    }
    return true;
  }

  /** The complaint in the words of the C++ library. */
  private static String problem(PatternSyntaxException e) {
    String where = String.valueOf(e.getPattern());
    // Flags are written into the pattern before it is parsed.
    if (where.startsWith("(?i)") || where.startsWith("(?s)")) {
      where = where.substring(4);
    }
    String what =
        switch (e.getDescription()) {
          case "missing closing )" -> "missing )";
          case "missing closing ]" -> "missing ]";
          case "invalid repeat count" -> "invalid repetition size";
          case "missing argument to repetition operator" -> "no argument for repetition operator";
          case "invalid nested repetition operator" -> "bad repetition operator";
          case "trailing backslash at end of expression" -> "trailing \\";
          case "invalid or unsupported Perl syntax" -> {
            // Only the operator is shown: look-around and the like do not exist in this syntax.
            where = where.substring(0, Math.min(3, where.length()));
            yield "invalid perl operator";
          }
          default -> e.getDescription();
        };
    return where.isEmpty() ? what : what + ": " + where;
  }
}
