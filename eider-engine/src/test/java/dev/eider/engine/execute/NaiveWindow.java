// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.AggregateCall;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.SortKey;
import dev.eider.engine.expr.WindowCall;
import dev.eider.engine.expr.WindowCall.BoundKind;
import dev.eider.engine.expr.WindowCall.Unit;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A window call evaluated by its definition: for every row, go through its partition. */
final class NaiveWindow {
  private final List<List<Value>> rows;
  private final List<ColumnRef> columns;
  private final WindowCall call;

  /** The place of every row in its partition. */
  private final int[] placeOf;

  NaiveWindow(List<List<Value>> rows, List<ColumnRef> columns, WindowCall call) {
    this.rows = rows;
    this.columns = columns;
    this.call = call;
    placeOf = new int[rows.size()];
  }

  /** The result of every row, by its place in the table. */
  List<Value> results() {
    List<Value> results = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      results.add(Value.nullOf(call.type()));
    }
    boolean[] done = new boolean[rows.size()];
    for (int i = 0; i < rows.size(); i++) {
      if (done[i]) {
        continue;
      }
      List<Integer> partition = new ArrayList<>();
      for (int j = i; j < rows.size(); j++) {
        if (!done[j] && samePartition(i, j)) {
          partition.add(j);
          done[j] = true;
        }
      }
      partition.sort((a, b) -> compare(a, b, call.orderBy()));
      for (int at = 0; at < partition.size(); at++) {
        placeOf[partition.get(at)] = at;
      }
      for (int at = 0; at < partition.size(); at++) {
        results.set(partition.get(at), result(partition, at));
      }
    }
    return results;
  }

  private Value value(BoundExpr expr, int row) {
    return switch (expr) {
      case ColumnRef column -> rows.get(row).get(columns.indexOf(column));
      case BoundExpr.Constant constant -> constant.value();
      // Casts in tests keep the number.
      case BoundExpr.Cast cast -> value(cast.child(), row);
      default -> throw new IllegalArgumentException(expr.toString());
    };
  }

  private boolean samePartition(int a, int b) {
    for (BoundExpr key : call.partitionBy()) {
      if (OddValues.compareNullsGreatest(value(key, a), value(key, b)) != 0) {
        return false;
      }
    }
    return true;
  }

  private int compare(int a, int b, List<SortKey> keys) {
    for (SortKey key : keys) {
      int result =
          OddValues.compare(
              value(key.expr(), a), value(key.expr(), b), key.descending(), key.nullsFirst());
      if (result != 0) {
        return result;
      }
    }
    return 0;
  }

  /** Rank and shift functions do not look at EXCLUDE. */
  private List<Integer> wholeFrame(List<Integer> partition, int at) {
    List<Integer> places = new ArrayList<>();
    int to = Math.min(end(partition, at), partition.size() - 1);
    for (int place = Math.max(0, start(partition, at)); place <= to; place++) {
      places.add(place);
    }
    return places;
  }

  private Value result(List<Integer> partition, int at) {
    boolean sorts = !call.argumentOrder().isEmpty();
    if (call.kind() == null) {
      return aggregate(ordered(partition, frame(partition, at)));
    }
    return switch (call.kind()) {
      case FIRST_VALUE, LAST_VALUE, NTH_VALUE ->
          inFrame(ordered(partition, frame(partition, at)), partition.get(at));
      case LEAD, LAG ->
          shifted(
              sorts ? ordered(partition, wholeFrame(partition, at)) : partition,
              partition,
              at,
              sorts);
      default ->
          ranked(
              sorts ? ordered(partition, wholeFrame(partition, at)) : partition,
              partition,
              at,
              sorts);
    };
  }

  /** Rows of the frame as places in the partition. */
  private List<Integer> frame(List<Integer> partition, int at) {
    WindowCall.Frame frame = call.frame();
    int from = start(partition, at);
    int to = end(partition, at);
    List<Integer> places = new ArrayList<>();
    for (int place = Math.max(0, from); place <= Math.min(to, partition.size() - 1); place++) {
      boolean peer = isPeer(partition, at, place);
      boolean out =
          switch (frame.exclude()) {
            case NO_OTHERS -> false;
            case CURRENT_ROW -> place == at;
            case GROUP -> peer;
            case TIES -> peer && place != at;
          };
      if (!out) {
        places.add(place);
      }
    }
    return places;
  }

  private boolean isPeer(List<Integer> partition, int a, int b) {
    return compare(partition.get(a), partition.get(b), call.orderBy()) == 0;
  }

  private int firstPeer(List<Integer> partition, int at) {
    int place = at;
    while (place > 0 && isPeer(partition, at, place - 1)) {
      place--;
    }
    return place;
  }

  private int lastPeer(List<Integer> partition, int at) {
    int place = at;
    while (place + 1 < partition.size() && isPeer(partition, at, place + 1)) {
      place++;
    }
    return place;
  }

  private int start(List<Integer> partition, int at) {
    WindowCall.Frame frame = call.frame();
    return switch (frame.start()) {
      case UNBOUNDED_PRECEDING -> 0;
      case UNBOUNDED_FOLLOWING -> partition.size();
      case CURRENT_ROW -> frame.unit() == Unit.ROWS ? at : firstPeer(partition, at);
      case PRECEDING, FOLLOWING -> {
        Value offset =
            value(java.util.Objects.requireNonNull(frame.startOffset()), partition.get(at));
        yield moved(partition, at, frame.start(), offset, true);
      }
    };
  }

  private int end(List<Integer> partition, int at) {
    WindowCall.Frame frame = call.frame();
    return switch (frame.end()) {
      case UNBOUNDED_PRECEDING -> -1;
      case UNBOUNDED_FOLLOWING -> partition.size() - 1;
      case CURRENT_ROW -> frame.unit() == Unit.ROWS ? at : lastPeer(partition, at);
      case PRECEDING, FOLLOWING -> {
        Value offset =
            value(java.util.Objects.requireNonNull(frame.endOffset()), partition.get(at));
        yield moved(partition, at, frame.end(), offset, false);
      }
    };
  }

  /** The first (start) or last (end) place of a frame bound by an offset. */
  private int moved(
      List<Integer> partition, int at, BoundKind kind, Value offset, boolean isStart) {
    boolean preceding = kind == BoundKind.PRECEDING;
    return switch (call.frame().unit()) {
      case ROWS -> (int) (at + (preceding ? -offset.asLong() : offset.asLong()));
      case GROUPS -> {
        int place = isStart ? firstPeer(partition, at) : lastPeer(partition, at);
        for (long n = offset.asLong(); n > 0; n--) {
          if (preceding) {
            place = firstPeer(partition, place) - 1;
            if (place < 0) {
              yield isStart ? 0 : -1;
            }
          } else {
            place = lastPeer(partition, place) + 1;
            if (place >= partition.size()) {
              yield isStart ? partition.size() : partition.size() - 1;
            }
          }
        }
        yield isStart ? firstPeer(partition, place) : lastPeer(partition, place);
      }
      case RANGE -> {
        SortKey key = call.orderBy().get(0);
        if (offset.isNull()) {
          yield isStart ? firstPeer(partition, at) : lastPeer(partition, at);
        }
        int found = isStart ? partition.size() : -1;
        for (int place = 0; place < partition.size(); place++) {
          Value other = value(key.expr(), partition.get(place));
          // NULLs lie before or after all bounds: only unbounded ends reach them.
          int result = OddValues.compare(other, offset, key.descending(), key.nullsFirst());
          if (isStart && result >= 0) {
            yield place;
          }
          if (!isStart && result <= 0) {
            found = place;
          }
        }
        yield found;
      }
    };
  }

  /** Table rows of places, in the argument's order. */
  private List<Integer> ordered(List<Integer> partition, List<Integer> places) {
    List<Integer> result = new ArrayList<>();
    for (int place : places) {
      result.add(partition.get(place));
    }
    result.sort((a, b) -> compare(a, b, call.argumentOrder()));
    return result;
  }

  // Functions.

  private Value inFrame(List<Integer> frame, int row) {
    List<Integer> usable = new ArrayList<>();
    for (int other : frame) {
      if (!call.ignoreNulls() || !value(call.arguments().get(0), other).isNull()) {
        usable.add(other);
      }
    }
    long place =
        switch (java.util.Objects.requireNonNull(call.kind())) {
          case FIRST_VALUE -> 0;
          case LAST_VALUE -> usable.size() - 1;
          default -> value(call.arguments().get(1), row).asLong() - 1;
        };
    return place >= 0 && place < usable.size()
        ? value(call.arguments().get(0), usable.get((int) place))
        : Value.nullOf(call.type());
  }

  private Value shifted(List<Integer> others, List<Integer> partition, int at, boolean sorts) {
    int row = partition.get(at);
    BoundExpr argument = call.arguments().get(0);
    long offset = call.arguments().size() > 1 ? value(call.arguments().get(1), row).asLong() : 1;
    boolean lead = call.kind() == WindowCall.Kind.LEAD;
    // The row's own place: among rows not before it in the order.
    int own = 0;
    List<Integer> usable = new ArrayList<>();
    for (int other : others) {
      boolean isUsable = !call.ignoreNulls() || !value(argument, other).isNull();
      boolean before = sorts ? isBefore(other, row) : placeOf[other] < at;
      if (other == row && !isUsable && !sorts) {
        if (offset == 0) {
          return value(argument, row);
        }
        // A row that is left out itself stands between its neighbours.
        offset = lead ? offset - 1 : offset;
        continue;
      }
      if (isUsable) {
        usable.add(other);
        own += before ? 1 : 0;
      }
    }
    long target = lead ? own + offset : own - offset;
    if (target >= 0 && target < usable.size()) {
      return value(argument, usable.get((int) target));
    }
    return call.arguments().size() > 2
        ? value(call.arguments().get(2), row)
        : Value.nullOf(call.type());
  }

  private boolean isBefore(int a, int b) {
    int result = compare(a, b, call.argumentOrder());
    return result < 0 || (result == 0 && placeOf[a] < placeOf[b]);
  }

  private Value ranked(List<Integer> others, List<Integer> partition, int at, boolean sorts) {
    int row = partition.get(at);
    List<SortKey> keys = sorts ? call.argumentOrder() : call.orderBy();
    int before = 0;
    int less = 0;
    int notGreater = 0;
    List<Integer> lesser = new ArrayList<>();
    for (int other : others) {
      int result = compare(other, row, keys);
      before += sorts ? isBefore(other, row) ? 1 : 0 : 0;
      less += result < 0 ? 1 : 0;
      notGreater += result <= 0 ? 1 : 0;
      if (result < 0) {
        lesser.add(other);
      }
    }
    before = sorts ? before : at;
    int size = others.size();
    int distinct = 0;
    for (int i = 0; i < lesser.size(); i++) {
      distinct += i == 0 || compare(lesser.get(i), lesser.get(i - 1), keys) != 0 ? 1 : 0;
    }
    return switch (java.util.Objects.requireNonNull(call.kind())) {
      case ROW_NUMBER -> Value.of(before + 1L);
      case RANK -> Value.of(less + 1L);
      case DENSE_RANK -> Value.of(distinct + 1L);
      case PERCENT_RANK -> Value.of(size > 1 ? less / (size - 1.0) : 0.0);
      case CUME_DIST -> Value.of(size > 0 ? notGreater / (double) size : 0.0);
      case NTILE -> size == 0 ? Value.nullOf(LogicalType.BIGINT) : tile(before, size, row);
      default -> throw new IllegalArgumentException(String.valueOf(call.kind()));
    };
  }

  /** Deals rows to tiles: the first tiles take one more. */
  private Value tile(int before, int size, int row) {
    long tiles = Math.min(size, value(call.arguments().get(0), row).asLong());
    long filled = 0;
    for (long tile = 1; tile <= tiles; tile++) {
      filled += size / tiles + (tile <= size % tiles ? 1 : 0);
      if (before < filled) {
        return Value.of(tile);
      }
    }
    return Value.of(tiles);
  }

  private Value aggregate(List<Integer> frame) {
    List<Value> values = new ArrayList<>();
    for (int row : frame) {
      BoundExpr filter = call.filter();
      if (filter == null || (!value(filter, row).isNull() && value(filter, row).asBoolean())) {
        values.add(value(call.arguments().get(0), row));
      }
    }
    AggregateCall aggregate = java.util.Objects.requireNonNull(call.aggregate());
    if (call.distinct() && aggregate.function().distinctSensitive()) {
      values = new ArrayList<>(new LinkedHashSet<>(values));
    }
    List<Value> valid = new ArrayList<>(values);
    valid.removeIf(Value::isNull);
    String name = aggregate.function().name();
    @Nullable Object result =
        switch (name) {
          case "count" -> (long) valid.size();
          case "sum" -> valid.isEmpty() ? null : BigInteger.valueOf(sum(valid));
          case "avg" -> valid.isEmpty() ? null : (double) sum(valid) / valid.size();
          case "min" ->
              valid.stream().min(OddValues::compareNullsGreatest).map(Value::object).orElse(null);
          case "max" ->
              valid.stream().max(OddValues::compareNullsGreatest).map(Value::object).orElse(null);
          case "first" -> values.isEmpty() ? null : values.get(0).object();
          case "last" -> values.isEmpty() ? null : values.get(values.size() - 1).object();
          case "list" -> values.isEmpty() ? null : values;
          case "median" -> valid.isEmpty() ? null : median(valid);
          default -> throw new IllegalArgumentException(name);
        };
    return new Value(call.type(), result);
  }

  private static long sum(List<Value> values) {
    long sum = 0;
    for (Value value : values) {
      sum += value.asLong();
    }
    return sum;
  }

  private static double median(List<Value> values) {
    List<Value> sorted = new ArrayList<>(values);
    sorted.sort(Comparator.comparingLong(Value::asLong));
    int low = (sorted.size() - 1) / 2;
    int high = sorted.size() / 2;
    return (sorted.get(low).asLong() + sorted.get(high).asLong()) / 2.0;
  }
}
