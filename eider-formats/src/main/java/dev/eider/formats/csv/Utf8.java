// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

/** Validity of UTF-8 after RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF. */
final class Utf8 {
  private Utf8() {}

  static boolean valid(byte[] text, int from, int to) {
    int at = from;
    while (at < to) {
      int b = text[at];
      if (b >= 0) {
        at++;
        continue;
      }
      int more = b >> 5 == -2 ? 1 : b >> 4 == -2 ? 2 : b >> 3 == -2 ? 3 : 0;
      if (more == 0 || at + more >= to) {
        return false;
      }
      int code = b & (0x3F >> more);
      for (int i = 1; i <= more; i++) {
        int next = text[at + i];
        if (next >> 6 != -2) {
          return false;
        }
        code = code << 6 | next & 0x3F;
      }
      if (more == 1 && code < 0x80
          || more == 2 && (code < 0x800 || code >= 0xD800 && code < 0xE000)
          || more == 3 && (code < 0x10000 || code > 0x10FFFF)) {
        return false;
      }
      at += more + 1;
    }
    return true;
  }
}
