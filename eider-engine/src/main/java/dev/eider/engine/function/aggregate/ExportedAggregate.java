// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundAggregate;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.FunctionResolver;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction.BindScope;
import dev.eider.engine.function.StateLayout;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * An aggregate function and the type of its exported states: from a call with EXPORT_STATE, or
 * bound again from the type that such a call gave.
 */
public record ExportedAggregate(BoundAggregate function, LogicalType.AggregateState type) {

  /**
   * The states of a call.
   *
   * @param arguments what was written, constants with their values
   */
  public static ExportedAggregate of(AggregateFunction.Binding binding, List<Argument> arguments) {
    BoundAggregate function = binding.function();
    StateLayout layout = function.layout();
    if (layout == null) {
      throw EiderException.notImplemented(
          "Aggregate function \""
              + function.name()
              + "\" does not have a state type callback defined - cannot export state");
    }
    List<LogicalType.StateParameter> parameters = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      int passed = binding.arguments().indexOf(i);
      Argument argument = arguments.get(i);
      parameters.add(
          passed >= 0
              ? new LogicalType.StateParameter(function.parameters().get(passed), null)
              : new LogicalType.StateParameter(argument.type(), argument.constant()));
    }
    return new ExportedAggregate(
        function,
        new LogicalType.AggregateState(function.name(), parameters, List.of(), layout.type()));
  }

  /** Binds the function of a state type again. */
  static ExportedAggregate of(
      FunctionRegistry registry, LogicalType argument, String use, BindScope scope) {
    if (!(argument instanceof LogicalType.AggregateState type)) {
      throw EiderException.binder("Can only " + use + " AGGREGATE_STATE, not " + argument);
    }
    ExportedAggregate plain = of(registry, type.function(), type.parameters(), scope);
    return type.order().isEmpty() ? plain : SortedStates.of(plain, type);
  }

  /** The states of a function by name and arguments. */
  public static ExportedAggregate of(
      FunctionRegistry registry,
      String name,
      List<LogicalType.StateParameter> parameters,
      BindScope scope) {
    List<Argument> arguments = new ArrayList<>();
    for (LogicalType.StateParameter parameter : parameters) {
      arguments.add(Argument.of(parameter.type(), parameter.constant()));
    }
    AggregateFunction chosen =
        FunctionResolver.resolveAggregate(name, registry.aggregates(name), arguments);
    return of(chosen.bind(arguments, scope), arguments);
  }

  /** The states of this ordered call: rows of arguments and sort keys, as the type says. */
  public ExportedAggregate sorted(LogicalType row, List<LogicalType.StateOrder> order) {
    return SortedStates.of(
        this,
        new LogicalType.AggregateState(
            type.function(), type.parameters(), order, LogicalType.list(row)));
  }

  StateLayout layout() {
    return Objects.requireNonNull(function.layout());
  }

  /** The function that gives states instead of results. */
  public BoundAggregate exporting() {
    return new BoundAggregate(
        function.name() + " EXPORT_STATE",
        function.parameters(),
        type,
        function.orderSensitive(),
        function.distinctSensitive(),
        () -> new Exporting(function.newState(), layout()),
        function.data());
  }

  /** Writes the state of a group. */
  static void write(StateLayout layout, AggregateState state, int group, FlatVector out, int row) {
    Value value = layout.export(state, group);
    out.setValue(
        row, value.isNull() ? Value.nullOf(out.type()) : new Value(out.type(), List.of(value)));
  }

  /** Reads a state, which may be NULL, into an empty group. */
  void read(FlatVector states, int row, AggregateState state, int group) {
    if (states.isNull(row)) {
      return;
    }
    Value value = states.getValue(row).asList().getFirst();
    if (!value.isNull()) {
      layout().load(state, group, value);
    }
  }

  /** A state that gives itself as result. */
  static final class Exporting implements AggregateState {
    private final AggregateState inner;
    private final StateLayout layout;

    Exporting(AggregateState inner, StateLayout layout) {
      this.inner = inner;
      this.layout = layout;
    }

    @Override
    public void ensureGroups(int groups) {
      inner.ensureGroups(groups);
    }

    @Override
    public void update(Operand[] arguments, int[] groups, int count) {
      inner.update(arguments, groups, count);
    }

    @Override
    public void updateOne(Operand[] arguments, int group, int count) {
      inner.updateOne(arguments, group, count);
    }

    @Override
    public void combine(AggregateState other, int[] from, int[] to, int count) {
      inner.combine(((Exporting) other).inner, from, to, count);
    }

    @Override
    public void finish(int first, int count, FlatVector result) {
      for (int i = 0; i < count; i++) {
        write(layout, inner, first + i, result, i);
      }
    }

    @Override
    public long memoryBytes() {
      return inner.memoryBytes();
    }

    @Override
    public void writeGroup(int group, StateWriter out) {
      inner.writeGroup(group, out);
    }

    @Override
    public void readGroup(int group, StateReader in) {
      inner.readGroup(group, in);
    }
  }
}
