// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.Value;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.operator.BlockJoin.LeftRows;
import dev.eider.engine.execute.operator.BlockJoin.Prober;
import dev.eider.engine.execute.pipeline.Operator;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.ColumnStore;
import dev.eider.engine.execute.row.StoredRows;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link BlockJoin} yields after its probe. When the right side was in memory: its rows
 * without a match. Else the whole join, by one worker: as many right rows as fit are made the
 * store, all left rows are looked up in it, and so on with the next right rows; left rows that are
 * put out for themselves come last.
 */
final class BlockJoinSource extends ChunkSource {
  private final BlockJoin join;

  BlockJoinSource(BlockJoin join) {
    this.join = join;
  }

  @Override
  protected int parts(QueryContext context) {
    if (join.isBlocked()) {
      join.leftRows().finish();
      return 1;
    }
    return join.keepsRight() ? 1 : 0;
  }

  @Override
  protected PartReader newReader(WorkerContext context) {
    return join.isBlocked() ? new BlockReader(context) : unmatched(context);
  }

  private PartReader unmatched(WorkerContext context) {
    return new UnmatchedRows(
            join.leftTypes(), join.rightTypes(), () -> join.store().chunks(), join::found)
        .newReader(context);
  }

  private final class BlockReader implements PartReader {
    private final WorkerContext context;
    private final QueryContext query;
    private final Gatherer gatherer = new Gatherer();
    private final int[] selection = new int[Vector.CAPACITY];
    private final StoredRows left = join.leftRows();
    private StoredRows.Reader leftReader = left.newReader();
    private long[] matched = new long[0];
    private Source.@Nullable Worker right;
    private boolean rightEnded;

    /** Right rows that did not fit in the last block. */
    private @Nullable DataChunk pending;

    private @Nullable ColumnStore block;
    private long indexBytes;
    private @Nullable Prober prober;
    private @Nullable PartReader unmatched;

    // Where the pass over the left rows is.
    private int nextChunk;
    private long nextRow;
    private long firstRow;
    private int inputRows;
    private DataChunk input = Gatherer.NOTHING;
    private boolean inside;

    BlockReader(WorkerContext context) {
      this.context = context;
      query = context.query();
    }

    @Override
    public void open(int part) {
      if (join.leftKind() != LeftRows.PAIRS || join.needsOneMatch()) {
        int words = Math.toIntExact((left.rows() + 63) / 64);
        join.memory(query).grow(8L * words);
        matched = new long[words];
      }
      Source source = join.inBlockOrder(query);
      source.prepare(query);
      right = source.newWorker(context);
      nextBlock();
    }

    private void rewind() {
      nextChunk = 0;
      nextRow = 0;
      inside = false;
    }

    /** Makes the next right rows the store; without any there is no prober. */
    private void nextBlock() {
      Source.Worker rows = Objects.requireNonNull(right);
      closeBlock();
      if (rightEnded) {
        return;
      }
      MemoryReservation memory = join.memory(query);
      int capacity = join.blockRows(query);
      ColumnStore filled = new ColumnStore(join.storedTypes(), memory, capacity);
      block = filled;
      DataChunk chunk = pending;
      while (chunk == null || filled.rows() + chunk.size() <= capacity) {
        if (chunk != null) {
          filled.append(chunk);
        }
        if (rows.next() != Source.Status.CHUNK) {
          rightEnded = true;
          chunk = null;
          break;
        }
        chunk = rows.chunk();
      }
      pending = chunk;
      if (filled.rows() == 0) {
        closeBlock();
        return;
      }
      long before = memory.bytes();
      join.openBlock(filled, query);
      indexBytes = memory.bytes() - before;
      prober = join.newProber(context, true);
      rewind();
    }

    private void closeBlock() {
      if (prober != null) {
        prober.close();
        prober = null;
      }
      join.closeBlock();
      ColumnStore old = block;
      if (old != null) {
        old.release();
        join.memory(query).shrink(indexBytes);
        indexBytes = 0;
        block = null;
      }
      unmatched = null;
    }

    @Override
    public @Nullable DataChunk read() {
      while (prober != null) {
        query.checkInterrupted();
        DataChunk joined = readBlock(prober);
        if (joined != null) {
          return joined;
        }
        nextBlock();
      }
      return join.leftKind() == LeftRows.PAIRS ? null : leftRows();
    }

    /** More of the current block, or null at its end. */
    private @Nullable DataChunk readBlock(Prober probing) {
      while (unmatched == null) {
        if (!inside && !nextInput()) {
          if (!join.keepsRight()) {
            return null;
          }
          PartReader opened = unmatched(context);
          opened.open(0);
          unmatched = opened;
          break;
        }
        inside = probing.process(input, 0) == Operator.Status.MORE;
        if (!inside) {
          mark(probing.matched());
        }
        if (probing.output().size() > 0) {
          return probing.output();
        }
      }
      return unmatched.read();
    }

    /** Takes the next left rows that are still to be looked up; false at the end. */
    private boolean nextInput() {
      while (nextChunk < left.chunkCount()) {
        query.checkInterrupted();
        DataChunk chunk = leftReader.read(nextChunk++);
        firstRow = nextRow;
        nextRow += chunk.size();
        if (!join.needsOneMatch()) {
          input = chunk;
          inputRows = chunk.size();
          return true;
        }
        int count = select(chunk.size(), false);
        if (count > 0) {
          input = count == chunk.size() ? chunk : gatherer.gather(chunk, selection, count);
          inputRows = count;
          return true;
        }
      }
      return false;
    }

    /** Selects the rows of the chunk at {@code firstRow} that have, or have not, been matched. */
    private int select(int size, boolean wanted) {
      int count = 0;
      for (int i = 0; i < size; i++) {
        long row = firstRow + i;
        selection[count] = i;
        count += (matched[(int) (row >>> 6)] >>> row & 1) != 0 == wanted ? 1 : 0;
      }
      return count;
    }

    private void mark(boolean[] found) {
      if (matched.length == 0) {
        return;
      }
      for (int i = 0; i < inputRows; i++) {
        if (found[i]) {
          long row = firstRow + (join.needsOneMatch() ? selection[i] : i);
          matched[(int) (row >>> 6)] |= 1L << row;
        }
      }
    }

    /** The next left rows that are put out for themselves, after all blocks; null at the end. */
    private @Nullable DataChunk leftRows() {
      if (right != null) {
        right = null;
        rewind();
      }
      while (nextChunk < left.chunkCount()) {
        DataChunk chunk = leftReader.read(nextChunk++);
        firstRow = nextRow;
        nextRow += chunk.size();
        int count = select(chunk.size(), join.leftKind() == LeftRows.SEMI);
        if (count > 0) {
          DataChunk some = gatherer.gather(chunk, selection, count);
          return join.leftKind() == LeftRows.KEPT ? withNulls(some) : some;
        }
      }
      return null;
    }

    @Override
    public void close() {
      if (prober != null) {
        prober.close();
        prober = null;
      }
    }

    private DataChunk withNulls(DataChunk some) {
      int leftCount = join.leftTypes().size();
      Vector[] columns = new Vector[leftCount + join.rightTypes().size()];
      System.arraycopy(some.columns(), 0, columns, 0, leftCount);
      for (int i = leftCount; i < columns.length; i++) {
        columns[i] = ConstantVector.of(Value.nullOf(join.rightTypes().get(i - leftCount)));
      }
      return new DataChunk(columns, some.size());
    }
  }
}
