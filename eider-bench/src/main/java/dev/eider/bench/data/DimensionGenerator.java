// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.data;

/**
 * The small side of the join: {@code id,name,region,weight}, ids 1 to 50,000 in scattered order.
 */
public final class DimensionGenerator extends RowSource {
  static final int VERSION = 1;
  static final int ROWS = 50_000;

  private static final int SCATTER = 30_011;

  public DimensionGenerator(long seed) {
    super(ROWS, seed, 128);
  }

  @Override
  String header() {
    return "id,name,region,weight\n";
  }

  @Override
  void row(long row, SeededRandom r, RowBuffer out) {
    out.putLong(1 + row * SCATTER % ROWS);
    out.put(',');
    out.putText("item " + row);
    out.put(',');
    out.putText("region " + (char) ('A' + r.below(20)));
    out.put(',');
    out.putLong(1 + r.below(9));
    out.put('\n');
  }
}
