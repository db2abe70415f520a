// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.FetchPlan;
import dev.eider.base.table.FetchedBytes;
import dev.eider.base.table.ScanContext;
import dev.eider.formats.parquet.Footer.Chunk;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What the slices of one row group share: unpacked pages and dictionaries of its chunks, what
 * indexes tell of its rows, and the late columns' bytes. Each slice ends once; what no unfinished
 * slice needs is given back. Guarded by this; chunks have their own locks.
 */
final class SlicedGroup {
  /** Rows of a slice: as many as most writers put into a row group. */
  static final int SLICE_ROWS = 122_880;

  private final long rows;
  private final int slices;
  private final MemoryReservation memory;
  private final Map<Chunk, SharedChunk> chunks = new HashMap<>();

  /** By the number of the slice. */
  private final BitSet ended = new BitSet();

  private long @Nullable [] excluded;
  private @Nullable CompletableFuture<FetchedBytes> late;

  /** The first {@code slices} slices of a row group of {@code rows} rows. */
  SlicedGroup(long rows, int slices, MemoryReservation memory) {
    this.rows = rows;
    this.slices = slices;
    this.memory = memory;
  }

  /** A chunk of a column that is not nested in lists; {@code bytes} hold it. */
  synchronized SharedChunk chunk(SchemaNode node, Chunk chunk, MemorySegment bytes) {
    SharedChunk found = chunks.get(chunk);
    if (found == null) {
      found = SharedChunk.open(node, chunk, bytes, rows, memory);
      for (int slice = 0; slice < slices; slice++) {
        if (!ended.get(slice)) {
          found.use(from(slice), to(slice));
        }
      }
      chunks.put(chunk, found);
    }
    return found;
  }

  long from(int slice) {
    return (long) slice * SLICE_ROWS;
  }

  long to(int slice) {
    return Math.min(rows, from(slice) + SLICE_ROWS);
  }

  /**
   * The rows that cannot match, as {@link PageBounds#excluded} has them, made by the first slice.
   */
  synchronized long[] excluded(ParquetScan scan, ParquetTask slice, FetchedBytes bytes) {
    long[] known = excluded;
    if (known == null) {
      known =
          scan.isExcluded(slice, bytes) ? new long[] {0, rows} : scan.excludedRows(slice, bytes);
      excluded = known;
    }
    return known;
  }

  /** The bytes of the late columns, asked for by the first slice that wants them. */
  CompletableFuture<FetchedBytes> late(FetchPlan plan, ScanContext context) {
    CompletableFuture<FetchedBytes> made;
    synchronized (this) {
      if (late != null) {
        return late;
      }
      made = new CompletableFuture<>();
      late = made;
    }
    try {
      FetchedBytes fetched = context.fetcher().fetch(plan);
      fetched.ready().whenComplete((nothing, error) -> made.complete(fetched));
    } catch (Throwable e) {
      made.completeExceptionally(e);
      throw e;
    }
    return made;
  }

  /** A slice has ended, or will not go on. */
  synchronized void end(int slice) {
    if (ended.get(slice)) {
      return;
    }
    ended.set(slice);
    for (SharedChunk chunk : chunks.values()) {
      chunk.release(from(slice), to(slice));
    }
    if (ended.cardinality() == slices) {
      close();
    }
  }

  /** Gives everything back; no slice goes on. */
  synchronized void close() {
    chunks.values().forEach(SharedChunk::close);
    chunks.clear();
    CompletableFuture<FetchedBytes> fetched = late;
    if (fetched != null) {
      late = null;
      fetched.thenAccept(FetchedBytes::close);
    }
  }
}
