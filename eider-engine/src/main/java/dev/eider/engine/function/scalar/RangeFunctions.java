// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import static dev.eider.base.type.LogicalType.BIGINT;
import static dev.eider.base.type.LogicalType.INTERVAL;
import static dev.eider.base.type.LogicalType.TIMESTAMP;
import static dev.eider.base.type.LogicalType.TIMESTAMP_TZ;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.cast.TemporalText;
import java.util.List;

/** range (without its end) and generate_series (with it) as lists. */
final class RangeFunctions {
  private static final int MAX_LENGTH = 1 << 28;

  private RangeFunctions() {}

  static void register(FunctionRegistry registry) {
    for (boolean inclusive : new boolean[] {false, true}) {
      String name = inclusive ? "generate_series" : "range";
      LogicalType list = LogicalType.list(BIGINT);
      for (List<LogicalType> parameters :
          List.of(List.of(BIGINT), List.of(BIGINT, BIGINT), List.of(BIGINT, BIGINT, BIGINT))) {
        registry.add(
            Kernels.failing(name, parameters, list, (a, n, r, c) -> numbers(inclusive, a, n, r)));
      }
      for (LogicalType type : List.of(TIMESTAMP, TIMESTAMP_TZ)) {
        registry.add(
            Kernels.failing(
                name,
                List.of(type, type, INTERVAL),
                LogicalType.list(type),
                (a, n, r, c) -> stamps(inclusive, a, n, r)));
      }
    }
  }

  private static long at(Operand operand, int row) {
    return ((LongVector) operand.vector()).get(operand.index(row));
  }

  private static void numbers(
      boolean inclusive, Operand[] arguments, int count, FlatVector result) {
    ListVector out = (ListVector) result;
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      long start = arguments.length > 1 ? at(arguments[0], i) : 0;
      long end = at(arguments[arguments.length > 1 ? 1 : 0], i);
      long step = arguments.length > 2 ? at(arguments[2], i) : 1;
      int length = length(start, end, step, inclusive);
      int from = out.appendChildren(length);
      LongVector child = (LongVector) out.child();
      for (int k = 0; k < length; k++) {
        child.set(from + k, start + k * step);
      }
      out.setList(i, from, length);
    }
  }

  private static int length(long start, long end, long step, boolean inclusive) {
    if (step == 0 || (step > 0 ? start > end : start < end) || start == end && !inclusive) {
      return 0;
    }
    // Differences of longs need up to 65 bits: unsigned arithmetic holds them.
    long distance = step > 0 ? end - start : start - end;
    long magnitude = Math.abs(step);
    long length = Long.divideUnsigned(distance, magnitude);
    if (inclusive || Long.remainderUnsigned(distance, magnitude) != 0) {
      length++;
    }
    if (Long.compareUnsigned(length, MAX_LENGTH) > 0) {
      throw EiderException.invalidInput(
          "Lists larger than 2^28 elements are not supported by range and generate_series");
    }
    return (int) length;
  }

  private static void stamps(boolean inclusive, Operand[] arguments, int count, FlatVector result) {
    ListVector out = (ListVector) result;
    WideVector steps = (WideVector) arguments[2].vector();
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      int at = arguments[2].index(i);
      long monthsDays = steps.high(at);
      long months = monthsDays >> 32;
      long days = (int) monthsDays;
      long micros = steps.low(at);
      boolean up = months > 0 || days > 0 || micros > 0;
      boolean down = months < 0 || days < 0 || micros < 0;
      if (up == down) {
        if (up) {
          throw EiderException.invalidInput(
              "Interval with mix of negative/positive entries not supported");
        }
        throw EiderException.invalidInput("Interval cannot be 0!");
      }
      long now = at(arguments[0], i);
      long end = at(arguments[1], i);
      if (TemporalText.infinite(now) || TemporalText.infinite(end)) {
        throw EiderException.invalidInput("Interval infinite bounds not supported");
      }
      int from = out.childSize();
      while (up ? now < end || inclusive && now == end : now > end || inclusive && now == end) {
        if (out.childSize() - from >= MAX_LENGTH) {
          throw EiderException.invalidInput(
              "Lists larger than 2^28 elements are not supported by range and generate_series");
        }
        int row = out.appendChildren(1);
        ((LongVector) out.child()).set(row, now);
        now = TemporalArithmetic.shift(now, months, days, micros);
      }
      out.setList(i, from, out.childSize() - from);
    }
  }
}
