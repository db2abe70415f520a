// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.eider.base.json.JsonDocument;
import java.util.HexFormat;
import java.util.UUID;

/**
 * What {@code format.json} says: written once, when the database is made.
 *
 * @param retentionMillis R, the grace time of deletions
 */
public record DatabaseFormat(UUID database, long retentionMillis) {
  /** The most bytes of the object. */
  public static final int SIZE_MAX = 64 << 10;

  private static final String WHAT = "format.json";
  private static final String CHECKSUM = "\"crc32c\"";

  /** The text of the object. */
  public byte[] encode() {
    // Numbers as %s: %d writes them in the digits of the user's locale.
    String text =
        """
        {
          "format": "eider",
          "version": 1,
          "db_uuid": "%s",
          "required_features": [],
          "retention_millis": %s,
          "crc32c": "%s"
        }
        """;
    String unchecked = text.formatted(database, retentionMillis, "");
    byte[] covered = unchecked.substring(0, unchecked.indexOf(CHECKSUM)).getBytes(UTF_8);
    return text.formatted(database, retentionMillis, crc(covered, covered.length)).getBytes(UTF_8);
  }

  private static String crc(byte[] bytes, int length) {
    return HexFormat.of().toHexDigits(new ByteSource(bytes).crc(0, length));
  }

  /**
   * The values in the text.
   *
   * @throws FormatException for bytes that are none
   */
  public static DatabaseFormat decode(byte[] bytes) throws FormatException {
    JsonDocument document = new JsonDocument();
    if (!document.parse(bytes, 0, bytes.length, true)
        || document.size() == 0
        || document.kind(0) != JsonDocument.OBJECT) {
      throw new FormatException(
          FormatException.Kind.BAD_MAGIC, WHAT + " is no JSON object: " + document.problem());
    }
    if (!text(document, "format").equals("eider")) {
      throw new FormatException(
          FormatException.Kind.BAD_MAGIC,
          WHAT + " is not that of an Eider database: its format is " + text(document, "format"));
    }
    long version = number(document, "version");
    if (version != 1) {
      throw new FormatException(
          FormatException.Kind.FUTURE_VERSION,
          "The database has format version "
              + version
              + "; this program reads version 1: use a later one");
    }
    int covered = new String(bytes, ISO_8859_1).lastIndexOf(CHECKSUM);
    String expected = text(document, "crc32c");
    String seen = crc(bytes, Math.max(0, covered));
    if (!seen.equals(expected)) {
      throw new FormatException(
          FormatException.Kind.CHECKSUM,
          WHAT + " is damaged: its CRC32C is " + seen + ", expected " + expected);
    }
    int features = member(document, "required_features");
    if (document.kind(features) != JsonDocument.ARRAY || document.length(features) > 0) {
      int first =
          document.kind(features) == JsonDocument.ARRAY ? document.element(features, 0) : -1;
      boolean named = first >= 0 && document.kind(first) == JsonDocument.STRING;
      throw ByteSource.unknownFeatures("The database", named ? document.string(first) : "unnamed");
    }
    try {
      return new DatabaseFormat(
          UUID.fromString(text(document, "db_uuid")), number(document, "retention_millis"));
    } catch (IllegalArgumentException e) {
      throw FormatException.malformed(WHAT + ": db_uuid is no UUID");
    }
  }

  private static int member(JsonDocument document, String name) throws FormatException {
    int node = document.member(0, name.getBytes(UTF_8));
    if (node < 0) {
      throw FormatException.malformed(WHAT + " has no " + name);
    }
    return node;
  }

  private static String text(JsonDocument document, String name) throws FormatException {
    int node = member(document, name);
    if (document.kind(node) != JsonDocument.STRING) {
      throw FormatException.malformed(WHAT + ": " + name + " is no text");
    }
    return document.string(node);
  }

  private static long number(JsonDocument document, String name) throws FormatException {
    int node = member(document, name);
    if (document.kind(node) != JsonDocument.UINT || document.integer(node) < 0) {
      throw FormatException.malformed(WHAT + ": " + name + " is no number");
    }
    return document.integer(node);
  }
}
