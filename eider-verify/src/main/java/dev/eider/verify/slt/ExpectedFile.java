// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Expected cells from a file: {@code |} between columns, a header line, double quotes where needed,
 * an unquoted empty field is NULL.
 */
final class ExpectedFile {
  static final String PREFIX = "<FILE>:";

  private ExpectedFile() {}

  /** The cells row by row, without the header. */
  static List<String> read(Path file) throws IOException {
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8).replace("\r", "");
    int headerEnd = text.indexOf('\n');
    return parse(headerEnd < 0 ? "" : text.substring(headerEnd + 1));
  }

  static List<String> parse(String text) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean inQuotes = false;
    boolean wasQuoted = false;
    boolean lineHasText = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (inQuotes) {
        if (c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"') {
          cell.append('"');
          i++;
        } else if (c == '"') {
          inQuotes = false;
        } else {
          cell.append(c);
        }
      } else if (c == '"' && cell.isEmpty()) {
        inQuotes = true;
        wasQuoted = true;
        lineHasText = true;
      } else if (c == '|' || c == '\n') {
        if (c == '|' || lineHasText) {
          cells.add(cell.isEmpty() ? (wasQuoted ? "(empty)" : "NULL") : cell.toString());
        }
        lineHasText = c == '|';
        cell.setLength(0);
        wasQuoted = false;
      } else {
        cell.append(c);
        lineHasText = true;
      }
    }
    if (lineHasText) {
      cells.add(cell.isEmpty() ? (wasQuoted ? "(empty)" : "NULL") : cell.toString());
    }
    return cells;
  }
}
