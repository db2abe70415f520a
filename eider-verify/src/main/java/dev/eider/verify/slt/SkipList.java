// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The files that are known not to pass, each with a reason. One entry a line: path or pattern, a
 * tab or two spaces, reason; {@code #} begins a comment. A reason begins with {@code by design:},
 * {@code unsupported:} or {@code bug:}. Reasons that a run wrote by itself end in {@value #AUTO};
 * they are renewed by the next such run, all others are kept.
 */
final class SkipList {
  static final String AUTO = " [auto]";

  private static final List<String> KINDS = List.of("by design:", "unsupported:", "bug:");
  private static final int MAX_REASON_LENGTH = 160;
  private static final String SAME_AS_ORACLE =
      "by design: the oracle's release differs from the suite too, at line ";

  /** A line of the list. */
  record Entry(String pattern, String reason) {}

  private final List<Entry> entries;
  private final Map<String, Entry> byPath = new LinkedHashMap<>();
  private final List<Map.Entry<PathPattern, Entry>> byPattern = new ArrayList<>();

  SkipList(List<Entry> entries) {
    this.entries = List.copyOf(entries);
    for (Entry entry : entries) {
      PathPattern pattern = new PathPattern(entry.pattern());
      if (pattern.isLiteral()) {
        byPath.put(entry.pattern(), entry);
      } else {
        byPattern.add(Map.entry(pattern, entry));
      }
    }
  }

  /** The list without entries. */
  static SkipList empty() {
    return new SkipList(List.of());
  }

  /**
   * Reads a list.
   *
   * @throws IllegalArgumentException for a line that is no entry
   */
  static SkipList read(Path file) throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      Entry entry = parseEntry(line);
      if (KINDS.stream().noneMatch(entry.reason()::startsWith)) {
        throw new IllegalArgumentException(
            file + ": the reason must begin with one of " + KINDS + ": " + line);
      }
      entries.add(entry);
    }
    return new SkipList(entries);
  }

  static Entry parseEntry(String line) {
    int tab = line.indexOf('\t');
    int spaces = line.indexOf("  ");
    int at = tab < 0 ? spaces : spaces < 0 ? tab : Math.min(tab, spaces);
    if (at < 0) {
      throw new IllegalArgumentException("path, two spaces, reason expected: " + line);
    }
    return new Entry(line.substring(0, at).trim(), line.substring(at).trim());
  }

  /** The reason why that file is listed; null when it is not. */
  @Nullable String reason(String path) {
    Entry entry = byPath.get(path);
    if (entry != null) {
      return entry.reason();
    }
    for (Map.Entry<PathPattern, Entry> candidate : byPattern) {
      if (candidate.getKey().matches(path)) {
        return candidate.getValue().reason();
      }
    }
    return null;
  }

  /** Whether one line names exactly that file; only such entries can go stale by one pass. */
  boolean namesExactly(String path) {
    return byPath.containsKey(path);
  }

  /**
   * The list after a run: passing files leave it, failing files enter it, files that did not run
   * stay as they were.
   *
   * @param oracle the list of the oracle: what fails there at the same place is no fault here
   */
  SkipList updated(Map<String, Outcome> outcomes, SkipList oracle) {
    Map<String, Entry> merged = new TreeMap<>();
    for (Entry entry : entries) {
      merged.put(entry.pattern(), entry);
    }
    for (Map.Entry<String, Outcome> result : outcomes.entrySet()) {
      String path = result.getKey();
      switch (result.getValue()) {
        case Outcome.Passed passed -> merged.remove(path);
        case Outcome.Skipped skipped -> {}
        case Outcome.Failed failed -> {
          String known = reason(path);
          if (known == null || known.endsWith(AUTO)) {
            String elsewhere = oracle.reason(path);
            boolean same =
                elsewhere != null && elsewhere.contains(" line " + failed.source().line() + ",");
            String reason = same ? SAME_AS_ORACLE + failed.source().line() : classify(failed);
            merged.put(path, new Entry(path, reason + AUTO));
          }
        }
      }
    }
    return new SkipList(List.copyOf(merged.values()));
  }

  /** A reason made from the first difference. */
  static String classify(Outcome.Failed failed) {
    String seen = failed.headline().strip();
    boolean notThere =
        seen.contains("Not implemented")
            || seen.contains("does not exist")
            || seen.contains("not supported")
            || seen.startsWith("Parser Error")
            || seen.contains("unrecognized configuration parameter");
    boolean refused =
        failed.kind() == Outcome.Kind.UNEXPECTED_ERROR || failed.kind() == Outcome.Kind.BAD_TEST;
    String kind = notThere && refused ? "unsupported: " : "bug: ";
    String where = "line " + failed.source().line() + ", ";
    String text = kind + where + failed.kind().text() + ": " + seen.replace('\t', ' ');
    text = text.replaceAll(" {2,}", " ").strip();
    return text.length() > MAX_REASON_LENGTH ? text.substring(0, MAX_REASON_LENGTH) + "…" : text;
  }

  void write(Path file, Set<String> header) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line : header) {
      text.append("# ").append(line).append('\n');
    }
    for (Entry entry : entries) {
      text.append(entry.pattern()).append("  ").append(entry.reason()).append('\n');
    }
    Files.writeString(file, text);
  }
}
