// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Picks the names that a misspelt one was probably meant to be. */
public final class SimilarNames {
  private static final int MOST = 5;
  private static final double CLOSE_ENOUGH = 0.5;

  private SimilarNames() {}

  private record Scored(String name, double score) {}

  /** The closest names, best first: at least one when there are any, at most five. */
  public static List<String> closest(Collection<String> names, String target) {
    String wanted = target.toLowerCase(Locale.ROOT);
    List<Scored> scored = new ArrayList<>();
    for (String name : names) {
      scored.add(new Scored(name, similarity(name.toLowerCase(Locale.ROOT), wanted)));
    }
    scored.sort(
        Comparator.comparingDouble(Scored::score)
            .reversed()
            .thenComparing(Scored::name, String.CASE_INSENSITIVE_ORDER));
    List<String> best = new ArrayList<>();
    for (Scored candidate : scored) {
      if (best.size() == MOST || (!best.isEmpty() && candidate.score() < CLOSE_ENOUGH)) {
        break;
      }
      if (!best.contains(candidate.name())) {
        best.add(candidate.name());
      }
    }
    return best;
  }

  /** A line break and {@code prefix: "a", "b"}; nothing without candidates. */
  public static String message(String prefix, List<String> candidates) {
    return candidates.isEmpty()
        ? ""
        : "\n" + prefix + ": \"" + String.join("\", \"", candidates) + "\"";
  }

  /** A line break and {@code Did you mean "x"?}; nothing without candidates. */
  public static String didYouMean(Collection<String> names, String target) {
    List<String> best = closest(names, target);
    return best.isEmpty() ? "" : "\nDid you mean \"" + best.getFirst() + "\"?";
  }

  /** Jaro-Winkler similarity of two strings, 0 to 1. */
  static double similarity(String a, String b) {
    if (a.equals(b)) {
      return 1;
    }
    int window = Math.max(0, Math.max(a.length(), b.length()) / 2 - 1);
    boolean[] usedA = new boolean[a.length()];
    boolean[] usedB = new boolean[b.length()];
    int matches = 0;
    for (int i = 0; i < a.length(); i++) {
      int to = Math.min(b.length() - 1, i + window);
      for (int j = Math.max(0, i - window); j <= to; j++) {
        if (!usedB[j] && a.charAt(i) == b.charAt(j)) {
          usedA[i] = true;
          usedB[j] = true;
          matches++;
          break;
        }
      }
    }
    if (matches == 0) {
      return 0;
    }
    int transpositions = 0;
    int j = 0;
    for (int i = 0; i < a.length(); i++) {
      if (usedA[i]) {
        while (!usedB[j]) {
          j++;
        }
        if (a.charAt(i) != b.charAt(j++)) {
          transpositions++;
        }
      }
    }
    double m = matches;
    double jaro = (m / a.length() + m / b.length() + (m - transpositions / 2.0) / m) / 3;
    int prefix = 0;
    while (prefix < Math.min(4, Math.min(a.length(), b.length()))
        && a.charAt(prefix) == b.charAt(prefix)) {
      prefix++;
    }
    return jaro > 0.7 ? jaro + prefix * 0.1 * (1 - jaro) : jaro;
  }
}
