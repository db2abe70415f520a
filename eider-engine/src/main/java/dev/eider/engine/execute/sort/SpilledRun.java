// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.sort;

import dev.eider.base.memory.SpillFile;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.execute.spill.ChunkBytes;
import java.util.ArrayList;
import java.util.List;

/**
 * Sorted rows in a spill file, chunk by chunk. Written by one thread, then read by any number with
 * {@link Reader}s. Closing deletes the file.
 */
public final class SpilledRun implements AutoCloseable {
  private final List<LogicalType> types;
  private final SpillFile file;
  private final ChunkBytes.Writer writer = new ChunkBytes.Writer();
  private final List<Long> positions = new ArrayList<>();
  private final List<Integer> lengths = new ArrayList<>();
  private long rows;

  SpilledRun(List<LogicalType> types, SpillFile file) {
    this.types = types;
    this.file = file;
  }

  /**
   * A run of rows sorted in memory. The last type is that of the sequence column, which is added
   * here ({@link RowSegments#sequence}).
   */
  static SpilledRun write(
      List<LogicalType> types,
      RowSegments rows,
      SortedRows sorted,
      long base,
      SpillFile file,
      Tasks tasks) {
    SpilledRun run = new SpilledRun(types, file);
    DataChunk chunk = DataChunk.allocate(types, Math.min(Vector.CAPACITY, sorted.rows()));
    int[] addresses = new int[Vector.CAPACITY];
    int stored = types.size() - 1;
    for (int from = 0; from < sorted.rows(); from += Vector.CAPACITY) {
      tasks.checkInterrupted();
      int count = Math.min(Vector.CAPACITY, sorted.rows() - from);
      sorted.addresses(from, count, addresses);
      for (int c = 0; c < stored; c++) {
        sorted.gather(c, addresses, count, (FlatVector) chunk.column(c));
      }
      rows.sequence(addresses, count, base, (WideVector) chunk.column(stored));
      chunk.setSize(count);
      run.append(chunk);
    }
    return run;
  }

  void append(DataChunk chunk) {
    writer.clear();
    writer.write(chunk);
    positions.add(file.append(writer.array(), 0, writer.size()));
    lengths.add(writer.size());
    rows += chunk.size();
  }

  long rows() {
    return rows;
  }

  /** The most bytes of a chunk: about what a reader holds, once raw and once as vectors. */
  int largestChunk() {
    int largest = 0;
    for (int length : lengths) {
      largest = Math.max(largest, length);
    }
    return largest;
  }

  @Override
  public void close() {
    file.close();
  }

  Reader newReader(RowOrdering order) {
    return new Reader(order);
  }

  /** One pass over the run: a current row, with a word that orders most rows at once. */
  final class Reader {
    private final RowOrdering order;
    private final FlatVector[] columns = new FlatVector[types.size()];
    private long[] words = new long[0];
    private byte[] bytes = new byte[0];
    private int next;
    private int row;
    private int count;

    private Reader(RowOrdering order) {
      this.order = order;
    }

    /** Goes to the next chunk; false at the end. */
    boolean load() {
      if (next == positions.size()) {
        return false;
      }
      int length = lengths.get(next);
      if (bytes.length < length) {
        bytes = new byte[length];
      }
      file.read(positions.get(next), bytes, 0, length);
      next++;
      DataChunk chunk = ChunkBytes.read(types, bytes, 0);
      for (int i = 0; i < columns.length; i++) {
        columns[i] = chunk.flat(i);
      }
      count = chunk.size();
      row = 0;
      if (words.length < count) {
        words = new long[count];
      }
      KeyPrefix.words(order, columns, count, words);
      return true;
    }

    /** The current row. */
    int row() {
      return row;
    }

    /** Goes to the next row of this chunk; false when there is none. */
    boolean advance() {
      return ++row < count;
    }

    long word() {
      return words[row];
    }

    FlatVector column(int index) {
      return columns[index];
    }

    /** Whether the current row comes before another reader's. */
    int compare(Reader other) {
      int result = Long.compare(word(), other.word());
      return result != 0 ? result : order.compare(columns, row, other.columns, other.row, 0);
    }
  }
}
