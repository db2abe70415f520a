// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundAggregate;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.FunctionTypes;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import dev.eider.engine.function.cast.ValueCasts;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates that make or take BIT strings: {@code bitstring_agg(x, min, max)} (bit i is set when
 * the value {@code min + i} occurs) and {@code bit_and}, {@code bit_or}, {@code bit_xor} of BIT. A
 * BIT is stored as its text of zeros and ones.
 */
final class BitStrings implements AggregateState {
  private static final long LENGTH_MAX = 1_000_000_000L;

  private final Op op;
  private final BigInteger least;
  private final int length;
  private byte[] @Nullable [] bits = new byte[4][];
  private long held;

  /** How two bits are combined. */
  private enum Op {
    AND,
    OR,
    XOR,
    /** The argument is a number whose bit is set. */
    SET
  }

  private BitStrings(Op op, BigInteger least, int length) {
    this.op = op;
    this.least = least;
    this.length = length;
  }

  static void register(FunctionRegistry registry) {
    for (LogicalType type : FunctionTypes.INTEGERS) {
      registry.add(
          new AggregateFunction(
              "bitstring_agg",
              List.of(type),
              null,
              LogicalType.BIT,
              (arguments, scope) -> {
                throw noRange();
              }));
      registry.add(
          new AggregateFunction(
              "bitstring_agg",
              List.of(type, type, type),
              null,
              LogicalType.BIT,
              (arguments, scope) -> bind(type, arguments)));
    }
    add(registry, "bit_and", Op.AND);
    add(registry, "bit_or", Op.OR);
    add(registry, "bit_xor", Op.XOR);
  }

  private static EiderException noRange() {
    return EiderException.binder(
        "Could not retrieve required statistics. Alternatively, try by providing the statistics"
            + " explicitly: BITSTRING_AGG(col, min, max) ");
  }

  private static AggregateFunction.Binding bind(LogicalType type, List<Argument> arguments) {
    Value from = arguments.get(1).constant();
    Value to = arguments.get(2).constant();
    if (from == null || to == null || from.isNull() || to.isNull()) {
      throw noRange();
    }
    BigInteger least = (BigInteger) ValueCasts.cast(from, LogicalType.HUGEINT).get();
    BigInteger greatest = (BigInteger) ValueCasts.cast(to, LogicalType.HUGEINT).get();
    if (least.compareTo(greatest) > 0) {
      throw EiderException.invalidInput(
          "Invalid explicit bitstring range: Minimum (" + least + ") > maximum (" + greatest + ")");
    }
    BigInteger length = greatest.subtract(least).add(BigInteger.ONE);
    if (length.compareTo(BigInteger.valueOf(LENGTH_MAX)) > 0) {
      throw EiderException.outOfRange(
          "The range between min and max value ("
              + least
              + " <-> "
              + greatest
              + ") is too large for bitstring aggregation");
    }
    int size = length.intValue();
    return new AggregateFunction.Binding(
        new BoundAggregate(
            "bitstring_agg",
            List.of(type),
            LogicalType.BIT,
            false,
            false,
            () -> new BitStrings(Op.SET, least, size),
            List.of(least, size)),
        List.of(0));
  }

  private static void add(FunctionRegistry registry, String name, Op op) {
    List<LogicalType> types = List.of(LogicalType.BIT);
    BoundAggregate bound =
        new BoundAggregate(
            name,
            types,
            LogicalType.BIT,
            false,
            true,
            () -> new BitStrings(op, BigInteger.ZERO, 0),
            null);
    registry.add(
        new AggregateFunction(
            name,
            types,
            null,
            LogicalType.BIT,
            (arguments, scope) -> new AggregateFunction.Binding(bound, List.of(0))));
  }

  @Override
  public void ensureGroups(int groups) {
    if (groups > bits.length) {
      bits = Arrays.copyOf(bits, Math.max(groups, bits.length * 2));
    }
  }

  @Override
  public void update(Operand[] arguments, int[] groups, int count) {
    Operand argument = arguments[0];
    for (int i = 0; i < count; i++) {
      if (argument.isNull(i)) {
        continue;
      }
      int row = argument.index(i);
      if (op == Op.SET) {
        set(groups[i], position(argument.vector(), row));
      } else {
        merge(groups[i], ((StringVector) argument.vector()).getBytes(row));
      }
    }
  }

  private int position(FlatVector vector, int row) {
    BigInteger value =
        switch (vector) {
          case IntVector v -> BigInteger.valueOf(v.get(row));
          case LongVector v ->
              v.type().equals(LogicalType.UBIGINT)
                  ? WideVector.toBig(v.get(row), 0, true)
                  : BigInteger.valueOf(v.get(row));
          default -> ((WideVector) vector).getBig(row);
        };
    BigInteger position = value.subtract(least);
    if (position.signum() < 0 || position.compareTo(BigInteger.valueOf(length)) >= 0) {
      throw EiderException.outOfRange(
          "Value "
              + value
              + " is outside of provided min and max range ("
              + least
              + " <-> "
              + least.add(BigInteger.valueOf(length - 1L))
              + ")");
    }
    return position.intValue();
  }

  private void set(int group, int position) {
    byte[] text = bits[group];
    if (text == null) {
      text = new byte[length];
      Arrays.fill(text, (byte) '0');
      bits[group] = text;
      held += length;
    }
    text[position] = '1';
  }

  private void merge(int group, byte[] other) {
    byte[] text = bits[group];
    if (text == null) {
      bits[group] = other.clone();
      held += other.length;
      return;
    }
    if (text.length != other.length) {
      throw EiderException.invalidInput(
          "Cannot " + (op == Op.SET ? Op.OR : op) + " bit strings of different sizes");
    }
    for (int i = 0; i < text.length; i++) {
      boolean a = text[i] == '1';
      boolean b = other[i] == '1';
      boolean c =
          switch (op) {
            case AND -> a && b;
            case OR, SET -> a || b;
            case XOR -> a != b;
          };
      text[i] = (byte) (c ? '1' : '0');
    }
  }

  @Override
  public void combine(AggregateState other, int[] from, int[] to, int count) {
    for (int i = 0; i < count; i++) {
      byte[] theirs = ((BitStrings) other).bits[from[i]];
      if (theirs != null) {
        merge(to[i], theirs);
      }
    }
  }

  @Override
  public void finish(int first, int count, FlatVector result) {
    for (int i = 0; i < count; i++) {
      byte[] text = bits[first + i];
      if (text == null) {
        result.setNull(i);
      } else {
        ((StringVector) result).set(i, text, 0, text.length);
      }
    }
  }

  @Override
  public long memoryBytes() {
    return held + 8L * bits.length;
  }

  @Override
  public void writeGroup(int group, StateWriter out) {
    byte[] text = bits[group];
    out.putByte(text == null ? 0 : 1);
    if (text != null) {
      out.putBytes(text, 0, text.length);
    }
  }

  @Override
  public void readGroup(int group, StateReader in) {
    if (in.getByte() != 0) {
      byte[] text = in.getBytes();
      held += text.length;
      bits[group] = text;
    }
  }
}
