// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.Value;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each kind of bad input ends in one clear error, and leaves nothing behind. */
class BadInputTest {
  @TempDir Path dir;

  private String file(String name, byte[] bytes) throws IOException {
    Path path = dir.resolve(name);
    Files.write(path, bytes);
    return path.toString();
  }

  private String file(String name, String text) throws IOException {
    return file(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private static String fails(String path, Object... options) {
    TestContext context = new TestContext();
    EiderException e =
        assertThrows(
            EiderException.class,
            () -> {
              CsvTable table = Csv.bind(context, path, Csv.options(options));
              Csv.rows(table, context, Csv.all(table), List.of(), -1, 2);
            });
    assertEquals(0, context.memory.used(), "memory is given back");
    assertEquals(0, context.memory.reservations().size(), "reservations are closed");
    return e.getMessage();
  }

  private static void contains(String message, String part) {
    assertTrue(message.contains(part), message);
  }

  @Test
  void missingFile() {
    contains(
        fails(dir + "/none.csv"),
        "IO Error: No files found that match the pattern \"" + dir + "/none.csv\"");
  }

  @Test
  void directoryWithoutCsvFiles() {
    contains(fails(dir.toString()), "No files found");
  }

  @Test
  void emptyFile() throws IOException {
    CsvTable table = Csv.bind(file("empty.csv", ""));
    assertEquals(1, Csv.visible(table));
    assertEquals(0, Csv.rows(table).size());
  }

  @Test
  void onlyAHeader() throws IOException {
    CsvTable table = Csv.bind(file("header.csv", "a,b\n"));
    assertEquals(2, Csv.visible(table));
    assertEquals(0, Csv.rows(table).size());
  }

  @Test
  void randomBytes() throws IOException {
    for (int seed = 0; seed < 60; seed++) {
      byte[] bytes = new byte[3000];
      new Random(seed).nextBytes(bytes);
      String path = file("random.csv", bytes);
      try {
        Csv.rows(Csv.bind(path));
      } catch (EiderException e) {
        assertTrue(!e.getMessage().startsWith("INTERNAL"), e.getMessage());
      }
    }
  }

  @Test
  void truncatedGzip() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      Random random = new Random(1);
      for (int i = 0; i < 100_000; i++) {
        out.write((random.nextInt() + ",x\n").getBytes(StandardCharsets.UTF_8));
      }
    }
    byte[] half = java.util.Arrays.copyOf(packed.toByteArray(), packed.size() / 2);
    String message = fails(file("half.csv.gz", half));
    contains(message, "IO Error: Could not read");
    contains(message, "half.csv.gz");
    contains(fails(file("not.csv.gz", "a,b\n1,2\n")), "IO Error: Could not read");
  }

  @Test
  void invalidUtf8() throws IOException {
    byte[] bytes = "a,b\n1,x\n2,?\n".getBytes(StandardCharsets.UTF_8);
    bytes[10] = (byte) 0xFF;
    String message = fails(file("utf.csv", bytes));
    contains(message, "Invalid unicode (byte sequence mismatch) detected");
    contains(message, "CSV Error on Line: 3");
    byte[] late = ("a,b\n" + "1,x\n".repeat(30_000) + "2,?\n").getBytes(StandardCharsets.UTF_8);
    late[late.length - 2] = (byte) 0xE4;
    contains(fails(file("late.csv", late)), "CSV Error on Line: 30002");
  }

  @Test
  void nulBytesAreText() throws IOException {
    CsvTable table = Csv.bind(file("nul.csv", "a,b\n1,x\0y\n"));
    assertEquals("x\0y", Csv.rows(table).get(0).get(1).get());
  }

  @Test
  void unterminatedQuote() throws IOException {
    String path = file("quote.csv", "a,b\n" + "1,x\n".repeat(30_000) + "2,\"y\n3,z\n");
    String message = fails(path, "quote", "\"");
    contains(message, "Value with unterminated quote found");
    contains(message, "CSV Error on Line: 30002");
    assertEquals(
        30_000, Csv.rows(Csv.bind(path, "quote", "\"", "ignore_errors", true)).size(),
        "the rows before it");
  }

  @Test
  void moreColumnsThanTheHeader() throws IOException {
    String path = file("more.csv", "a,b\n" + "1,2\n".repeat(30_000) + "1,2,3\n1,2\n");
    String message = fails(path);
    contains(message, "Expected Number of Columns: 2 Found: 3");
    contains(message, "CSV Error on Line: 30002");
    contains(message, "Original Line: 1,2,3");
    assertEquals(30_001, Csv.rows(Csv.bind(path, "ignore_errors", true)).size());
    assertEquals(30_002, Csv.rows(Csv.bind(path, "strict_mode", false)).size());
  }

  @Test
  void fewerColumnsAreAnErrorEvenWhenOnlyCounting() throws IOException {
    String path = file("fewer.csv", "a,b\n" + "1,2\n".repeat(30_000) + "1\n");
    TestContext context = new TestContext();
    CsvTable table = Csv.bind(context, path, Csv.options());
    EiderException e =
        assertThrows(
            EiderException.class,
            () -> Csv.rows(table, context, new int[0], List.of(), -1, 1));
    contains(e.getMessage(), "Expected Number of Columns: 2 Found: 1");
    List<List<Value>> padded = Csv.rows(Csv.bind(path, "null_padding", true));
    assertEquals(30_001, padded.size());
    assertTrue(padded.get(30_000).get(1).isNull());
  }

  @Test
  void aFileOutsideTheRootMayNotBeRead() throws IOException {
    Path inside = Files.createDirectory(dir.resolve("inside"));
    Files.writeString(inside.resolve("a.csv"), "a\n1\n");
    String outside = file("b.csv", "a\n1\n");
    TestContext context = new TestContext();
    context.settings.put("eider_root", Value.of(inside.toString()));
    assertEquals(
        1, Csv.rows(Csv.bind(context, inside + "/a.csv", Csv.options())).size());
    for (String path : new String[] {outside, inside + "/../b.csv", dir + "/*.csv"}) {
      EiderException e =
          assertThrows(
              EiderException.class, () -> Csv.bind(context, path, Csv.options()));
      contains(e.getMessage(), "Permission Error");
    }
  }

  @Test
  void unknownOptionsAndBadValuesSaySo() throws IOException {
    String path = file("o.csv", "a\n1\n");
    contains(fails(path, "delimm", ","), "Binder Error: Unrecognized option for CSV reader delimm");
    contains(fails(path, "quote", "ab"), "The quote option cannot exceed a size of 1 byte.");
    contains(fails(path, "encoding", "klingon"), "does not support the encoding");
    contains(fails(path, "columns", Map.of("a", "NOTYPE")), "Type with name NOTYPE does not exist");
    contains(fails(path, "auto_detect", false), "requires columns to be specified");
  }
}
