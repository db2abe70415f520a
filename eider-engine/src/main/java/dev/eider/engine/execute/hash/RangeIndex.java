// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.hash;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.vector.FlatVector;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.row.ColumnStore;
import dev.eider.engine.execute.row.RowOrder;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.SortKey;
import java.util.List;

/**
 * The rows of a store in ascending order of each of one or two key columns, without those that have
 * a NULL key. Immutable; for any number of threads.
 *
 * <p>Invariants: {@code orders[k][p]} is the row at place {@code p} by key {@code k}; {@code
 * secondPlace[p]} is the place by the second key of the row at place {@code p} by the first.
 */
public final class RangeIndex {
  private final FlatVector[] keys;
  private final int[][] orders;
  private final int[] secondPlace;

  private RangeIndex(FlatVector[] keys, int[][] orders, int[] secondPlace) {
    this.keys = keys;
    this.orders = orders;
    this.secondPlace = secondPlace;
  }

  /** Sorts, a key a task. The numbers are charged to the reservation. */
  public static RangeIndex of(
      ColumnStore store, int[] keyColumns, MemoryReservation memory, QueryContext query) {
    int count = keyColumns.length;
    // The order and the scratch of its sort, for each key; the places.
    memory.grow((long) Integer.BYTES * store.rows() * (2L * count + (count == 2 ? 2 : 0)));
    FlatVector[] keys = new FlatVector[count];
    int[][] orders = new int[count][];
    for (int k = 0; k < count; k++) {
      keys[k] = store.column(keyColumns[k]);
    }
    query.runParallel(
        count,
        k -> {
          BoundExpr.InputRef key = new BoundExpr.InputRef(keyColumns[k], keys[k].type());
          int[] all =
              RowOrder.sort(
                  store, new int[] {keyColumns[k]}, List.of(new SortKey(key, false, false)));
          orders[k] = withoutNulls(keys, all);
        });
    int[] secondPlace = new int[0];
    if (count == 2) {
      int[] places = new int[store.rows()];
      for (int p = 0; p < orders[1].length; p++) {
        places[orders[1][p]] = p;
      }
      secondPlace = new int[orders[0].length];
      for (int p = 0; p < secondPlace.length; p++) {
        secondPlace[p] = places[orders[0][p]];
      }
    }
    return new RangeIndex(keys, orders, secondPlace);
  }

  private static int[] withoutNulls(FlatVector[] keys, int[] rows) {
    int kept = 0;
    for (int row : rows) {
      boolean hasNull = false;
      for (FlatVector key : keys) {
        hasNull |= key.isNull(row);
      }
      if (!hasNull) {
        rows[kept++] = row;
      }
    }
    return kept == rows.length ? rows : java.util.Arrays.copyOf(rows, kept);
  }

  /** Rows without NULL keys. */
  public int size() {
    return orders[0].length;
  }

  /** The row at a place by a key. */
  public int row(int key, int place) {
    return orders[key][place];
  }

  /** The place by the second key of the row at a place by the first. */
  public int secondPlace(int place) {
    return secondPlace[place];
  }

  /** Whether the rows that {@code left op} holds for are the first ones (else the last ones). */
  public static boolean isPrefix(CompareOp op) {
    return op == CompareOp.GT || op == CompareOp.GE;
  }

  /**
   * Where by a key the rows for which {@code left[row] op key} holds end (of the first ones), or
   * begin (of the last ones).
   */
  public int bound(int key, CompareOp op, FlatVector left, int row) {
    // GE and LT part the order behind the equal keys, GT and LE before them.
    boolean behindEqual = op == CompareOp.GE || op == CompareOp.LT;
    int[] order = orders[key];
    FlatVector values = keys[key];
    int low = 0;
    int high = order.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int compared = CompareKernels.compare(values, order[middle], left, row);
      if (compared < 0 || (behindEqual && compared == 0)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
