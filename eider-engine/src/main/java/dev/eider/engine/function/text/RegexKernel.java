// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.eider.base.vector.StringVector;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarKernel;
import org.jspecify.annotations.Nullable;

/** A kernel that matches UTF-8 bytes; keeps the last pattern compiled. One worker. */
abstract class RegexKernel implements ScalarKernel {
  private static final byte[] NONE = new byte[0];

  private final RegexOptions options;
  private @Nullable String source;
  private @Nullable Pattern compiled;
  private @Nullable Matcher matcher;

  /** The text being matched; positions of a match are indexes in it. */
  byte[] text = NONE;

  RegexKernel(RegexOptions options) {
    this.options = options;
  }

  final boolean global() {
    return options.global();
  }

  final RegexOptions options() {
    return options;
  }

  /** The pattern of a valid row. */
  final Pattern pattern(Operand argument, int row) {
    if (compiled != null && argument.isConstant()) {
      return compiled;
    }
    String pattern = SearchFunctions.string(argument, row);
    if (compiled == null || !pattern.equals(source)) {
      source = pattern;
      compiled = options.compile(pattern);
      matcher = null;
    }
    return compiled;
  }

  /** A matcher of a valid row's text with the pattern of that row. */
  final Matcher matcher(Operand argument, Operand pattern, int row) {
    Pattern current = pattern(pattern, row);
    StringVector texts = (StringVector) argument.vector();
    text = texts.getBytes(argument.index(row));
    Matcher ready = matcher;
    if (ready == null) {
      ready = current.matcher(text);
      matcher = ready;
      return ready;
    }
    return ready.reset(text);
  }

  /** Finds from an offset that may be the end. */
  final boolean find(Matcher ready, int from) {
    return from <= text.length && ready.find(from);
  }

  /** Offset of the character after the one at {@code at}. */
  final int after(int at) {
    return at < text.length ? Math.min(text.length, at + Utf8.width(text[at])) : at + 1;
  }
}
