// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.output;

import dev.eider.base.vector.StringVector;

/** Texts made fit for one cell of a box: no line breaks, nothing that a terminal would obey. */
final class CellText {
  private CellText() {}

  /** The text of a row, or {@code nullText}. */
  static String of(StringVector texts, int row, String nullText) {
    return texts.isNull(row) ? nullText : visible(texts.getString(row));
  }

  /** Control characters as escapes. */
  static String visible(String text) {
    int i = 0;
    while (i < text.length() && !isControl(text.charAt(i))) {
      i++;
    }
    if (i == text.length()) {
      return text;
    }
    StringBuilder visible = new StringBuilder(text.length() + 8).append(text, 0, i);
    for (; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\n' -> visible.append("\\n");
        case '\r' -> visible.append("\\r");
        case '\t' -> visible.append("\\t");
        default -> {
          if (isControl(c)) {
            visible.append("\\x");
            visible.append(Character.toUpperCase(Character.forDigit(c >> 4 & 15, 16)));
            visible.append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
          } else {
            visible.append(c);
          }
        }
      }
    }
    return visible.toString();
  }

  private static boolean isControl(char c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0);
  }

  /** The longest start of a text that takes at most {@code cells} cells, with … for what is cut. */
  static String cut(String text, int cells) {
    if (text.length() <= cells && DisplayWidth.of(text) <= cells) {
      return text;
    }
    int used = 0;
    int keep = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      int width = DisplayWidth.ofCodePoint(c);
      if (used + width > cells) {
        return text.substring(0, keep) + "…";
      }
      used += width;
      i += Character.charCount(c);
      if (used <= cells - 1) {
        keep = i;
      }
    }
    return text;
  }
}
