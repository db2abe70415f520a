// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.temporal;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.NumberText;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import java.util.List;

/** Intervals of so many units. */
final class IntervalFunctions {
  private static final int MONTHS = 0;
  private static final int DAYS = 1;

  private IntervalFunctions() {}

  static void register(FunctionRegistry registry) {
    whole(registry, "years", MONTHS, 12);
    whole(registry, "months", MONTHS, 1);
    whole(registry, "quarters", MONTHS, 3);
    whole(registry, "decades", MONTHS, 120);
    whole(registry, "centuries", MONTHS, 1_200);
    whole(registry, "millennia", MONTHS, 12_000);
    whole(registry, "days", DAYS, 1);
    whole(registry, "weeks", DAYS, 7);
    micros(registry, "hours", 3_600_000_000L);
    micros(registry, "minutes", 60_000_000L);
    micros(registry, "microseconds", 1);
    fraction(registry, "seconds", 1e6);
    fraction(registry, "milliseconds", 1e3);
    registry.add(
        ScalarFunction.of(
            "normalized_interval",
            List.of(LogicalType.INTERVAL),
            LogicalType.INTERVAL,
            false,
            () -> IntervalFunctions::normalize));
  }

  private static void add(
      FunctionRegistry registry,
      String name,
      List<LogicalType> types,
      LogicalType returns,
      ScalarKernel kernel) {
    registry.add(ScalarFunction.of(name, types, returns, true, () -> kernel));
  }

  private static EiderException tooMuch(String value, String unit) {
    return EiderException.outOfRange("Interval value " + value + " " + unit + " out of range");
  }

  private static void whole(FunctionRegistry registry, String unit, int part, long scale) {
    for (LogicalType type : List.of(LogicalType.INTEGER, LogicalType.BIGINT)) {
      add(
          registry,
          "to_" + unit,
          List.of(type),
          LogicalType.INTERVAL,
          (arguments, count, result, context) -> {
            for (int i = 0; i < count; i++) {
              if (result.isNull(i)) {
                continue;
              }
              int at = arguments[0].index(i);
              long number =
                  arguments[0].vector() instanceof IntVector ints
                      ? ints.get(at)
                      : ((LongVector) arguments[0].vector()).get(at);
              long total = number * scale;
              if ((int) number != number || (int) total != total) {
                throw tooMuch(Long.toString(number), unit);
              }
              ((WideVector) result).set(i, 0, part == MONTHS ? total << 32 : total & 0xFFFF_FFFFL);
            }
          });
    }
  }

  private static void micros(FunctionRegistry registry, String unit, long scale) {
    add(
        registry,
        "to_" + unit,
        List.of(LogicalType.BIGINT),
        LogicalType.INTERVAL,
        (arguments, count, result, context) -> {
          for (int i = 0; i < count; i++) {
            if (!result.isNull(i)) {
              long number = ((LongVector) arguments[0].vector()).get(arguments[0].index(i));
              if (Math.multiplyHigh(number, scale) != (number * scale) >> 63) {
                throw tooMuch(Long.toString(number), unit);
              }
              ((WideVector) result).set(i, number * scale, 0);
            }
          }
        });
  }

  private static void fraction(FunctionRegistry registry, String unit, double scale) {
    add(
        registry,
        "to_" + unit,
        List.of(LogicalType.DOUBLE),
        LogicalType.INTERVAL,
        (arguments, count, result, context) -> {
          DoubleVector numbers = (DoubleVector) arguments[0].vector();
          for (int i = 0; i < count; i++) {
            if (!result.isNull(i)) {
              double number = numbers.get(arguments[0].index(i));
              double micros = Math.rint(number * scale);
              if (!(Math.abs(micros) < 9.223372036854775e18)) {
                throw tooMuch(Double.isNaN(number) ? "nan" : NumberText.of(number), unit);
              }
              ((WideVector) result).set(i, (long) micros, 0);
            }
          }
        });
  }

  /** Carries microseconds into days and days into months of 30 days. */
  private static void normalize(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    WideVector source = (WideVector) arguments[0].vector();
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      int at = arguments[0].index(i);
      long months = source.high(at) >> 32;
      long days = (int) source.high(at);
      long micros = source.low(at);
      days += Math.floorDiv(micros, Calendar.DAY);
      micros = Math.floorMod(micros, Calendar.DAY);
      months += Math.floorDiv(days, 30L);
      days = Math.floorMod(days, 30L);
      ((WideVector) result).set(i, micros, (months << 32) | (days & 0xFFFF_FFFFL));
    }
  }
}
