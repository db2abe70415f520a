// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.window;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.WideVector;
import java.math.BigDecimal;
import java.util.Arrays;

/**
 * {@code fill(y)}: NULLs become points on the line through the nearest usable neighbours, one on
 * each side, or two on the same side at the ends. A row is usable when its value and its order key
 * are neither NULL nor infinite. A single usable row is copied.
 */
final class FillFunction {
  private FillFunction() {}

  static void evaluate(WindowBlock block, WindowInput input, FlatVector result) {
    FlatVector values = block.column(input.arguments()[0]);
    boolean sorts = input.argumentOrder().keys() > 0;
    if (!sorts && !block.hasOrder()) {
      throw EiderException.binder("FILL functions must have only one ORDER BY expression");
    }
    FlatVector keys =
        block.column(
            sorts ? input.argumentOrder().column(0) : block.order().column(block.partitionKeys()));
    ArgumentRanks ranks = sorts ? new ArgumentRanks(block, input.argumentOrder()) : null;
    int start = 0;
    while (start < block.rows()) {
      int end = block.partitionEnd()[start];
      int[] rows = new int[end - start];
      for (int row = start; row < end; row++) {
        rows[(ranks == null ? row : ranks.position[row]) - start] = row;
      }
      fill(values, keys, rows, result);
      start = end;
    }
  }

  /** Fills one partition, whose rows are given in the order of the key. */
  private static void fill(FlatVector values, FlatVector keys, int[] rows, FlatVector result) {
    int[] usable = new int[rows.length];
    int count = 0;
    int[] before = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      before[i] = count;
      if (isFinite(keys, rows[i]) && isFinite(values, rows[i])) {
        usable[count++] = rows[i];
      }
    }
    usable = Arrays.copyOf(usable, count);
    for (int i = 0; i < rows.length; i++) {
      int row = rows[i];
      if (!values.isNull(row)) {
        result.copyRow(values, row, row);
      } else if (count == 0 || !isFinite(keys, row)) {
        result.setNull(row);
      } else if (count == 1) {
        result.copyRow(values, usable[0], row);
      } else {
        int low = Math.max(0, Math.min(before[i] - 1, count - 2));
        interpolate(values, keys, usable[low], usable[low + 1], row, result);
      }
    }
  }

  private static void interpolate(
      FlatVector values, FlatVector keys, int low, int high, int row, FlatVector result) {
    double slope = slope(toDouble(keys, row), toDouble(keys, low), toDouble(keys, high));
    double from = toDouble(values, low);
    double to = toDouble(values, high);
    double value = from + (to - from) * slope;
    // Between two values the fraction is cut; beyond them the distance is rounded.
    boolean isBetween = slope >= 0 && slope <= 1;
    switch (result) {
      case DoubleVector v -> v.set(row, value);
      case FloatVector v -> v.set(row, (float) value);
      case IntVector v -> {
        double whole = isBetween ? (long) value : from + Math.rint((to - from) * slope);
        if (fits(v.type(), whole)) {
          v.set(row, (int) whole);
        } else {
          v.setNull(row);
        }
      }
      case LongVector v -> {
        if (!(Math.abs(value) < 0x1p63)) {
          v.setNull(row);
        } else if (spanOverflows(v2(values, low), v2(values, high))) {
          v.set(row, (long) value);
        } else if (isBetween) {
          // The difference is small where the values are large: add it as a whole number.
          v.set(row, v2(values, low) + (long) ((to - from) * slope));
        } else {
          v.set(row, v2(values, low) + (long) Math.rint((to - from) * slope));
        }
      }
      case WideVector v -> v.setBig(row, new BigDecimal(value).toBigInteger());
      default -> throw EiderException.binder("FILL argument must support subtraction");
    }
  }

  private static boolean spanOverflows(long from, long to) {
    long span = to - from;
    return ((to ^ from) & (to ^ span)) < 0;
  }

  private static long v2(FlatVector values, int row) {
    return ((LongVector) values).get(row);
  }

  private static boolean fits(LogicalType type, double value) {
    return switch (type.id()) {
      case TINYINT -> value >= Byte.MIN_VALUE && value <= Byte.MAX_VALUE;
      case SMALLINT -> value >= Short.MIN_VALUE && value <= Short.MAX_VALUE;
      case UTINYINT -> value >= 0 && value <= 0xFF;
      case USMALLINT -> value >= 0 && value <= 0xFFFF;
      default -> value >= Integer.MIN_VALUE && value <= Integer.MAX_VALUE;
    };
  }

  private static double slope(double x, double x0, double x1) {
    double whole = x1 - x0;
    if (whole == 0) {
      return 0;
    }
    if (Double.isInfinite(whole)) {
      double scale = Math.max(Math.abs(x0), Math.abs(x1));
      return (x / scale - x0 / scale) / (x1 / scale - x0 / scale);
    }
    return (x - x0) / whole;
  }

  private static boolean isFinite(FlatVector column, int row) {
    if (column.isNull(row)) {
      return false;
    }
    return switch (column) {
      case DoubleVector v -> Double.isFinite(v.get(row));
      case FloatVector v -> Float.isFinite(v.get(row));
      case IntVector v -> v.type().id() != TypeId.DATE || Math.abs(v.get(row)) != Integer.MAX_VALUE;
      case LongVector v -> !isTimestamp(v.type()) || Math.abs(v.get(row)) != Long.MAX_VALUE;
      default -> true;
    };
  }

  private static boolean isTimestamp(LogicalType type) {
    return switch (type.id()) {
      case TIMESTAMP, TIMESTAMP_TZ, TIMESTAMP_S, TIMESTAMP_MS, TIMESTAMP_NS -> true;
      default -> false;
    };
  }

  private static double toDouble(FlatVector column, int row) {
    return switch (column) {
      case DoubleVector v -> v.get(row);
      case FloatVector v -> v.get(row);
      case IntVector v -> v.get(row);
      case LongVector v ->
          v.type().id() == TypeId.UBIGINT && v.get(row) < 0 ? (v.get(row) >>> 1) * 2.0 : v.get(row);
      case WideVector v -> v.getBig(row).doubleValue();
      default -> throw EiderException.binder("FILL ordering must support subtraction");
    };
  }
}
