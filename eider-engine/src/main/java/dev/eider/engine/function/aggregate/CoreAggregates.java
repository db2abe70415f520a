// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.PhysicalType;
import dev.eider.base.type.TypeId;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundAggregate;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.StateLayout;
import java.util.List;
import java.util.function.Supplier;

/** count, sum, avg, min and max. */
public final class CoreAggregates {
  private static final List<LogicalType> SMALL_INTEGERS =
      List.of(
          LogicalType.TINYINT,
          LogicalType.SMALLINT,
          LogicalType.INTEGER,
          LogicalType.UTINYINT,
          LogicalType.USMALLINT,
          LogicalType.UINTEGER,
          LogicalType.BIGINT);
  private static final LogicalType ANY_DECIMAL = LogicalType.decimal(18, 3);

  private CoreAggregates() {}

  /** {@code count(*)}. */
  public static BoundAggregate countRows() {
    return new BoundAggregate(
            "count_star",
            List.of(),
            LogicalType.BIGINT,
            false,
            true,
            () -> new CountState(true),
            null)
        .withLayout(CountState.LAYOUT);
  }

  public static void register(FunctionRegistry registry) {
    fixed(registry, "count_star", List.of(), LogicalType.BIGINT, () -> new CountState(true));
    fixed(registry, "count", List.of(), LogicalType.BIGINT, () -> new CountState(true));
    registry.add(
        new AggregateFunction(
            "count",
            List.of(LogicalType.ANY),
            null,
            LogicalType.BIGINT,
            (arguments, context) ->
                binding(
                    "count",
                    arguments.get(0).type(),
                    LogicalType.BIGINT,
                    true,
                    () -> new CountState(false))));
    sums(registry, "sum");
    sums(registry, "sum_no_overflow");
    averages(registry);
    extreme(registry, "min", true);
    extreme(registry, "max", false);
    registry.aggregateAlias("mean", "avg");
  }

  private static void sums(FunctionRegistry registry, String name) {
    for (LogicalType type : SMALL_INTEGERS) {
      fixed(registry, name, List.of(type), LogicalType.HUGEINT, () -> new IntegerSumState(-1));
    }
    fixed(
        registry,
        name,
        List.of(LogicalType.BOOLEAN),
        LogicalType.HUGEINT,
        () -> new IntegerSumState(-1));
    fixed(
        registry,
        name,
        List.of(LogicalType.HUGEINT),
        LogicalType.HUGEINT,
        () -> new HugeSumState(-1));
    fixed(
        registry,
        name,
        List.of(LogicalType.DOUBLE),
        LogicalType.DOUBLE,
        () -> new DoubleSumState(false));
    registry.add(
        new AggregateFunction(
            name,
            List.of(ANY_DECIMAL),
            null,
            ANY_DECIMAL,
            (arguments, context) -> {
              LogicalType.Decimal type = decimal(arguments);
              return binding(
                  name,
                  type,
                  LogicalType.decimal(LogicalType.Decimal.MAX_WIDTH, type.scale()),
                  true,
                  type.physical() == PhysicalType.INT64
                      ? () -> new IntegerSumState(-1)
                      : () -> new HugeSumState(-1));
            }));
  }

  private static void averages(FunctionRegistry registry) {
    for (LogicalType type : SMALL_INTEGERS) {
      fixed(registry, "avg", List.of(type), LogicalType.DOUBLE, () -> new IntegerSumState(0));
    }
    fixed(
        registry,
        "avg",
        List.of(LogicalType.HUGEINT),
        LogicalType.DOUBLE,
        () -> new HugeSumState(0));
    fixed(
        registry,
        "avg",
        List.of(LogicalType.DOUBLE),
        LogicalType.DOUBLE,
        () -> new DoubleSumState(true));
    for (LogicalType type :
        List.of(LogicalType.TIMESTAMP, LogicalType.TIMESTAMP_TZ, LogicalType.TIME)) {
      fixed(registry, "avg", List.of(type), type, () -> new IntegerSumState(0));
    }
    fixed(registry, "avg", List.of(LogicalType.TIME_TZ), LogicalType.TIME_TZ, ClockMeanState::new);
    registry.add(
        new AggregateFunction(
            "avg",
            List.of(ANY_DECIMAL),
            null,
            LogicalType.DOUBLE,
            (arguments, context) -> {
              LogicalType.Decimal type = decimal(arguments);
              return binding(
                  "avg",
                  type,
                  LogicalType.DOUBLE,
                  true,
                  type.physical() == PhysicalType.INT64
                      ? () -> new IntegerSumState(type.scale())
                      : () -> new HugeSumState(type.scale()));
            }));
  }

  private static LogicalType.Decimal decimal(List<Argument> arguments) {
    return arguments.get(0).type() instanceof LogicalType.Decimal decimal
        ? decimal
        : (LogicalType.Decimal) ANY_DECIMAL;
  }

  private static void extreme(FunctionRegistry registry, String name, boolean least) {
    registry.add(
        new AggregateFunction(
            name,
            List.of(LogicalType.ANY),
            null,
            LogicalType.ANY,
            (arguments, context) -> {
              LogicalType type = arguments.get(0).type();
              Supplier<AggregateState> states =
                  isWord(type)
                      ? () -> new WordExtremeState(type, least)
                      : () -> new ValueExtremeState(type, least);
              return binding(name, type, type, false, states);
            }));
  }

  private static boolean isWord(LogicalType type) {
    return switch (type.physical()) {
      case INT32, INT64, DOUBLE -> type.id() != TypeId.SQLNULL;
      default -> false;
    };
  }

  private static void fixed(
      FunctionRegistry registry,
      String name,
      List<LogicalType> types,
      LogicalType result,
      Supplier<AggregateState> states) {
    BoundAggregate bound =
        exportable(new BoundAggregate(name, types, result, false, true, states, null));
    List<Integer> positions = types.isEmpty() ? List.of() : List.of(0);
    registry.add(
        new AggregateFunction(
            name,
            types,
            null,
            result,
            (arguments, context) -> new AggregateFunction.Binding(bound, positions)));
  }

  private static AggregateFunction.Binding binding(
      String name,
      LogicalType type,
      LogicalType result,
      boolean distinctSensitive,
      Supplier<AggregateState> states) {
    return new AggregateFunction.Binding(
        exportable(
            new BoundAggregate(
                name, List.of(type), result, false, distinctSensitive, states, null)),
        List.of(0));
  }

  /** Adds the layout of the states, by what is counted, summed or compared. */
  private static BoundAggregate exportable(BoundAggregate function) {
    LogicalType type = function.returnType();
    return switch (function.name()) {
      case "count", "count_star" -> function.withLayout(CountState.LAYOUT);
      case "min", "max" -> function.withLayout(StateLayout.ofResult(type));
      case "avg" -> function.withLayout(SumLayout.ofMean(function.newState()));
      default -> function.withLayout(SumLayout.ofSum(type));
    };
  }
}
