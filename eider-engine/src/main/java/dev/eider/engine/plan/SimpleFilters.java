// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.plan;

import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Conditions of the shapes that tables know by themselves: a column against constants. */
public final class SimpleFilters {
  /** The table's column number by column id. */
  private final Map<Integer, Integer> tableColumns;

  private SimpleFilters(Map<Integer, Integer> tableColumns) {
    this.tableColumns = tableColumns;
  }

  /** The condition as one that tables know, or null. */
  public static @Nullable ScanFilter convert(
      BoundExpr condition, Map<Integer, Integer> tableColumns) {
    return new SimpleFilters(tableColumns).convert(condition);
  }

  private @Nullable ScanFilter convert(BoundExpr condition) {
    return switch (condition) {
      case BoundExpr.Compare compare -> convertCompare(compare);
      case BoundExpr.IsNull test ->
          test.child() instanceof ColumnRef column
              ? test.negated()
                  ? new ScanFilter.IsNotNull(number(column))
                  : new ScanFilter.IsNull(number(column))
              : null;
      case BoundExpr.In in -> convertIn(in);
      case BoundExpr.Or or -> {
        List<ScanFilter> parts = new ArrayList<>();
        for (BoundExpr part : or.parts()) {
          ScanFilter converted = convert(part);
          if (converted == null) {
            yield null;
          }
          parts.add(converted);
        }
        yield new ScanFilter.Or(parts);
      }
      default -> null;
    };
  }

  private @Nullable ScanFilter convertCompare(BoundExpr.Compare compare) {
    if (compare.left() instanceof ColumnRef column
        && compare.right() instanceof BoundExpr.Constant constant) {
      return compare(column, compare.op(), constant.value());
    }
    if (compare.right() instanceof ColumnRef column
        && compare.left() instanceof BoundExpr.Constant constant) {
      return compare(column, compare.op().flip(), constant.value());
    }
    return null;
  }

  private @Nullable ScanFilter compare(ColumnRef column, CompareOp op, Value value) {
    return value.isNull() || !value.type().equals(column.type())
        ? null
        : new ScanFilter.Compare(number(column), op, value);
  }

  private @Nullable ScanFilter convertIn(BoundExpr.In in) {
    if (in.negated() || !(in.child() instanceof ColumnRef column)) {
      return null;
    }
    List<Value> values = new ArrayList<>();
    for (BoundExpr item : in.items()) {
      if (!(item instanceof BoundExpr.Constant constant)
          || !constant.type().equals(column.type())) {
        return null;
      }
      // x IN (.., NULL) is true for the other values and never otherwise.
      if (!constant.value().isNull()) {
        values.add(constant.value());
      }
    }
    return new ScanFilter.In(number(column), values);
  }

  private int number(ColumnRef column) {
    Integer number = tableColumns.get(column.id());
    if (number == null) {
      throw new IllegalStateException("no table column for " + column);
    }
    return number;
  }
}
