// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.engine.function.builtin.BuiltinFunctions;
import dev.eider.engine.function.cast.ValueCasts;
import dev.eider.engine.function.cast.ValueText;
import dev.eider.engine.sql.SqlParser;
import dev.eider.engine.sql.ast.Expr;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Evaluates one aggregate call over given rows in every way the engine may feed it: at once, in
 * groups, in parts that are combined, through spilled states.
 */
public final class AggregateText {
  private static final int GROUPS = 3;

  private final List<String> columns;
  private final List<LogicalType> types;
  private final List<List<Value>> rows;

  private AggregateFunction.@org.jspecify.annotations.Nullable Binding binding;
  private Operand[] operands = new Operand[0];

  /** Columns by name and type, and rows of values of those types. */
  public AggregateText(List<String> columns, List<LogicalType> types, List<List<Value>> rows) {
    this.columns = columns;
    this.types = types;
    this.rows = rows;
  }

  /** All the ways that gave another text than the first one; the first is at index 0. */
  public List<String> texts(String call) {
    List<String> texts = new ArrayList<>();
    texts.add(
        CallText.guarded(() -> {
          bind(call);
          return atOnce();
        }));
    if (texts.getFirst().startsWith("!")) {
      return texts;
    }
    texts.add(CallText.guarded(this::inGroups));
    texts.add(CallText.guarded(() -> inParts(new Random(1), 4, false)));
    texts.add(CallText.guarded(() -> inParts(new Random(2), 7, false)));
    texts.add(CallText.guarded(() -> inParts(new Random(3), 3, true)));
    texts.add(CallText.guarded(this::spilledAndGoneOn));
    return texts;
  }

  private void bind(String call) {
    Expr.FunctionCall expr = (Expr.FunctionCall) SqlParser.parseExpression(call);
    List<Argument> described = new ArrayList<>();
    List<Expr> values = new ArrayList<>();
    for (Expr.Argument argument : expr.arguments()) {
      values.add(argument.value());
      int column = column(argument.value());
      described.add(
          column >= 0
              ? Argument.of(types.get(column), null)
              : CallText.describe(CallText.bindExpression(text(argument.value(), call))));
    }
    binding =
        FunctionResolver.bindAggregate(
            BuiltinFunctions.registry(), expr.name().name(), described, setting -> null);
    if (binding == null) {
      throw dev.eider.base.error.EiderException.catalog(
          "Aggregate Function with name " + expr.name().name() + " does not exist!");
    }
    operands = new Operand[binding.arguments().size()];
    for (int i = 0; i < operands.length; i++) {
      LogicalType type = binding.function().parameters().get(i);
      FlatVector vector = FlatVector.allocate(type, Math.max(1, rows.size()));
      Expr value = values.get(binding.arguments().get(i));
      int column = column(value);
      for (int row = 0; row < rows.size(); row++) {
        Value one = column >= 0 ? rows.get(row).get(column) : CallText.value(text(value, call));
        vector.setValue(row, ValueCasts.cast(one, type));
      }
      operands[i] = new Operand(vector, 1);
    }
  }

  private static String text(Expr expr, String call) {
    return call.substring(expr.span().start(), expr.span().end());
  }

  private int column(Expr expr) {
    return expr instanceof Expr.ColumnRef ref ? columns.indexOf(ref.name()) : -1;
  }

  private AggregateState fresh(int groups) {
    AggregateState state = binding.function().newState();
    state.ensureGroups(groups);
    if (state.memoryBytes() < 0) {
      throw new AssertionError("negative memory");
    }
    return state;
  }

  private String finish(AggregateState state, int group) {
    FlatVector result = FlatVector.allocate(binding.function().returnType(), 4);
    state.finish(group, 1, result);
    Value value = result.getValue(0);
    return value.isNull() ? "NULL" : ValueText.toText(value);
  }

  private String atOnce() {
    AggregateState state = fresh(1);
    if (!rows.isEmpty()) {
      state.updateOne(operands, 0, rows.size());
    }
    if (state.memoryBytes() <= 0) {
      throw new AssertionError("a state that holds nothing");
    }
    return finish(state, 0);
  }

  /** The rows {@code [from, to)}, each once for every group, in one batch. */
  private void feed(AggregateState state, int from, int to) {
    Operand[] repeated = new Operand[operands.length];
    int count = (to - from) * GROUPS;
    if (count == 0) {
      return;
    }
    for (int i = 0; i < operands.length; i++) {
      FlatVector vector = FlatVector.allocate(operands[i].vector().type(), count);
      for (int row = 0; row < count; row++) {
        vector.copyRow(operands[i].vector(), from + row / GROUPS, row);
      }
      repeated[i] = new Operand(vector, 1);
    }
    int[] groups = new int[count];
    for (int row = 0; row < count; row++) {
      groups[row] = row % GROUPS;
    }
    state.update(repeated, groups, count);
  }

  private String same(AggregateState state) {
    String first = finish(state, 0);
    for (int group = 1; group < GROUPS; group++) {
      String other = finish(state, group);
      if (!AggregateCalls.alike(first, other)) {
        return "groups differ: " + first + " and " + other;
      }
    }
    return first;
  }

  private String inGroups() {
    AggregateState state = fresh(GROUPS);
    feed(state, 0, rows.size());
    return same(state);
  }

  private String inParts(Random random, int parts, boolean spilled) {
    int[] cuts = new int[parts + 1];
    for (int i = 1; i < parts; i++) {
      cuts[i] = random.nextInt(rows.size() + 1);
    }
    cuts[parts] = rows.size();
    Arrays.sort(cuts);
    AggregateState all = fresh(GROUPS);
    int[] groups = {0, 1, 2};
    for (int i = 0; i < parts; i++) {
      AggregateState part = fresh(GROUPS);
      feed(part, cuts[i], cuts[i + 1]);
      all.combine(spilled ? spill(part) : part, groups, groups, GROUPS);
    }
    return same(spilled ? spill(all) : all);
  }

  private AggregateState spill(AggregateState state) {
    StateWriter writer = new StateWriter();
    for (int group = 0; group < GROUPS; group++) {
      state.writeGroup(group, writer);
    }
    AggregateState read = fresh(GROUPS);
    StateReader reader = new StateReader(writer.array(), 0);
    for (int group = 0; group < GROUPS; group++) {
      read.readGroup(group, reader);
    }
    if (reader.position() != writer.size()) {
      throw new AssertionError("read " + reader.position() + " of " + writer.size() + " bytes");
    }
    return read;
  }

  private String spilledAndGoneOn() {
    AggregateState state = fresh(GROUPS);
    int half = rows.size() / 2;
    feed(state, 0, half);
    AggregateState read = spill(state);
    feed(read, half, rows.size());
    return same(read);
  }
}
