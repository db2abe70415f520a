// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.cast.TypeUnifier;
import dev.eider.engine.function.cast.ValueCasts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code equi_width_bins(min, max, count, nice)}: the upper bounds of bins of one width. */
final class BinFunctions {
  private static final long BINS_MAX = 1_000_000;

  private BinFunctions() {}

  static void register(FunctionRegistry registry) {
    registry.add(
        new ScalarFunction(
            "equi_width_bins",
            List.of(LogicalType.ANY, LogicalType.ANY, LogicalType.BIGINT, LogicalType.BOOLEAN),
            null,
            LogicalType.list(LogicalType.ANY),
            (arguments, scope) -> bind(arguments)));
  }

  private static BoundScalar bind(List<Argument> arguments) {
    LogicalType shown = arguments.get(1).type();
    LogicalType common = TypeUnifier.unify(arguments.get(0).type(), shown);
    LogicalType counted = common == null ? null : countedAs(common);
    LogicalType child =
        shown.id() == TypeId.DECIMAL
            ? LogicalType.DOUBLE
            : shown.isIntegral() && counted != null && counted.equals(LogicalType.DOUBLE)
                ? LogicalType.DOUBLE
                : shown;
    List<LogicalType> parameters =
        counted == null
            ? List.of(arguments.get(0).type(), shown, LogicalType.BIGINT, LogicalType.BOOLEAN)
            : List.of(counted, counted, LogicalType.BIGINT, LogicalType.BOOLEAN);
    return new BoundScalar(
        "equi_width_bins",
        parameters,
        LogicalType.list(child),
        ScalarKernel.NullHandling.PROPAGATE,
        BoundScalar.Stability.CONSISTENT,
        true,
        () ->
            (operands, count, result, context) -> {
              for (int i = 0; i < count; i++) {
                if (!result.isNull(i)) {
                  result.setValue(i, row(operands, i, counted, child, arguments.get(0).type()));
                }
              }
            },
        null);
  }

  /** The type in which bounds are computed, or null when values cannot be counted. */
  private static @Nullable LogicalType countedAs(LogicalType type) {
    if (type.isIntegral() || type.id() == TypeId.SQLNULL) {
      return LogicalType.BIGINT;
    }
    return switch (type.id()) {
      case DECIMAL, FLOAT, DOUBLE -> LogicalType.DOUBLE;
      case DATE, TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS, TIMESTAMP_NS, TIMESTAMP_TZ ->
          LogicalType.TIMESTAMP;
      default -> null;
    };
  }

  private static Value row(
      Operand[] operands,
      int row,
      @Nullable LogicalType counted,
      LogicalType child,
      LogicalType written) {
    if (counted == null) {
      throw EiderException.binder("Unsupported type \"" + written + "\" for equi_width_bins");
    }
    Value min = value(operands[0], row);
    Value max = value(operands[1], row);
    long bins = value(operands[2], row).asLong();
    boolean nice = value(operands[3], row).asBoolean();
    boolean doubles = counted.equals(LogicalType.DOUBLE);
    int order =
        doubles
            ? Double.compare(max.asDouble() + 0.0, min.asDouble() + 0.0)
            : Long.compare(max.asLong(), min.asLong());
    if (order < 0) {
      throw EiderException.invalidInput(
          "Invalid input for bin function - max value is smaller than min value");
    }
    if (bins <= 0) {
      throw EiderException.invalidInput("Invalid input for bin function - there must be > 0 bins");
    }
    if (bins > BINS_MAX) {
      throw EiderException.invalidInput(
          "Invalid input for bin function - max bin count of " + BINS_MAX + " exceeded");
    }
    List<Value> bounds = new ArrayList<>();
    if (order == 0) {
      bounds.add(max);
    } else if (doubles) {
      for (double bound : Bins.ofDoubles(min.asDouble(), max.asDouble(), bins, nice)) {
        bounds.add(Value.of(bound));
      }
    } else {
      boolean instants = counted.equals(LogicalType.TIMESTAMP);
      long[] all =
          instants
              ? Bins.ofTimestamps(min.asLong(), max.asLong(), bins, nice)
              : Bins.ofLongs(min.asLong(), max.asLong(), bins, nice);
      for (long bound : all) {
        bounds.add(new Value(counted, bound));
      }
    }
    // Bounds come from the greatest down, and that one covers the maximum.
    if (isLess(bounds.getFirst(), max)) {
      bounds.set(0, max);
    }
    Collections.reverse(bounds);
    List<Value> cast = new ArrayList<>(bounds.size());
    bounds.forEach(bound -> cast.add(ValueCasts.cast(bound, child)));
    return new Value(LogicalType.list(child), cast);
  }

  private static boolean isLess(Value a, Value b) {
    return a.get() instanceof Double x ? x < b.asDouble() : a.asLong() < b.asLong();
  }

  private static Value value(Operand operand, int row) {
    return operand.vector().getValue(operand.index(row));
  }
}
