// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.data;

/**
 * Free text in quotes: {@code id,author,body,score}. Every body is quoted and has commas; one in
 * ten has doubled quotes, one in fifty a line break.
 */
public final class QuotedGenerator extends RowSource {
  static final int VERSION = 1;

  private static final String[] WORDS = {
    "river", "quiet", "the", "of", "a", "under", "stone", "bridge", "while", "morning", "letters",
    "Äpfel", "naïve", "long", "and", "window", "paper", "seven", "north", "lantern", "walked",
        "seen"
  };

  public QuotedGenerator(long rows, long seed) {
    super(rows, seed, 2048);
  }

  @Override
  String header() {
    return "id,author,body,score\n";
  }

  @Override
  void row(long row, SeededRandom r, RowBuffer out) {
    out.putLong(row);
    out.put(',');
    out.putText("author " + r.below(500));
    out.put(',');
    out.put('"');
    int words = 6 + r.below(24);
    int quoteAt = r.chance(1, 10) ? r.below(words) : -1;
    int breakAt = r.chance(1, 50) ? r.below(words) : -1;
    for (int i = 0; i < words; i++) {
      String word = WORDS[r.below(WORDS.length)];
      out.putText(i == quoteAt ? "\"\"" + word + "\"\"" : word);
      if (i + 1 < words) {
        out.putText(i == breakAt ? "\n" : i % 5 == 2 ? ", " : " ");
      }
    }
    out.put('"');
    out.put(',');
    out.putDecimal(r.below(1000), 1);
    out.put('\n');
  }
}
