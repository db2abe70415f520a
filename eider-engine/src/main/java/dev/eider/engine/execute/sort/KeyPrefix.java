// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.sort;

import dev.eider.base.vector.FlatVector;

/**
 * The first key of a row as one long that does not depend on other rows: a smaller long comes
 * first, equal longs say nothing. For merging runs and for the bound of a top-n.
 */
public final class KeyPrefix {
  private KeyPrefix() {}

  /** The words of rows {@code [0, count)}. */
  public static void words(RowOrdering order, FlatVector[] columns, int count, long[] out) {
    if (order.keys() == 0) {
      java.util.Arrays.fill(out, 0, count, 0);
      return;
    }
    words(order, columns[order.columns[0]], count, out);
  }

  /** The words of rows {@code [0, count)} of the first key's column. */
  public static void words(RowOrdering order, FlatVector column, int count, long[] out) {
    KeyParts.values(column, count, 0, out);
    boolean descending = order.descending[0];
    // Half of the range, so that there is room for NULL on both sides.
    for (int i = 0; i < count; i++) {
      out[i] = (descending ? ~out[i] : out[i]) >> 1;
    }
    if (column.mayHaveNulls()) {
      long word = order.nullsFirst[0] ? Long.MIN_VALUE : Long.MAX_VALUE;
      for (int i = 0; i < count; i++) {
        if (column.isNull(i)) {
          out[i] = word;
        }
      }
    }
  }
}
