// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

import dev.eider.base.vector.StringVector;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of one string at a time: {@code bytes[offset .. offset + length)}. Long strings are
 * read where they lie, short ones are copied out of their view into scratch space. One thread.
 */
final class TextCursor {
  private final byte[] scratch = new byte[16];

  byte[] bytes = scratch;
  int offset;
  int length;

  /** Moves to a valid row. */
  void load(StringVector vector, int row) {
    length = vector.length(row);
    if (length <= StringVector.INLINE) {
      vector.copyBytes(row, scratch, 0);
      bytes = scratch;
      offset = 0;
    } else {
      bytes = vector.buffer(row);
      offset = vector.offset(row);
    }
  }

  /** First index behind the text. */
  int end() {
    return offset + length;
  }

  boolean isAscii() {
    for (int i = offset; i < offset + length; i++) {
      if (bytes[i] < 0) {
        return false;
      }
    }
    return true;
  }

  /** Number of code points. */
  int codePoints() {
    return Utf8.codePoints(bytes, offset, length);
  }

  String text() {
    return new String(bytes, offset, length, StandardCharsets.UTF_8);
  }
}
