// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.TableWriter;
import dev.eider.base.vector.DataChunk;
import dev.eider.formats.write.FileSeries;
import dev.eider.io.codec.BlockPacker;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes Parquet files from many workers. A worker takes its rows apart into buffers; these are put
 * in the order of their batches and cut into row groups of the wanted size; whoever hands over a
 * buffer encodes what row groups are ready, beside the others; row groups are written in their
 * order.
 *
 * <p>Invariants: rows of batch b go into a row group only when no open part has a current batch
 * below b (unless order is not asked for); a row group is written only behind the one before it.
 * Memory: what is charged is the buffers until they are encoded, and the pages until they are
 * written.
 */
final class ParquetFileWriter implements TableWriter {
  /** A buffer's bytes index arrays of bytes: one that is larger is cut. */
  private static final long BUFFER_BYTES_MAX = 512L << 20;

  private static final int STEP = 2048;

  private final WriteSchema schema;
  private final WriteOptions options;
  private final MemoryReservation memory;
  private final long groupRows;
  private final long groupBytes;

  /** Everything from here on is guarded by the monitor. */
  private final List<Part> open = new ArrayList<>();

  private final TreeMap<Long, List<RowBuffer>> waiting = new TreeMap<>();

  /** What the next row group is made of so far. */
  private List<RowGroupJob.Slice> forming = new ArrayList<>();

  private long formingRows;
  private long formingBytes;
  private long groups;
  private final ArrayDeque<RowGroupJob> jobs = new ArrayDeque<>();
  private long rows;
  private boolean closed;

  private final Output output;

  ParquetFileWriter(
      FileSeries files, WriteSchema schema, WriteOptions options, ScanContext context) {
    this.schema = schema;
    this.options = options;
    groupRows = Math.min(options.rowGroupRows(), Integer.MAX_VALUE - 64);
    groupBytes = Math.min(options.rowGroupBytes(), BUFFER_BYTES_MAX);
    new BlockPacker(options.compressionLevel()).close();
    output = new Output(files);
    memory = context.memory().reserve("PARQUET_WRITER");
  }

  @Override
  public synchronized Local newLocal() {
    Part part = new Part();
    open.add(part);
    return part;
  }

  /** A part hands over rows of a batch, and says which batch it is at now. */
  private synchronized void hand(Part part, long batch, @Nullable RowBuffer buffer, long current) {
    if (buffer != null) {
      if (options.ordered()) {
        waiting.computeIfAbsent(batch, b -> new ArrayList<>()).add(buffer);
      } else {
        form(buffer);
      }
    }
    part.current = current;
    advance();
  }

  /** Forms row groups of all rows that have nothing before them any more. */
  private void advance() {
    long least = Long.MAX_VALUE;
    for (Part part : open) {
      least = Math.min(least, part.current);
    }
    while (!waiting.isEmpty()) {
      Map.Entry<Long, List<RowBuffer>> first = waiting.firstEntry();
      if (first.getKey() > least) {
        return;
      }
      waiting.remove(first.getKey());
      first.getValue().forEach(this::form);
    }
  }

  private void form(RowBuffer buffer) {
    long bytesPerRow = Math.max(1, buffer.usedBytes() / Math.max(1, buffer.rows));
    int from = 0;
    while (from < buffer.rows) {
      long byRows = groupRows - formingRows;
      // In whole steps: the sizes of row groups are easier to foresee.
      long wanted = formingRows + (groupBytes - formingBytes + bytesPerRow - 1) / bytesPerRow;
      long byBytes = (wanted + STEP - 1) / STEP * STEP - formingRows;
      int to = (int) Math.min(buffer.rows, from + Math.min(byRows, byBytes));
      forming.add(new RowGroupJob.Slice(buffer, from, to));
      buffer.readers++;
      formingRows += to - from;
      formingBytes += bytesPerRow * (to - from);
      from = to;
      if (formingRows >= groupRows || to < buffer.rows || isFullByBytes()) {
        cut();
      }
    }
  }

  private boolean isFullByBytes() {
    return formingBytes >= groupBytes && formingRows % STEP == 0;
  }

  /** The forming row group is complete. */
  private void cut() {
    if (formingRows > 0) {
      jobs.add(new RowGroupJob(groups++, formingRows, forming));
      forming = new ArrayList<>();
      formingRows = 0;
      formingBytes = 0;
    }
  }

  private synchronized @Nullable RowGroupJob nextJob() {
    return jobs.poll();
  }

  /** Encodes row groups while there are any. */
  private void work(BlockPacker packer) {
    for (RowGroupJob job = nextJob(); job != null; job = nextJob()) {
      EncodedRowGroup group = job.encode(schema, options, packer);
      long freed = release(job);
      memory.shrink(freed);
      memory.grow(group.bytes());
      output.write(job.number(), group);
    }
  }

  private synchronized long release(RowGroupJob job) {
    long freed = 0;
    for (RowGroupJob.Slice slice : job.slices()) {
      if (--slice.buffer().readers == 0) {
        freed += slice.buffer().charged;
      }
    }
    return freed;
  }

  @Override
  public long finish() {
    synchronized (this) {
      advance();
      cut();
    }
    try (BlockPacker packer = new BlockPacker(options.compressionLevel())) {
      work(packer);
    }
    output.finish();
    synchronized (this) {
      closed = true;
      memory.close();
      return rows;
    }
  }

  @Override
  public List<String> files() {
    return output.paths();
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      memory.close();
      output.discard();
    }
  }

  /** Writes encoded row groups in their order. Guarded by its monitor. */
  private final class Output {
    private final FileSeries files;
    private final TreeMap<Long, EncodedRowGroup> early = new TreeMap<>();
    private @Nullable FooterWriter file;
    private long next;

    Output(FileSeries files) {
      this.files = files;
      if (files.writesEmpty()) {
        try {
          file = new FooterWriter(files.next(), schema, options);
        } catch (EiderException e) {
          files.discard();
          throw e;
        }
      }
    }

    synchronized void write(long number, EncodedRowGroup group) {
      early.put(number, group);
      for (EncodedRowGroup first = early.remove(next); first != null; first = early.remove(next)) {
        next++;
        FooterWriter target = file;
        if (target == null) {
          target = new FooterWriter(files.next(), schema, options);
          file = target;
        }
        target.write(first);
        memory.shrink(first.bytes());
        if (files.isFull(target.file(), target.rowGroups())) {
          end(target);
          file = null;
        }
      }
    }

    private void end(FooterWriter target) {
      target.finish();
      target.file().commit();
    }

    synchronized void finish() {
      assert early.isEmpty();
      if (file != null) {
        end(file);
      }
    }

    synchronized List<String> paths() {
      return files.paths();
    }

    synchronized void discard() {
      files.discard();
    }
  }

  /** One worker's part. {@code current} is guarded by the writer's monitor. */
  private final class Part implements Local {
    /** The batch this part is at; nothing later may be written yet. */
    long current = -1;

    private final Shredder shredder = new Shredder();
    private final BlockPacker packer = new BlockPacker(options.compressionLevel());
    private RowBuffer buffer = new RowBuffer(schema);
    private long batch = -1;
    private long count;

    @Override
    public void write(DataChunk chunk, long batchIndex) {
      if (batchIndex != batch) {
        hand(batchIndex);
      }
      buffer.append(chunk, shredder);
      long size = buffer.sizeInBytes();
      memory.grow(size - buffer.charged);
      buffer.charged = size;
      count += chunk.size();
      if (buffer.rows >= groupRows || buffer.usedBytes() >= groupBytes + STEP) {
        hand(batch);
      }
    }

    @Override
    public void nextBatch(long batchIndex) {
      if (batchIndex != batch && batchIndex != Long.MAX_VALUE) {
        hand(batchIndex);
      }
    }

    /** Hands over the rows so far; goes on with a batch. */
    private void hand(long next) {
      RowBuffer full = buffer.rows == 0 ? null : buffer;
      if (full != null) {
        buffer = new RowBuffer(schema);
      }
      ParquetFileWriter.this.hand(this, batch, full, next);
      batch = next;
      work(packer);
    }

    @Override
    public void finish() {
      RowBuffer full = buffer.rows == 0 ? null : buffer;
      synchronized (ParquetFileWriter.this) {
        ParquetFileWriter.this.hand(this, batch, full, batch);
        open.remove(this);
        rows += count;
        advance();
      }
      work(packer);
      packer.close();
    }
  }
}
