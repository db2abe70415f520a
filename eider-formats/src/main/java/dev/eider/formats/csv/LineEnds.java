// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

/** Counts line ends, for the line numbers of messages: a CR, an LF or both together are one. */
final class LineEnds {
  private LineEnds() {}

  /**
   * Line ends in {@code text[from, to)}.
   *
   * @param carriage whether the byte before {@code from} is a CR that was counted
   */
  static long count(byte[] text, int from, int to, boolean carriage) {
    long lines = 0;
    boolean previous = carriage;
    for (int i = from; i < to; i++) {
      byte b = text[i];
      if (b == '\n' && !previous || b == '\r') {
        lines++;
      }
      previous = b == '\r';
    }
    return lines;
  }
}
