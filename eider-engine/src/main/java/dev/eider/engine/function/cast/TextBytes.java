// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.vector.StringVector;
import java.nio.charset.StandardCharsets;

/** The bytes of one string of a vector, without a copy when it is long. Reused row by row. */
final class TextBytes {
  private final byte[] inline = new byte[16];

  byte[] bytes = inline;
  int start;
  int end;

  /** Points at a row, without leading and trailing white space when {@code trim}. */
  void load(StringVector source, int row, boolean trim) {
    int length = source.length(row);
    if (length <= StringVector.INLINE) {
      source.copyBytes(row, inline, 0);
      bytes = inline;
      start = 0;
    } else {
      bytes = source.buffer(row);
      start = source.offset(row);
    }
    end = start + length;
    if (trim) {
      while (start < end && isSpace(bytes[start])) {
        start++;
      }
      while (end > start && isSpace(bytes[end - 1])) {
        end--;
      }
    }
  }

  static boolean isSpace(byte b) {
    return b == ' ' || b >= 9 && b <= 13;
  }

  static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  String string() {
    return new String(bytes, start, end - start, StandardCharsets.UTF_8);
  }
}
