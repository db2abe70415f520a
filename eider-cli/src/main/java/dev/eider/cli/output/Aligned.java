// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.output;

/** Writes texts padded to a width. */
final class Aligned {
  private Aligned() {}

  static void left(ByteOutput out, String text, int width) {
    out.put(text);
    out.repeat(' ', width - DisplayWidth.of(text));
  }

  static void right(ByteOutput out, String text, int width) {
    out.repeat(' ', width - DisplayWidth.of(text));
    out.put(text);
  }

  static void center(ByteOutput out, String text, int width) {
    int space = Math.max(0, width - DisplayWidth.of(text));
    out.repeat(' ', space / 2);
    out.put(text);
    out.repeat(' ', space - space / 2);
  }
}
