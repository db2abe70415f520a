// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.row;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.vector.FlatVector;
import dev.eider.engine.expr.SortKey;
import java.util.List;

/** Row numbers of a store in the order of some of its columns. Stable. */
public final class RowOrder {
  private RowOrder() {}

  /**
   * The rows sorted by the columns {@code sortColumns}; direction and place of NULLs are those of
   * {@code keys} at the same index.
   */
  public static int[] sort(ColumnStore store, int[] sortColumns, List<SortKey> keys) {
    int count = store.rows();
    int[] rows = new int[count];
    for (int i = 0; i < count; i++) {
      rows[i] = i;
    }
    FlatVector[] columns = new FlatVector[sortColumns.length];
    boolean[] descending = new boolean[columns.length];
    boolean[] nullsFirst = new boolean[columns.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = store.column(sortColumns[i]);
      descending[i] = keys.get(i).descending();
      nullsFirst[i] = keys.get(i).nullsFirst();
    }
    mergeSort(rows, new int[count], new Order(columns, descending, nullsFirst));
    return rows;
  }

  /** The order of two rows. */
  private record Order(FlatVector[] columns, boolean[] descending, boolean[] nullsFirst) {
    int compare(int a, int b) {
      for (int k = 0; k < columns.length; k++) {
        FlatVector column = columns[k];
        boolean aNull = column.isNull(a);
        boolean bNull = column.isNull(b);
        int result;
        if (aNull || bNull) {
          result = aNull == bNull ? 0 : aNull == nullsFirst[k] ? -1 : 1;
        } else {
          result = CompareKernels.compare(column, a, column, b);
          result = descending[k] ? -result : result;
        }
        if (result != 0) {
          return result;
        }
      }
      return 0;
    }
  }

  private static void mergeSort(int[] rows, int[] scratch, Order order) {
    int count = rows.length;
    int[] from = rows;
    int[] to = scratch;
    for (int width = 1; width < count; width *= 2) {
      for (int start = 0; start < count; start += 2 * width) {
        int middle = Math.min(start + width, count);
        merge(from, to, start, middle, Math.min(middle + width, count), order);
      }
      int[] swap = from;
      from = to;
      to = swap;
    }
    if (from != rows) {
      System.arraycopy(from, 0, rows, 0, count);
    }
  }

  private static void merge(int[] from, int[] to, int start, int middle, int end, Order order) {
    if (middle == end || order.compare(from[middle - 1], from[middle]) <= 0) {
      System.arraycopy(from, start, to, start, end - start);
      return;
    }
    int left = start;
    int right = middle;
    for (int i = start; i < end; i++) {
      boolean takeLeft =
          right == end || (left < middle && order.compare(from[left], from[right]) <= 0);
      to[i] = takeLeft ? from[left++] : from[right++];
    }
  }
}
