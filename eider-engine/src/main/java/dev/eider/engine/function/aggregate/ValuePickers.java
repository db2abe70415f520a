// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.LogicalType.Field;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundAggregate;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.StateLayout;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Aggregates that keep one row's value: {@code first}, {@code last}, {@code any_value}, {@code
 * arg_min}, {@code arg_max} and their variants that keep NULLs.
 */
final class ValuePickers {
  private ValuePickers() {}

  /** Which row is kept. */
  enum Pick {
    FIRST,
    LAST,
    ANY_VALUE,
    ARG_MIN,
    ARG_MAX,
    ARG_MIN_NULL,
    ARG_MAX_NULL,
    ARG_MIN_NULLS_LAST,
    ARG_MAX_NULLS_LAST
  }

  static void register(FunctionRegistry registry) {
    add(registry, Pick.FIRST, "first", "arbitrary");
    add(registry, Pick.LAST, "last");
    add(registry, Pick.ANY_VALUE, "any_value");
    add(registry, Pick.ARG_MIN, "arg_min", "argmin", "min_by");
    add(registry, Pick.ARG_MAX, "arg_max", "argmax", "max_by");
    add(registry, Pick.ARG_MIN_NULL, "arg_min_null");
    add(registry, Pick.ARG_MAX_NULL, "arg_max_null");
    add(registry, Pick.ARG_MIN_NULLS_LAST, "arg_min_nulls_last");
    add(registry, Pick.ARG_MAX_NULLS_LAST, "arg_max_nulls_last");
  }

  private static void add(FunctionRegistry registry, Pick pick, String... names) {
    boolean byKey = pick.ordinal() >= Pick.ARG_MIN.ordinal();
    List<LogicalType> types =
        byKey ? List.of(LogicalType.ANY, LogicalType.ANY) : List.of(LogicalType.ANY);
    for (String name : names) {
      registry.add(
          new AggregateFunction(
              name,
              types,
              null,
              LogicalType.ANY,
              (arguments, context) -> bind(name, pick, arguments)));
    }
  }

  private static AggregateFunction.Binding bind(String name, Pick pick, List<Argument> arguments) {
    List<LogicalType> types = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      types.add(concrete(arguments.get(i).type()));
      positions.add(i);
    }
    LogicalType result = types.getFirst();
    boolean byKey = types.size() == 2;
    BoundAggregate bound =
        new BoundAggregate(
                name,
                types,
                result,
                true,
                false,
                byKey
                    ? () -> new KeyedState(pick, result, types.get(1))
                    : () -> new PositionState(pick, result),
                null)
            .withLayout(byKey ? KeyedState.layout(types) : PositionState.layout(result));
    return new AggregateFunction.Binding(bound, positions);
  }

  /** The type a literal takes when nothing else decides. */
  static LogicalType concrete(LogicalType type) {
    return switch (type.id()) {
      case SQLNULL, INTEGER_LITERAL -> LogicalType.INTEGER;
      case STRING_LITERAL -> LogicalType.VARCHAR;
      default -> type;
    };
  }

  /** Keeps the first, the last or the first valid value. */
  private static final class PositionState implements AggregateState {
    private final Pick pick;
    private final GroupValues kept;

    /** A struct around the value: a value that is NULL is not an empty state. */
    static StateLayout layout(LogicalType kind) {
      LogicalType type = LogicalType.struct(List.of(new Field("value", kind)));
      return new StateLayout() {
        @Override
        public LogicalType type() {
          return type;
        }

        @Override
        public Value export(AggregateState state, int group) {
          GroupValues kept = ((PositionState) state).kept;
          return kept.isSet(group)
              ? new Value(type, List.of(kept.values().getValue(group)))
              : Value.nullOf(type);
        }

        @Override
        public void load(AggregateState state, int group, Value value) {
          StateLayout.feed(
              state, group, List.of(new Value(kind, value.asList().getFirst().object())));
        }
      };
    }

    PositionState(Pick pick, LogicalType type) {
      this.pick = pick;
      this.kept = new GroupValues(type);
    }

    @Override
    public void ensureGroups(int groups) {
      kept.ensureGroups(groups);
    }

    @Override
    public void update(Operand[] arguments, int[] groups, int count) {
      FlatVector values = arguments[0].vector();
      for (int i = 0; i < count; i++) {
        offer(groups[i], values, arguments[0].index(i));
      }
    }

    private void offer(int group, FlatVector values, int row) {
      boolean take =
          switch (pick) {
            case LAST -> true;
            case ANY_VALUE -> !kept.isSet(group) && !values.isNull(row);
            default -> !kept.isSet(group);
          };
      if (take) {
        kept.set(group, values, row);
      }
    }

    @Override
    public void combine(AggregateState other, int[] from, int[] to, int count) {
      GroupValues theirs = ((PositionState) other).kept;
      for (int i = 0; i < count; i++) {
        if (theirs.isSet(from[i])) {
          offer(to[i], theirs.values(), from[i]);
        }
      }
    }

    @Override
    public void finish(int first, int count, FlatVector result) {
      kept.finish(first, count, result);
    }

    @Override
    public long memoryBytes() {
      return kept.memoryBytes();
    }

    @Override
    public void writeGroup(int group, StateWriter out) {
      kept.write(group, out);
    }

    @Override
    public void readGroup(int group, StateReader in) {
      kept.read(group, in);
    }
  }

  /** Keeps the value of the row with the least or greatest key; the first such row. */
  private static final class KeyedState implements AggregateState {
    private final boolean max;
    private final boolean keepNullValues;

    /** A NULL key is worse than any other. */
    private final boolean keepNullKeys;

    private final GroupValues values;
    private final GroupValues keys;

    static StateLayout layout(List<LogicalType> kinds) {
      LogicalType type =
          LogicalType.struct(
              List.of(new Field("arg", kinds.get(0)), new Field("by", kinds.get(1))));
      return new StateLayout() {
        @Override
        public LogicalType type() {
          return type;
        }

        @Override
        public Value export(AggregateState state, int group) {
          KeyedState kept = (KeyedState) state;
          return kept.keys.isSet(group)
              ? new Value(
                  type,
                  List.of(kept.values.values().getValue(group), kept.keys.values().getValue(group)))
              : Value.nullOf(type);
        }

        @Override
        public void load(AggregateState state, int group, Value value) {
          StateLayout.feed(
              state,
              group,
              List.of(
                  new Value(kinds.get(0), value.asList().get(0).object()),
                  new Value(kinds.get(1), value.asList().get(1).object())));
        }
      };
    }

    KeyedState(Pick pick, LogicalType valueType, LogicalType keyType) {
      this.max =
          switch (pick) {
            case ARG_MAX, ARG_MAX_NULL, ARG_MAX_NULLS_LAST -> true;
            default -> false;
          };
      this.keepNullKeys = pick == Pick.ARG_MIN_NULLS_LAST || pick == Pick.ARG_MAX_NULLS_LAST;
      this.keepNullValues = pick != Pick.ARG_MIN && pick != Pick.ARG_MAX;
      this.values = new GroupValues(valueType);
      this.keys = new GroupValues(keyType);
    }

    @Override
    public void ensureGroups(int groups) {
      values.ensureGroups(groups);
      keys.ensureGroups(groups);
    }

    @Override
    public void update(Operand[] arguments, int[] groups, int count) {
      FlatVector value = arguments[0].vector();
      FlatVector key = arguments[1].vector();
      for (int i = 0; i < count; i++) {
        int v = arguments[0].index(i);
        int k = arguments[1].index(i);
        if ((keepNullKeys || !key.isNull(k)) && (keepNullValues || !value.isNull(v))) {
          offer(groups[i], value, v, key, k);
        }
      }
    }

    private void offer(int group, FlatVector value, int v, FlatVector key, int k) {
      if (keys.isSet(group)) {
        boolean better;
        if (key.isNull(k) || keys.values().isNull(group)) {
          better = !key.isNull(k) && keys.values().isNull(group);
        } else {
          int order = CompareKernels.compare(key, k, keys.values(), group);
          better = max ? order > 0 : order < 0;
        }
        if (!better) {
          return;
        }
      }
      keys.set(group, key, k);
      values.set(group, value, v);
    }

    @Override
    public void combine(AggregateState other, int[] from, int[] to, int count) {
      KeyedState that = (KeyedState) other;
      for (int i = 0; i < count; i++) {
        if (that.keys.isSet(from[i])) {
          offer(to[i], that.values.values(), from[i], that.keys.values(), from[i]);
        }
      }
    }

    @Override
    public void finish(int first, int count, FlatVector result) {
      values.finish(first, count, result);
    }

    @Override
    public long memoryBytes() {
      return values.memoryBytes() + keys.memoryBytes();
    }

    @Override
    public void writeGroup(int group, StateWriter out) {
      values.write(group, out);
      keys.write(group, out);
    }

    @Override
    public void readGroup(int group, StateReader in) {
      values.read(group, in);
      keys.read(group, in);
    }
  }
}
