// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.row;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.memory.SpillFile;
import dev.eider.base.memory.SpillSpace;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.spill.ChunkBytes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows in the order they were appended, as owned chunks that are full except for those at the end
 * of a batch or of a spilled run. Appending and {@link #spill} are for one thread at a time; when
 * appending has ended any number of threads may read with {@link Reader}s.
 *
 * <p>Memory: every byte is charged to the reservation given, which may be shared by many
 * collections and is closed by its owner; {@link #close()} gives this collection's bytes back.
 *
 * <p>Invariants: entry {@code i} of {@code chunks} is null when chunk {@code i} lies in the spill
 * file at {@code positions[i]}; {@code charged} is what this collection holds of the reservation.
 */
public final class ChunkCollection implements StoredRows, AutoCloseable {
  /** Rows a new chunk has room for; it doubles up to the vector capacity. */
  private static final int FIRST_ROWS = 16;

  private final List<LogicalType> types;
  private final MemoryReservation reservation;
  private final List<@Nullable DataChunk> chunks = new ArrayList<>();
  private final List<Integer> sizes = new ArrayList<>();
  private final List<Long> batches = new ArrayList<>();
  private final List<Long> positions = new ArrayList<>();
  private final List<Integer> lengths = new ArrayList<>();
  private @Nullable DataChunk tail;
  private long tailBatch;
  private long tailBytes;
  private long rows;
  private long charged;

  /** Bytes that the reservation did not grant. */
  private long uncharged;

  private @Nullable SpillFile file;

  public ChunkCollection(List<LogicalType> types, MemoryReservation reservation) {
    this.types = List.copyOf(types);
    this.reservation = reservation;
  }

  @Override
  public List<LogicalType> types() {
    return types;
  }

  /** All rows, in memory and spilled. */
  @Override
  public long rows() {
    return rows;
  }

  /** Bytes charged to the reservation. */
  public long bytesInMemory() {
    return charged;
  }

  /** Bytes in the spill file. */
  public long bytesSpilled() {
    return file == null ? 0 : file.size();
  }

  public boolean isSpilled() {
    return file != null;
  }

  @Override
  public int chunkCount() {
    return chunks.size();
  }

  /** Rows of a chunk. */
  public int chunkSize(int index) {
    return sizes.get(index);
  }

  /** The batch that was current when the chunk was appended. */
  public long chunkBatch(int index) {
    return batches.get(index);
  }

  /** Copies a chunk's rows to the end. */
  public void append(DataChunk chunk) {
    append(chunk.columns(), 0, chunk.size(), 0);
  }

  /** Copies a chunk's rows to the end under a batch index; a chunk holds rows of one batch only. */
  public void append(DataChunk chunk, long batch) {
    append(chunk.columns(), 0, chunk.size(), batch);
  }

  /** Copies rows {@code [from, from + count)} of the columns to the end. */
  public void append(Vector[] columns, int from, int count, long batch) {
    if (!tryAppend(columns, from, count, batch)) {
      failed();
    }
  }

  /**
   * {@link #append} for callers that can {@link #spill}: answers false when the reservation could
   * not grow. The rows are there, but the caller must spill, or give up, before it adds more.
   */
  public boolean tryAppend(Vector[] columns, int from, int count, long batch) {
    boolean granted = true;
    int done = 0;
    while (done < count) {
      DataChunk open = openChunk(batch, count - done);
      int at = open.size();
      int part = Math.min(count - done, Vector.CAPACITY - at);
      for (int i = 0; i < columns.length; i++) {
        FlatVector target = open.flat(i);
        target.ensureCapacity(at + part);
        Columns.append(columns[i], from + done, part, target, at);
      }
      granted &= grown(open, part);
      done += part;
    }
    return granted;
  }

  /** Copies the rows {@code selection[from, from + count)} of flat columns to the end. */
  public void appendSelected(FlatVector[] columns, int[] selection, int count) {
    if (!tryAppendSelected(columns, selection, count, 0)) {
      failed();
    }
  }

  /** {@link #appendSelected} for callers that can {@link #spill}; see {@link #tryAppend}. */
  public boolean tryAppendSelected(FlatVector[] columns, int[] selection, int count, long batch) {
    boolean granted = true;
    int done = 0;
    int[] rest = selection;
    while (done < count) {
      DataChunk open = openChunk(batch, count - done);
      int at = open.size();
      int part = Math.min(count - done, Vector.CAPACITY - at);
      if (done > 0) {
        rest = java.util.Arrays.copyOfRange(selection, done, done + part);
      }
      for (int i = 0; i < columns.length; i++) {
        FlatVector target = open.flat(i);
        target.ensureCapacity(at + part);
        Columns.appendSelected(columns[i], rest, part, target, at);
      }
      granted &= grown(open, part);
      done += part;
    }
    return granted;
  }

  private void failed() {
    reservation.grow(uncharged);
    charged += uncharged;
    uncharged = 0;
  }

  private DataChunk openChunk(long batch, int wanted) {
    DataChunk open = tail;
    if (open != null && (open.size() == Vector.CAPACITY || tailBatch != batch)) {
      open = null;
    }
    if (open == null) {
      open = DataChunk.allocate(types, Math.min(Vector.CAPACITY, Math.max(wanted, FIRST_ROWS)));
      chunks.add(open);
      sizes.add(0);
      batches.add(batch);
      positions.add(-1L);
      lengths.add(0);
      tail = open;
      tailBatch = batch;
      tailBytes = 0;
    }
    return open;
  }

  private boolean grown(DataChunk open, int part) {
    open.setSize(open.size() + part);
    sizes.set(sizes.size() - 1, open.size());
    rows += part;
    long bytes = bytes(open);
    if (bytes > tailBytes) {
      long more = bytes - tailBytes;
      tailBytes = bytes;
      if (!reservation.tryGrow(more)) {
        uncharged += more;
        return false;
      }
      charged += more;
    }
    return true;
  }

  private static long bytes(DataChunk chunk) {
    long bytes = 64;
    for (int i = 0; i < chunk.columnCount(); i++) {
      bytes += Columns.bytes((FlatVector) chunk.column(i));
    }
    return bytes;
  }

  /** Moves another collection's chunks (same types, same reservation) to the end of this one. */
  public void take(ChunkCollection other) {
    assert other.reservation == reservation : "collections of different reservations";
    if (other.file != null) {
      throw new IllegalStateException("a spilled collection cannot be moved");
    }
    chunks.addAll(other.chunks);
    sizes.addAll(other.sizes);
    batches.addAll(other.batches);
    positions.addAll(other.positions);
    lengths.addAll(other.lengths);
    rows += other.rows;
    charged += other.charged;
    tail = null;
    other.forget();
  }

  private void forget() {
    chunks.clear();
    sizes.clear();
    batches.clear();
    positions.clear();
    lengths.clear();
    tail = null;
    rows = 0;
    charged = 0;
    uncharged = 0;
  }

  /** Writes all chunks that are in memory to a spill file and gives their bytes back. */
  public void spill(SpillSpace space, String component) {
    SpillFile target = file;
    if (target == null) {
      target = space.create(component);
      file = target;
    }
    ChunkBytes.Writer writer = new ChunkBytes.Writer();
    for (int i = 0; i < chunks.size(); i++) {
      DataChunk chunk = chunks.get(i);
      if (chunk == null) {
        continue;
      }
      writer.clear();
      writer.write(chunk);
      positions.set(i, target.append(writer.array(), 0, writer.size()));
      lengths.set(i, writer.size());
      chunks.set(i, null);
    }
    tail = null;
    reservation.shrink(charged);
    charged = 0;
    uncharged = 0;
  }

  /** A reader of one thread. */
  @Override
  public Reader newReader() {
    return new Reader();
  }

  /** The chunk itself if it is in memory. For collections that are never spilled. */
  public DataChunk chunk(int index) {
    DataChunk chunk = chunks.get(index);
    if (chunk == null) {
      throw new IllegalStateException("chunk " + index + " is spilled");
    }
    return chunk;
  }

  @Override
  public void close() {
    reservation.shrink(charged);
    forget();
    if (file != null) {
      file.close();
      file = null;
    }
  }

  /** Reads chunks by number, spilled ones into its own scratch space. */
  public final class Reader implements StoredRows.Reader {
    private byte[] bytes = new byte[0];

    private Reader() {}

    @Override
    public DataChunk read(int index) {
      DataChunk chunk = chunks.get(index);
      if (chunk != null) {
        return new DataChunk(chunk.columns().clone(), chunk.size());
      }
      SpillFile from = file;
      if (from == null) {
        throw new IllegalStateException("no spill file");
      }
      int length = lengths.get(index);
      if (bytes.length < length) {
        bytes = new byte[Math.max(length, bytes.length * 2)];
      }
      from.read(positions.get(index), bytes, 0, length);
      return ChunkBytes.read(types, bytes, 0);
    }
  }
}
