// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.eider.base.table.ColumnStats;
import dev.eider.base.table.Pruner;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.Value;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelectivityTest {
  private static final long ROWS = 1_000;

  /** A column of 0 to 9,999. */
  private static final Pruner.Known TEN_THOUSAND =
      column -> new ColumnStats(Value.of(0L), Value.of(9_999L), 100, -1);

  private static double rows(ScanFilter... filters) {
    return Selectivity.rowsPassing(List.of(filters), TEN_THOUSAND, ROWS);
  }

  private static ScanFilter compare(CompareOp op, long constant) {
    return new ScanFilter.Compare(0, op, Value.of(constant));
  }

  @Test
  void rangesCoverAPartOfTheBounds() {
    assertEquals(250, rows(compare(CompareOp.LT, 2_500)), 1);
    assertEquals(750, rows(compare(CompareOp.GE, 2_500)), 1);
    assertEquals(0, rows(compare(CompareOp.GT, 20_000)));
    assertEquals(
        100, rows(compare(CompareOp.GE, 5_000), compare(CompareOp.LT, 2_000)), 1, "independent");
  }

  @Test
  void oneValueOfManyIsProbablyNotThere() {
    assertEquals(0.1, rows(compare(CompareOp.EQ, 77)), 1e-9);
    Pruner.Known counted = column -> new ColumnStats(null, null, 0, 1_000_000);
    assertEquals(
        0.001, Selectivity.rowsPassing(List.of(compare(CompareOp.EQ, 77)), counted, ROWS), 1e-9);
  }

  @Test
  void nullsAreCounted() {
    assertEquals(100, rows(new ScanFilter.IsNull(0)), 1e-9);
  }
}
