// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.hash.GroupTable;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.row.ChunkCollection;
import java.util.List;

/**
 * One worker's rows of one side of a join, cut by the hash of their keys and written out when they
 * hold more than the worker's share. One thread at a time.
 */
final class JoinPartitions implements AutoCloseable {
  private final HashJoin join;
  private final QueryContext query;
  private final int[] keyColumns;
  private final ChunkCollection[] partitions = new ChunkCollection[HashJoin.PARTITIONS];
  private final FlatVector[] keys;
  private final FlatVector[] columns;
  private final int[] selection = new int[Vector.CAPACITY];
  private final int[] counts = new int[HashJoin.PARTITIONS + 1];
  private final int[] rowsOf = new int[Vector.CAPACITY];
  private final long[] hashes = new long[Vector.CAPACITY];
  private final long[] scratch = new long[Vector.CAPACITY];
  private boolean sawNullKey;

  JoinPartitions(HashJoin join, List<LogicalType> types, int[] keyColumns, QueryContext query) {
    this.join = join;
    this.query = query;
    this.keyColumns = keyColumns;
    keys = new FlatVector[keyColumns.length];
    columns = new FlatVector[types.size()];
    MemoryReservation memory = join.memory(query);
    for (int i = 0; i < partitions.length; i++) {
      partitions[i] = new ChunkCollection(types, memory);
    }
  }

  static JoinPartitions ofBuild(HashJoin join, QueryContext query) {
    return new JoinPartitions(join, join.storedTypes(), join.keyColumns(), query);
  }

  boolean sawNullKey() {
    return sawNullKey;
  }

  long rows() {
    long rows = 0;
    for (ChunkCollection partition : partitions) {
      rows += partition.rows();
    }
    return rows;
  }

  ChunkCollection partition(int index) {
    return partitions[index];
  }

  void addAll(ChunkCollection rows) {
    ChunkCollection.Reader reader = rows.newReader();
    for (int i = 0; i < rows.chunkCount(); i++) {
      add(reader.read(i));
    }
  }

  void add(DataChunk chunk) {
    int count = chunk.size();
    for (int i = 0; i < columns.length; i++) {
      columns[i] = chunk.flat(i);
    }
    for (int k = 0; k < keys.length; k++) {
      keys[k] = columns[keyColumns[k]];
      if (!join.nullSafe()[k] && keys[k].mayHaveNulls() && !sawNullKey) {
        for (int i = 0; i < count; i++) {
          sawNullKey |= keys[k].isNull(i);
        }
      }
    }
    GroupTable.hash(keys, keys.length, count, hashes, scratch);
    java.util.Arrays.fill(counts, 0);
    for (int i = 0; i < count; i++) {
      counts[partition(hashes[i]) + 1]++;
    }
    for (int p = 0; p < HashJoin.PARTITIONS; p++) {
      counts[p + 1] += counts[p];
    }
    for (int i = 0; i < count; i++) {
      selection[counts[partition(hashes[i])]++] = i;
    }
    int from = 0;
    for (int p = 0; p < HashJoin.PARTITIONS; p++) {
      int n = counts[p] - from;
      if (n > 0) {
        System.arraycopy(selection, from, rowsOf, 0, n);
        partitions[p].appendSelected(columns, rowsOf, n);
      }
      from = counts[p];
    }
    long bytes = 0;
    for (ChunkCollection partition : partitions) {
      bytes += partition.bytesInMemory();
    }
    if (bytes > join.workerShare(query)) {
      spill();
    }
  }

  private static int partition(long hash) {
    return (int) (hash >>> (64 - HashJoin.PARTITION_BITS));
  }

  /** Writes everything out. */
  void spill() {
    for (ChunkCollection partition : partitions) {
      if (partition.bytesInMemory() > 0) {
        partition.spill(query.spill(), "HASH_JOIN");
      }
    }
  }

  @Override
  public void close() {
    for (ChunkCollection partition : partitions) {
      partition.close();
    }
  }
}
