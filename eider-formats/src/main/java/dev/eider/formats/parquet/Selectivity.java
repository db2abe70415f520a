// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.table.ColumnStats;
import dev.eider.base.table.Pruner;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Guesses how many rows of a row group pass filters, from the bounds of its columns. */
final class Selectivity {
  /** The share of rows that pass what nothing is known of. */
  private static final double UNKNOWN = 0.1;

  /** The share of rows that have a value whose frequency is not known. */
  private static final double ONE_VALUE = 0.01;

  private Selectivity() {}

  /** Rows of {@code rows} that pass; values are taken to lie evenly between the bounds. */
  static double rowsPassing(List<ScanFilter> filters, Pruner.Known known, long rows) {
    double share = 1;
    for (ScanFilter filter : filters) {
      share *= share(filter, known, rows);
    }
    return share * rows;
  }

  private static double share(ScanFilter filter, Pruner.Known known, long rows) {
    return switch (filter) {
      case ScanFilter.Compare f -> compare(known.stats(f.column()), f.op(), f.constant(), rows);
      case ScanFilter.In f -> {
        ColumnStats stats = known.stats(f.column());
        double sum = 0;
        for (Value value : f.values()) {
          sum += compare(stats, CompareOp.EQ, value, rows);
        }
        yield Math.min(1, sum);
      }
      case ScanFilter.IsNull f -> {
        long nulls = known.stats(f.column()).nullCount();
        yield nulls < 0 ? UNKNOWN : (double) nulls / rows;
      }
      case ScanFilter.IsNotNull f -> 1;
      case ScanFilter.Or f -> {
        double sum = 0;
        for (ScanFilter part : f.parts()) {
          sum += share(part, known, rows);
        }
        yield Math.min(1, sum);
      }
      case ScanFilter.Predicate f -> UNKNOWN;
      // Another operator knows, and perhaps not yet.
      case ScanFilter.Runtime f -> 1;
    };
  }

  private static double compare(ColumnStats stats, CompareOp op, Value constant, long rows) {
    double at = number(constant);
    double min = number(stats.min());
    double max = number(stats.max());
    boolean known = max >= min;
    boolean whole = known && isWhole(constant);
    return switch (op) {
      case EQ -> {
        if (stats.distinctEstimate() > 0) {
          yield 1.0 / stats.distinctEstimate();
        }
        yield !known || Double.isNaN(at) ? ONE_VALUE : whole ? 1 / (max - min + 1) : 1.0 / rows;
      }
      case NE -> 1;
      case LT, LE -> part(known, at - min, max - min);
      case GT, GE -> part(known, max - at, max - min);
    };
  }

  private static double part(boolean known, double covered, double all) {
    if (!known || Double.isNaN(covered)) {
      return UNKNOWN;
    }
    return all == 0 ? 1 : Math.clamp(covered / all, 0, 1);
  }

  private static boolean isWhole(Value value) {
    return value.object() instanceof Long || value.object() instanceof Integer;
  }

  /** A value as a number, NaN for what is none. */
  private static double number(@Nullable Value value) {
    return value != null && value.object() instanceof Number number
        ? number.doubleValue()
        : Double.NaN;
  }
}
