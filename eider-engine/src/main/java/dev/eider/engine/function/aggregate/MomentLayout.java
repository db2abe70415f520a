// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.LogicalType.Field;
import dev.eider.base.type.Value;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.StateLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * The layout of {@link MomentState}s: a tree of structs whose leaves are the count and the sums.
 * The same number may stand at several leaves; loading takes the last of them.
 */
final class MomentLayout implements StateLayout {
  private final Node root;
  private final boolean counted;

  private MomentLayout(Node root) {
    this.root = root;
    this.counted = root.hasCount();
  }

  /** A part of the value. */
  sealed interface Node {
    LogicalType type();

    Value export(MomentState state, int group);

    void load(MomentState state, int group, Value value);

    boolean hasCount();
  }

  /** The number of rows. */
  record Count() implements Node {
    @Override
    public LogicalType type() {
      return LogicalType.UBIGINT;
    }

    @Override
    public Value export(MomentState state, int group) {
      return new Value(type(), state.count[group]);
    }

    @Override
    public void load(MomentState state, int group, Value value) {
      state.count[group] = value.asLong();
    }

    @Override
    public boolean hasCount() {
      return true;
    }
  }

  /** A sum; {@code timesCount} for a mean that is kept as mean and leaves as total. */
  record Sum(int index, boolean timesCount) implements Node {
    @Override
    public LogicalType type() {
      return LogicalType.DOUBLE;
    }

    @Override
    public Value export(MomentState state, int group) {
      double sum = state.sums[index][group];
      return Value.of(timesCount ? sum * state.count[group] : sum);
    }

    @Override
    public void load(MomentState state, int group, Value value) {
      double sum = value.asDouble();
      state.sums[index][group] = timesCount ? sum / Math.max(1, state.count[group]) : sum;
    }

    @Override
    public boolean hasCount() {
      return false;
    }
  }

  /** Named parts, of which counts are read first. */
  record Parts(List<String> names, List<Node> nodes) implements Node {
    @Override
    public LogicalType type() {
      List<Field> fields = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        fields.add(new Field(names.get(i), nodes.get(i).type()));
      }
      return LogicalType.struct(fields);
    }

    @Override
    public Value export(MomentState state, int group) {
      List<Value> values = new ArrayList<>();
      nodes.forEach(node -> values.add(node.export(state, group)));
      return new Value(type(), values);
    }

    @Override
    public void load(MomentState state, int group, Value value) {
      List<Value> values = value.asList();
      for (boolean counts : new boolean[] {true, false}) {
        for (int i = 0; i < values.size(); i++) {
          if (nodes.get(i).hasCount() == counts && !values.get(i).isNull()) {
            nodes.get(i).load(state, group, values.get(i));
          }
        }
      }
    }

    @Override
    public boolean hasCount() {
      return nodes.stream().anyMatch(Node::hasCount);
    }
  }

  static Node count() {
    return new Count();
  }

  static Node sum(int index) {
    return new Sum(index, false);
  }

  static Node total(int index) {
    return new Sum(index, true);
  }

  /** A struct of names and nodes by turns. */
  static Node parts(Object... namesAndNodes) {
    List<String> names = new ArrayList<>();
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < namesAndNodes.length; i += 2) {
      names.add((String) namesAndNodes[i]);
      nodes.add((Node) namesAndNodes[i + 1]);
    }
    return new Parts(names, nodes);
  }

  static MomentLayout of(Node root) {
    return new MomentLayout(root);
  }

  @Override
  public LogicalType type() {
    return root.type();
  }

  @Override
  public Value export(AggregateState state, int group) {
    MomentState moments = (MomentState) state;
    return moments.count[group] == 0 && !(root instanceof Count)
        ? Value.nullOf(type())
        : root.export(moments, group);
  }

  @Override
  public void load(AggregateState state, int group, Value value) {
    MomentState moments = (MomentState) state;
    if (!counted) {
      // A layout without a count: that there is a state says that there were rows.
      moments.count[group] = 1;
    }
    root.load(moments, group, value);
  }
}
