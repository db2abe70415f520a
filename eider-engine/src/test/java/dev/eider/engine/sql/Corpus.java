// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The statements of {@code corpus.sql}: every construct of the dialect at least once. */
final class Corpus {
  private Corpus() {}

  static List<String> statements() {
    String text = text();
    List<String> result = new ArrayList<>();
    int start = 0;
    for (int end : SqlParser.statementEnds(text)) {
      result.add(text.substring(start, end));
      start = end;
    }
    return result;
  }

  static String text() {
    try (InputStream in = Corpus.class.getResourceAsStream("corpus.sql")) {
      if (in == null) {
        throw new IllegalStateException("corpus.sql is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
