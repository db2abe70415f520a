// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.io.store.StoreException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Names of files for keys: safe everywhere, and one to one. */
class KeyFilesTest {
  private static final String[] BITS = {
    "a",
    "A",
    "con",
    "com1",
    ".",
    " ",
    ".d",
    "%",
    "%41",
    "/",
    "//",
    "\u00e9",
    "\ud83e\udd86",
    "x".repeat(199),
    "\u65e5".repeat(30),
    "nul.txt",
    "~",
    "\0",
    "d",
    "-"
  };

  @Test
  void ordinaryKeysAreReadable() throws Exception {
    assertEquals(List.of("head"), KeyFiles.ESCAPED.names("head"));
    assertEquals(
        List.of("seg.d", "0a.d", "12-01h.pack"), KeyFiles.ESCAPED.names("seg/0a/12-01h.pack"));
    assertEquals(List.of("%41%c3%a9"), KeyFiles.ESCAPED.names("A\u00e9"));
    assertEquals(List.of("%63on.txt"), KeyFiles.ESCAPED.names("con.txt"));
    assertEquals(List.of("%-.d", "x%2ed.d", "%-"), KeyFiles.ESCAPED.names("/x.d/"));
  }

  @Test
  void everyKeyHasNamesOfItsOwnThatEveryFileSystemTakes() throws Exception {
    Random random = new Random(11);
    Map<List<String>, String> seen = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int bits = 1 + random.nextInt(8); bits > 0; bits--) {
        text.append(BITS[random.nextInt(BITS.length)]);
      }
      String key = text.toString();
      List<String> names = KeyFiles.ESCAPED.names(key);
      String other = seen.put(names, key);
      assertTrue(other == null || other.equals(key), () -> key + " and " + other + ": " + names);
      for (String name : names) {
        assertTrue(name.matches("[a-z0-9%_=+,@()~!. -]{1,230}"), name);
        assertFalse(name.endsWith(".") || name.endsWith(" "), name);
        assertFalse(name.matches("(con|prn|aux|nul|com\\d|lpt\\d) *(\\..*)?"), name);
        assertFalse(name.equals(KeyFiles.OWN_DIRECTORY), name);
      }
    }
  }

  @Test
  void namesGiveTheirSegmentBack() throws Exception {
    for (String segment : List.of("", "a", "A b", "\u65e5".repeat(100), "x.d", "con", ".", "%%")) {
      List<String> file = KeyFiles.ESCAPED.names(segment);
      assertEquals(segment, KeyFiles.ESCAPED.segment(file, false));
      List<String> directory = KeyFiles.ESCAPED.names(segment + "/x");
      assertEquals(
          segment, KeyFiles.ESCAPED.segment(directory.subList(0, directory.size() - 1), true));
    }
  }

  @Test
  void namesThatNoKeyHasAreNoObjects() {
    for (String name :
        List.of("UPPER", "%zz", "%4", "%61", "x.d", "a.", "con", "\u00e9", "%eider")) {
      assertNull(KeyFiles.ESCAPED.segment(List.of(name), false), name);
    }
    assertNull(KeyFiles.ESCAPED.segment(List.of("plain"), true));
  }

  @Test
  void plainNamesArePaths() throws Exception {
    assertEquals(
        List.of("Year=2023", "\u00dc b.csv"), KeyFiles.PLAIN.names("Year=2023/\u00dc b.csv"));
    for (String key : List.of("a//b", "a/", "./a", "../a", "a/../../b", "a\0", "%eider/x")) {
      assertThrows(StoreException.class, () -> KeyFiles.PLAIN.names(key), key);
    }
  }
}
