// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.json;

import dev.eider.base.json.JsonDocument;

/** Tells from the beginning of a file how its records stand in it, and whether they are objects. */
final class LayoutDetector {
  /** What was found. */
  record Found(JsonLayout layout, boolean records) {}

  private LayoutDetector() {}

  /**
   * Looks at the beginning of a file.
   *
   * @param text the text is {@code text[from, to)}
   */
  static Found detect(byte[] text, int from, int to) {
    JsonDocument document = new JsonDocument();
    int lineEnd = from;
    while (lineEnd < to && text[lineEnd] != '\n') {
      lineEnd++;
    }
    if (lineEnd < to && document.parse(text, from, lineEnd, true)) {
      boolean only = skipSpace(text, lineEnd, to) == to;
      if (document.kind(0) == JsonDocument.ARRAY && only) {
        return array(document);
      }
      return new Found(JsonLayout.LINES, document.kind(0) == JsonDocument.OBJECT);
    }
    int at = skipSpace(text, from, to);
    if (at == to || text[at] == '{') {
      return new Found(JsonLayout.UNSTRUCTURED, true);
    }
    if (text[at] != '[') {
      return new Found(JsonLayout.UNSTRUCTURED, false);
    }
    if (document.parse(text, at, to, false)) {
      return skipSpace(text, document.position(), to) == to
          ? array(document)
          : new Found(JsonLayout.UNSTRUCTURED, false);
    }
    // Broken, or longer than what is here.
    at = skipSpace(text, at + 1, to);
    return new Found(JsonLayout.ARRAY, at == to || text[at] == '{');
  }

  private static Found array(JsonDocument document) {
    boolean records = document.length(0) == 0 || document.kind(1) == JsonDocument.OBJECT;
    return new Found(JsonLayout.ARRAY, records);
  }

  private static int skipSpace(byte[] text, int from, int to) {
    int at = from;
    while (at < to && (text[at] == ' ' || text[at] >= 9 && text[at] <= 13)) {
      at++;
    }
    return at;
  }
}
