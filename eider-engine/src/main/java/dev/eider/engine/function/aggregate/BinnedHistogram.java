// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StructVector;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundAggregate;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import dev.eider.engine.function.cast.IntegerRange;
import dev.eider.engine.function.cast.ValueCasts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code histogram(x, bins)}: how many values lie at or below each bin and above the one before;
 * {@code histogram_exact}: how many equal it. What fits no bin is counted under a last key that
 * stands for the rest.
 */
final class BinnedHistogram implements AggregateState {
  private final boolean exact;
  private final FlatVector bins;
  private final int size;
  private final @Nullable Value rest;
  private long[] counts = new long[0];
  private boolean[] seen = new boolean[4];

  BinnedHistogram(boolean exact, LogicalType type, List<Value> bins) {
    this.exact = exact;
    this.size = bins.size();
    this.bins = FlatVector.allocate(type, Math.max(1, size));
    for (int i = 0; i < size; i++) {
      this.bins.setValue(i, bins.get(i));
    }
    this.rest = rest(type);
    counts = new long[4 * (size + 1)];
  }

  static void register(FunctionRegistry registry) {
    for (boolean exact : new boolean[] {false, true}) {
      String name = exact ? "histogram_exact" : "histogram";
      registry.add(
          new AggregateFunction(
              name,
              List.of(LogicalType.ANY, LogicalType.list(LogicalType.ANY)),
              null,
              LogicalType.ANY,
              (arguments, scope) -> bind(name, exact, arguments)));
    }
    registry.add(
        new ScalarFunction(
            "is_histogram_other_bin",
            List.of(LogicalType.ANY),
            null,
            LogicalType.BOOLEAN,
            (arguments, scope) -> isRest(ValuePickers.concrete(arguments.getFirst().type()))));
  }

  private static BoundScalar isRest(LogicalType type) {
    Value rest = rest(type);
    return new BoundScalar(
        "is_histogram_other_bin",
        List.of(type),
        LogicalType.BOOLEAN,
        ScalarKernel.NullHandling.PROPAGATE,
        BoundScalar.Stability.CONSISTENT,
        false,
        () ->
            (operands, count, result, context) -> {
              for (int i = 0; i < count; i++) {
                if (!result.isNull(i)) {
                  Value value = operands[0].vector().getValue(operands[0].index(i));
                  result.setValue(i, Value.of(value.equals(rest)));
                }
              }
            },
        null);
  }

  private static AggregateFunction.Binding bind(
      String name, boolean exact, List<Argument> arguments) {
    LogicalType own = ValuePickers.concrete(arguments.getFirst().type());
    LogicalType type = own.id() == TypeId.DECIMAL ? LogicalType.DOUBLE : own;
    Value list = arguments.get(1).constant();
    LogicalType result = LogicalType.map(type, LogicalType.UBIGINT);
    if (list == null) {
      return new AggregateFunction.Binding(
          new BoundAggregate(
              name,
              List.of(type, LogicalType.list(type)),
              result,
              false,
              true,
              () -> new GroupBins(exact, type),
              null),
          List.of(0, 1));
    }
    List<Value> bins = sorted(list, type);
    return new AggregateFunction.Binding(
        new BoundAggregate(
            name,
            List.of(type),
            result,
            false,
            true,
            () -> new BinnedHistogram(exact, type, bins),
            bins),
        List.of(0));
  }

  /** The bins in order, each once. */
  static List<Value> sorted(Value list, LogicalType type) {
    if (list.isNull()) {
      throw EiderException.binder("Histogram bin list cannot be NULL");
    }
    FlatVector values = FlatVector.allocate(type, Math.max(1, list.asList().size()));
    List<Integer> order = new ArrayList<>();
    for (Value bin : list.asList()) {
      if (bin.isNull()) {
        throw EiderException.binder("Histogram bin entry cannot be NULL");
      }
      values.setValue(order.size(), ValueCasts.cast(bin, type));
      order.add(order.size());
    }
    order.sort((a, b) -> CompareKernels.compare(values, a, values, b));
    List<Value> bins = new ArrayList<>();
    for (int index : order) {
      Value bin = values.getValue(index);
      if (bins.isEmpty() || !bins.getLast().equals(bin)) {
        bins.add(bin);
      }
    }
    return bins;
  }

  /** The key for what fits no bin: the greatest value, an empty one, or null when there is none. */
  private static @Nullable Value rest(LogicalType type) {
    return switch (type.id()) {
      case TINYINT, SMALLINT, INTEGER, UTINYINT, USMALLINT ->
          new Value(type, (int) IntegerRange.max(type));
      case BIGINT, UINTEGER -> new Value(type, IntegerRange.max(type));
      case UBIGINT -> new Value(type, -1L);
      case HUGEINT, UHUGEINT -> new Value(type, IntegerRange.bigMax(type));
      case FLOAT -> new Value(type, Float.POSITIVE_INFINITY);
      case DOUBLE -> new Value(type, Double.POSITIVE_INFINITY);
      case VARCHAR -> Value.of("");
      case BLOB -> new Value(type, new byte[0]);
      case DATE -> new Value(type, Integer.MAX_VALUE);
      case TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS, TIMESTAMP_NS, TIMESTAMP_TZ ->
          new Value(type, Long.MAX_VALUE);
      case TIME -> new Value(type, 86_400_000_000L);
      case LIST -> new Value(type, List.of());
      case STRUCT -> {
        List<Value> fields = new ArrayList<>();
        for (LogicalType.Field field : ((LogicalType.Struct) type).fields()) {
          fields.add(Value.nullOf(field.type()));
        }
        yield new Value(type, fields);
      }
      default -> null;
    };
  }

  @Override
  public void ensureGroups(int groups) {
    if (groups > seen.length) {
      int grown = Math.max(groups, seen.length * 2);
      seen = Arrays.copyOf(seen, grown);
      counts = Arrays.copyOf(counts, Math.multiplyExact(grown, size + 1));
    }
  }

  @Override
  public void update(Operand[] arguments, int[] groups, int count) {
    FlatVector values = arguments[0].vector();
    for (int i = 0; i < count; i++) {
      if (!arguments[0].isNull(i)) {
        seen[groups[i]] = true;
        counts[groups[i] * (size + 1) + bin(values, arguments[0].index(i))]++;
      }
    }
  }

  /** The first bin that is not less than the value; the number of bins when there is none. */
  private int bin(FlatVector values, int row) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (CompareKernels.compare(bins, middle, values, row) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return exact && low < size && CompareKernels.compare(bins, low, values, row) != 0 ? size : low;
  }

  @Override
  public void combine(AggregateState other, int[] from, int[] to, int count) {
    BinnedHistogram that = (BinnedHistogram) other;
    for (int i = 0; i < count; i++) {
      seen[to[i]] |= that.seen[from[i]];
      for (int b = 0; b <= size; b++) {
        counts[to[i] * (size + 1) + b] += that.counts[from[i] * (size + 1) + b];
      }
    }
  }

  @Override
  public void finish(int first, int count, FlatVector result) {
    ListVector map = (ListVector) result;
    for (int i = 0; i < count; i++) {
      int base = (first + i) * (size + 1);
      if (!seen[first + i]) {
        result.setNull(i);
        continue;
      }
      boolean others = counts[base + size] > 0 && rest != null;
      int entries = size + (others ? 1 : 0);
      int at = map.appendChildren(entries);
      map.setList(i, at, entries);
      StructVector struct = (StructVector) map.child();
      for (int b = 0; b < entries; b++) {
        if (b < size) {
          struct.child(0).copyRow(bins, b, at + b);
        } else if (rest != null) {
          struct.child(0).setValue(at + b, rest);
        }
        ((LongVector) struct.child(1)).set(at + b, counts[base + b]);
      }
    }
  }

  @Override
  public long memoryBytes() {
    return 8L * counts.length + seen.length;
  }

  @Override
  public void writeGroup(int group, StateWriter out) {
    out.putByte(seen[group] ? 1 : 0);
    for (int b = 0; b <= size; b++) {
      out.putLong(counts[group * (size + 1) + b]);
    }
  }

  @Override
  public void readGroup(int group, StateReader in) {
    seen[group] = in.getByte() != 0;
    for (int b = 0; b <= size; b++) {
      counts[group * (size + 1) + b] = in.getLong();
    }
  }
}
