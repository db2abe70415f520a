// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.hash;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.memory.SpillFile;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.spill.ChunkBytes;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The groups of one hash range: a table, and runs of earlier tables in a spill file. Whoever uses
 * it holds its lock.
 *
 * <p>A run is pieces of up to {@link Vector#CAPACITY} groups: their keys as a chunk, then the state
 * of every aggregate, group by group.
 */
final class AggregationPartition {
  private final List<LogicalType> keyTypes;
  private final List<AggregateInput> inputs;
  private AggregationTable table;
  private long charged;
  private @Nullable SpillFile file;
  private final List<Piece> pieces = new ArrayList<>();

  /** Where a piece lies: keys, then states. */
  private record Piece(long position, int keyLength, int stateLength, int groups) {}

  AggregationPartition(List<LogicalType> keyTypes, List<AggregateInput> inputs) {
    this.keyTypes = keyTypes;
    this.inputs = inputs;
    this.table = new AggregationTable(keyTypes, inputs, false);
  }

  AggregationTable table() {
    return table;
  }

  /** How many bytes the table holds beyond those charged. */
  long change() {
    return table.bytes() - charged;
  }

  void charged(long more) {
    charged += more;
  }

  /** Whether some of the groups are on disk. */
  boolean hasRuns() {
    return !pieces.isEmpty();
  }

  /** Writes the table out as a run and starts an empty one. */
  void spill(QueryContext query, MemoryReservation memory) {
    int groups = table.groups();
    SpillFile target = file;
    if (target == null) {
      target = query.spill().create("HASH_TABLE");
      file = target;
    }
    ChunkBytes.Writer keys = new ChunkBytes.Writer();
    StateWriter states = new StateWriter();
    for (int from = 0; from < groups; from += Vector.CAPACITY) {
      int count = Math.min(Vector.CAPACITY, groups - from);
      keys.clear();
      keys.write(keys(table.table().keys(), from, count));
      states.clear();
      for (int a = 0; a < inputs.size(); a++) {
        for (int g = 0; g < count; g++) {
          table.state(a).writeGroup(from + g, states);
        }
      }
      byte[] piece = new byte[keys.size() + states.size()];
      System.arraycopy(keys.array(), 0, piece, 0, keys.size());
      System.arraycopy(states.array(), 0, piece, keys.size(), states.size());
      long position = target.append(piece, 0, piece.length);
      pieces.add(new Piece(position, keys.size(), states.size(), count));
    }
    table = new AggregationTable(keyTypes, inputs, false);
    memory.shrink(charged);
    charged = 0;
  }

  private DataChunk keys(FlatVector[] columns, int from, int count) {
    int[] selection = new int[count];
    for (int i = 0; i < count; i++) {
      selection[i] = from + i;
    }
    Vector[] some = new Vector[columns.length];
    for (int i = 0; i < some.length; i++) {
      FlatVector copy = FlatVector.allocate(keyTypes.get(i), count);
      copy.gather(columns[i], selection, count);
      some[i] = copy;
    }
    return new DataChunk(some, count);
  }

  /** The table with all runs merged into it. */
  AggregationTable complete(QueryContext query, MemoryReservation memory) {
    SpillFile runs = file;
    if (runs == null || pieces.isEmpty()) {
      return table;
    }
    // Runs come before the rows of the current table, so it becomes the last run.
    AggregationTable last = table;
    AggregationTable merged = new AggregationTable(keyTypes, inputs, false);
    for (Piece piece : pieces) {
      query.checkInterrupted();
      byte[] bytes = new byte[piece.keyLength + piece.stateLength];
      runs.read(piece.position, bytes, 0, bytes.length);
      DataChunk keys = ChunkBytes.read(keyTypes, bytes, 0);
      merge(merged, keys, new StateReader(bytes, piece.keyLength), piece.groups);
      table = merged;
      charge(memory, last.bytes());
    }
    merged.combineAll(last);
    charge(memory, 0);
    pieces.clear();
    return merged;
  }

  private void charge(MemoryReservation memory, long besides) {
    long bytes = table.bytes() + besides;
    if (bytes > charged) {
      memory.grow(bytes - charged);
    } else {
      memory.shrink(charged - bytes);
    }
    charged = bytes;
  }

  private void merge(AggregationTable target, DataChunk keys, StateReader reader, int count) {
    AggregationTable piece = new AggregationTable(keyTypes, inputs, false);
    for (int a = 0; a < inputs.size(); a++) {
      piece.state(a).ensureGroups(count);
      for (int g = 0; g < count; g++) {
        piece.state(a).readGroup(g, reader);
      }
    }
    FlatVector[] columns = new FlatVector[keyTypes.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = keys.flat(i);
    }
    int[] all = new int[count];
    for (int g = 0; g < count; g++) {
      all[g] = g;
    }
    long[] hashes = new long[count];
    GroupTable.hash(columns, columns.length, count, hashes, new long[count]);
    target.combine(piece, all, count, columns, hashes);
  }

  void release(MemoryReservation memory) {
    table = new AggregationTable(keyTypes, inputs, false);
    memory.shrink(charged);
    charged = 0;
    close();
  }

  void close() {
    if (file != null) {
      file.close();
      file = null;
    }
    pieces.clear();
  }
}
