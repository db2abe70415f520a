// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundAggregate;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The best n of a group: {@code min(x, n)}, {@code max(x, n)}, and the values of the rows with the
 * best n keys: {@code arg_min(x, y, n)}, {@code arg_max(x, y, n)} and their variants that keep
 * NULLs.
 *
 * <p>Invariant: the slots of a group are a binary heap with the worst row on top, so that a row
 * that is not among the best costs one comparison.
 */
final class TopState implements AggregateState {
  /** Fewer than this many rows can be asked for. */
  private static final int LIMIT = 1_000_000;

  private static final int[] NONE = new int[0];

  private final String title;
  private final boolean max;
  private final boolean byKey;
  private final boolean keepNulls;
  private final FlatVector keys;
  private final FlatVector values;
  private int used;
  private int[][] heaps = new int[4][];
  private int[] sizes = new int[4];
  private int[] limits = new int[4];
  private long held;

  private TopState(
      String title,
      boolean max,
      boolean byKey,
      boolean keepNulls,
      LogicalType value,
      LogicalType key) {
    this.title = title;
    this.max = max;
    this.byKey = byKey;
    this.keepNulls = keepNulls;
    this.keys = FlatVector.allocate(key, 16);
    this.values = byKey ? FlatVector.allocate(value, 16) : keys;
    Arrays.fill(heaps, NONE);
  }

  static void register(FunctionRegistry registry) {
    for (boolean max : new boolean[] {false, true}) {
      add(registry, max ? "max" : "min", max, false, false);
      List<String> names =
          max ? List.of("arg_max", "argmax", "max_by") : List.of("arg_min", "argmin", "min_by");
      for (String name : names) {
        add(registry, name, max, true, false);
      }
      add(registry, max ? "arg_max_nulls_last" : "arg_min_nulls_last", max, true, true);
    }
  }

  private static void add(
      FunctionRegistry registry, String name, boolean max, boolean byKey, boolean keepNulls) {
    List<LogicalType> types =
        byKey
            ? List.of(LogicalType.ANY, LogicalType.ANY, LogicalType.BIGINT)
            : List.of(LogicalType.ANY, LogicalType.BIGINT);
    registry.add(
        new AggregateFunction(
            name,
            types,
            null,
            LogicalType.list(LogicalType.ANY),
            (arguments, scope) -> bind(name, max, byKey, keepNulls, arguments)));
  }

  private static AggregateFunction.Binding bind(
      String name, boolean max, boolean byKey, boolean keepNulls, List<Argument> arguments) {
    LogicalType value = ValuePickers.concrete(arguments.getFirst().type());
    LogicalType key = byKey ? ValuePickers.concrete(arguments.get(1).type()) : value;
    List<LogicalType> types = new ArrayList<>();
    types.add(value);
    if (byKey) {
      types.add(key);
    }
    types.add(LogicalType.BIGINT);
    String title = byKey ? "arg_min/arg_max" : "MIN/MAX";
    return new AggregateFunction.Binding(
        new BoundAggregate(
            name,
            types,
            LogicalType.list(value),
            false,
            true,
            () -> new TopState(title, max, byKey, keepNulls, value, key),
            null),
        byKey ? List.of(0, 1, 2) : List.of(0, 1));
  }

  @Override
  public void ensureGroups(int groups) {
    int old = heaps.length;
    if (groups > old) {
      int grown = Math.max(groups, old * 2);
      heaps = Arrays.copyOf(heaps, grown);
      Arrays.fill(heaps, old, grown, NONE);
      sizes = Arrays.copyOf(sizes, grown);
      limits = Arrays.copyOf(limits, grown);
    }
  }

  private int limit(Operand argument, int row) {
    if (argument.isNull(row)) {
      throw invalid("n value cannot be NULL");
    }
    long n = ((LongVector) argument.vector()).get(argument.index(row));
    if (n <= 0) {
      throw invalid("n value must be > 0");
    }
    if (n >= LIMIT) {
      throw invalid("n value must be < " + LIMIT);
    }
    return (int) n;
  }

  private EiderException invalid(String what) {
    return EiderException.invalidInput("Invalid input for " + title + ": " + what);
  }

  @Override
  public void update(Operand[] arguments, int[] groups, int count) {
    Operand value = arguments[0];
    Operand key = byKey ? arguments[1] : value;
    Operand limit = arguments[arguments.length - 1];
    for (int i = 0; i < count; i++) {
      if (!keepNulls && (value.isNull(i) || key.isNull(i))) {
        continue;
      }
      int group = groups[i];
      if (limits[group] == 0) {
        limits[group] = limit(limit, i);
      }
      offer(group, value.vector(), value.index(i), key.vector(), key.index(i));
    }
  }

  /** Negative when the key at {@code row} is better than that of {@code slot}; NULL is worst. */
  private int compare(FlatVector key, int row, FlatVector other, int slot) {
    boolean leftNull = key.isNull(row);
    boolean rightNull = other.isNull(slot);
    if (leftNull || rightNull) {
      return Boolean.compare(leftNull, rightNull);
    }
    int order = CompareKernels.compare(key, row, other, slot);
    return max ? -order : order;
  }

  private void offer(int group, FlatVector value, int v, FlatVector key, int k) {
    int size = sizes[group];
    if (size < limits[group]) {
      int slot = used++;
      keys.ensureCapacity(used);
      values.ensureCapacity(used);
      put(slot, value, v, key, k);
      int[] heap = heaps[group];
      if (size == heap.length) {
        int grown = Math.min(limits[group], Math.max(4, size * 2));
        held += 4L * (grown - size);
        heap = Arrays.copyOf(heap, grown);
        heaps[group] = heap;
      }
      heap[size] = slot;
      sizes[group] = size + 1;
      up(heap, size);
      return;
    }
    int[] heap = heaps[group];
    if (compare(key, k, keys, heap[0]) < 0) {
      put(heap[0], value, v, key, k);
      down(heap, size);
    }
  }

  private void put(int slot, FlatVector value, int v, FlatVector key, int k) {
    keys.copyRow(key, k, slot);
    if (byKey) {
      values.copyRow(value, v, slot);
    }
  }

  private void up(int[] heap, int from) {
    int at = from;
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      if (compare(keys, heap[at], keys, heap[parent]) <= 0) {
        return;
      }
      swap(heap, at, parent);
      at = parent;
    }
  }

  private void down(int[] heap, int size) {
    int at = 0;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && compare(keys, heap[child + 1], keys, heap[child]) > 0) {
        child++;
      }
      if (compare(keys, heap[child], keys, heap[at]) <= 0) {
        return;
      }
      swap(heap, at, child);
      at = child;
    }
  }

  private static void swap(int[] heap, int a, int b) {
    int slot = heap[a];
    heap[a] = heap[b];
    heap[b] = slot;
  }

  @Override
  public void combine(AggregateState other, int[] from, int[] to, int count) {
    TopState that = (TopState) other;
    for (int i = 0; i < count; i++) {
      int source = from[i];
      if (limits[to[i]] == 0) {
        limits[to[i]] = that.limits[source];
      }
      for (int k = 0; k < that.sizes[source]; k++) {
        int slot = that.heaps[source][k];
        offer(to[i], that.values, slot, that.keys, slot);
      }
    }
  }

  @Override
  public void finish(int first, int count, FlatVector result) {
    ListVector list = (ListVector) result;
    for (int i = 0; i < count; i++) {
      int group = first + i;
      int size = sizes[group];
      if (size == 0) {
        result.setNull(i);
        continue;
      }
      // Taking the worst off the top again and again leaves the best in front.
      int[] heap = Arrays.copyOf(heaps[group], size);
      for (int end = size - 1; end > 0; end--) {
        swap(heap, 0, end);
        down(heap, end);
      }
      int at = list.appendChildren(size);
      list.setList(i, at, size);
      for (int slot : heap) {
        list.child().copyRow(values, slot, at++);
      }
    }
  }

  @Override
  public long memoryBytes() {
    return keys.sizeInBytes() + (byKey ? values.sizeInBytes() : 0) + held + 16L * heaps.length;
  }

  @Override
  public void writeGroup(int group, StateWriter out) {
    out.putInt(limits[group]);
    out.putInt(sizes[group]);
    for (int k = 0; k < sizes[group]; k++) {
      ValueBytes.write(keys, heaps[group][k], out);
      if (byKey) {
        ValueBytes.write(values, heaps[group][k], out);
      }
    }
  }

  @Override
  public void readGroup(int group, StateReader in) {
    limits[group] = in.getInt();
    int size = in.getInt();
    int[] heap = new int[size];
    held += 4L * size;
    for (int k = 0; k < size; k++) {
      int slot = used++;
      keys.ensureCapacity(used);
      values.ensureCapacity(used);
      ValueBytes.read(keys, slot, in);
      if (byKey) {
        ValueBytes.read(values, slot, in);
      }
      heap[k] = slot;
    }
    heaps[group] = heap;
    sizes[group] = size;
  }
}
