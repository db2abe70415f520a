// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.eider.formats.csv.simd.VectorRows;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The scalar kernel, the vector kernel and the exact scanner find the same rows; where a kernel
 * hands a row to the exact scan, the other may still read it, but never differently.
 */
class KernelTwinsTest {
  private static final String ALPHABET = "ab0,\"\n\r;\t\u000b\u000cé";

  private static byte[] text(Random random, int length) {
    byte[] text = new byte[length + Window.SLACK];
    // Dirty slack: kernels must not believe it.
    Arrays.fill(text, length, text.length, (byte) (random.nextBoolean() ? ',' : '\n'));
    boolean plain = random.nextBoolean();
    for (int i = 0; i < length; i++) {
      int kind = random.nextInt(plain ? 60 : 12);
      text[i] = (byte) (kind < 12 ? ALPHABET.charAt(kind) : 'a' + kind % 26);
    }
    if (length > 0) {
      text[length - 1] = '\n';
    }
    return text;
  }

  @Test
  void kernelsAgreeWithTheExactScan() {
    for (int seed = 0; seed < 20_000; seed++) {
      Random random = new Random(seed);
      int length = random.nextInt(random.nextInt(4) == 0 ? 700 : 150);
      byte[] text = text(random, length);
      int columns = 1 + random.nextInt(4);
      byte delimiter = (byte) ",;\t".charAt(random.nextInt(3));
      byte quote = (byte) (random.nextInt(4) == 0 ? 0 : '"');
      byte escape = random.nextInt(3) == 0 ? 0 : quote;
      CsvDialect dialect =
          new CsvDialect(
              new byte[] {delimiter}, quote, escape, (byte) 0, CsvDialect.NewLine.ANY, true);
      int[] need = new int[columns];
      for (int i = 0; i < columns - 1; i++) {
        need[i] = i + 1;
      }
      need[columns - 1] = Integer.MAX_VALUE;
      check(text, length, columns, dialect, need, true, seed);
      check(text, length, columns, dialect, need, false, seed);
    }
  }

  /** Long pieces of plain rows, each with a few of the things that make a kernel hand over. */
  @Test
  void longTextsOfRegularRows() {
    for (int seed = 0; seed < 400; seed++) {
      Random random = new Random(seed);
      int columns = 2 + random.nextInt(60);
      int rows = 1 + random.nextInt(20_000 / (columns * 4));
      int oddOnes = random.nextInt(3);
      boolean quotes = random.nextBoolean();
      StringBuilder text = new StringBuilder();
      for (int row = 0; row < rows; row++) {
        boolean odd = oddOnes > 0 && random.nextInt(rows) < oddOnes;
        for (int column = 0; column < columns; column++) {
          text.append(column == 0 ? "" : ",");
          int kind = random.nextInt(12);
          if (kind == 0 && quotes) {
            text.append("\"a,\nb\"\"c\"");
          } else if (kind < 11) {
            text.append("0123456789abcdefghijklmnopqrstuv", 0, random.nextInt(12));
          }
          if (odd && random.nextInt(columns) == 0) {
            text.append("\u000b,\r\"\n".charAt(random.nextInt(5)));
          }
        }
        text.append(random.nextInt(5) == 0 && oddOnes == 2 ? "\r\n" : "\n");
      }
      byte[] bytes = text.toString().getBytes(StandardCharsets.ISO_8859_1);
      byte[] padded = Arrays.copyOf(bytes, bytes.length + Window.SLACK);
      Arrays.fill(padded, bytes.length, padded.length, (byte) "\n,\"".charAt(seed % 3));
      CsvDialect dialect =
          new CsvDialect(
              new byte[] {','}, (byte) '"', (byte) '"', (byte) 0, CsvDialect.NewLine.ANY, true);
      int[] need = new int[columns];
      for (int i = 0; i < columns - 1; i++) {
        need[i] = i + 1;
      }
      need[columns - 1] = Integer.MAX_VALUE;
      check(padded, bytes.length, columns, dialect, need, true, seed);
      check(padded, bytes.length, columns, dialect, need, false, seed);
    }
  }

  private static void check(
      byte[] text,
      int length,
      int columns,
      CsvDialect dialect,
      int[] need,
      boolean vector,
      int seed) {
    int stride = columns + 1;
    int mode =
        (dialect.quote() != 0 ? ScalarRows.QUOTES : 0)
            | (dialect.quote() == dialect.escape() ? ScalarRows.DOUBLED : 0);
    int[] off = new int[stride * (length + 1)];
    int[] state = new int[3];
    int[] scratch = new int[VectorRows.scratch()];
    FieldScanner exact = new FieldScanner(dialect);
    int at = 0;
    while (at < length) {
      state[0] = at;
      state[1] = ScalarRows.DONE;
      int rows =
          vector
              ? VectorRows.scan(
                  text,
                  length,
                  length - 1,
                  dialect.delimiter()[0],
                  dialect.quote(),
                  mode,
                  columns,
                  need,
                  off,
                  stride,
                  0,
                  length + 1,
                  state,
                  scratch)
              : ScalarRows.scan(
                  text,
                  length,
                  length - 1,
                  dialect.delimiter()[0],
                  dialect.quote(),
                  mode,
                  columns,
                  need,
                  off,
                  stride,
                  0,
                  length + 1,
                  state);
      String what = "seed " + seed + (vector ? " vector" : " scalar") + " at " + at;
      for (int row = 0; row < rows; ) {
        int start = at;
        assertEquals(FieldScanner.OK, exact.row(text, start, length, true), what);
        at = exact.next;
        if (exact.fields == 1 && exact.end == start && columns != 1) {
          // A blank line, which kernels leave out.
          continue;
        }
        assertEquals(columns, exact.fields, what);
        int[] expected = new int[stride];
        expected[0] = start;
        for (int i = 0; i < columns - 1; i++) {
          expected[i + 1] = exact.delimiters[i];
        }
        expected[stride - 1] = exact.end;
        assertArrayEquals(
            expected, Arrays.copyOfRange(off, row * stride, (row + 1) * stride), what);
        row++;
      }
      at = state[0];
      if (at < length) {
        // Handed over, or the text ended inside the row: the exact scan goes on.
        exact.row(text, at, length, true);
        at = exact.next;
      }
    }
  }
}
