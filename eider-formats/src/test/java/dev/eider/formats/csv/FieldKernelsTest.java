// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
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
}
