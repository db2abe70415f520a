// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The order in which the foreign suite's directories are conquered, from the resource {@code
 * waves.txt}: number, name, directories relative to the checkout.
 */
final class Waves {
  private static final String RESOURCE = "waves.txt";

  /** One wave. */
  record Wave(int number, String name, List<String> directories) {}

  private Waves() {}

  static List<Wave> all() {
    List<Wave> waves = new ArrayList<>();
    try (InputStream in = Waves.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("resource " + RESOURCE + " is missing from the jar");
      }
      BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (!line.isBlank() && !line.startsWith("#")) {
          List<String> words = List.of(line.strip().split("\\s+"));
          List<String> directories = words.subList(2, words.size());
          waves.add(new Wave(Integer.parseInt(words.getFirst()), words.get(1), directories));
        }
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return waves;
  }

  /** The wave of a file, 0 for none; the longest matching directory decides. */
  static int of(String path, List<Wave> waves) {
    int number = 0;
    int longest = -1;
    for (Wave wave : waves) {
      for (String directory : wave.directories()) {
        if (path.startsWith(directory + "/") && directory.length() > longest) {
          number = wave.number();
          longest = directory.length();
        }
      }
    }
    return number;
  }
}
