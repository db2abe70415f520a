// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundAggregate;
import dev.eider.engine.function.FunctionRegistry;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Exact quantiles: {@code median}, {@code quantile_cont} (interpolates between the two nearest
 * values), {@code quantile_disc} (a value that occurs), {@code mad} (median absolute deviation).
 */
final class Quantiles {
  private Quantiles() {}

  /** What a call asks for. {@code fractions} may be negative: counted from the top. */
  record Request(double[] fractions, boolean isList, boolean discrete, boolean deviation) {
    @Override
    public boolean equals(@org.jspecify.annotations.Nullable Object other) {
      return other instanceof Request that
          && java.util.Arrays.equals(fractions, that.fractions)
          && isList == that.isList
          && discrete == that.discrete
          && deviation == that.deviation;
    }

    @Override
    public int hashCode() {
      return java.util.Arrays.hashCode(fractions);
    }
  }

  /** Whether a fraction counts from the greatest value down: the sign of zero counts. */
  static boolean isDescending(double fraction) {
    return Double.doubleToRawLongBits(fraction) < 0;
  }

  static void register(FunctionRegistry registry) {
    registry.add(
        new AggregateFunction(
            "median",
            List.of(LogicalType.ANY),
            null,
            LogicalType.ANY,
            (arguments, context) ->
                bind("median", arguments, new Request(new double[] {0.5}, false, false, false))));
    registry.add(
        new AggregateFunction(
            "mad",
            List.of(LogicalType.ANY),
            null,
            LogicalType.ANY,
            (arguments, context) ->
                bind("mad", arguments, new Request(new double[] {0.5}, false, false, true))));
    for (String name : List.of("quantile_cont", "percentile_cont")) {
      addQuantile(registry, name, false);
    }
    for (String name : List.of("quantile_disc", "quantile", "percentile_disc")) {
      addQuantile(registry, name, true);
    }
  }

  private static void addQuantile(FunctionRegistry registry, String name, boolean discrete) {
    registry.add(
        new AggregateFunction(
            name,
            List.of(LogicalType.ANY, LogicalType.ANY),
            null,
            LogicalType.ANY,
            (arguments, context) ->
                bind(name, arguments, request(name, arguments.get(1), discrete))));
  }

  private static Request request(String name, Argument argument, boolean discrete) {
    Value constant = argument.constant();
    if (constant == null) {
      throw EiderException.binder(
          "The \"quantile\" argument in function \"" + name + "\" must be a constant expression");
    }
    if (constant.isNull()) {
      throw EiderException.binder(
          "The \"quantile\" argument in function '\"" + name + "\"' must not be NULL");
    }
    if (constant.type().id() == TypeId.STRUCT) {
      throw EiderException.binder(
          "No function matches the given name and argument types '"
              + name
              + "(ANY, "
              + constant.type()
              + ")'. You might need to add explicit type casts.");
    }
    boolean isList = constant.type().id() == TypeId.LIST || constant.type().id() == TypeId.ARRAY;
    List<Value> items = isList ? constant.asList() : List.of(constant);
    double[] fractions = new double[items.size()];
    for (int i = 0; i < fractions.length; i++) {
      fractions[i] = fraction(items.get(i));
      if (fractions[i] != 0 && fractions[0] != 0 && fractions[i] < 0 != fractions[0] < 0) {
        throw EiderException.binder("QUANTILE parameters must have consistent signs");
      }
    }
    return new Request(fractions, isList, discrete, false);
  }

  private static double fraction(Value value) {
    if (value.isNull()) {
      throw EiderException.binder("QUANTILE parameter cannot be NULL");
    }
    double fraction;
    if (value.type() instanceof LogicalType.Decimal decimal) {
      double unscaled =
          value.get() instanceof BigInteger big ? big.doubleValue() : value.asDouble();
      fraction = unscaled / Math.pow(10, decimal.scale());
    } else if (value.get() instanceof Number number) {
      fraction = number.doubleValue();
    } else {
      throw EiderException.binder(
          "QUANTILE takes a number in the range [-1, 1], not a " + value.type());
    }
    if (Double.isNaN(fraction)) {
      throw EiderException.binder("QUANTILE parameter cannot be NaN");
    }
    if (fraction < -1 || fraction > 1) {
      throw EiderException.binder("QUANTILE can only take parameters in the range [-1, 1]");
    }
    return fraction;
  }

  private static AggregateFunction.Binding bind(
      String name, List<Argument> arguments, Request request) {
    LogicalType type = ValuePickers.concrete(arguments.getFirst().type());
    boolean discrete = request.discrete() || (name.equals("median") && !interpolates(type));
    Request exact =
        new Request(request.fractions(), request.isList(), discrete, request.deviation());
    boolean spans = type.id() == TypeId.INTERVAL && !name.equals("median");
    if (!discrete && (spans || !interpolates(type))) {
      throw EiderException.binder(
          "No function matches the given name and argument types '"
              + name
              + "("
              + type
              + ")'. You might need to add explicit type casts.\n\t"
              + name
              + " needs numbers, dates or times; quantile_disc takes any type");
    }
    // Types that interpolate as DOUBLE are turned into it first.
    LogicalType input = !discrete && asDouble(type) ? LogicalType.DOUBLE : type;
    LogicalType one = discrete ? input : target(type, request.deviation());
    LogicalType result = request.isList() ? LogicalType.list(one) : one;
    List<LogicalType> parameters = new ArrayList<>();
    parameters.add(input);
    BoundAggregate bound =
        new BoundAggregate(
                name,
                parameters,
                result,
                false,
                true,
                OrderedWords.fits(input)
                    ? () -> new WordQuantileState(input, one, exact)
                    : () -> new ChainQuantileState(input, exact),
                exact)
            .withLayout(
                new ValuesLayout(
                    input,
                    OrderedWords.fits(input)
                        ? WordQuantileState::values
                        : ChainQuantileState::values));
    return new AggregateFunction.Binding(bound, List.of(0));
  }

  private static boolean asDouble(LogicalType type) {
    return type.isIntegral();
  }

  private static boolean interpolates(LogicalType type) {
    return type.isIntegral()
        || type.id() == TypeId.DECIMAL
        || type.id() == TypeId.INTERVAL
        || type.id() == TypeId.FLOAT
        || type.id() == TypeId.DOUBLE
        || type.isTemporal();
  }

  /** The type of an interpolated value, or of a deviation. */
  private static LogicalType target(LogicalType type, boolean deviation) {
    if (deviation && type.isTemporal()) {
      return LogicalType.INTERVAL;
    }
    if (type.isIntegral()) {
      return LogicalType.DOUBLE;
    }
    return type.id() == TypeId.DATE ? LogicalType.TIMESTAMP : type;
  }
}
