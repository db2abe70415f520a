// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.row.ChunkCollection;
import dev.eider.engine.execute.row.Columns;
import dev.eider.engine.execute.row.MemoryShare;
import dev.eider.engine.execute.row.StoredRows;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the workers of a pipeline collect, in the order of batches. A worker that holds more than
 * the arbiter grants writes its rows to disk, from where they are read like the others.
 *
 * <p>{@code share} and {@code parts} are guarded by {@code this}. {@code pieces} and {@code rows}
 * are set by {@link #finish}; after it nothing changes.
 */
final class CollectedRows implements StoredRows, AutoCloseable {
  private final List<LogicalType> types;
  private final String component;
  private final List<SpillingRows> parts = new ArrayList<>();
  private @Nullable MemoryShare share;
  private List<Piece> pieces = List.of();
  private long rows;

  /** Rows of a chunk of a part. */
  private record Piece(ChunkCollection part, int number, int chunk, int from, int count) {}

  /** Rows of these types, charged to a component (a fixed word such as {@code CTE}). */
  CollectedRows(List<LogicalType> types, String component) {
    this.types = List.copyOf(types);
    this.component = component;
  }

  private synchronized MemoryShare share(QueryContext query) {
    MemoryShare open = share;
    if (open == null) {
      open = new MemoryShare(query.memory(), component, query.threads());
      share = open;
    }
    return open;
  }

  /** The reservation that holds the rows; their user may charge what it adds. */
  MemoryReservation memory(QueryContext query) {
    return share(query).memory();
  }

  /** How many bytes all of this operator may hold if it would hold so many. */
  long request(long bytes, QueryContext query) {
    return share(query).request(bytes);
  }

  /** A worker's part. It belongs to this collection from the start, also when the worker fails. */
  SpillingRows newPart(QueryContext query) {
    SpillingRows part = newRows(query);
    synchronized (this) {
      parts.add(part);
    }
    return part;
  }

  /** More rows under the same share, for the user of this collection, who closes them. */
  SpillingRows newRows(QueryContext query) {
    return new SpillingRows(types, component, share(query), query);
  }

  /** All rows are there. */
  void finish() {
    finish(0, Long.MAX_VALUE);
  }

  /** Rows added so far; once every worker has ended. */
  synchronized long added() {
    long added = 0;
    for (SpillingRows part : parts) {
      added += part.rows().rows();
    }
    return added;
  }

  /** All rows that are needed are there: of their order those after {@code skip}, {@code limit}. */
  synchronized void finish(long skip, long limit) {
    List<Piece> all = new ArrayList<>();
    for (int p = 0; p < parts.size(); p++) {
      ChunkCollection part = parts.get(p).rows();
      for (int i = 0; i < part.chunkCount(); i++) {
        all.add(new Piece(part, p, i, 0, part.chunkSize(i)));
      }
    }
    // Stable: within a batch, the order of arrival.
    all.sort(Comparator.comparingLong(piece -> piece.part.chunkBatch(piece.chunk)));
    List<Piece> kept = new ArrayList<>();
    long before = skip;
    long left = limit;
    rows = 0;
    for (Piece piece : all) {
      int from = (int) Math.min(before, piece.count);
      int count = (int) Math.min(left, piece.count - from);
      before -= from;
      left -= count;
      rows += count;
      if (count > 0) {
        kept.add(new Piece(piece.part, piece.number, piece.chunk, from, count));
      }
    }
    pieces = kept;
  }

  @Override
  public List<LogicalType> types() {
    return types;
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public int chunkCount() {
    return pieces.size();
  }

  @Override
  public StoredRows.Reader newReader() {
    return new Reader();
  }

  /** Whether some of the rows are on disk. */
  synchronized boolean isSpilled() {
    for (SpillingRows part : parts) {
      if (part.rows().isSpilled()) {
        return true;
      }
    }
    return false;
  }

  /** Bytes on disk. */
  synchronized long bytesSpilled() {
    long bytes = 0;
    for (SpillingRows part : parts) {
      bytes += part.rows().bytesSpilled();
    }
    return bytes;
  }

  /** Writes all that is still in memory. No worker adds rows and nobody reads. */
  void spill() {
    for (SpillingRows part : parts) {
      part.spill();
    }
  }

  /** The collections, once all workers have ended: rows in no particular order. */
  List<ChunkCollection> collections() {
    List<ChunkCollection> collections = new ArrayList<>();
    for (SpillingRows part : parts) {
      collections.add(part.rows());
    }
    return collections;
  }

  @Override
  public synchronized void close() {
    for (SpillingRows part : parts) {
      part.close();
    }
    parts.clear();
    pieces = List.of();
    if (share != null) {
      share.close();
      share = null;
    }
  }

  private final class Reader implements StoredRows.Reader {
    private final StoredRows.@Nullable Reader[] readers =
        new StoredRows.@Nullable Reader[parts.size()];

    @Override
    public DataChunk read(int index) {
      Piece piece = pieces.get(index);
      StoredRows.Reader reader = readers[piece.number];
      if (reader == null) {
        reader = piece.part.newReader();
        readers[piece.number] = reader;
      }
      DataChunk chunk = reader.read(piece.chunk);
      return piece.count == chunk.size() ? chunk : Columns.slice(chunk, piece.from, piece.count);
    }
  }
}
