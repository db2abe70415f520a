// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.kernel.HashKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.AggregateState;
import dev.eider.engine.function.BoundAggregate;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.util.Arrays;
import java.util.List;

/**
 * {@code approx_count_distinct}: exact up to {@link #SPARSE} distinct values a group, then
 * HyperLogLog (Flajolet et al. 2007) with 2^12 registers: a standard error of 1.6 %.
 *
 * <p>Invariant: a group has either a table of hashes (open addressing, 0 is empty) or registers.
 */
final class DistinctSketch implements AggregateState {
  private static final int SPARSE = 256;
  private static final int PRECISION = 12;
  private static final int REGISTERS = 1 << PRECISION;
  private static final double ALPHA = 0.7213 / (1 + 1.079 / REGISTERS);

  private long[][] hashes = new long[4][];
  private byte[][] registers = new byte[4][];
  private int[] sizes = new int[4];
  private long[] scratch = new long[0];
  private long held;

  static void register(FunctionRegistry registry) {
    registry.add(
        new AggregateFunction(
            "approx_count_distinct",
            List.of(LogicalType.ANY),
            null,
            LogicalType.BIGINT,
            (arguments, scope) ->
                new AggregateFunction.Binding(
                    new BoundAggregate(
                        "approx_count_distinct",
                        List.of(ValuePickers.concrete(arguments.getFirst().type())),
                        LogicalType.BIGINT,
                        false,
                        false,
                        DistinctSketch::new,
                        null),
                    List.of(0))));
  }

  @Override
  public void ensureGroups(int groups) {
    if (groups > sizes.length) {
      int grown = Math.max(groups, sizes.length * 2);
      hashes = Arrays.copyOf(hashes, grown);
      registers = Arrays.copyOf(registers, grown);
      sizes = Arrays.copyOf(sizes, grown);
    }
  }

  @Override
  public void update(Operand[] arguments, int[] groups, int count) {
    Operand argument = arguments[0];
    int rows = argument.isConstant() ? 1 : count;
    if (scratch.length < rows) {
      scratch = new long[rows];
    }
    HashKernels.hash(argument.vector(), rows, scratch);
    for (int i = 0; i < count; i++) {
      if (!argument.isNull(i)) {
        add(groups[i], HashKernels.mix(scratch[argument.index(i)]));
      }
    }
  }

  private void add(int group, long hash) {
    byte[] dense = registers[group];
    if (dense != null) {
      raise(dense, hash);
      return;
    }
    // The hash 0 stands for an empty place.
    long value = hash == 0 ? 1 : hash;
    long[] table = hashes[group];
    if (table == null) {
      table = new long[8];
      hashes[group] = table;
      held += 8L * table.length;
    }
    if (!insert(table, value) || ++sizes[group] * 2 <= table.length) {
      return;
    }
    if (sizes[group] > SPARSE) {
      dense = new byte[REGISTERS];
      held += REGISTERS - 8L * table.length;
      for (long old : table) {
        if (old != 0) {
          raise(dense, old);
        }
      }
      registers[group] = dense;
      hashes[group] = null;
      return;
    }
    long[] grown = new long[table.length * 2];
    held += 8L * table.length;
    for (long old : table) {
      if (old != 0) {
        insert(grown, old);
      }
    }
    hashes[group] = grown;
  }

  private static boolean insert(long[] table, long hash) {
    int mask = table.length - 1;
    int at = (int) hash & mask;
    while (table[at] != 0) {
      if (table[at] == hash) {
        return false;
      }
      at = at + 1 & mask;
    }
    table[at] = hash;
    return true;
  }

  private static void raise(byte[] dense, long hash) {
    int register = (int) (hash >>> (64 - PRECISION));
    // The guard bit bounds the rank when all other bits are 0.
    int rank = Long.numberOfLeadingZeros(hash << PRECISION | 1L << (PRECISION - 1)) + 1;
    if (dense[register] < rank) {
      dense[register] = (byte) rank;
    }
  }

  @Override
  public void combine(AggregateState other, int[] from, int[] to, int count) {
    DistinctSketch that = (DistinctSketch) other;
    for (int i = 0; i < count; i++) {
      long[] table = that.hashes[from[i]];
      byte[] theirs = that.registers[from[i]];
      if (table != null) {
        for (long hash : table) {
          if (hash != 0) {
            add(to[i], hash);
          }
        }
      } else if (theirs != null) {
        byte[] mine = dense(to[i]);
        for (int r = 0; r < REGISTERS; r++) {
          mine[r] = (byte) Math.max(mine[r], theirs[r]);
        }
      }
    }
  }

  private byte[] dense(int group) {
    byte[] dense = registers[group];
    if (dense == null) {
      dense = new byte[REGISTERS];
      held += REGISTERS;
      long[] table = hashes[group];
      if (table != null) {
        held -= 8L * table.length;
        for (long hash : table) {
          if (hash != 0) {
            raise(dense, hash);
          }
        }
        hashes[group] = null;
      }
      registers[group] = dense;
    }
    return dense;
  }

  @Override
  public void finish(int first, int count, FlatVector result) {
    long[] out = ((LongVector) result).values();
    for (int i = 0; i < count; i++) {
      byte[] dense = registers[first + i];
      out[i] = dense == null ? sizes[first + i] : estimate(dense);
    }
  }

  private static long estimate(byte[] dense) {
    double sum = 0;
    int empty = 0;
    for (byte rank : dense) {
      sum += 1.0 / (1L << rank);
      empty += rank == 0 ? 1 : 0;
    }
    double raw = ALPHA * REGISTERS * REGISTERS / sum;
    if (raw <= 2.5 * REGISTERS && empty > 0) {
      return Math.round(REGISTERS * Math.log((double) REGISTERS / empty));
    }
    return Math.round(raw);
  }

  @Override
  public long memoryBytes() {
    return held + 20L * sizes.length + 8L * scratch.length;
  }

  @Override
  public void writeGroup(int group, StateWriter out) {
    byte[] dense = registers[group];
    if (dense != null) {
      out.putInt(-1);
      out.putBytes(dense, 0, dense.length);
      return;
    }
    long[] table = hashes[group];
    out.putInt(sizes[group]);
    if (table != null) {
      for (long hash : table) {
        if (hash != 0) {
          out.putLong(hash);
        }
      }
    }
  }

  @Override
  public void readGroup(int group, StateReader in) {
    int size = in.getInt();
    if (size < 0) {
      registers[group] = in.getBytes();
      held += REGISTERS;
      return;
    }
    for (int i = 0; i < size; i++) {
      add(group, in.getLong());
    }
  }
}
