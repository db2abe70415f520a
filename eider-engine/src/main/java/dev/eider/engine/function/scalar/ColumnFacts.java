// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import dev.eider.base.table.ColumnStats;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.function.ScalarFunction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code stats(x)}: what is known of an expression without reading rows. Of a column of a scanned
 * table the optimizer answers it; of everything else but constants nothing is known.
 */
public final class ColumnFacts {
  /** The name of the function. */
  public static final String NAME = "stats";

  private ColumnFacts() {}

  static ScalarFunction function() {
    return new ScalarFunction(
        NAME,
        List.of(LogicalType.ANY),
        null,
        LogicalType.ANY,
        (arguments, scope) -> {
          LogicalType type = arguments.getFirst().type();
          Value constant = arguments.getFirst().constant();
          ColumnStats known = ColumnStats.UNKNOWN;
          if (constant != null) {
            known =
                constant.isNull()
                    ? new ColumnStats(null, null, 1, 0)
                    : new ColumnStats(constant, constant, 0, 1);
          }
          return SystemFunctions.constant(NAME, arguments, value(type, known, 1));
        });
  }

  /**
   * The answer for a column.
   *
   * @param rows of the table, -1 when unknown
   */
  public static Value value(LogicalType type, ColumnStats known, long rows) {
    boolean allNull = known.nullCount() >= 0 && known.nullCount() == rows;
    List<Value> fields = new ArrayList<>();
    fields.add(Value.of(!allNull));
    fields.add(Value.of(known.nullCount() != 0));
    fields.add(bound(type, known.max()));
    fields.add(bound(type, known.min()));
    return new Value(
        LogicalType.struct(
            List.of(
                new LogicalType.Field("has_no_null", LogicalType.BOOLEAN),
                new LogicalType.Field("has_null", LogicalType.BOOLEAN),
                new LogicalType.Field("max", type),
                new LogicalType.Field("min", type))),
        fields);
  }

  private static Value bound(LogicalType type, @Nullable Value bound) {
    return bound == null || !bound.type().equals(type) ? Value.nullOf(type) : bound;
  }
}
