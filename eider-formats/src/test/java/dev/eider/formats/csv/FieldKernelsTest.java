// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.table.ColumnPart;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the fast loops take, they read as the JDK does. */
class FieldKernelsTest {
  private static void check(String field, boolean plain) {
    for (String end : new String[] {",", "\n", "\r\n"}) {
      byte[] text = (field + end).getBytes(StandardCharsets.ISO_8859_1);
      int length = text.length;
      text = Arrays.copyOf(text, length + Window.SLACK);
      // What follows must not matter.
      Arrays.fill(text, length, text.length, (byte) '7');
      double[] out = new double[1];
      int slow = FieldKernels.doubles(text, new int[1], 0, 1, 0, 1, (byte) ',', out, new int[1]);
      if (plain) {
        assertEquals(0, slow, () -> "not read fast: " + field);
      }
      if (slow == 0) {
        assertEquals(Double.parseDouble(field), out[0], () -> "value of " + field);
      }
    }
  }

  @Test
  void doublesOfAllLengths() {
    Random random = new Random(17);
    for (int i = 0; i < 300_000; i++) {
      int whole = 1 + random.nextInt(9);
      int behind = random.nextInt(8);
      StringBuilder field = new StringBuilder(random.nextInt(4) == 0 ? "-" : "");
      for (int k = 0; k < whole; k++) {
        int digit = random.nextInt(10);
        field.append(k == 0 && digit == 0 && whole > 1 ? 1 : digit);
      }
      if (behind > 0 || random.nextInt(8) == 0) {
        field.append('.');
        for (int k = 0; k < behind; k++) {
          field.append(random.nextInt(10));
        }
      }
      check(field.toString(), whole + behind <= 15);
    }
  }

  @Test
  void everyShortText() {
    String alphabet = "019.-+e x\"";
    for (int length = 1; length <= 4; length++) {
      for (int code = 0; code < Math.pow(alphabet.length(), length); code++) {
        StringBuilder field = new StringBuilder();
        for (int k = 0, rest = code; k < length; k++, rest /= alphabet.length()) {
          field.append(alphabet.charAt(rest % alphabet.length()));
        }
        // Whatever is taken must be a number of digits with at most one point and no needless zero.
        if (field.toString().matches("-?((0|[1-9][0-9]*)(\\.[0-9]*)?|\\.[0-9]+)")) {
          check(field.toString(), true);
        } else {
          checkLeft(field.toString());
        }
      }
    }
  }

  private static void checkLeft(String field) {
    byte[] text = (field + ",").getBytes(StandardCharsets.ISO_8859_1);
    text = Arrays.copyOf(text, text.length + Window.SLACK);
    int slow =
        FieldKernels.doubles(text, new int[1], 0, 1, 0, 1, (byte) ',', new double[1], new int[1]);
    assertEquals(1, slow, () -> "taken: " + field);
  }

  /** Timestamps, good ones and ones with a character changed, as the kernels see them. */
  private static byte[] timestamps(Random random, String[] fields, int[] off) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < fields.length; i++) {
      int year = random.nextInt(20) == 0 ? 0 : 1 + random.nextInt(9999);
      StringBuilder field =
          new StringBuilder(
              String.format(
                  "%04d-%02d-%02d %02d:%02d:%02d",
                  year,
                  random.nextInt(14),
                  random.nextInt(33),
                  random.nextInt(25),
                  random.nextInt(61),
                  random.nextInt(61)));
      switch (random.nextInt(8)) {
        case 0 ->
            field.setCharAt(random.nextInt(19), "0129-: T/x,\u007f".charAt(random.nextInt(12)));
        case 1 -> field.append(random.nextBoolean() ? "Z" : ".5");
        case 2 -> field.setCharAt(10, 'T');
        default -> {}
      }
      off[i] = text.length();
      fields[i] = field.toString();
      text.append(field).append(random.nextBoolean() ? "," : "\n");
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.ISO_8859_1);
    return Arrays.copyOf(bytes, bytes.length + Window.SLACK);
  }

  @Test
  void partsOfTimestamps() {
    Random random = new Random(23);
    int count = 512;
    String[] fields = new String[count];
    int[] off = new int[count];
    int taken = 0;
    for (int round = 0; round < 200; round++) {
      byte[] text = timestamps(random, fields, off);
      long[] micros = new long[count];
      int[] slow = new int[count];
      int left = FieldKernels.timestamps(text, off, 0, 1, 0, count, (byte) ',', micros, slow);
      for (ColumnPart part : ColumnPart.values()) {
        long[] parts = new long[count];
        int[] slowParts = new int[count];
        int leftParts =
            FieldKernels.timestampParts(
                text, off, 0, 1, 0, count, (byte) ',', part, parts, slowParts);
        assertArrayEquals(
            Arrays.copyOf(slow, left), Arrays.copyOf(slowParts, leftParts), "other rows are left");
        for (int i = 0, next = 0; i < count; i++) {
          if (next < left && slow[next] == i) {
            next++;
            continue;
          }
          taken++;
          LocalDateTime time = LocalDateTime.parse(fields[i].replace(' ', 'T'));
          assertEquals(
              time.toEpochSecond(ZoneOffset.UTC) * 1_000_000, micros[i], "value of " + fields[i]);
          int expected =
              switch (part) {
                case YEAR -> time.getYear();
                case MONTH -> time.getMonthValue();
                case DAY -> time.getDayOfMonth();
              };
          assertEquals(expected, parts[i], "part of " + fields[i]);
        }
      }
    }
    assertTrue(taken > 100_000, "only " + taken + " were read");
  }
}
