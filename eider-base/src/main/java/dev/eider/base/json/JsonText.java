// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.json;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import java.nio.charset.StandardCharsets;

/** What errors say about JSON text. */
public final class JsonText {
  private static final int SHOWN = 50;
  private static final int CUT = 47;

  private JsonText() {}

  /** The error for text that is not JSON: where it stops being so, and its beginning. */
  public static String malformed(JsonDocument document, int from, int to) {
    byte[] text = document.text();
    String shown =
        to - from > SHOWN
            ? new String(text, from, CUT, StandardCharsets.UTF_8) + "..."
            : new String(text, from, to - from, StandardCharsets.UTF_8);
    return "Malformed JSON at byte "
        + (document.position() - from)
        + " of input: "
        + document.problem()
        + ".  Input: \""
        + shown.replace("\r", "\\r")
        + '"';
  }

  /** Reads a text that has to be JSON. */
  public static void parse(JsonDocument document, byte[] text, int from, int to, ErrorType error) {
    if (!document.parse(text, from, to, true)) {
      throw new EiderException(error, malformed(document, from, to));
    }
  }

  /** The text of a node, cut to 50 bytes. */
  public static String shown(JsonDocument document, int node) {
    JsonWriter writer = new JsonWriter();
    writer.value(document, node);
    return writer.length() <= SHOWN
        ? writer.toString()
        : new String(writer.bytes(), 0, SHOWN, StandardCharsets.UTF_8) + "...";
  }

  /** The name of a node's type, as {@code json_type} tells it. */
  public static String typeName(JsonDocument document, int node) {
    return switch (document.kind(node)) {
      case JsonDocument.NULL -> "NULL";
      case JsonDocument.FALSE, JsonDocument.TRUE -> "BOOLEAN";
      case JsonDocument.UINT -> "UBIGINT";
      case JsonDocument.SINT -> "BIGINT";
      case JsonDocument.REAL, JsonDocument.RAW -> "DOUBLE";
      case JsonDocument.STRING -> "VARCHAR";
      case JsonDocument.ARRAY -> "ARRAY";
      default -> "OBJECT";
    };
  }
}
