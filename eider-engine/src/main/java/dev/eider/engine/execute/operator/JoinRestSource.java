// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.Value;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.hash.JoinTable;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.ChunkCollection;
import dev.eider.engine.execute.row.ColumnStore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link HashJoin} yields after its probe: the joins of spilled partitions, a part each, and
 * build rows that no left row matched, or for RIGHT_SEMI some did (of a table in memory: blocks of
 * rows as parts).
 */
final class JoinRestSource extends ChunkSource {
  private static final int ROWS_PER_PART = 1 << 16;

  private final HashJoin join;

  JoinRestSource(HashJoin join) {
    this.join = join;
  }

  @Override
  protected int parts(QueryContext context) {
    if (join.isSpilling()) {
      return HashJoin.PARTITIONS;
    }
    return join.keepsBuildRows() ? (join.table().rows() + ROWS_PER_PART - 1) / ROWS_PER_PART : 0;
  }

  @Override
  protected PartReader newReader(WorkerContext context) {
    return new RestReader(context);
  }

  private final class RestReader implements PartReader {
    private final WorkerContext context;
    private final JoinMatcher matcher;
    private final Vector[] noLeft;
    private final FlatVector[] right;
    private final int[] selection = new int[Vector.CAPACITY];

    private @Nullable JoinTable table;
    private byte[] found = new byte[0];
    private boolean own;
    private List<ChunkCollection> probes = List.of();
    private int probe;
    private int chunk;
    private ChunkCollection.@Nullable Reader reader;
    private boolean inside;
    private int nextRow;
    private int endRow;

    RestReader(WorkerContext context) {
      this.context = context;
      matcher = new JoinMatcher(join, context);
      noLeft = new Vector[join.leftTypes().size()];
      for (int i = 0; i < noLeft.length; i++) {
        noLeft[i] = ConstantVector.of(Value.nullOf(join.leftTypes().get(i)));
      }
      right = new FlatVector[join.rightTypes().size()];
      for (int i = 0; i < right.length; i++) {
        right[i] = FlatVector.allocate(join.rightTypes().get(i), Vector.CAPACITY);
      }
    }

    @Override
    public void open(int part) {
      probe = 0;
      chunk = 0;
      inside = false;
      reader = null;
      own = join.isSpilling();
      if (!own) {
        table = join.table();
        found = join.found();
        nextRow = part * ROWS_PER_PART;
        endRow = Math.min(join.table().rows(), nextRow + ROWS_PER_PART);
        return;
      }
      QueryContext query = context.query();
      MemoryReservation memory = join.memory(query);
      ColumnStore store = new ColumnStore(join.storedTypes(), memory);
      for (JoinPartitions partitions : join.buildPartitions()) {
        ChunkCollection rows = partitions.partition(part);
        ChunkCollection.Reader from = rows.newReader();
        for (int i = 0; i < rows.chunkCount(); i++) {
          query.checkInterrupted();
          store.append(from.read(i));
        }
      }
      JoinTable built = new JoinTable(store, join.keyColumns(), join.nullSafe(), memory, query);
      table = built;
      found = new byte[join.keepsBuildRows() ? built.rows() : 0];
      nextRow = 0;
      endRow = join.keepsBuildRows() ? built.rows() : 0;
      List<ChunkCollection> collected = new ArrayList<>();
      for (JoinPartitions partitions : join.probePartitions()) {
        collected.add(partitions.partition(part));
      }
      probes = collected;
    }

    @Override
    public @Nullable DataChunk read() {
      JoinTable open = table;
      if (open == null) {
        return null;
      }
      while (inside || nextProbe(open)) {
        inside = matcher.next();
        if (matcher.output().size() > 0) {
          return matcher.output();
        }
      }
      while (nextRow < endRow) {
        int count = 0;
        while (nextRow < endRow && count < Vector.CAPACITY) {
          if (found[nextRow] == join.keptMark()) {
            selection[count++] = nextRow;
          }
          nextRow++;
        }
        if (count > 0) {
          return unmatched(open, count);
        }
      }
      if (own) {
        open.release();
        open.store().release();
      }
      table = null;
      return null;
    }

    /** Begins with the next kept left chunk; false when there is none. */
    private boolean nextProbe(JoinTable open) {
      while (own && probe < probes.size()) {
        ChunkCollection rows = probes.get(probe);
        ChunkCollection.Reader from = reader;
        if (from == null) {
          from = rows.newReader();
          reader = from;
        }
        if (chunk < rows.chunkCount()) {
          DataChunk read = from.read(chunk++);
          int leftCount = join.leftTypes().size();
          FlatVector[] keys = new FlatVector[join.leftKeys().size()];
          for (int i = 0; i < keys.length; i++) {
            keys[i] = read.flat(leftCount + i);
          }
          Vector[] columns = new Vector[leftCount];
          System.arraycopy(read.columns(), 0, columns, 0, leftCount);
          matcher.begin(open, found, new DataChunk(columns, read.size()), keys);
          return true;
        }
        probe++;
        chunk = 0;
        reader = null;
      }
      return false;
    }

    private DataChunk unmatched(JoinTable open, int count) {
      int left = join.onlyBuildRows() ? 0 : noLeft.length;
      Vector[] columns = new Vector[left + right.length];
      System.arraycopy(noLeft, 0, columns, 0, left);
      for (int i = 0; i < right.length; i++) {
        right[i].gather(open.store().column(i), selection, count);
        columns[left + i] = right[i];
      }
      return new DataChunk(columns, count);
    }
  }
}
