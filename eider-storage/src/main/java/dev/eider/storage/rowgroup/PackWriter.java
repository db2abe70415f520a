// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.rowgroup;

import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.vector.DataChunk;
import dev.eider.storage.encoding.ColumnChunkWriter;
import dev.eider.storage.encoding.EncodedChunk;
import dev.eider.storage.format.v1.ColumnChunkMeta;
import dev.eider.storage.format.v1.DistinctSketch;
import dev.eider.storage.format.v1.PackColumn;
import dev.eider.storage.format.v1.PackDirectory;
import dev.eider.storage.format.v1.PackFormat;
import dev.eider.storage.format.v1.PackOutput;
import dev.eider.storage.format.v1.RowGroupMeta;
import dev.eider.storage.format.v1.RowGroupTable;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes packs of the rows of one table. One thread; a parallel load has a writer each, and gives
 * row ids when it knows the order.
 *
 * <p>Memory: the rows of one row group as vectors, the chunks of the pack that is being made, and
 * for a moment the pack beside them; all charged to a reservation of the caller. When that is
 * refused more, what there is becomes a pack, however small, before the writer gives up.
 */
public final class PackWriter implements AutoCloseable {
  /** Bytes of a pack, about: column chunks of a scan are then read in ranges of some MiB. */
  public static final long PACK_BYTES = 32L << 20;

  /** Bytes of a pack where memory is scarce, at least. */
  private static final long PACK_BYTES_MIN = 1 << 20;

  /** What a pack may take of all memory. */
  private static final int MEMORY_SHARE = 16;

  /** A row group is finished early when its vectors hold so many bytes: long text, big lists. */
  private static final long GROUP_BYTES_MAX = 128L << 20;

  private final long table;
  private final List<PackColumn> columns;
  private final MemoryReservation memory;
  private final long packBytes;
  private final long groupBytes;
  private final Sink sink;
  private final RowGroupBuffer buffer;
  private final ColumnChunkWriter encoder = new ColumnChunkWriter();

  /** By row group of the pack: its chunks by column. */
  private final List<EncodedChunk[]> encoded = new ArrayList<>();

  private final List<Integer> groupRows = new ArrayList<>();
  private long encodedBytes;
  private long nextRow;

  /** Takes finished packs. */
  public interface Sink {
    /** Takes a pack; the writer waits meanwhile. */
    void accept(FinishedPack pack);
  }

  /**
   * A writer.
   *
   * @param table the number of the table, for the head of the packs
   * @param columns in the order of the chunks' columns
   * @param firstRow the id of the first row
   * @param packBytes about how large packs become, see {@link #packBytes(MemoryManager)}
   * @param memory what buffers are charged to; stays the caller's
   */
  public PackWriter(
      long table,
      List<PackColumn> columns,
      long firstRow,
      long packBytes,
      MemoryReservation memory,
      Sink sink) {
    this.table = table;
    this.columns = List.copyOf(columns);
    this.memory = memory;
    this.packBytes = packBytes;
    this.sink = sink;
    groupBytes = Math.min(GROUP_BYTES_MAX, 4 * packBytes);
    nextRow = firstRow;
    buffer = new RowGroupBuffer(this.columns);
  }

  /** How large packs should be under a limit of memory. */
  public static long packBytes(MemoryManager memory) {
    return Math.clamp(memory.limit() / MEMORY_SHARE, PACK_BYTES_MIN, PACK_BYTES);
  }

  /**
   * Takes the rows of a chunk, which are copied.
   *
   * @throws EiderException OUT_OF_MEMORY when there is no room for a vector of each column
   */
  public void append(DataChunk chunk) {
    int from = 0;
    while (from < chunk.size()) {
      int taken = buffer.append(chunk, from);
      from += taken;
      if (taken == 0
          || buffer.rows() == PackFormat.ROW_GROUP_ROWS
          || buffer.usedBytes() > groupBytes) {
        finishGroup();
      }
      charge();
    }
  }

  private void charge() {
    long wanted = held();
    long change = wanted - memory.bytes();
    if (change > 0 && !memory.tryGrow(change)) {
      finishGroup();
      finishPack();
      buffer.clear();
      wanted = held();
    }
    memory.resize(wanted);
  }

  private long held() {
    return buffer.bytes() + encodedBytes + encoder.bufferBytes();
  }

  /** Encodes the rows that are left and hands the last pack on. The writer may be used again. */
  public void finish() {
    finishGroup();
    finishPack();
    memory.resize(held());
  }

  private void finishGroup() {
    int rows = buffer.rows();
    if (rows == 0) {
      return;
    }
    EncodedChunk[] chunks = new EncodedChunk[columns.size()];
    for (int c = 0; c < chunks.length; c++) {
      chunks[c] = encoder.encode(buffer.column(c));
      encodedBytes += chunks[c].length();
    }
    encoded.add(chunks);
    groupRows.add(rows);
    buffer.reset();
    if (encoded.size() == PackFormat.PACK_ROW_GROUPS
        || encodedBytes + encodedBytes / encoded.size() > packBytes) {
      finishPack();
    }
  }

  /** Writes the chunks column by column. */
  private void finishPack() {
    if (encoded.isEmpty()) {
      return;
    }
    int size = Math.toIntExact(PackFormat.HEAD_BYTES + encodedBytes + (64L << 10));
    PackOutput out = new PackOutput(size);
    PackDirectory.writeHead(table, out);
    int groups = encoded.size();
    List<List<ColumnChunkMeta>> metas = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      metas.add(new ArrayList<>());
    }
    List<DistinctSketch> sketches = new ArrayList<>();
    for (int c = 0; c < columns.size(); c++) {
      DistinctSketch sketch = new DistinctSketch();
      for (int g = 0; g < groups; g++) {
        EncodedChunk chunk = encoded.get(g)[c];
        metas
            .get(g)
            .add(
                new ColumnChunkMeta(
                    0,
                    out.size(),
                    chunk.length(),
                    chunk.prefixLength(),
                    chunk.encoding(),
                    chunk.statistics().min(),
                    chunk.statistics().max(),
                    chunk.statistics().nulls(),
                    chunk.statistics().distinct()));
        out.raw(chunk.bytes(), 0, chunk.length());
        sketch.merge(chunk.statistics().sketch());
      }
      sketches.add(sketch);
    }
    List<RowGroupMeta> described = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      described.add(new RowGroupMeta(nextRow, groupRows.get(g), metas.get(g)));
      nextRow += groupRows.get(g);
    }
    encoded.clear();
    groupRows.clear();
    encodedBytes = 0;
    new PackDirectory(table, new RowGroupTable(columns, described)).write(out);
    MemorySegment bytes = MemorySegment.ofArray(out.bytes()).asSlice(0, out.size()).asReadOnly();
    sink.accept(new FinishedPack(bytes, described, sketches));
  }

  /** Drops what was not finished. Gives back what it charged. */
  @Override
  public void close() {
    encoder.close();
    buffer.clear();
    encoded.clear();
    memory.resize(0);
  }
}
