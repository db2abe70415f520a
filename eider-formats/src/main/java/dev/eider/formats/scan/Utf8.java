// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.scan;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Validity of UTF-8 after RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF. */
public final class Utf8 {
  private Utf8() {}

  /** Text for a message: each byte that is no part of a character is a question mark. */
  public static String shown(byte[] text, int from, int to) {
    if (valid(text, from, to)) {
      return new String(text, from, to - from, StandardCharsets.UTF_8);
    }
    byte[] copy = Arrays.copyOfRange(text, from, to);
    int at = 0;
    while (at < copy.length) {
      int length = 1;
      while (length <= 4 && at + length <= copy.length && !valid(copy, at, at + length)) {
        length++;
      }
      if (length > 4 || at + length > copy.length) {
        copy[at] = '?';
        length = 1;
      }
      at += length;
    }
    return new String(copy, StandardCharsets.UTF_8);
  }

  /** Whether bytes {@code [from, to)} are text. */
  public static boolean valid(byte[] text, int from, int to) {
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
