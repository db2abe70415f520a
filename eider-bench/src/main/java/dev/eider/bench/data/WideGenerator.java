// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.data;

/**
 * A file of 60 columns {@code c1} to {@code c60}: integers, decimals, dates and short words in
 * turn. Column {@code c58} is a decimal with two places.
 */
public final class WideGenerator extends RowSource {
  static final int VERSION = 1;
  static final int COLUMNS = 60;

  private static final String[] WORDS = {
    "amber", "birch", "cobalt", "delta", "ember", "fjord", "granite", "heron", "indigo", "juniper"
  };

  public WideGenerator(long rows, long seed) {
    super(rows, seed, 1400);
  }

  @Override
  String header() {
    StringBuilder header = new StringBuilder();
    for (int i = 1; i <= COLUMNS; i++) {
      header.append('c').append(i).append(i == COLUMNS ? '\n' : ',');
    }
    return header.toString();
  }

  @Override
  void row(long row, SeededRandom r, RowBuffer out) {
    for (int i = 1; i <= COLUMNS; i++) {
      switch (i % 4) {
        case 0 -> out.putText(WORDS[r.below(WORDS.length)]);
        case 1 -> out.putLong(i == 1 ? row : r.below(1_000_000));
        case 2 -> out.putDecimal(r.below(10_000_000) - 2_000_000L, 2);
        default -> date(r, out);
      }
      out.put(i == COLUMNS ? '\n' : ',');
    }
  }

  private static void date(SeededRandom r, RowBuffer out) {
    out.putDigits(2000 + r.below(25), 4);
    out.put('-');
    out.putDigits(1 + r.below(12), 2);
    out.put('-');
    out.putDigits(1 + r.below(28), 2);
  }
}
