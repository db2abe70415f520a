// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.memory;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import java.util.Locale;

/** Reads sizes such as {@code 1GB}, {@code 512MiB}, {@code 80%}. */
public final class ByteSizes {
  private ByteSizes() {}

  /**
   * Bytes; {@code -1} and {@code none} are the largest number.
   *
   * @throws EiderException PARSER for anything else, with what is expected
   */
  public static long parse(String text) {
    String trimmed = text.strip().toLowerCase(Locale.ROOT);
    if (trimmed.equals("-1") || trimmed.equals("none") || trimmed.equals("null")) {
      return Long.MAX_VALUE;
    }
    int end = 0;
    while (end < trimmed.length()
        && (Character.isDigit(trimmed.charAt(end))
            || trimmed.charAt(end) == '.'
            || trimmed.charAt(end) == '_')) {
      end++;
    }
    if (end == 0) {
      throw new EiderException(
          ErrorType.PARSER,
          trimmed.startsWith("-")
              ? "Memory limit must have a positive number"
              : "Memory must have a number (e.g. SET memory_limit=1GB)");
    }
    double number;
    try {
      number = Double.parseDouble(trimmed.substring(0, end).replace("_", ""));
    } catch (NumberFormatException e) {
      throw new EiderException(
          ErrorType.PARSER, "Memory must have a number, not '" + text + "'", e);
    }
    double factor =
        switch (trimmed.substring(end).strip()) {
          case "b", "byte", "bytes" -> 1;
          case "kb", "kilobyte", "kilobytes" -> 1e3;
          case "mb", "megabyte", "megabytes" -> 1e6;
          case "gb", "gigabyte", "gigabytes" -> 1e9;
          case "tb", "terabyte", "terabytes" -> 1e12;
          case "kib" -> 0x1p10;
          case "mib" -> 0x1p20;
          case "gib" -> 0x1p30;
          case "tib" -> 0x1p40;
          default ->
              throw new EiderException(
                  ErrorType.PARSER,
                  "Unknown unit for memory: '"
                      + trimmed.substring(end).strip()
                      + "' (expected: KB, MB, GB, TB for 1000^i units or KiB, MiB, GiB, TiB for"
                      + " 1024^i units)");
        };
    return (long) Math.min(number * factor, Long.MAX_VALUE);
  }

  /**
   * The same for a setting other than the memory limit.
   *
   * @throws EiderException PARSER that names the setting
   */
  public static long parse(String text, String setting) {
    try {
      return parse(text);
    } catch (EiderException e) {
      throw new EiderException(
          ErrorType.PARSER,
          "'"
              + text
              + "' is no size for "
              + setting
              + "; expected a number and KB, MB, GB, TB or KiB, MiB, GiB, TiB (e.g. SET "
              + setting
              + " = '1GB')",
          e);
    }
  }
}
