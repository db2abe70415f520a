// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundAggregate;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarFunction.BindScope;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** {@code finalize}, {@code combine} and {@code combine_aggr} over exported states. */
final class StateFunctions {
  private StateFunctions() {}

  static void register(FunctionRegistry registry) {
    registry.add(
        new ScalarFunction(
            "finalize",
            List.of(LogicalType.ANY),
            null,
            LogicalType.ANY,
            (arguments, scope) -> finish(registry, arguments, scope)));
    registry.add(
        new ScalarFunction(
            "combine",
            List.of(LogicalType.ANY, LogicalType.ANY),
            null,
            LogicalType.ANY,
            (arguments, scope) -> combine(registry, arguments, scope)));
    for (List<LogicalType> types :
        List.of(List.of(LogicalType.ANY), List.of(LogicalType.ANY, LogicalType.BIGINT))) {
      registry.add(
          new AggregateFunction(
              "combine_aggr",
              types,
              null,
              LogicalType.ANY,
              (arguments, scope) -> combineAll(registry, arguments, scope)));
    }
  }

  private static BoundScalar finish(
      FunctionRegistry registry, List<Argument> arguments, BindScope scope) {
    LogicalType type = arguments.getFirst().type();
    ExportedAggregate states = ExportedAggregate.of(registry, type, "FINALIZE", scope);
    return bound(
        "finalize",
        List.of(type),
        states.function().returnType(),
        () ->
            (operands, count, result, context) -> {
              AggregateState state = states.function().newState();
              state.ensureGroups(count);
              for (int i = 0; i < count; i++) {
                states.read(operands[0].vector(), operands[0].index(i), state, i);
              }
              state.finish(0, count, result);
              for (int i = 0; i < count; i++) {
                if (operands[0].isNull(i)) {
                  result.setNull(i);
                }
              }
            });
  }

  private static BoundScalar combine(
      FunctionRegistry registry, List<Argument> arguments, BindScope scope) {
    LogicalType left = arguments.get(0).type();
    LogicalType right = arguments.get(1).type();
    ExportedAggregate states = ExportedAggregate.of(registry, left, "COMBINE", scope);
    if (!left.equals(right)) {
      if (left instanceof LogicalType.AggregateState a
          && right instanceof LogicalType.AggregateState b
          && a.function().equals(b.function())) {
        if (a.function().equals("approx_top_k")) {
          throw EiderException.invalidInput(
              "cannot combine approx_top_K with different k values: "
                  + a.parameters().getLast()
                  + " <> "
                  + b.parameters().getLast());
        }
        throw EiderException.binder(
            "Cannot COMBINE aggregate states of \""
                + a.function()
                + "\" that were created with different parameters: "
                + a.parameters()
                + " <> "
                + b.parameters());
      }
      throw EiderException.binder(
          "Cannot COMBINE aggregate states from different functions, " + left + " <> " + right);
    }
    return bound(
        "combine",
        List.of(left, left),
        left,
        () ->
            (operands, count, result, context) -> {
              AggregateState first = states.function().newState();
              AggregateState second = states.function().newState();
              first.ensureGroups(count);
              second.ensureGroups(count);
              int[] groups = new int[count];
              for (int i = 0; i < count; i++) {
                groups[i] = i;
                states.read(operands[0].vector(), operands[0].index(i), first, i);
                states.read(operands[1].vector(), operands[1].index(i), second, i);
              }
              // The second state's rows come first: the dialect merges into it.
              second.combine(first, groups, groups, count);
              for (int i = 0; i < count; i++) {
                if (operands[0].isNull(i) && operands[1].isNull(i)) {
                  result.setNull(i);
                } else {
                  ExportedAggregate.write(states.layout(), second, i, result, i);
                }
              }
            });
  }

  private static BoundScalar bound(
      String name,
      List<LogicalType> parameters,
      LogicalType returns,
      Supplier<ScalarKernel> kernels) {
    return new BoundScalar(
        name,
        parameters,
        returns,
        ScalarKernel.NullHandling.SPECIAL,
        BoundScalar.Stability.CONSISTENT,
        true,
        kernels,
        null);
  }

  private static AggregateFunction.Binding combineAll(
      FunctionRegistry registry, List<Argument> arguments, BindScope scope) {
    LogicalType type = arguments.getFirst().type();
    ExportedAggregate states = ExportedAggregate.of(registry, type, "COMBINE_AGGR", scope);
    List<LogicalType> parameters = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      parameters.add(i == 0 ? type : LogicalType.BIGINT);
      positions.add(i);
    }
    BoundAggregate function = states.function();
    return new AggregateFunction.Binding(
        new BoundAggregate(
            "combine_aggr",
            parameters,
            type,
            function.orderSensitive(),
            true,
            () -> new Combining(states),
            null),
        positions);
  }

  /** Merges states; a number in the second argument says how often each counts. */
  private static final class Combining implements AggregateState {
    private final ExportedAggregate states;
    private final AggregateState merged;

    Combining(ExportedAggregate states) {
      this.states = states;
      this.merged = states.function().newState();
    }

    @Override
    public void ensureGroups(int groups) {
      merged.ensureGroups(groups);
    }

    @Override
    public void update(Operand[] arguments, int[] groups, int count) {
      FlatVector values = arguments[0].vector();
      AggregateState read = states.function().newState();
      read.ensureGroups(count);
      for (int i = 0; i < count; i++) {
        states.read(values, arguments[0].index(i), read, i);
        long times = arguments.length == 1 ? 1 : times(arguments[1], i);
        if (!arguments[0].isNull(i)) {
          add(read, i, groups[i], times);
        }
      }
    }

    private static long times(Operand number, int row) {
      if (number.isNull(row)) {
        return 0;
      }
      long times = ((LongVector) number.vector()).get(number.index(row));
      if (times < 0) {
        throw EiderException.invalidInput("combine_aggr multiplicity must be non-negative");
      }
      return times;
    }

    /** Adds a state so many times, doubling it on the way. */
    private void add(AggregateState read, int from, int group, long times) {
      AggregateState power = read;
      int[] at = {from};
      int[] target = {group};
      for (long rest = times; rest > 0; rest >>= 1) {
        if ((rest & 1) != 0) {
          merged.combine(power, at, target, 1);
        }
        if (rest > 1) {
          AggregateState twice = states.function().newState();
          twice.ensureGroups(1);
          twice.combine(power, at, new int[] {0}, 1);
          twice.combine(power, at, new int[] {0}, 1);
          power = twice;
          at = new int[] {0};
        }
      }
    }

    @Override
    public void combine(AggregateState other, int[] from, int[] to, int count) {
      merged.combine(((Combining) other).merged, from, to, count);
    }

    @Override
    public void finish(int first, int count, FlatVector result) {
      for (int i = 0; i < count; i++) {
        ExportedAggregate.write(states.layout(), merged, first + i, result, i);
      }
    }

    @Override
    public long memoryBytes() {
      return merged.memoryBytes();
    }

    @Override
    public void writeGroup(int group, StateWriter out) {
      merged.writeGroup(group, out);
    }

    @Override
    public void readGroup(int group, StateReader in) {
      merged.readGroup(group, in);
    }
  }
}
