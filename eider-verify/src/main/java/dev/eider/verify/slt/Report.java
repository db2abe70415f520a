// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts outcomes against a skip list and prints them. */
final class Report {
  private static final int MAX_GROUPS = 40;
  private static final int MAX_HEADLINE = 110;

  private final SkipList skipList;
  private final PrintStream out;
  private final List<Suite.Result> failures = new ArrayList<>();
  private final List<String> stale = new ArrayList<>();
  private final Map<String, Tally> byDirectory = new TreeMap<>();
  private final Map<Integer, Tally> byWave = new TreeMap<>();
  private final List<Waves.Wave> waves = Waves.all();
  private final Map<String, Integer> skipReasons = new TreeMap<>();
  private final Tally total = new Tally();

  /** Counts of files; listed files that fail count as skipped in the last line. */
  private static final class Tally {
    private int passed;
    private int failed;
    private int listed;
    private int skipped;

    private String line(String name) {
      int judged = passed + failed + listed;
      String rate = judged == 0 ? "    -" : String.format("%5.1f", 100.0 * passed / judged);
      return String.format(
          "%s %%  %5d passed %5d failed %5d listed %5d skipped  %s",
          rate, passed, failed, listed, skipped, name);
    }
  }

  Report(SkipList skipList, PrintStream out) {
    this.skipList = skipList;
    this.out = out;
  }

  /** Counts one file. */
  void add(Suite.Result result) {
    String name = result.file().name();
    String directory = name.contains("/") ? name.substring(0, name.lastIndexOf('/')) : ".";
    Tally[] tallies = {
      total,
      byDirectory.computeIfAbsent(directory, unused -> new Tally()),
      byWave.computeIfAbsent(Waves.of(name, waves), unused -> new Tally())
    };
    boolean isListed = skipList.reason(name) != null;
    switch (result.outcome()) {
      case Outcome.Passed passed -> {
        boolean isStale = skipList.namesExactly(name);
        if (isStale) {
          stale.add(name);
        }
        for (Tally tally : tallies) {
          if (isStale) {
            tally.failed++;
          } else {
            tally.passed++;
          }
        }
      }
      case Outcome.Skipped skipped -> {
        skipReasons.merge(skipped.reason(), 1, Integer::sum);
        for (Tally tally : tallies) {
          tally.skipped++;
        }
      }
      case Outcome.Failed failed -> {
        if (!isListed) {
          failures.add(result);
        }
        for (Tally tally : tallies) {
          if (isListed) {
            tally.listed++;
          } else {
            tally.failed++;
          }
        }
      }
    }
  }

  boolean isGreen() {
    return total.failed == 0;
  }

  /** Prints failures, groups, and as the very last line the counts. */
  void print(boolean details, boolean byDirectoryToo) {
    if (details) {
      for (Suite.Result result : failures) {
        if (result.outcome() instanceof Outcome.Failed failed) {
          printFailure(result.file().name(), failed);
        }
      }
    }
    printGroups();
    if (!skipReasons.isEmpty()) {
      out.println("skipped because of:");
      skipReasons.forEach((reason, count) -> out.printf("%6d  %s%n", count, reason));
    }
    for (String name : stale) {
      out.println(name + ": listed but passes: remove it from the list");
    }
    if (byDirectoryToo) {
      printDirectories();
    }
    out.println(counts());
  }

  /** The last line. */
  String counts() {
    return total.passed
        + " passed, "
        + total.failed
        + " failed, "
        + (total.skipped + total.listed)
        + " skipped";
  }

  private void printFailure(String name, Outcome.Failed failed) {
    out.println("FAIL " + failed.source() + "  " + failed.kind().text());
    if (!failed.source().file().equals(name)) {
      out.println("  in: " + name);
    }
    printIndented("sql", failed.sql());
    printIndented("expected", failed.expected());
    printIndented("seen", failed.seen());
    out.println();
  }

  private void printIndented(String label, String text) {
    if (!text.isEmpty()) {
      String cut = ResultText.excerpt(text.lines().toList());
      out.println("  " + label + ": " + cut.replace("\n", "\n      "));
    }
  }

  private void printGroups() {
    if (failures.isEmpty()) {
      return;
    }
    Map<String, List<String>> groups = new LinkedHashMap<>();
    for (Suite.Result result : failures) {
      if (result.outcome() instanceof Outcome.Failed failed) {
        groups
            .computeIfAbsent(groupOf(failed), unused -> new ArrayList<>())
            .add(result.file().name());
      }
    }
    out.println("failures by first difference:");
    Comparator<Map.Entry<String, List<String>>> bySize =
        Comparator.comparingInt(group -> -group.getValue().size());
    groups.entrySet().stream()
        .sorted(bySize)
        .limit(MAX_GROUPS)
        .forEach(group ->
            out.printf(
                "%6d  %s  (%s)%n",
                group.getValue().size(), group.getKey(), group.getValue().getFirst()));
  }

  /** The headline without what differs between files of one cause. */
  private static String groupOf(Outcome.Failed failed) {
    String headline =
        failed.headline().replaceAll("\"[^\"]*\"|'[^']*'", "\"…\"").replaceAll("[0-9]+", "N");
    String text = failed.kind().text() + ": " + headline;
    return text.length() > MAX_HEADLINE ? text.substring(0, MAX_HEADLINE) + "…" : text;
  }

  private void printDirectories() {
    out.println("by directory:");
    byDirectory.forEach((directory, tally) -> out.println(tally.line(directory)));
    out.println("by wave:");
    for (Map.Entry<Integer, Tally> entry : byWave.entrySet()) {
      String name = "no wave";
      for (Waves.Wave wave : waves) {
        if (wave.number() == entry.getKey()) {
          name = "wave " + wave.number() + " " + wave.name();
        }
      }
      out.println(entry.getValue().line(name));
    }
  }
}
