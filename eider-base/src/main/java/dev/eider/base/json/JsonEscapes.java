// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.json;

/** Escapes in strings of JSON text, which was checked. */
final class JsonEscapes {
  private JsonEscapes() {}

  /**
   * Writes the value of the string {@code text[from, until)} to {@code out[to..)}; answers its
   * length, which is no more than that of the text.
   */
  static int decode(byte[] text, int from, int until, byte[] out, int to) {
    int w = to;
    for (int i = from; i < until; i++) {
      byte b = text[i];
      if (b != '\\') {
        out[w++] = b;
        continue;
      }
      byte e = text[++i];
      switch (e) {
        case 'b' -> out[w++] = '\b';
        case 'f' -> out[w++] = '\f';
        case 'n' -> out[w++] = '\n';
        case 'r' -> out[w++] = '\r';
        case 't' -> out[w++] = '\t';
        case 'u' -> {
          int code = hex4(text, i + 1);
          i += 4;
          if (code >= 0xD800 && code < 0xDC00) {
            code = 0x10000 + ((code - 0xD800) << 10) + (hex4(text, i + 3) - 0xDC00);
            i += 6;
          }
          w = utf8(out, w, code);
        }
        default -> out[w++] = e;
      }
    }
    return w - to;
  }

  private static int utf8(byte[] out, int at, int code) {
    int w = at;
    if (code < 0x80) {
      out[w++] = (byte) code;
    } else if (code < 0x800) {
      out[w++] = (byte) (0xC0 | code >> 6);
      out[w++] = (byte) (0x80 | code & 0x3F);
    } else if (code < 0x10000) {
      out[w++] = (byte) (0xE0 | code >> 12);
      out[w++] = (byte) (0x80 | code >> 6 & 0x3F);
      out[w++] = (byte) (0x80 | code & 0x3F);
    } else {
      out[w++] = (byte) (0xF0 | code >> 18);
      out[w++] = (byte) (0x80 | code >> 12 & 0x3F);
      out[w++] = (byte) (0x80 | code >> 6 & 0x3F);
      out[w++] = (byte) (0x80 | code & 0x3F);
    }
    return w;
  }

  /** The number that four hexadecimal digits are, or -1. */
  static int hex4(byte[] text, int from) {
    int code = 0;
    for (int i = from; i < from + 4; i++) {
      int digit = Character.digit(text[i], 16);
      if (digit < 0) {
        return -1;
      }
      code = code << 4 | digit;
    }
    return code;
  }
}
