// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import dev.eider.verify.engine.SqlFailure;
import dev.eider.verify.engine.SqlResult;
import dev.eider.verify.slt.Outcome.Kind;
import dev.eider.verify.slt.SltRecord.Sort;
import dev.eider.verify.slt.SltRecord.Source;
import dev.eider.verify.slt.SltRecord.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Collects new expectations for one file ({@code --complete}). A record that runs several times in
 * a loop is rewritten only when it answers the same each time.
 */
final class Completion {
  private final String file;

  /** New lines by the span they replace, keyed by the span's start. */
  private final Map<Integer, Replacement> replacements = new TreeMap<>();

  private record Replacement(Span span, List<String> lines) {}

  Completion(String file) {
    this.file = file;
  }

  /** Takes a query's result; false when it cannot be written down, so that it is a failure. */
  synchronized boolean offer(SltRecord.Query query, SqlResult result) {
    boolean fromFile =
        query.expected().size() == 1 && query.expected().getFirst().startsWith(ExpectedFile.PREFIX);
    if (query.label() != null || fromFile || result.columnCount() != query.columnCount()) {
      return false;
    }
    List<String> cells =
        ResultText.sorted(ResultText.cells(result, false), query.sort(), result.columnCount());
    List<String> lines = new ArrayList<>(List.of("----"));
    boolean asHash = query.expected().size() == 1 && ResultText.isHash(query.expected().getFirst());
    if (asHash) {
      lines.add(ResultText.hash(cells));
    } else {
      boolean valuesOnly = query.sort() == Sort.VALUES;
      lines.addAll(ResultText.lines(cells, valuesOnly ? 1 : result.columnCount()));
    }
    for (String line : lines) {
      if (line.isEmpty() || line.indexOf('\n') >= 0) {
        return false;
      }
    }
    return put(query.source(), query.span(), lines);
  }

  /** Takes a statement's error; false when an error was not wanted at all or the engine broke. */
  synchronized boolean offer(SltRecord.Statement statement, SqlFailure failure, Mismatch mismatch) {
    if (mismatch.kind() != Kind.WRONG_ERROR) {
      return false;
    }
    String first = failure.text().lines().findFirst().orElse("");
    return put(statement.source(), statement.span(), List.of("----", first));
  }

  private boolean put(Source source, Span span, List<String> lines) {
    if (!source.file().equals(file)) {
      return false;
    }
    Replacement earlier = replacements.putIfAbsent(span.from(), new Replacement(span, lines));
    return earlier == null || earlier.lines().equals(lines);
  }

  synchronized boolean isEmpty() {
    return replacements.isEmpty();
  }

  /** The file's text with the new expectations. */
  synchronized String apply(String text) {
    List<String> lines = Lines.split(text);
    StringBuilder result = new StringBuilder(text.length());
    int at = 0;
    for (Replacement replacement : replacements.values()) {
      append(result, lines.subList(at, replacement.span.from()));
      append(result, replacement.lines);
      at = replacement.span.to();
    }
    append(result, lines.subList(at, lines.size()));
    return result.toString();
  }

  private static void append(StringBuilder result, List<String> lines) {
    for (String line : lines) {
      result.append(line).append('\n');
    }
  }
}
