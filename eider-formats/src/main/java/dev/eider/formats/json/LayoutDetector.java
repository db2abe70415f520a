// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.json;

import dev.eider.base.json.JsonDocument;

/** Tells from the beginning of a file how its records stand in it. */
final class LayoutDetector {
  private LayoutDetector() {}

  /**
   * Looks at the beginning of a file.
   *
   * @param text the text is {@code text[from, to)}
   */
  static JsonLayout detect(byte[] text, int from, int to) {
    JsonDocument document = new JsonDocument();
    int lineEnd = from;
    while (lineEnd < to && text[lineEnd] != '\n') {
      lineEnd++;
    }
    if (lineEnd < to && document.parse(text, from, lineEnd, true)) {
      boolean only = skipSpace(text, lineEnd, to) == to;
      if (document.kind(0) == JsonDocument.ARRAY && only) {
        return JsonLayout.ARRAY;
      }
      return JsonLayout.LINES;
    }
    int at = skipSpace(text, from, to);
    if (at == to || text[at] != '[') {
      return JsonLayout.UNSTRUCTURED;
    }
    // Several arrays, or one that may be broken, or longer than what is here.
    boolean several =
        document.parse(text, at, to, false) && skipSpace(text, document.position(), to) < to;
    return several ? JsonLayout.UNSTRUCTURED : JsonLayout.ARRAY;
  }

  private static int skipSpace(byte[] text, int from, int to) {
    int at = from;
    while (at < to && (text[at] == ' ' || text[at] >= 9 && text[at] <= 13)) {
      at++;
    }
    return at;
  }
}
