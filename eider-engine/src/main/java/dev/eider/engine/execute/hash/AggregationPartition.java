// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.hash;

import dev.eider.base.memory.SpillFile;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.spill.ChunkBytes;
import dev.eider.engine.execute.spill.PagedBytes;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The groups of one hash range: pieces of earlier ones in the spill file, then a table, then
 * batches of rows that are not in the table yet, in the order in which the rows came. Whoever uses
 * it holds its lock.
 */
final class AggregationPartition {
  /** Bytes of batches that are written to the spill file at once. */
  private static final int WRITE_BYTES = 256 << 10;

  final ReentrantLock lock = new ReentrantLock();
  private final PartitionedAggregation owner;
  private final List<Piece> pieces = new ArrayList<>();
  private final PagedBytes batches;
  private @Nullable AggregationTable table;

  /** Bytes charged for the table. */
  private long charged;

  /** Rows that the table took in since it was empty. */
  private long folded;

  /** Bytes of each batch; those before {@code first} are in the table already. */
  private int[] lengths = new int[8];

  private int first;
  private int end;

  /** Where batch {@code first} begins. */
  private long position;

  private long waiting;
  private boolean opened;

  /** Something in the spill file. */
  private sealed interface Piece {
    /** Groups of a table: their keys as a chunk, then the states of each aggregate. */
    record Groups(long position, int keyLength, int stateLength, int groups) implements Piece {}

    /** Batches of rows. */
    record Rows(long position, int length) implements Piece {}
  }

  AggregationPartition(PartitionedAggregation owner) {
    this.owner = owner;
    this.batches = new PagedBytes(owner.pages());
  }

  /** Groups of the table. */
  int groups() {
    AggregationTable own = table;
    return own == null ? 0 : own.groups();
  }

  /** Rows that are not in the table yet. */
  long waiting() {
    return waiting;
  }

  /** Rows the table took in since it was empty. */
  long folded() {
    return folded;
  }

  /** Whether some of the groups are on disk. */
  boolean hasPieces() {
    return !pieces.isEmpty();
  }

  /** Whether there is something that could go to disk and is not being read. */
  boolean canSpill() {
    return !opened && (groups() > 0 || waiting > 0);
  }

  private AggregationTable table() {
    AggregationTable own = table;
    if (own == null) {
      own = owner.newTable();
      table = own;
    }
    return own;
  }

  /** Adds a batch of rows as bytes of a chunk. */
  void append(byte[] bytes, int length, int rows) {
    if (!batches.append(bytes, length)) {
      spill();
      if (!batches.append(bytes, length)) {
        pieces.add(new Piece.Rows(owner.spillFile().append(bytes, 0, length), length));
        return;
      }
    }
    if (end == lengths.length) {
      lengths = Arrays.copyOf(lengths, 2 * end);
    }
    lengths[end++] = length;
    waiting += rows;
  }

  /** Merges groups of another table, which come after all rows so far. */
  void combine(AggregationTable other, int[] from, FlatVector[] keys, long[] hashes) {
    fold();
    table().combine(other, from, from.length, keys, hashes);
    folded += from.length;
    account();
  }

  /** Moves the waiting rows into the table. */
  void fold() {
    if (waiting == 0) {
      return;
    }
    fold(table(), this::account);
  }

  private void fold(AggregationTable target, Runnable charge) {
    FlatVector[] columns = owner.newBatch();
    byte[] bytes = new byte[0];
    while (first < end) {
      int length = lengths[first];
      if (bytes.length < length) {
        bytes = new byte[length * 2];
      }
      batches.read(position, bytes, length);
      int rows = new ChunkBytes.Reader(bytes, 0, length).next(columns);
      target.update(columns, rows);
      folded += rows;
      waiting -= rows;
      position += length;
      first++;
      charge.run();
    }
    forgetBatches();
  }

  private void forgetBatches() {
    first = 0;
    end = 0;
    position = 0;
    waiting = 0;
    batches.clear();
  }

  /** Charges what the table grew by; spills when that is more than its share. */
  private void account() {
    AggregationTable own = table;
    long bytes = own == null ? 0 : own.bytes();
    if (bytes <= charged) {
      return;
    }
    if (owner.grant(bytes - charged, bytes < PartitionedAggregation.LEAST_RUN)) {
      charged = bytes;
    } else {
      spill();
    }
  }

  /** Puts everything on disk. */
  void spill() {
    AggregationTable own = table;
    if (own != null && own.groups() > 0) {
      writeGroups(own, owner.spillFile());
    }
    table = null;
    folded = 0;
    owner.memory().shrink(charged);
    charged = 0;
    if (waiting > 0) {
      writeRows(owner.spillFile());
    }
    forgetBatches();
  }

  private void writeGroups(AggregationTable from, SpillFile file) {
    int groups = from.groups();
    int aggregates = owner.aggregates();
    ChunkBytes.Writer keys = new ChunkBytes.Writer();
    StateWriter states = new StateWriter();
    for (int at = 0; at < groups; at += Vector.CAPACITY) {
      int count = Math.min(Vector.CAPACITY, groups - at);
      keys.clear();
      keys.write(keys(from.table().keys(), at, count), count);
      states.clear();
      for (int a = 0; a < aggregates; a++) {
        for (int g = 0; g < count; g++) {
          from.state(a).writeGroup(at + g, states);
        }
      }
      byte[] piece = new byte[keys.size() + states.size()];
      System.arraycopy(keys.array(), 0, piece, 0, keys.size());
      System.arraycopy(states.array(), 0, piece, keys.size(), states.size());
      pieces.add(
          new Piece.Groups(file.append(piece, 0, piece.length), keys.size(), states.size(), count));
    }
  }

  private static FlatVector[] keys(FlatVector[] columns, int from, int count) {
    int[] selection = new int[count];
    for (int i = 0; i < count; i++) {
      selection[i] = from + i;
    }
    return PartitionedAggregation.gather(columns, selection);
  }

  private void writeRows(SpillFile file) {
    byte[] bytes = new byte[0];
    while (first < end) {
      int length = lengths[first];
      int last = first + 1;
      while (last < end && length + lengths[last] <= WRITE_BYTES) {
        length += lengths[last++];
      }
      if (bytes.length < length) {
        bytes = new byte[length];
      }
      batches.read(position, bytes, length);
      pieces.add(new Piece.Rows(file.append(bytes, 0, length), length));
      position += length;
      first = last;
    }
  }

  /** The table with everything in it; it is not spilled any more. */
  AggregationTable complete() {
    opened = true;
    if (pieces.isEmpty() && waiting == 0) {
      return table();
    }
    AggregationTable own = table;
    AggregationTable target = own;
    if (own == null || !pieces.isEmpty() || own.groups() < waiting / 4) {
      // A used table has room for many groups already.
      target = owner.takeSpare();
    }
    if (target == null) {
      target = own != null && pieces.isEmpty() ? own : owner.newTable();
    }
    table = target;
    long besides = own == null || own == target ? 0 : own.bytes();
    charge(besides);
    readPieces(target, besides);
    if (own != null && own != target) {
      target.combineAll(own);
    }
    charge(0);
    fold(target, () -> charge(0));
    return target;
  }

  private void readPieces(AggregationTable target, long besides) {
    FlatVector[] columns = owner.newBatch();
    byte[] bytes = new byte[0];
    for (Piece piece : pieces) {
      owner.query().checkInterrupted();
      switch (piece) {
        case Piece.Groups groups -> {
          int length = groups.keyLength + groups.stateLength;
          bytes = new byte[length];
          owner.spillFile().read(groups.position, bytes, 0, length);
          DataChunk keys = ChunkBytes.read(owner.keyTypes(), bytes, 0);
          merge(target, keys, new StateReader(bytes, groups.keyLength), groups.groups);
        }
        case Piece.Rows rows -> {
          if (bytes.length < rows.length) {
            bytes = new byte[rows.length];
          }
          owner.spillFile().read(rows.position, bytes, 0, rows.length);
          ChunkBytes.Reader reader = new ChunkBytes.Reader(bytes, 0, rows.length);
          int count;
          while ((count = reader.next(columns)) >= 0) {
            target.update(columns, count);
          }
        }
      }
      charge(besides);
    }
    pieces.clear();
  }

  /** Charges the table and what else there is; takes from others what is missing. */
  private void charge(long besides) {
    AggregationTable own = table;
    long bytes = (own == null ? 0 : own.bytes()) + besides;
    if (bytes > charged) {
      owner.take(bytes - charged, this);
    } else {
      owner.memory().shrink(charged - bytes);
    }
    charged = bytes;
  }

  private void merge(AggregationTable target, DataChunk keys, StateReader reader, int count) {
    AggregationTable piece = owner.newTable();
    for (int a = 0; a < owner.aggregates(); a++) {
      piece.state(a).ensureGroups(count);
      for (int g = 0; g < count; g++) {
        piece.state(a).readGroup(g, reader);
      }
    }
    FlatVector[] columns = new FlatVector[keys.columnCount()];
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

  /** Forgets everything; the table may serve another partition. */
  void release() {
    AggregationTable own = table;
    table = null;
    owner.memory().shrink(charged);
    charged = 0;
    pieces.clear();
    forgetBatches();
    if (own != null) {
      owner.giveSpare(own);
    }
  }
}
