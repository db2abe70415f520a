// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.error.EiderException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;

/** Names of encodings. */
final class Encodings {
  private Encodings() {}

  static boolean isUtf8(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.equals("utf-8") || lower.equals("utf8");
  }

  /**
   * The charset of a name as users write it.
   *
   * @throws EiderException BINDER when the JDK does not know it
   */
  static Charset charset(String name) {
    String lower = name.toLowerCase(Locale.ROOT).strip();
    String known =
        switch (lower) {
          case "utf8" -> "utf-8";
          case "utf16", "utf-16" -> "utf-16";
          case "latin1", "latin-1", "iso_8859_1", "iso-8859-1" -> "iso-8859-1";
          case "cp1252", "windows_1252" -> "windows-1252";
          case "windows-936-2000", "cp936" -> "gbk";
          default -> lower.replace('_', '-');
        };
    if (known.equals("iso-8859-1")) {
      return StandardCharsets.ISO_8859_1;
    }
    for (String candidate : new String[] {known, lower}) {
      try {
        return Charset.forName(candidate);
      } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
        continue;
      }
    }
    throw EiderException.binder(
        "The CSV Reader does not support the encoding: \""
            + name
            + "\". Use utf-8, utf-16, latin-1, cp1252 or a charset of the JDK (for instance gbk,"
            + " shift_jis, iso-8859-15)");
  }
}
