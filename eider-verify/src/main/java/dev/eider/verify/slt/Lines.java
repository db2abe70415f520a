// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import dev.eider.verify.slt.SltRecord.Source;
import java.util.ArrayList;
import java.util.List;

/** A cursor over the lines of a test file. */
final class Lines {
  private final String file;
  private final List<String> lines;
  private int current;
  private boolean started;

  Lines(String file, String text) {
    this.file = file;
    this.lines = split(text);
  }

  /** The text's lines without carriage returns; a newline at the very end begins no line. */
  static List<String> split(String text) {
    List<String> lines = new ArrayList<>(List.of(text.replace("\r", "").split("\n", -1)));
    if (lines.getLast().isEmpty()) {
      lines.removeLast();
    }
    return lines;
  }

  /** Moves behind the present record to the next one; false at the end of the file. */
  boolean nextRecord() {
    if (started) {
      while (current < lines.size() && !isGap(lines.get(current))) {
        current++;
      }
    }
    started = true;
    while (current < lines.size() && isGap(lines.get(current))) {
      current++;
    }
    return current < lines.size();
  }

  Source source() {
    return new Source(file, current + 1);
  }

  /** The words of the current line. */
  List<String> words() throws SltSyntaxException {
    if (current >= lines.size() || lines.get(current).isBlank()) {
      throw new SltSyntaxException(source(), "unexpected end of record");
    }
    return List.of(lines.get(current).strip().split("[ \\t\\x0B\\f]+"));
  }

  void advance() {
    current++;
  }

  /** Index of the current line, zero-based. */
  int position() {
    return current;
  }

  boolean at(String text) {
    return current < lines.size() && lines.get(current).equals(text);
  }

  /** Whether the line after the current one is empty, a comment, or missing. */
  boolean followedByGap() {
    return current + 1 >= lines.size() || isGap(lines.get(current + 1));
  }

  /** Takes the lines up to a gap or {@code ----}. */
  String takeSql() {
    int from = current;
    while (current < lines.size() && !isGap(lines.get(current)) && !at("----")) {
      current++;
    }
    return String.join("\n", lines.subList(from, current));
  }

  /** Takes the lines after an optional {@code ----} up to an empty line. */
  List<String> takeExpectation() {
    if (at("----")) {
      current++;
    }
    int from = current;
    while (current < lines.size() && !lines.get(current).isEmpty()) {
      current++;
    }
    return List.copyOf(lines.subList(from, current));
  }

  private static boolean isGap(String line) {
    return line.isEmpty() || line.startsWith("#");
  }
}
