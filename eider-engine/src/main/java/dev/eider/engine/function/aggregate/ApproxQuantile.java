// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundAggregate;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.StateLayout;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import dev.eider.engine.function.cast.TemporalText;
import dev.eider.engine.function.cast.ValueCasts;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code approx_quantile}: quantiles from a digest of the group's values as doubles. */
final class ApproxQuantile implements AggregateState {
  private static final List<LogicalType> TYPES =
      List.of(
          LogicalType.TINYINT,
          LogicalType.SMALLINT,
          LogicalType.INTEGER,
          LogicalType.BIGINT,
          LogicalType.HUGEINT,
          LogicalType.FLOAT,
          LogicalType.DOUBLE,
          LogicalType.decimal(18, 3),
          LogicalType.DATE,
          LogicalType.TIME,
          LogicalType.TIME_TZ,
          LogicalType.TIMESTAMP,
          LogicalType.TIMESTAMP_TZ);

  private static final StateLayout LAYOUT =
      new StateLayout() {
        @Override
        public LogicalType type() {
          return QuantileDigest.layout();
        }

        @Override
        public Value export(AggregateState state, int group) {
          QuantileDigest digest = ((ApproxQuantile) state).digests[group];
          return digest == null || digest.isEmpty() ? Value.nullOf(type()) : digest.export();
        }

        @Override
        public void load(AggregateState state, int group, Value value) {
          ((ApproxQuantile) state).digests[group] = QuantileDigest.load(value);
        }
      };

  private final double[] fractions;
  private final boolean isList;
  private @Nullable QuantileDigest[] digests = new QuantileDigest[4];

  private ApproxQuantile(double[] fractions, boolean isList) {
    this.fractions = fractions;
    this.isList = isList;
  }

  static void register(FunctionRegistry registry) {
    for (LogicalType type : TYPES) {
      LogicalType parameter =
          type.id() == TypeId.DECIMAL ? dev.eider.engine.function.FunctionTypes.ANY_DECIMAL : type;
      add(registry, parameter, LogicalType.FLOAT, parameter);
      add(registry, parameter, LogicalType.list(LogicalType.FLOAT), LogicalType.list(parameter));
    }
  }

  private static void add(
      FunctionRegistry registry, LogicalType type, LogicalType position, LogicalType returns) {
    registry.add(
        new AggregateFunction(
            "approx_quantile",
            List.of(type, position),
            null,
            returns,
            (arguments, scope) -> bind(type, arguments)));
  }

  private static AggregateFunction.Binding bind(LogicalType type, List<Argument> arguments) {
    LogicalType own = arguments.getFirst().type();
    LogicalType one =
        type.id() != TypeId.DECIMAL
            ? type
            : own.id() == TypeId.DECIMAL ? own : LogicalType.decimal(18, 3);
    Value constant = arguments.get(1).constant();
    if (constant == null) {
      throw EiderException.binder("APPROXIMATE QUANTILE can only take constant parameters");
    }
    if (constant.isNull()) {
      throw EiderException.binder("APPROXIMATE QUANTILE parameter cannot be NULL");
    }
    boolean isList = constant.type().id() == TypeId.LIST || constant.type().id() == TypeId.ARRAY;
    List<Value> values = isList ? constant.asList() : List.of(constant);
    double[] fractions = new double[values.size()];
    for (int i = 0; i < fractions.length; i++) {
      if (values.get(i).isNull()) {
        throw EiderException.binder("APPROXIMATE QUANTILE parameter cannot be NULL");
      }
      fractions[i] = ValueCasts.cast(values.get(i), LogicalType.DOUBLE).asDouble();
      if (!(fractions[i] >= 0 && fractions[i] <= 1)) {
        throw EiderException.binder(
            "APPROXIMATE QUANTILE can only take parameters in range [0, 1]");
      }
    }
    return new AggregateFunction.Binding(
        new BoundAggregate(
                "approx_quantile",
                List.of(one),
                isList ? LogicalType.list(one) : one,
                false,
                true,
                () -> new ApproxQuantile(fractions, isList),
                List.of(isList, Arrays.toString(fractions)))
            .withLayout(LAYOUT),
        List.of(0));
  }

  @Override
  public void ensureGroups(int groups) {
    if (groups > digests.length) {
      digests = Arrays.copyOf(digests, Math.max(groups, digests.length * 2));
    }
  }

  private QuantileDigest digest(int group) {
    QuantileDigest digest = digests[group];
    if (digest == null) {
      digest = new QuantileDigest();
      digests[group] = digest;
    }
    return digest;
  }

  @Override
  public void update(Operand[] arguments, int[] groups, int count) {
    Operand argument = arguments[0];
    for (int i = 0; i < count; i++) {
      if (!argument.isNull(i)) {
        double value = number(argument.vector(), argument.index(i));
        if (Double.isFinite(value)) {
          digest(groups[i]).add(value);
        }
      }
    }
  }

  /** NaN for infinite dates, which are left out. */
  private static double number(FlatVector vector, int row) {
    return switch (vector) {
      case IntVector v ->
          v.type().id() == TypeId.DATE && Math.abs(v.get(row)) == Integer.MAX_VALUE
              ? Double.NaN
              : v.get(row);
      case LongVector v ->
          v.type().id() == TypeId.TIME_TZ
              ? TemporalText.timeTzMicros(v.get(row)) - TemporalText.timeTzOffset(v.get(row)) * 1e6
              : v.type().isTemporal() && Math.abs(v.get(row)) == Long.MAX_VALUE
                  ? Double.NaN
                  : v.get(row);
      case WideVector v -> v.getBig(row).doubleValue();
      case FloatVector v -> v.get(row);
      case DoubleVector v -> v.get(row);
      default -> throw new IllegalStateException("approx_quantile of " + vector.type());
    };
  }

  @Override
  public void combine(AggregateState other, int[] from, int[] to, int count) {
    for (int i = 0; i < count; i++) {
      QuantileDigest theirs = ((ApproxQuantile) other).digests[from[i]];
      if (theirs != null) {
        digest(to[i]).addAll(theirs);
      }
    }
  }

  @Override
  public void finish(int first, int count, FlatVector result) {
    for (int i = 0; i < count; i++) {
      QuantileDigest digest = digests[first + i];
      if (digest == null || digest.isEmpty()) {
        result.setNull(i);
      } else if (isList) {
        ListVector list = (ListVector) result;
        int at = list.appendChildren(fractions.length);
        list.setList(i, at, fractions.length);
        for (double fraction : fractions) {
          set(list.child(), at++, digest.quantile(fraction));
        }
      } else {
        set(result, i, digest.quantile(fractions[0]));
      }
    }
  }

  private static void set(FlatVector result, int row, double value) {
    switch (result) {
      case IntVector v -> v.set(row, (int) Math.rint(value));
      case LongVector v ->
          v.set(
              row,
              v.type().id() == TypeId.TIME_TZ
                  ? TemporalText.timeTz((long) Math.rint(value), 0)
                  : (long) Math.rint(value));
      case WideVector v ->
          v.setBig(row, new BigDecimal(value).setScale(0, RoundingMode.HALF_EVEN).toBigInteger());
      case FloatVector v -> v.set(row, (float) value);
      case DoubleVector v -> v.set(row, value);
      default -> throw new IllegalStateException("approx_quantile into " + result.type());
    }
  }

  @Override
  public long memoryBytes() {
    long bytes = 8L * digests.length;
    for (QuantileDigest digest : digests) {
      bytes += digest == null ? 0 : digest.memoryBytes();
    }
    return bytes;
  }

  @Override
  public void writeGroup(int group, StateWriter out) {
    QuantileDigest digest = digests[group];
    (digest == null ? new QuantileDigest() : digest).write(out);
  }

  @Override
  public void readGroup(int group, StateReader in) {
    digests[group] = QuantileDigest.read(in);
  }
}
