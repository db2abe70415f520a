// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.error.EiderException;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.StringVector;

/** Texts of blobs: printable ASCII as it is, every other byte as {@code \\xAA}. */
final class BlobText {
  private static final String HEX = "0123456789ABCDEF";

  private BlobText() {}

  static void parse(FlatVector source, int count, FlatVector result, CastContext context) {
    StringVector strings = (StringVector) source;
    StringVector out = (StringVector) result;
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      byte[] in = strings.getBytes(i);
      byte[] bytes = new byte[in.length];
      String error = decode(in, bytes, strings, i);
      if (error == null) {
        out.set(i, bytes, 0, length(in));
      } else if (!context.nullInstead(result, i)) {
        throw EiderException.conversion(error);
      }
    }
  }

  private static int length(byte[] in) {
    int length = 0;
    for (int at = 0; at < in.length; at++) {
      at += in[at] == '\\' ? 3 : 0;
      length++;
    }
    return length;
  }

  private static @org.jspecify.annotations.Nullable String decode(
      byte[] in, byte[] out, StringVector strings, int row) {
    int to = 0;
    for (int at = 0; at < in.length; at++) {
      byte b = in[at];
      if (b < 0) {
        return "Invalid byte encountered in STRING -> BLOB conversion of string \""
            + strings.getString(row)
            + "\". All non-ascii characters must be escaped with hex codes (e.g. \\xAA)";
      }
      if (b != '\\') {
        out[to++] = b;
        continue;
      }
      String problem =
          "Invalid hex escape code encountered in string -> blob conversion of string \"";
      if (at + 3 >= in.length) {
        return problem + strings.getString(row) + "\": unterminated escape code at end of blob";
      }
      int high = Character.digit(in[at + 2], 16);
      int low = Character.digit(in[at + 3], 16);
      if (in[at + 1] != 'x' || high < 0 || low < 0) {
        return problem
            + strings.getString(row)
            + "\": "
            + new String(in, at, 4, java.nio.charset.StandardCharsets.ISO_8859_1);
      }
      out[to++] = (byte) (high << 4 | low);
      at += 3;
    }
    return null;
  }

  static String text(byte[] bytes) {
    StringBuilder out = new StringBuilder(bytes.length);
    for (byte b : bytes) {
      if (b >= 32 && b < 127 && b != '\\' && b != '\'' && b != '"') {
        out.append((char) b);
      } else {
        out.append("\\x").append(HEX.charAt(b >> 4 & 15)).append(HEX.charAt(b & 15));
      }
    }
    return out.toString();
  }
}
