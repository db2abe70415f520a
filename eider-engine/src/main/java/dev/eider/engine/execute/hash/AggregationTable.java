// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.hash;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.ArrayVector;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.StructVector;
import dev.eider.base.vector.Vector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Operand;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Groups and their aggregate states. A payload row is the key columns, then the columns that
 * aggregates take. Without keys there is one group. One thread at a time.
 */
public final class AggregationTable {
  private final List<LogicalType> keyTypes;
  private final List<AggregateInput> inputs;
  private final GroupTable groups;
  private final @Nullable DirectGroups direct;
  private final AggregateState[] states;

  /** Those that show what another state holds, like an average beside the sum. */
  private final boolean[] adopted;

  private final Operand[][] operands;
  private int[] groupOf = new int[0];
  private int[] selected = new int[0];
  private int[] selectedGroups = new int[0];
  private @Nullable FlatVector[][] filtered = new @Nullable FlatVector[0][];

  /**
   * An empty table.
   *
   * @param fewGroups try the short cut for few groups first
   */
  public AggregationTable(
      List<LogicalType> keyTypes, List<AggregateInput> inputs, boolean fewGroups) {
    this.keyTypes = keyTypes;
    this.inputs = inputs;
    groups = new GroupTable(keyTypes);
    direct = fewGroups ? new DirectGroups(keyTypes.size()) : null;
    states = new AggregateState[inputs.size()];
    operands = new Operand[inputs.size()][];
    for (int i = 0; i < states.length; i++) {
      states[i] = inputs.get(i).function().newState();
      operands[i] = new Operand[inputs.get(i).columns().length];
    }
    adopted = new boolean[states.length];
    for (int i = 1; i < states.length; i++) {
      for (int k = 0; k < i && !adopted[i]; k++) {
        adopted[i] =
            !adopted[k] && haveSameRows(inputs.get(i), inputs.get(k)) && states[i].adopt(states[k]);
      }
    }
    if (keyTypes.isEmpty()) {
      ensureStates(1);
    }
  }

  private static boolean haveSameRows(AggregateInput one, AggregateInput other) {
    return one.filter() == other.filter()
        && !one.deferred()
        && !other.deferred()
        && Arrays.equals(one.columns(), other.columns());
  }

  /** Number of groups. */
  public int groups() {
    return keyTypes.isEmpty() ? 1 : groups.groups();
  }

  public GroupTable table() {
    return groups;
  }

  public AggregateState state(int index) {
    return states[index];
  }

  /** Heap bytes held. */
  public long bytes() {
    long bytes = groups.bytes();
    for (AggregateState state : states) {
      bytes += state.memoryBytes();
    }
    return bytes;
  }

  /**
   * Forgets all groups but keeps the memory, if it can be used again: not when results may share
   * the text of keys. Answers false, and the table is of no use any more, when it cannot.
   */
  boolean clear() {
    for (int i = 0; i < keyTypes.size(); i++) {
      switch (groups.key(i)) {
        case IntVector v -> {}
        case LongVector v -> {}
        case DoubleVector v -> {}
        case FloatVector v -> {}
        case WideVector v -> {}
        case BoolVector v -> {}
        case StringVector v -> {
          return false;
        }
        case ListVector v -> {
          return false;
        }
        case ArrayVector v -> {
          return false;
        }
        case StructVector v -> {
          return false;
        }
      }
    }
    groups.clear();
    for (int i = 0; i < states.length; i++) {
      if (!states[i].clear()) {
        states[i] = inputs.get(i).function().newState();
      }
    }
    return true;
  }

  /** Adds rows {@code [0, count)} of a payload. */
  public void update(FlatVector[] payload, int count) {
    update(payload, count, null);
  }

  /** Adds rows whose key hashes may be known. */
  public void update(FlatVector[] payload, int count, long @Nullable [] hashes) {
    int[] of = keyTypes.isEmpty() ? groupOf : assign(payload, count, hashes);
    for (int i = 0; i < states.length; i++) {
      AggregateInput input = inputs.get(i);
      if (!input.deferred() && !adopted[i]) {
        updateState(i, input, payload, of, count);
      }
    }
  }

  /** Adds rows to one aggregate only. {@code arguments} may be any columns of its types. */
  public void feed(int aggregate, FlatVector[] keys, FlatVector[] arguments, int count) {
    Operand[] ops = operands[aggregate];
    for (int k = 0; k < ops.length; k++) {
      ops[k] = operand(ops[k], arguments[k]);
    }
    if (keyTypes.isEmpty()) {
      states[aggregate].updateOne(ops, 0, count);
    } else {
      int[] of = assign(keys, count, null);
      states[aggregate].update(ops, of, count);
    }
  }

  private int[] assign(FlatVector[] payload, int count, long @Nullable [] hashes) {
    if (groupOf.length < count) {
      groupOf = new int[count];
    }
    int before = groups.groups();
    if (hashes != null) {
      groups.findGroups(payload, count, hashes, groupOf);
    } else if (direct == null || !direct.assign(payload, count, groups, groupOf)) {
      groups.findGroups(payload, count, groupOf);
    }
    if (groups.groups() > before) {
      ensureStates(groups.groups());
    }
    return groupOf;
  }

  private void ensureStates(int count) {
    for (AggregateState state : states) {
      state.ensureGroups(count);
    }
  }

  private void updateState(
      int index, AggregateInput input, FlatVector[] payload, int[] of, int count) {
    Operand[] ops = operands[index];
    int[] columns = input.columns();
    if (input.filter() < 0) {
      for (int k = 0; k < ops.length; k++) {
        ops[k] = operand(ops[k], payload[columns[k]]);
      }
      if (keyTypes.isEmpty()) {
        states[index].updateOne(ops, 0, count);
      } else {
        states[index].update(ops, of, count);
      }
      return;
    }
    int kept = select((BoolVector) payload[input.filter()], count);
    if (kept == 0) {
      return;
    }
    for (int k = 0; k < ops.length; k++) {
      FlatVector target = filteredColumn(index, k, payload[columns[k]].type());
      target.gather(payload[columns[k]], selected, kept);
      ops[k] = operand(ops[k], target);
    }
    if (keyTypes.isEmpty()) {
      states[index].updateOne(ops, 0, kept);
      return;
    }
    for (int i = 0; i < kept; i++) {
      selectedGroups[i] = of[selected[i]];
    }
    states[index].update(ops, selectedGroups, kept);
  }

  private static Operand operand(@Nullable Operand old, FlatVector vector) {
    if (old == null) {
      return new Operand(vector, 1);
    }
    old.set(vector, 1);
    return old;
  }

  private int select(BoolVector filter, int count) {
    if (selected.length < count) {
      selected = new int[count];
      selectedGroups = new int[count];
    }
    byte[] values = filter.values();
    boolean nulls = filter.mayHaveNulls();
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (values[i] != 0 && !(nulls && filter.isNull(i))) {
        selected[kept++] = i;
      }
    }
    return kept;
  }

  private FlatVector filteredColumn(int aggregate, int argument, LogicalType type) {
    if (filtered.length == 0) {
      filtered = new @Nullable FlatVector[inputs.size()][];
    }
    @Nullable FlatVector[] row = filtered[aggregate];
    if (row == null) {
      row = new @Nullable FlatVector[inputs.get(aggregate).columns().length];
      filtered[aggregate] = row;
    }
    FlatVector target = row[argument];
    if (target == null) {
      target = FlatVector.allocate(type, Vector.CAPACITY);
      row[argument] = target;
    }
    return target;
  }

  /**
   * Merges the groups {@code from[0, count)} of another table of the same shape; its rows come
   * after ours. The keys must be columns of which row {@code i} belongs to {@code from[i]}.
   */
  public void combine(
      AggregationTable other, int[] from, int count, FlatVector[] keys, long[] hashes) {
    int[] to = new int[count];
    if (!keyTypes.isEmpty()) {
      groups.findGroups(keys, count, hashes, to);
      ensureStates(groups.groups());
    }
    for (int i = 0; i < states.length; i++) {
      if (!adopted[i]) {
        states[i].combine(other.states[i], from, to, count);
      }
    }
  }

  /** Merges all groups of another table. */
  public void combineAll(AggregationTable other) {
    int count = other.groups();
    int[] all = new int[count];
    for (int i = 0; i < count; i++) {
      all[i] = i;
    }
    combine(other, all, count, other.groups.keys(), other.groups.hashes());
  }

  /** Writes the results of an aggregate for some groups. */
  public void finish(int aggregate, int first, int count, FlatVector result) {
    states[aggregate].finish(first, count, result);
  }
}
