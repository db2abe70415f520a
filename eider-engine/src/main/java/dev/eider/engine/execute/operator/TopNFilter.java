// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.table.RuntimeFilter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.engine.expr.SortKey;
import org.jspecify.annotations.Nullable;

/**
 * What a top-n tells the scan below it: the first key of the worst row it keeps. Rows beyond it
 * cannot matter; rows equal to it may, for their other keys or their place in the input.
 *
 * <p>{@code bound} is replaced by workers of the top-n under {@code this} and read by scans; what
 * it refers to is immutable.
 */
public final class TopNFilter implements RuntimeFilter {
  private final boolean descending;
  private final boolean rejectsNull;
  private volatile @Nullable Bound bound;

  /** A value, boxed and as row 0 of a vector. */
  private record Bound(Value value, FlatVector vector) {}

  public TopNFilter(SortKey key) {
    descending = key.descending();
    rejectsNull = !key.nullsFirst();
  }

  /** Tightens the bound to a row's value; a NULL bounds nothing. */
  synchronized void tighten(FlatVector column, int row) {
    if (column.isNull(row)) {
      return;
    }
    Bound old = bound;
    if (old != null) {
      int result = CompareKernels.compare(column, row, old.vector, 0);
      if (descending ? result <= 0 : result >= 0) {
        return;
      }
    }
    FlatVector copy = FlatVector.allocate(column.type(), 1);
    copy.copyRow(column, row, 0);
    bound = new Bound(copy.getValue(0), copy);
  }

  @Override
  public boolean isActive() {
    return bound != null;
  }

  @Override
  public @Nullable Value min() {
    Bound now = bound;
    // NaN lies above every bound, and statistics of floating point columns do not tell of it.
    return now == null || !descending || isFloating(now.value.type()) ? null : now.value;
  }

  @Override
  public @Nullable Value max() {
    Bound now = bound;
    return now == null || descending ? null : now.value;
  }

  private static boolean isFloating(LogicalType type) {
    return type.id() == TypeId.FLOAT || type.id() == TypeId.DOUBLE;
  }

  @Override
  public boolean rejectsNull() {
    return rejectsNull;
  }

  @Override
  public int filter(FlatVector column, int[] selection, int count) {
    Bound now = bound;
    if (now == null) {
      return count;
    }
    if (!column.mayHaveNulls()) {
      if (column instanceof IntVector v) {
        return filter(v.values(), ((IntVector) now.vector).get(0), selection, count);
      }
      if (column instanceof LongVector v && v.type().id() != TypeId.UBIGINT) {
        return filter(v.values(), ((LongVector) now.vector).get(0), selection, count);
      }
      if (column instanceof DoubleVector v && !Double.isNaN(((DoubleVector) now.vector).get(0))) {
        return filter(v.values(), ((DoubleVector) now.vector).get(0), selection, count);
      }
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = selection[i];
      boolean keep;
      if (column.isNull(row)) {
        keep = !rejectsNull;
      } else {
        int result = CompareKernels.compare(column, row, now.vector, 0);
        keep = descending ? result >= 0 : result <= 0;
      }
      if (keep) {
        selection[kept++] = row;
      }
    }
    return kept;
  }

  private int filter(int[] values, int limit, int[] selection, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = selection[i];
      selection[kept] = row;
      kept += (descending ? values[row] >= limit : values[row] <= limit) ? 1 : 0;
    }
    return kept;
  }

  private int filter(long[] values, long limit, int[] selection, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = selection[i];
      selection[kept] = row;
      kept += (descending ? values[row] >= limit : values[row] <= limit) ? 1 : 0;
    }
    return kept;
  }

  /** NaN is greater than every limit. */
  private int filter(double[] values, double limit, int[] selection, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = selection[i];
      selection[kept] = row;
      kept += (descending ? !(values[row] < limit) : values[row] <= limit) ? 1 : 0;
    }
    return kept;
  }
}
