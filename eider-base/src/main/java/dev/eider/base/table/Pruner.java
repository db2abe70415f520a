// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.type.Value;
import dev.eider.base.vector.ConstantVector;
import java.util.List;

/** Whether rows of which only statistics are known may match filters. */
public final class Pruner {
  /** Gives the statistics of a column of the table. */
  public interface Known {
    /** What is known of a column. */
    ColumnStats stats(int column);
  }

  private Pruner() {}

  /** False when none of {@code rows} rows can make all filters true. */
  public static boolean mayMatch(List<ScanFilter> filters, Known known, long rows) {
    for (ScanFilter filter : filters) {
      if (!mayMatch(filter, known, rows)) {
        return false;
      }
    }
    return true;
  }

  private static boolean mayMatch(ScanFilter filter, Known known, long rows) {
    return switch (filter) {
      case ScanFilter.Compare f -> {
        ColumnStats stats = known.stats(f.column());
        yield stats.nullCount() != rows && compare(stats, f.op(), f.constant());
      }
      case ScanFilter.In f -> {
        ColumnStats stats = known.stats(f.column());
        boolean any = false;
        for (Value value : f.values()) {
          any |= stats.nullCount() != rows && compare(stats, ScanFilter.CompareOp.EQ, value);
        }
        yield any;
      }
      case ScanFilter.IsNull f -> known.stats(f.column()).nullCount() != 0;
      case ScanFilter.IsNotNull f -> known.stats(f.column()).nullCount() != rows;
      case ScanFilter.Or f -> {
        boolean any = false;
        for (ScanFilter part : f.parts()) {
          any |= mayMatch(part, known, rows);
        }
        yield any;
      }
      case ScanFilter.Predicate f -> true;
      case ScanFilter.Runtime f -> runtime(known.stats(f.column()), f.filter(), rows);
    };
  }

  private static boolean compare(ColumnStats stats, ScanFilter.CompareOp op, Value constant) {
    if (constant.isNull()) {
      return false;
    }
    Value min = stats.min();
    Value max = stats.max();
    boolean notBelow = max == null || order(max, constant) >= 0;
    boolean notAbove = min == null || order(min, constant) <= 0;
    return switch (op) {
      case EQ -> notBelow && notAbove;
      case NE ->
          min == null || max == null || order(min, constant) != 0 || order(max, constant) != 0;
      case LT -> min == null || order(min, constant) < 0;
      case LE -> notAbove;
      case GT -> max == null || order(max, constant) > 0;
      case GE -> notBelow;
    };
  }

  private static boolean runtime(ColumnStats stats, RuntimeFilter filter, long rows) {
    if (!filter.isActive()) {
      return true;
    }
    if (stats.nullCount() != 0 && !filter.rejectsNull()) {
      return true;
    }
    if (stats.nullCount() == rows) {
      return false;
    }
    Value low = filter.min();
    Value high = filter.max();
    Value min = stats.min();
    Value max = stats.max();
    boolean below = low != null && max != null && order(max, low) < 0;
    boolean above = high != null && min != null && order(min, high) > 0;
    return !below && !above;
  }

  private static int order(Value a, Value b) {
    return CompareKernels.compare(ConstantVector.of(a).value(), 0, ConstantVector.of(b).value(), 0);
  }
}
