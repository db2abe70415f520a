// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.LogicalType.Field;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.StructVector;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundAggregate;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.StateLayout;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Aggregates that need all values of a group: {@code list}, {@code string_agg}, {@code mode},
 * {@code histogram}, {@code entropy}.
 */
final class Collectors {
  private static final int TOP_MAX = 1_000_000;

  private Collectors() {}

  /** What is made of the values. */
  enum Kind {
    LIST,
    STRING_AGG,
    MODE,
    HISTOGRAM,
    ENTROPY,
    TOP_K
  }

  static void register(FunctionRegistry registry) {
    for (String name : List.of("list", "array_agg")) {
      add(registry, name, Kind.LIST);
    }
    add(registry, "mode", Kind.MODE);
    add(registry, "histogram", Kind.HISTOGRAM);
    add(registry, "entropy", Kind.ENTROPY);
    registry.add(
        new AggregateFunction(
            "approx_top_k",
            List.of(LogicalType.ANY, LogicalType.BIGINT),
            null,
            LogicalType.list(LogicalType.ANY),
            (arguments, context) -> topK(arguments)));
    for (String name : List.of("string_agg", "group_concat", "listagg")) {
      List<LogicalType> one = List.of(LogicalType.ANY);
      List<LogicalType> two = List.of(LogicalType.ANY, LogicalType.VARCHAR);
      registry.add(
          new AggregateFunction(
              name, one, null, LogicalType.VARCHAR, (arguments, context) -> join(name, arguments)));
      registry.add(
          new AggregateFunction(
              name, two, null, LogicalType.VARCHAR, (arguments, context) -> join(name, arguments)));
    }
  }

  private static void add(FunctionRegistry registry, String name, Kind kind) {
    registry.add(
        new AggregateFunction(
            name,
            List.of(LogicalType.ANY),
            null,
            LogicalType.ANY,
            (arguments, context) -> bind(name, kind, arguments)));
  }

  private static AggregateFunction.Binding bind(String name, Kind kind, List<Argument> arguments) {
    LogicalType type = ValuePickers.concrete(arguments.getFirst().type());
    LogicalType result =
        switch (kind) {
          case LIST -> LogicalType.list(type);
          case STRING_AGG -> LogicalType.VARCHAR;
          case MODE -> type;
          case HISTOGRAM -> LogicalType.map(type, LogicalType.UBIGINT);
          case ENTROPY -> LogicalType.DOUBLE;
          case TOP_K -> LogicalType.list(type);
        };
    BoundAggregate bound =
        new BoundAggregate(
            name,
            List.of(type),
            result,
            kind == Kind.LIST || kind == Kind.MODE,
            true,
            () -> new State(kind, type, new byte[0], 0),
            null);
    if (kind == Kind.LIST) {
      bound = bound.withLayout(new ValuesLayout(type, State::values));
    }
    return new AggregateFunction.Binding(bound, List.of(0));
  }

  /** The k most frequent values; they are counted exactly. */
  private static AggregateFunction.Binding topK(List<Argument> arguments) {
    LogicalType type = ValuePickers.concrete(arguments.getFirst().type());
    Argument k = arguments.get(1);
    if (k.constant() == null) {
      throw EiderException.binder(
          "The \"k\" argument in function \"approx_top_k\" must be a constant expression");
    }
    String problem = "Invalid input for approx_top_k: k value ";
    if (k.constant().isNull()) {
      throw EiderException.invalidInput(problem + "cannot be NULL");
    }
    long size = k.constant().asLong();
    if (size <= 0) {
      throw EiderException.invalidInput(problem + "must be > 0");
    }
    if (size >= TOP_MAX) {
      throw EiderException.invalidInput(problem + "must be < " + TOP_MAX);
    }
    BoundAggregate bound =
        new BoundAggregate(
                "approx_top_k",
                List.of(type),
                LogicalType.list(type),
                true,
                true,
                () -> new State(Kind.TOP_K, type, new byte[0], (int) size),
                size)
            .withLayout(topLayout(type, size));
    return new AggregateFunction.Binding(bound, List.of(0));
  }

  /** How many, the values with their counts, and a filter, which exact counts do without. */
  private static StateLayout topLayout(LogicalType value, long limit) {
    LogicalType counted =
        LogicalType.struct(
            List.of(new Field("value", value), new Field("count", LogicalType.UBIGINT)));
    LogicalType type =
        LogicalType.struct(
            List.of(
                new Field("k", LogicalType.UBIGINT),
                new Field("values", LogicalType.list(counted)),
                new Field("filter", LogicalType.list(LogicalType.UBIGINT))));
    return new StateLayout() {
      @Override
      public LogicalType type() {
        return type;
      }

      @Override
      public Value export(AggregateState state, int group) {
        List<Value> values = new ArrayList<>();
        State rows = (State) state;
        for (int[] run : rows.runs(group)) {
          values.add(
              new Value(
                  counted,
                  List.of(
                      rows.rows.rows().getValue(run[1]),
                      new Value(LogicalType.UBIGINT, (long) run[0]))));
        }
        return values.isEmpty()
            ? Value.nullOf(type)
            : new Value(
                type,
                List.of(
                    new Value(LogicalType.UBIGINT, limit),
                    new Value(LogicalType.list(counted), values),
                    new Value(LogicalType.list(LogicalType.UBIGINT), List.of())));
      }

      @Override
      public void load(AggregateState state, int group, Value exported) {
        FlatVector one = FlatVector.allocate(value, 1);
        for (Value entry : exported.asList().get(1).asList()) {
          one.setValue(0, entry.asList().get(0));
          for (long i = entry.asList().get(1).asLong(); i > 0; i--) {
            ((State) state).rows.append(group, one, 0);
          }
        }
      }
    };
  }

  private static AggregateFunction.Binding join(String name, List<Argument> arguments) {
    String separator = ",";
    if (arguments.size() == 2) {
      Argument second = arguments.get(1);
      if (second.constant() == null) {
        throw EiderException.binder(
            "The \"arg\" argument in function \"" + name + "\" must be a constant expression");
      }
      // A NULL separator makes every result NULL; there is no text it could stand for.
      separator = second.constant().isNull() ? "\0NULL" : second.constant().asString();
    }
    byte[] bytes = separator.getBytes(StandardCharsets.UTF_8);
    BoundAggregate bound =
        new BoundAggregate(
                name,
                List.of(LogicalType.VARCHAR),
                LogicalType.VARCHAR,
                true,
                true,
                () -> new State(Kind.STRING_AGG, LogicalType.VARCHAR, bytes, 0),
                separator)
            .withLayout(StateLayout.ofResult(LogicalType.VARCHAR));
    return new AggregateFunction.Binding(bound, List.of(0));
  }

  /** Chains of rows by group, turned into the result at the end. */
  private static final class State implements AggregateState {
    private final Kind kind;
    private final byte[] separator;
    private final boolean nullSeparator;
    private final RowChains rows;

    /** Values of {@code approx_top_k}. */
    private final int limit;

    State(Kind kind, LogicalType type, byte[] separator, int limit) {
      this.kind = kind;
      this.limit = limit;
      this.separator = separator;
      this.nullSeparator = separator.length == 5 && separator[0] == 0;
      this.rows = new RowChains(type);
    }

    /** The values of a group. */
    static List<Value> values(AggregateState state, int group) {
      return ((State) state).rows.values(group);
    }

    @Override
    public void ensureGroups(int groups) {
      rows.ensureGroups(groups);
    }

    @Override
    public void update(Operand[] arguments, int[] groups, int count) {
      Operand argument = arguments[0];
      boolean keepNulls = kind == Kind.LIST;
      for (int i = 0; i < count; i++) {
        if (keepNulls || !argument.isNull(i)) {
          rows.append(groups[i], argument.vector(), argument.index(i));
        }
      }
    }

    @Override
    public void combine(AggregateState other, int[] from, int[] to, int count) {
      for (int i = 0; i < count; i++) {
        rows.appendAll(to[i], ((State) other).rows, from[i]);
      }
    }

    @Override
    public void finish(int first, int count, FlatVector result) {
      for (int i = 0; i < count; i++) {
        int group = first + i;
        if (rows.length(group) == 0) {
          if (kind == Kind.ENTROPY) {
            ((DoubleVector) result).set(i, 0);
          } else {
            result.setNull(i);
          }
          continue;
        }
        switch (kind) {
          case LIST -> list(group, (ListVector) result, i);
          case STRING_AGG -> joined(group, (StringVector) result, i);
          case MODE -> result.copyRow(rows.rows(), mostFrequent(group), i);
          case HISTOGRAM -> histogram(group, (ListVector) result, i);
          case ENTROPY -> ((DoubleVector) result).set(i, entropy(group));
          case TOP_K -> top(group, (ListVector) result, i);
        }
      }
    }

    private void list(int group, ListVector result, int row) {
      int at = result.appendChildren(rows.length(group));
      result.setList(row, at, rows.length(group));
      for (int r = rows.first(group); r >= 0; r = rows.following(r)) {
        result.child().copyRow(rows.rows(), r, at++);
      }
    }

    private void joined(int group, StringVector result, int row) {
      if (nullSeparator) {
        result.setNull(row);
        return;
      }
      StringVector texts = (StringVector) rows.rows();
      long length = (long) separator.length * (rows.length(group) - 1);
      for (int r = rows.first(group); r >= 0; r = rows.following(r)) {
        length += texts.length(r);
      }
      // Short strings are copied out of their views in pieces of 12 bytes.
      int at = result.reserve(Math.toIntExact(length + StringVector.INLINE));
      byte[] target = result.ownBuffer();
      int end = at;
      for (int r = rows.first(group); r >= 0; r = rows.following(r)) {
        if (r != rows.first(group)) {
          System.arraycopy(separator, 0, target, end, separator.length);
          end += separator.length;
        }
        end += texts.copyBytes(r, target, end);
      }
      result.setOwn(row, at, end - at);
    }

    /** The rows of a group ordered by value, so that equal ones are neighbours. */
    private Integer[] ordered(int group) {
      int[] numbers = rows.rowNumbers(group);
      Integer[] order = new Integer[numbers.length];
      for (int i = 0; i < order.length; i++) {
        order[i] = numbers[i];
      }
      FlatVector values = rows.rows();
      Arrays.sort(order, (a, b) -> CompareKernels.compareNullsGreatest(values, a, values, b));
      return order;
    }

    /** The value that occurs most often; among equals the one that was seen first. */
    private int mostFrequent(int group) {
      Integer[] order = ordered(group);
      int best = -1;
      int bestCount = 0;
      for (int i = 0; i < order.length; ) {
        int end = runEnd(order, i);
        if (end - i > bestCount || (end - i == bestCount && order[i] < best)) {
          bestCount = end - i;
          best = order[i];
        }
        i = end;
      }
      return best;
    }

    private int runEnd(Integer[] order, int from) {
      FlatVector values = rows.rows();
      int end = from + 1;
      while (end < order.length
          && CompareKernels.sameValue(values, order[from], values, order[end])) {
        end++;
      }
      return end;
    }

    private void histogram(int group, ListVector result, int row) {
      Integer[] order = ordered(group);
      int distinct = 0;
      for (int i = 0; i < order.length; i = runEnd(order, i)) {
        distinct++;
      }
      int at = result.appendChildren(distinct);
      result.setList(row, at, distinct);
      StructVector entries = (StructVector) result.child();
      for (int i = 0; i < order.length; at++) {
        int end = runEnd(order, i);
        entries.child(0).copyRow(rows.rows(), order[i], at);
        ((LongVector) entries.child(1)).set(at, end - i);
        i = end;
      }
    }

    private void top(int group, ListVector result, int row) {
      List<int[]> runs = runs(group);
      int size = Math.min(limit, runs.size());
      int at = result.appendChildren(size);
      result.setList(row, at, size);
      for (int k = 0; k < size; k++) {
        result.child().copyRow(rows.rows(), runs.get(k)[1], at + k);
      }
    }

    /** How often each value occurs and one row of it; the more frequent first. */
    private List<int[]> runs(int group) {
      Integer[] order = ordered(group);
      List<int[]> runs = new ArrayList<>();
      for (int i = 0; i < order.length; ) {
        int end = runEnd(order, i);
        runs.add(new int[] {end - i, order[i]});
        i = end;
      }
      // The more frequent first, then the one seen earlier.
      runs.sort((a, b) -> a[0] != b[0] ? b[0] - a[0] : a[1] - b[1]);
      return runs;
    }

    /** Base-2 entropy of the value frequencies. */
    private double entropy(int group) {
      Integer[] order = ordered(group);
      double total = order.length;
      double sum = 0;
      for (int i = 0; i < order.length; ) {
        int end = runEnd(order, i);
        double share = (end - i) / total;
        sum += share * Math.log(total / (end - i)) / Math.log(2);
        i = end;
      }
      return sum;
    }

    @Override
    public long memoryBytes() {
      return rows.memoryBytes();
    }

    @Override
    public void writeGroup(int group, StateWriter out) {
      rows.write(group, out);
    }

    @Override
    public void readGroup(int group, StateReader in) {
      rows.read(group, in);
    }
  }
}
