// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import static dev.eider.base.type.LogicalType.ANY;
import static dev.eider.base.type.LogicalType.VARCHAR;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundAggregate;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.FunctionResolver;
import dev.eider.engine.function.FunctionTypes;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarFunction.BindScope;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code list_aggregate(list, 'sum')} and its short forms: any aggregate over a list's elements.
 */
final class ListAggregateFunctions {
  private static final List<String> SHORT =
      List.of(
          "any_value",
          "approx_count_distinct",
          "avg",
          "bit_and",
          "bit_or",
          "bit_xor",
          "bool_and",
          "bool_or",
          "count",
          "entropy",
          "first",
          "histogram",
          "kurtosis",
          "kurtosis_pop",
          "last",
          "mad",
          "max",
          "median",
          "min",
          "mode",
          "product",
          "sem",
          "skewness",
          "stddev_pop",
          "stddev_samp",
          "string_agg",
          "sum",
          "var_pop",
          "var_samp");

  private ListAggregateFunctions() {}

  static void register(FunctionRegistry registry) {
    for (String name :
        List.of("list_aggregate", "list_aggr", "array_aggregate", "array_aggr", "aggregate")) {
      registry.add(
          new ScalarFunction(
              name,
              List.of(FunctionTypes.ANY_LIST, VARCHAR),
              ANY,
              ANY,
              (arguments, scope) -> {
                Value aggregate = arguments.get(1).constant();
                if (aggregate == null || aggregate.isNull()) {
                  throw EiderException.binder("Aggregate function name must be a constant");
                }
                return bind(registry, aggregate.asString(), arguments, 2, scope);
              }));
    }
    for (String aggregate : SHORT) {
      registry.add(
          new ScalarFunction(
              "list_" + aggregate,
              List.of(FunctionTypes.ANY_LIST),
              ANY,
              ANY,
              (arguments, scope) -> bind(registry, aggregate, arguments, 1, scope)));
    }
    registry.add(
        new ScalarFunction(
            "array_to_string",
            List.of(FunctionTypes.ANY_LIST, VARCHAR),
            null,
            VARCHAR,
            (arguments, scope) -> {
              List<Argument> texts = new ArrayList<>(arguments);
              texts.set(0, Argument.of(LogicalType.list(VARCHAR), null));
              Value separator = arguments.get(1).constant();
              if (separator != null && separator.isNull()) {
                texts.set(1, Argument.of(VARCHAR, Value.of(",")));
              }
              return bind(registry, "string_agg", texts, 1, scope);
            }));
    for (String name : List.of("array_to_string_comma_default")) {
      registry.add(
          new ScalarFunction(
              name,
              List.of(FunctionTypes.ANY_LIST),
              null,
              VARCHAR,
              (arguments, scope) ->
                  bind(
                      registry,
                      "string_agg",
                      List.of(Argument.of(LogicalType.list(VARCHAR), null)),
                      1,
                      scope)));
    }
  }

  /** Arguments from {@code extra} on go to the aggregate after the element. */
  private static BoundScalar bind(
      FunctionRegistry registry,
      String aggregate,
      List<Argument> arguments,
      int extra,
      BindScope scope) {
    List<Argument> inner = new ArrayList<>();
    inner.add(Argument.of(Lists.element(arguments.getFirst().type()), null));
    inner.addAll(arguments.subList(extra, arguments.size()));
    AggregateFunction.Binding binding =
        FunctionResolver.bindAggregate(registry, aggregate, inner, scope);
    if (binding == null) {
      throw EiderException.catalog(
          "Aggregate Function with name " + aggregate + " does not exist!");
    }
    BoundAggregate function = binding.function();
    List<LogicalType> parameters = new ArrayList<>();
    for (Argument argument : arguments) {
      parameters.add(argument.type());
    }
    LogicalType element = inner.getFirst().type();
    int[] sources = new int[binding.arguments().size()];
    for (int i = 0; i < sources.length; i++) {
      int source = binding.arguments().get(i);
      LogicalType type = function.parameters().get(i);
      sources[i] = source == 0 ? 0 : source - 1 + extra;
      if (source == 0) {
        element = type;
      } else {
        parameters.set(sources[i], type);
      }
    }
    parameters.set(0, LogicalType.list(element));
    return Kernels.bound(
        "list_" + function.name(),
        parameters,
        function.returnType(),
        NullHandling.PROPAGATE,
        true,
        (operands, count, result, context) -> apply(function, sources, operands, count, result),
        List.of(function.name(), String.valueOf(function.data())));
  }

  private static void apply(
      BoundAggregate function, int[] sources, Operand[] operands, int count, FlatVector result) {
    int total = 0;
    for (int i = 0; i < count; i++) {
      total += result.isNull(i) ? 0 : Lists.length(operands[0], i);
    }
    int[] rows = new int[total];
    int[] groups = new int[total];
    int next = 0;
    for (int i = 0; i < count; i++) {
      for (int k = 0; !result.isNull(i) && k < Lists.length(operands[0], i); k++) {
        rows[next] = Lists.offset(operands[0], i) + k;
        groups[next++] = i;
      }
    }
    Operand[] arguments = new Operand[sources.length];
    for (int a = 0; a < sources.length; a++) {
      Operand source = operands[sources[a]];
      FlatVector from = sources[a] == 0 ? Lists.child(source) : source.vector();
      FlatVector gathered = FlatVector.allocate(from.type(), Math.max(1, total));
      if (sources[a] == 0) {
        gathered.gather(from, rows, total);
      } else {
        for (int k = 0; k < total; k++) {
          gathered.copyRow(from, source.index(groups[k]), k);
        }
      }
      arguments[a] = new Operand(gathered, 1);
    }
    AggregateState state = function.newState();
    state.ensureGroups(count);
    if (total > 0) {
      state.update(arguments, groups, total);
    }
    FlatVector finished = FlatVector.allocate(result.type(), count);
    state.finish(0, count, finished);
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)) {
        result.copyRow(finished, i, i);
      }
    }
  }
}
