// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Differences that are meant to be, from the resource {@code agreed-differences.txt}. A line holds
 * three fields between tabs: a pattern that occurs in the query, a pattern that occurs in the
 * difference ({@code KIND: left | right}), and the reason.
 */
final class AgreedDifferences {
  private static final String RESOURCE = "agreed-differences.txt";

  private final List<Entry> entries;

  private record Entry(Pattern query, Pattern difference, String reason) {}

  private AgreedDifferences(List<Entry> entries) {
    this.entries = entries;
  }

  static AgreedDifferences load() {
    StringBuilder text = new StringBuilder();
    try (InputStream in = AgreedDifferences.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("resource " + RESOURCE + " is missing from the jar");
      }
      BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        text.append(line).append('\n');
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return parse(text.toString());
  }

  static AgreedDifferences parse(String text) {
    List<Entry> entries = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] fields = line.split("\t", -1);
      if (fields.length != 3) {
        throw new IllegalArgumentException(
            RESOURCE + ": three fields between tabs expected: " + line);
      }
      entries.add(new Entry(Pattern.compile(fields[0]), Pattern.compile(fields[1]), fields[2]));
    }
    return new AgreedDifferences(entries);
  }

  /** Why that difference is right; null when nobody agreed to it. */
  @Nullable String reason(String sql, Difference difference) {
    for (Entry entry : entries) {
      if (entry.query.matcher(sql).find()
          && entry.difference.matcher(difference.headline()).find()) {
        return entry.reason;
      }
    }
    return null;
  }
}
