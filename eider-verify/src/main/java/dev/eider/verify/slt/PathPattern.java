// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import java.util.regex.Pattern;

/** Path patterns: {@code *} within a directory, {@code **} across, {@code ?} one character. */
final class PathPattern {
  private final Pattern pattern;
  private final boolean literal;

  PathPattern(String glob) {
    this.pattern = Pattern.compile(toRegex(glob));
    this.literal = glob.indexOf('*') < 0 && glob.indexOf('?') < 0;
  }

  boolean matches(String path) {
    return pattern.matcher(path).matches();
  }

  /** Whether the pattern is the path of one file. */
  boolean isLiteral() {
    return literal;
  }

  private static String toRegex(String glob) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      if (c == '*' && i + 1 < glob.length() && glob.charAt(i + 1) == '*') {
        regex.append(".*");
        i++;
      } else if (c == '*') {
        regex.append("[^/]*");
      } else if (c == '?') {
        regex.append("[^/]");
      } else {
        regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return regex.toString();
  }
}
