// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

/** How one value is to be written by {@code format} or {@code printf}. */
final class FormatSpec {
  /** The most characters a value is padded to; wider asks are an error. */
  static final int WIDTH_MAX = 10_000_000;

  String fill = " ";

  /** {@code <}, {@code >}, {@code ^}, {@code =} (between sign and digits), or 0. */
  char align;

  /** {@code +}, a space, {@code -} or 0. */
  char sign;

  boolean alternate;
  int width;
  int precision = -1;

  /** Separates groups of three digits, or 0. */
  char thousands;

  /** The letter of the presentation, or 0. */
  char type;
}
