// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/** {@code <REGEX>:} and {@code <!REGEX>:}: the whole text, and a dot matches newlines too. */
final class TextMatch {
  private static final String MATCH = "<REGEX>:";
  private static final String NO_MATCH = "<!REGEX>:";

  private TextMatch() {}

  static boolean isPattern(String expected) {
    return expected.startsWith(MATCH) || expected.startsWith(NO_MATCH);
  }

  /** Whether the text is as the pattern asks; a malformed pattern asks the impossible. */
  static boolean matches(String text, String expected) {
    boolean wanted = expected.startsWith(MATCH);
    String regex = expected.replace(MATCH, "").replace(NO_MATCH, "");
    try {
      return Pattern.compile(regex, Pattern.DOTALL).matcher(text).matches() == wanted;
    } catch (PatternSyntaxException malformed) {
      return false;
    }
  }
}
