// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.FunctionResolver;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Approximate aggregates keep their bounds and their memory, merged and spilled too. */
class SketchTest {
  private static final int BATCH = 2_048;
  private static final int[] GROUP = {0};

  private static AggregateFunction.Binding bind(String name, Value... constants) {
    FunctionRegistry registry = new FunctionRegistry();
    AggregateFunctions.register(registry);
    List<Argument> arguments = new ArrayList<>();
    arguments.add(Argument.of(LogicalType.BIGINT, null));
    for (Value constant : constants) {
      arguments.add(Argument.of(constant.type(), constant));
    }
    AggregateFunction.Binding binding =
        FunctionResolver.bindAggregate(registry, name, arguments, setting -> null);
    assertTrue(binding != null);
    return binding;
  }

  private static void feed(AggregateState state, long from, long to, SplittableRandom random) {
    LongVector vector = new LongVector(LogicalType.BIGINT, BATCH);
    Operand[] operands = {new Operand(vector, 1)};
    for (long next = from; next < to; ) {
      int count = (int) Math.min(BATCH, to - next);
      for (int i = 0; i < count; i++) {
        vector.set(i, random == null ? next + i : random.nextLong(1_000_000));
      }
      state.updateOne(operands, 0, count);
      next += count;
    }
  }

  private static AggregateState fresh(AggregateFunction.Binding binding) {
    AggregateState state = binding.function().newState();
    state.ensureGroups(1);
    return state;
  }

  private static AggregateState spilled(AggregateFunction.Binding binding, AggregateState state) {
    StateWriter writer = new StateWriter();
    state.writeGroup(0, writer);
    AggregateState read = fresh(binding);
    read.readGroup(0, new StateReader(writer.array(), 0));
    return read;
  }

  private static double number(AggregateFunction.Binding binding, AggregateState state) {
    FlatVector result = FlatVector.allocate(binding.function().returnType(), 1);
    state.finish(0, 1, result);
    return result.getValue(0).asDouble();
  }

  @Test
  void distinctCountsAreExactWhenFewAndCloseWhenMany() {
    AggregateFunction.Binding binding = bind("approx_count_distinct");
    for (long size : new long[] {0, 1, 100, 256, 1_000, 20_000, 500_000}) {
      AggregateState all = fresh(binding);
      AggregateState second = fresh(binding);
      feed(all, 0, size / 2 + size / 4, null);
      feed(second, size / 2, size, null);
      all.combine(spilled(binding, second), GROUP, GROUP, 1);
      double found = number(binding, spilled(binding, all));
      assertEquals(size, found, size <= 256 ? 0 : size * 0.06, "of " + size);
      assertTrue(all.memoryBytes() < 40_000, "memory " + all.memoryBytes());
    }
  }

  @Test
  void quantilesAreCloseInRank() {
    for (String name : List.of("approx_quantile", "reservoir_quantile")) {
      for (double fraction : new double[] {0, 0.001, 0.1, 0.5, 0.9, 0.999, 1}) {
        AggregateFunction.Binding binding =
            bind(name, new Value(LogicalType.FLOAT, (float) fraction));
        AggregateState all = fresh(binding);
        feed(all, 0, 200_000, new SplittableRandom(7));
        AggregateState second = fresh(binding);
        feed(second, 0, 200_000, new SplittableRandom(8));
        all.combine(spilled(binding, second), GROUP, GROUP, 1);
        double found = number(binding, spilled(binding, all)) / 1_000_000;
        double bound = name.startsWith("approx") ? 0.01 : 0.03;
        assertEquals(fraction, found, bound, name + " at " + fraction);
        assertTrue(all.memoryBytes() < 400_000, name + " memory " + all.memoryBytes());
      }
    }
  }

  @Test
  void sortedInputIsNoWorse() {
    AggregateFunction.Binding binding =
        bind("approx_quantile", new Value(LogicalType.FLOAT, 0.25f));
    AggregateState all = fresh(binding);
    feed(all, 0, 300_000, null);
    assertEquals(75_000, number(binding, all), 3_000);
  }
}
