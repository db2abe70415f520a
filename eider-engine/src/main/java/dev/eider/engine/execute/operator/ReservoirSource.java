// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.kernel.HashKernels;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.StoredRows;
import org.jspecify.annotations.Nullable;

/** A number of rows of a collected input, each set of so many rows equally likely. In order. */
public final class ReservoirSource extends ChunkSource {
  private final CollectSink rows;
  private final double amount;
  private final boolean percent;
  private final long seed;

  public ReservoirSource(CollectSink rows, double amount, boolean percent, long seed) {
    this.rows = rows;
    this.amount = amount;
    this.percent = percent;
    this.seed = seed;
  }

  @Override
  protected int parts(QueryContext context) {
    return 1;
  }

  @Override
  protected PartReader newReader(WorkerContext context) {
    long start = seed >= 0 ? seed : context.eval().random().nextLong();
    return new Reader(HashKernels.mix(start + 1));
  }

  private final class Reader implements PartReader {
    private final long start;
    private final Gatherer gatherer = new Gatherer();
    private final StoredRows.Reader reader = rows.rows().newReader();
    private int chunk;
    private long row;
    private long wanted;

    Reader(long start) {
      this.start = start;
    }

    @Override
    public void open(int part) {
      chunk = 0;
      row = 0;
      long all = rows.rows().rows();
      wanted = percent ? Math.round(all * amount / 100) : (long) amount;
    }

    @Override
    public @Nullable DataChunk read() {
      StoredRows all = rows.rows();
      while (chunk < all.chunkCount() && wanted > 0) {
        DataChunk current = reader.read(chunk++);
        int[] selection = new int[current.size()];
        int count = 0;
        for (int i = 0; i < current.size(); i++) {
          // Selection sampling: a row is taken with the share that is still needed of those left.
          double chance = (HashKernels.mix(start ^ HashKernels.mix(row + 1)) >>> 11) * 0x1.0p-53;
          if (chance * (all.rows() - row) < wanted) {
            selection[count++] = i;
            wanted--;
          }
          row++;
        }
        if (count > 0) {
          FlatVector[] columns = new FlatVector[current.columnCount()];
          for (int i = 0; i < columns.length; i++) {
            columns[i] = (FlatVector) current.column(i);
          }
          return gatherer.gather(new DataChunk(columns, current.size()), selection, count);
        }
      }
      return null;
    }
  }
}
