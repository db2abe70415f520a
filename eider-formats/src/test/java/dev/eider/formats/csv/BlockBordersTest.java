// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.Value;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random files, read in blocks of a few bytes by several threads, against a reader of a dozen
 * lines: the rows are the same wherever blocks are cut.
 */
class BlockBordersTest {
  @TempDir Path dir;

  /** Who proves a start for others may be overtaken by them: the text is gone, and that is said. */
  @Test
  void textThatWasLetGoIsNotTakenForTheEnd() {
    byte[] text = "a\nb\nccccccccccc\nd\n".getBytes(StandardCharsets.UTF_8);
    MemoryManager memory = new MemoryManager(1 << 20);
    try (StreamSource source =
            new StreamSource("x.csv", new ByteArrayInputStream(text), 4, memory.reserve("TEXT"));
        MemoryReservation windows = memory.reserve("WINDOW")) {
      Window window = new Window(windows);
      assertTrue(source.load(0, window));
      source.release(1);
      source.extend(window);
      assertTrue(source.load(3, new Window(windows)));
      source.release(0);
      source.release(2);
      assertThrows(ReleasedException.class, () -> source.extend(window));
      assertFalse(source.load(0, window));
      window.free();
    }
    assertEquals(0, memory.used());
  }

  /** RFC 4180 and nothing else: the text's rows. */
  static List<List<String>> reference(String text, char delimiter) {
    List<List<String>> rows = new ArrayList<>();
    List<String> row = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean wasQuoted = false;
    int at = 0;
    boolean any = false;
    while (at < text.length()) {
      char c = text.charAt(at);
      any = true;
      if (c == '"' && field.isEmpty() && !wasQuoted) {
        wasQuoted = true;
        at++;
        while (true) {
          if (text.charAt(at) == '"') {
            if (at + 1 < text.length() && text.charAt(at + 1) == '"') {
              field.append('"');
              at += 2;
              continue;
            }
            at++;
            break;
          }
          field.append(text.charAt(at++));
        }
      } else if (c == delimiter) {
        row.add(field.isEmpty() ? null : field.toString());
        field.setLength(0);
        wasQuoted = false;
        at++;
      } else if (c == '\n' || c == '\r') {
        row.add(field.isEmpty() ? null : field.toString());
        field.setLength(0);
        boolean blank = row.size() == 1 && row.get(0) == null && !wasQuoted;
        wasQuoted = false;
        rows.add(blank ? List.of() : row);
        row = new ArrayList<>();
        any = false;
        at += c == '\r' && at + 1 < text.length() && text.charAt(at + 1) == '\n' ? 2 : 1;
      } else {
        field.append(c);
        at++;
      }
    }
    if (any) {
      row.add(field.isEmpty() ? null : field.toString());
      rows.add(row);
    }
    return rows;
  }

  private static String value(Random random) {
    int kind = random.nextInt(12);
    int length = random.nextInt(random.nextInt(10) == 0 ? 90 : 9);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append("abcXYZ012 .-äß€😀".charAt(random.nextInt(14)));
    }
    if (kind < 5) {
      return text.toString().strip();
    }
    if (kind == 5) {
      return "";
    }
    for (int i = 0; i < 1 + random.nextInt(3); i++) {
      String[] special = {"\n", "\r\n", "\r", ",", "\1", "\n\n", ",\n", "\1,", "\1\n"};
      text.insert(random.nextInt(text.length() + 1), special[random.nextInt(special.length)]);
    }
    return "\"" + text.toString().replace("\1", "\"\"") + "\"";
  }

  private static String file(Random random, int columns, int rows) {
    StringBuilder text = new StringBuilder();
    int style = random.nextInt(4);
    String[] ends = {"\n", "\r\n", "\r", "\n"};
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < columns; c++) {
        String value = value(random);
        text.append(c == 0 ? "" : ",").append(columns == 1 && value.isEmpty() ? "x" : value);
      }
      String end = style == 3 ? ends[random.nextInt(3)] : ends[style];
      text.append(r == rows - 1 && random.nextBoolean() ? "" : end);
      if (random.nextInt(20) == 0 && r < rows - 1 && columns > 1) {
        text.append(end);
      }
    }
    return text.toString();
  }

  @Test
  void rowsAreTheSameAtEveryBlockSizeAndNumberOfThreads() throws IOException {
    for (int seed = 0; seed < 400; seed++) {
      Random random = new Random(seed);
      int columns = 1 + random.nextInt(5);
      String text = file(random, columns, 1 + random.nextInt(60));
      List<List<String>> expected = new ArrayList<>();
      for (List<String> row : reference(text, ',')) {
        if (!row.isEmpty()) {
          expected.add(row);
        }
      }
      Path path = dir.resolve("f" + seed + ".csv");
      Files.write(path, text.getBytes(StandardCharsets.UTF_8));
      Map<String, String> types = new LinkedHashMap<>();
      for (int c = 0; c < columns; c++) {
        types.put("c" + c, "VARCHAR");
      }
      int[] sizes = {1, 2, 3, 7, 16, 33, 64, 100, 257, 100_000};
      for (int i = 0; i < 3; i++) {
        int size = sizes[random.nextInt(sizes.length)];
        int threads = 1 + random.nextInt(4);
        TestContext context = new TestContext();
        CsvTable table =
            Csv.bind(
                context,
                path.toString(),
                Csv.options(
                    "columns", types, "auto_detect", false, "header", false, "buffer_size", size));
        List<List<Value>> rows = Csv.rows(table, context, Csv.all(table), List.of(), -1, threads);
        assertEquals(
            expected,
            Csv.texts(rows),
            "seed " + seed + ", blocks of " + size + ", " + threads + " threads:\n" + text);
        assertEquals(
            expected.size(),
            Csv.rows(table, context, new int[0], List.of(), -1, threads).size(),
            "count, seed " + seed + ", blocks of " + size);
      }
    }
  }
}
