// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import static dev.eider.base.type.LogicalType.BIGINT;
import static dev.eider.base.type.LogicalType.DATE;
import static dev.eider.base.type.LogicalType.TIMESTAMP;

import dev.eider.base.kernel.CalendarKernels;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.cast.TemporalText;
import java.util.List;

/** year, month and day of dates and timestamps by branch-free kernels; NULL for infinity. */
public final class DatePartKernels {
  private DatePartKernels() {}

  /** The parts with kernels. */
  public enum Part {
    YEAR,
    MONTH,
    DAY
  }

  static void register(FunctionRegistry registry) {
    for (Part part : Part.values()) {
      String name = part.name().toLowerCase(java.util.Locale.ROOT);
      registry.add(Kernels.safe(name, List.of(DATE), BIGINT, date(part)));
      registry.add(Kernels.safe(name, List.of(TIMESTAMP), BIGINT, timestamp(part)));
    }
    registry.alias("dayofmonth", "day");
  }

  /** The kernel for DATE. */
  public static ScalarKernel date(Part part) {
    return (arguments, count, result, context) -> {
      Operand operand = arguments[0];
      int[] days = ((IntVector) operand.vector()).values();
      long[] out = ((LongVector) result).values();
      int rows = operand.isConstant() ? 1 : count;
      switch (part) {
        case YEAR -> CalendarKernels.yearOfDays(days, rows, out);
        case MONTH -> CalendarKernels.monthOfDays(days, rows, out);
        case DAY -> CalendarKernels.dayOfDays(days, rows, out);
      }
      int infinite = 0;
      for (int i = 0; i < rows; i++) {
        infinite |= days[i] == TemporalText.DATE_INFINITY | days[i] == -TemporalText.DATE_INFINITY
            ? 1
            : 0;
      }
      for (int i = 0; infinite != 0 && i < rows; i++) {
        if (Math.abs((long) days[i]) == TemporalText.DATE_INFINITY) {
          result.setNull(i);
        }
      }
    };
  }

  /** The kernel for TIMESTAMP. */
  public static ScalarKernel timestamp(Part part) {
    return (arguments, count, result, context) -> {
      Operand operand = arguments[0];
      long[] micros = ((LongVector) operand.vector()).values();
      long[] out = ((LongVector) result).values();
      int rows = operand.isConstant() ? 1 : count;
      switch (part) {
        case YEAR -> CalendarKernels.yearOfMicros(micros, rows, out);
        case MONTH -> CalendarKernels.monthOfMicros(micros, rows, out);
        case DAY -> CalendarKernels.dayOfMicros(micros, rows, out);
      }
      nullInfinite(micros, rows, result);
    };
  }

  private static void nullInfinite(long[] micros, int count, FlatVector result) {
    int infinite = 0;
    for (int i = 0; i < count; i++) {
      infinite |= micros[i] == Long.MAX_VALUE | micros[i] == -Long.MAX_VALUE ? 1 : 0;
    }
    for (int i = 0; infinite != 0 && i < count; i++) {
      if (TemporalText.infinite(micros[i])) {
        result.setNull(i);
      }
    }
  }
}
