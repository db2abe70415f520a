// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

/** The byte order mark of UTF-8. */
final class Bom {
  private Bom() {}

  /** 3 when the text begins with a mark, else 0. */
  static int length(byte[] text, int length) {
    return length >= 3 && text[0] == (byte) 0xEF && text[1] == (byte) 0xBB && text[2] == (byte) 0xBF
        ? 3
        : 0;
  }
}
