// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import dev.eider.verify.slt.SltRecord.Sort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a whole run sets for every file: the same corpus under other, often hostile, settings.
 *
 * <p>File form, one entry a line, {@code #} begins a comment:
 *
 * <pre>
 * on_init: SET threads=1
 * on_new_connection: SET threads=1
 * initial_db: {TEST_DIR}/test.db
 * sort_style: rowsort
 * property: memory_limit=100MB
 * skip: test/sql/explain/**  reason
 * </pre>
 *
 * @param onInit statements for each database just opened
 * @param onNewConnection statements for each further connection
 * @param initialDatabase path of the database to start with, null for one in memory
 * @param secondTry order in which a result is compared again when it differs as it came
 * @param properties connection properties
 * @param skips files left out, by path pattern, with the reason
 */
record RunConfig(
    List<String> onInit,
    List<String> onNewConnection,
    @Nullable String initialDatabase,
    Sort secondTry,
    Map<String, String> properties,
    Map<String, String> skips) {
  private static final Set<String> KEYS =
      Set.of("on_init", "on_new_connection", "initial_db", "sort_style", "property", "skip");

  /** Nothing set. */
  static RunConfig none() {
    return new RunConfig(List.of(), List.of(), null, Sort.NONE, Map.of(), Map.of());
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException when an entry is not understood
   */
  static RunConfig read(Path file) throws IOException {
    List<String> onInit = new ArrayList<>();
    List<String> onNewConnection = new ArrayList<>();
    String initialDatabase = null;
    Sort secondTry = Sort.NONE;
    Map<String, String> properties = new LinkedHashMap<>();
    Map<String, String> skips = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      int colon = line.indexOf(':');
      String key = colon < 0 ? line : line.substring(0, colon).trim();
      String value = colon < 0 ? "" : line.substring(colon + 1).trim();
      switch (key) {
        case "on_init" -> onInit.add(value);
        case "on_new_connection" -> onNewConnection.add(value);
        case "initial_db" -> initialDatabase = value;
        case "sort_style" -> {
          Sort sort = Sort.parse(value);
          if (sort == null) {
            throw new IllegalArgumentException(file + ": unknown sort_style '" + value + "'");
          }
          secondTry = sort;
        }
        case "property" -> {
          int equals = value.indexOf('=');
          if (equals < 0) {
            throw new IllegalArgumentException(file + ": property needs name=value: " + value);
          }
          properties.put(value.substring(0, equals), value.substring(equals + 1));
        }
        case "skip" -> {
          SkipList.Entry entry = SkipList.parseEntry(value);
          skips.put(entry.pattern(), entry.reason());
        }
        default ->
            throw new IllegalArgumentException(
                file + ": unknown entry '" + key + "'; known are " + KEYS);
      }
    }
    return new RunConfig(onInit, onNewConnection, initialDatabase, secondTry, properties, skips);
  }
}
