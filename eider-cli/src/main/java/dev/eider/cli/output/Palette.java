// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.output;

/** The escape sequences that colour a box: all empty when the output is no terminal. */
public record Palette(
    String layout, String name, String type, String nul, String number, String end) {
  /** No colours. */
  public static final Palette NONE = new Palette("", "", "", "", "", "");

  /** For terminals: quiet lines, bold names, types and NULLs in grey. */
  public static final Palette TERMINAL =
      new Palette("\u001b[90m", "\u001b[1m", "\u001b[90m", "\u001b[90m", "\u001b[36m", "\u001b[0m");
}
