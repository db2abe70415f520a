// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.hash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.Env;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.SpillFile;
import dev.eider.base.memory.SpillSpace;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.pipeline.Pipeline;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.aggregate.AggregateFunctions;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** When rows wait, when they are grouped, and what that holds in memory: counts, no times. */
class PartitionedAggregationTest {
  private static final int ROWS = 2_000_000;

  /** Bytes of a waiting row: the key alone, for count(*). */
  private static final long ROW_BYTES = 8;

  /** A query on one thread. */
  private static final class OneThread implements QueryContext {
    private final MemoryManager memory;
    private long spilled;

    OneThread(long limit) {
      memory = new MemoryManager(limit);
    }

    @Override
    public SpillSpace spill() {
      return new SpillSpace() {
        @Override
        public SpillFile create(String component) {
          return new SpillFile() {
            private byte[] bytes = new byte[1 << 16];
            private int size;

            @Override
            public long append(byte[] source, int offset, int length) {
              if (bytes.length - size < length) {
                bytes = Arrays.copyOf(bytes, Math.max(size + length, 2 * bytes.length));
              }
              System.arraycopy(source, offset, bytes, size, length);
              size += length;
              spilled += length;
              return size - length;
            }

            @Override
            public void read(long position, byte[] target, int offset, int length) {
              System.arraycopy(bytes, (int) position, target, offset, length);
            }

            @Override
            public long size() {
              return size;
            }

            @Override
            public void close() {}
          };
        }

        @Override
        public long used() {
          return spilled;
        }
      };
    }

    @Override
    public void runParallel(int tasks, ParallelTask task) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void runPipelines(List<Pipeline> pipelines) {
      throw new UnsupportedOperationException();
    }

    @Override
    public WorkerContext newWorkerContext() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Env env() {
      return Env.system();
    }

    @Override
    public MemoryManager memory() {
      return memory;
    }

    @Override
    public int threads() {
      return 1;
    }

    @Override
    public String timeZone() {
      return "UTC";
    }

    @Override
    public void checkInterrupted() {}

    @Override
    public void addBytesRead(long bytes) {}
  }

  private static AggregateInput countStar() {
    FunctionRegistry functions = new FunctionRegistry();
    AggregateFunctions.register(functions);
    AggregateFunction count = functions.aggregates("count_star").iterator().next();
    return new AggregateInput(
        count.bind(List.of(), setting -> null).function(), new int[0], -1, false);
  }

  /** Groups {@code ROWS} keys, checks the sum of counts, and answers the number of groups. */
  private static long run(OneThread query, LongUnaryOperator key) {
    List<LogicalType> keys = List.of(LogicalType.BIGINT);
    long groups = 0;
    long total = 0;
    try (PartitionedAggregation set =
        new PartitionedAggregation(keys, keys, List.of(countStar()), query)) {
      PartitionedAggregation.Local local = set.newLocal();
      LongVector vector = new LongVector(LogicalType.BIGINT, Vector.CAPACITY);
      for (long row = 0; row < ROWS; ) {
        int count = (int) Math.min(Vector.CAPACITY, ROWS - row);
        for (int i = 0; i < count; i++) {
          vector.values()[i] = key.applyAsLong(row++);
        }
        local.update(new FlatVector[] {vector}, count);
      }
      local.finish();
      set.finish();
      LongVector counts = new LongVector(LogicalType.BIGINT, Vector.CAPACITY);
      for (int t = 0; t < set.tables(); t++) {
        AggregationTable table = set.table(t);
        groups += table.groups();
        for (int at = 0; at < table.groups(); at += Vector.CAPACITY) {
          int n = Math.min(Vector.CAPACITY, table.groups() - at);
          table.finish(0, at, n, counts);
          for (int i = 0; i < n; i++) {
            total += counts.values()[i];
          }
        }
        set.release(t);
      }
    }
    assertEquals(ROWS, total);
    assertEquals(0, query.memory.used());
    return groups;
  }

  @Test
  void rowsOfUniqueKeysWaitAsRows() {
    OneThread query = new OneThread(1L << 30);
    assertEquals(ROWS, run(query, row -> row));
    // Tables of all groups at once would hold the key, its hash, two slots and a count each.
    assertTrue(query.memory.peak() < 2 * ROWS * ROW_BYTES, () -> "peak " + query.memory.peak());
    assertEquals(0, query.spilled);
  }

  @Test
  void rowsOfRepeatingKeysDoNotPileUp() {
    OneThread query = new OneThread(1L << 30);
    assertEquals(40_000, run(query, row -> row % 40_000));
    // The rows wait until the sample has seen enough of them, and never all of them.
    assertTrue(query.memory.peak() < ROWS * ROW_BYTES * 3 / 4, () -> "peak " + query.memory.peak());
  }

  @Test
  void oneKeyOfHalfTheRowsDoesNotPileUp() {
    OneThread query = new OneThread(1L << 30);
    assertEquals(ROWS / 2 + 1, run(query, row -> (row & 1) == 0 ? -1 : row));
    assertTrue(query.memory.peak() < ROWS * ROW_BYTES, () -> "peak " + query.memory.peak());
  }

  @Test
  void waitingRowsAreSpilledWithoutTables() {
    long limit = 8L << 20;
    OneThread query = new OneThread(limit);
    assertEquals(ROWS, run(query, row -> row));
    assertTrue(query.memory.peak() <= limit);
    // A row is written once, as a row.
    assertTrue(query.spilled > ROWS * ROW_BYTES / 2, () -> "spilled " + query.spilled);
    assertTrue(query.spilled < ROWS * ROW_BYTES * 11 / 10, () -> "spilled " + query.spilled);
  }

  @Test
  void groupsAndRowsOfOnePartitionAreMergedInOrder() {
    OneThread query = new OneThread(4L << 20);
    assertEquals(300_000, run(query, row -> row * 7919 % 300_000));
    assertTrue(query.spilled > 0);
  }
}
