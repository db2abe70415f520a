// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.data;

/**
 * Short rows with many keys: {@code key,dim,value}. With n rows there are exactly n / 2 keys
 * (rounded up), each twice if n is even, in scattered order; {@code dim} is uniform over 1 to
 * 50,000.
 */
public final class EventsGenerator extends RowSource {
  static final int VERSION = 1;

  /**
   * A prime that divides no plausible number of keys, so that multiplication scatters all of them.
   */
  private static final long SCATTER = 2_654_435_761L;

  private final long keys;

  public EventsGenerator(long rows, long seed) {
    super(rows, seed, 64);
    this.keys = Math.max(1, (rows + 1) / 2);
  }

  @Override
  String header() {
    return "key,dim,value\n";
  }

  @Override
  void row(long row, SeededRandom r, RowBuffer out) {
    out.putLong(row % keys * SCATTER % keys);
    out.put(',');
    out.putLong(1 + r.below(DimensionGenerator.ROWS));
    out.put(',');
    out.putLong(r.below(1000));
    out.put('\n');
  }
}
