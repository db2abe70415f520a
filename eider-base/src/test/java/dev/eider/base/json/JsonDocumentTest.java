// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.json;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonDocumentTest {
  private final JsonDocument document = new JsonDocument();

  private boolean parse(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    // Not at the start of the array, nor at its end.
    byte[] padded = new byte[bytes.length + 10];
    Arrays.fill(padded, (byte) '7');
    System.arraycopy(bytes, 0, padded, 5, bytes.length);
    return document.parse(padded, 5, 5 + bytes.length, true);
  }

  private void refused(String text, int at, String problem) {
    assertFalse(parse(text), text);
    assertEquals(problem, document.problem(), text);
    assertEquals(at, document.position() - 5, text);
  }

  @Test
  void readsWhatAPlainReaderReads() throws SimpleJson.Malformed {
    Random random = new Random(20_261_201);
    for (int i = 0; i < 4_000; i++) {
      String text = SimpleJson.random(random, 4);
      String expected = SimpleJson.read(text);
      assertTrue(parse(text), text);
      assertEquals(expected, dump(0), text);
      // What is written reads back as the same, and is written the same again.
      JsonWriter writer = new JsonWriter();
      writer.value(document, 0);
      String written = writer.toString();
      assertTrue(parse(written), written);
      assertEquals(expected, dump(0), written);
      writer.clear();
      writer.value(document, 0);
      assertEquals(written, writer.toString());
    }
  }

  @Test
  void refusesWhatAPlainReaderRefuses() {
    Random random = new Random(7);
    String marks = "{}[]:,\"\\ 0-+.eEtfnu\u0001é";
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder(SimpleJson.random(random, 3));
      for (int edits = 1 + random.nextInt(2); edits > 0 && !text.isEmpty(); edits--) {
        int at = random.nextInt(text.length());
        switch (random.nextInt(3)) {
          case 0 -> text.deleteCharAt(at);
          case 1 -> text.insert(at, marks.charAt(random.nextInt(marks.length())));
          default -> text.setCharAt(at, marks.charAt(random.nextInt(marks.length())));
        }
      }
      // Half a character of two units is none in UTF-8.
      String changed =
          new String(text.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
      boolean valid;
      try {
        SimpleJson.read(changed);
        valid = true;
      } catch (SimpleJson.Malformed e) {
        valid = false;
        refused++;
      }
      assertEquals(valid, parse(changed), changed);
    }
    assertTrue(refused > 5_000, "the edits must do harm: " + refused);
  }

  @Test
  void everyBeginningOfADocumentIsRefused() {
    String text = "[{\"a\":[1,-2.5e3,\"x\\u00e9\\ud83d\\ude00é\"],\"b\":null},true]";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int length = 0; length < bytes.length; length++) {
      assertFalse(document.parse(bytes, 0, length, true), "first " + length + " bytes");
      assertTrue(document.position() <= length);
    }
    assertTrue(document.parse(bytes, 0, bytes.length, true));
  }

  @Test
  void saysWhatIsWrongAndWhere() {
    refused("", 0, "input length is 0");
    refused("[1,2", 4, "unexpected end of data");
    refused("[1 2]", 3, "unexpected character");
    refused("[01]", 1, "number with leading zero is not allowed");
    refused("\"\\x\"", 2, "invalid escaped character in string");
    refused("\"a\nb\"", 2, "unexpected control character in string");
    refused("{\"a\":1}x", 7, "unexpected content after document");
    refused("nope", 0, "invalid literal");
    refused("\"\\ud800\"", 7, "no low surrogate in string");
    refused("{a:1}", 1, "unexpected character");
  }

  @Test
  void badUtf8IsRefused() {
    List<byte[]> bad =
        List.of(
            new byte[] {(byte) 0x80},
            new byte[] {(byte) 0xC0, (byte) 0x80},
            new byte[] {(byte) 0xE0, (byte) 0x80, (byte) 0x80},
            new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
            new byte[] {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
            new byte[] {(byte) 0xF8, (byte) 0x88, (byte) 0x80, (byte) 0x80},
            new byte[] {(byte) 0xC3});
    for (byte[] sequence : bad) {
      byte[] text = new byte[sequence.length + 4];
      text[0] = '"';
      text[1] = 'a';
      System.arraycopy(sequence, 0, text, 2, sequence.length);
      text[2 + sequence.length] = 'z';
      text[3 + sequence.length] = '"';
      assertFalse(document.parse(text, 0, text.length, true), Arrays.toString(sequence));
      assertEquals("invalid UTF-8 encoding in string", document.problem());
      assertEquals(2, document.position());
    }
  }

  @Test
  void nestingIsBounded() {
    int depth = JsonDocument.MAX_DEPTH;
    assertTrue(parse("[".repeat(depth) + "]".repeat(depth)));
    JsonWriter writer = new JsonWriter();
    writer.value(document, 0);
    writer.pretty(document, 0);
    JsonShape shape = new JsonShape();
    shape.add(document, 0);
    for (String open : List.of("[", "{\"a\":", "[{\"b\":")) {
      assertFalse(parse(open.repeat(10_000)));
      assertEquals("nested deeper than " + depth + " levels", document.problem());
    }
  }

  @Test
  void pathsLeadToNodes() {
    assertTrue(parse("{\"a\":{\"b\":[10,{\"c.d\":20},30]},\"e\\u0041\":1}"));
    assertEquals(List.of("n10"), found("$.a.b[0]"));
    assertEquals(List.of("n20"), found("$.a.b[1].\"c.d\""));
    assertEquals(List.of("n30"), found("$.a.b[#-1]"));
    assertEquals(List.of("n30"), found("/a/b/2"));
    assertEquals(List.of("n1"), found("$.eA"));
    assertEquals(List.of(), found("$.a.b[3]"));
    assertEquals(List.of(), found("$.a.b[#]"));
    assertEquals(List.of("n10", "{c.d=n20}", "n30"), found("$.a.b[*]"));
    assertEquals(List.of("n20"), found("$..\"c.d\""));
  }

  private List<String> found(String path) {
    JsonPath.Nodes nodes = new JsonPath.Nodes();
    JsonPath.of(path, dev.eider.base.error.ErrorType.BINDER).findAll(document, nodes);
    List<String> values = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      values.add(dump(nodes.get(i)));
    }
    return values;
  }

  @Test
  void nodesAreNumberedInTheOrderOfTheText() {
    assertTrue(parse("{\"a\":[1],\"b\":2}"));
    int[] kinds = new int[document.size()];
    for (int i = 0; i < kinds.length; i++) {
      kinds[i] = document.kind(i);
    }
    assertArrayEquals(
        new int[] {
          JsonDocument.OBJECT,
          JsonDocument.STRING,
          JsonDocument.ARRAY,
          JsonDocument.UINT,
          JsonDocument.STRING,
          JsonDocument.UINT
        },
        kinds);
    assertEquals(4, document.next(2));
    assertEquals(2, document.length(0));
  }

  /** The values below a node in the form of {@link SimpleJson}. */
  private String dump(int node) {
    String text =
        document.isContainer(node)
            ? ""
            : new String(
                document.text(),
                document.start(node),
                document.end(node) - document.start(node),
                StandardCharsets.UTF_8);
    return switch (document.kind(node)) {
      case JsonDocument.NULL, JsonDocument.FALSE, JsonDocument.TRUE -> text;
      case JsonDocument.UINT -> "n" + Long.toUnsignedString(document.integer(node));
      case JsonDocument.SINT -> "n" + document.integer(node);
      case JsonDocument.REAL -> "d" + Double.toString(document.real(node));
      case JsonDocument.RAW -> text.matches("-?[0-9]+") ? SimpleJson.number(text) : text;
      case JsonDocument.STRING -> "s" + document.string(node);
      default -> {
        boolean object = document.kind(node) == JsonDocument.OBJECT;
        List<String> parts = new ArrayList<>();
        for (int child = node + 1; child < document.next(node); child = document.next(child)) {
          String key = "";
          if (object) {
            assertTrue(document.isKey(child));
            key = document.string(child++) + "=";
          }
          parts.add(key + dump(child));
        }
        assertEquals(parts.size(), document.length(node));
        yield (object ? "{" : "[") + String.join(";", parts) + (object ? "}" : "]");
      }
    };
  }
}
