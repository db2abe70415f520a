// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.txn;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.storage.encoding.ColumnChunk;
import dev.eider.storage.encoding.ColumnChunkWriter;
import dev.eider.storage.encoding.ColumnData;
import dev.eider.storage.encoding.DecodeContext;
import dev.eider.storage.encoding.EncodedChunk;
import dev.eider.storage.format.v1.PackInput;
import dev.eider.storage.format.v1.PackOutput;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows as bytes in a record of the log: batches of up to a row group, each column in the encoding
 * that makes it smallest.
 *
 * <pre>
 * rows     varint number of batches, then each: varint rows | varint columns | column, one each
 * column   varint length of the prefix | varint length of the chunk | chunk (prefix and vectors)
 * </pre>
 */
final class RowCodec {
  /** Vectors of one batch: a row group. */
  private static final int BATCH_VECTORS = 60;

  private RowCodec() {}

  /** Writes rows of flat vectors. */
  static void write(
      List<LogicalType> types, List<DataChunk> chunks, ColumnChunkWriter writer, PackOutput out) {
    List<DataChunk> full = refilled(types, chunks);
    int batches = (full.size() + BATCH_VECTORS - 1) / BATCH_VECTORS;
    out.varint(batches);
    for (int from = 0; from < full.size(); from += BATCH_VECTORS) {
      List<DataChunk> batch = full.subList(from, Math.min(full.size(), from + BATCH_VECTORS));
      int[] counts = new int[batch.size()];
      long rows = 0;
      for (int i = 0; i < counts.length; i++) {
        counts[i] = batch.get(i).size();
        rows += counts[i];
      }
      out.varint(rows);
      out.varint(types.size());
      for (int c = 0; c < types.size(); c++) {
        FlatVector[] vectors = new FlatVector[counts.length];
        for (int i = 0; i < counts.length; i++) {
          vectors[i] = batch.get(i).flat(c);
        }
        column(types.get(c), vectors, counts, writer, out);
      }
    }
  }

  private static void column(
      LogicalType type,
      FlatVector[] vectors,
      int[] counts,
      ColumnChunkWriter writer,
      PackOutput out) {
    EncodedChunk encoded = writer.encode(new ColumnData(type, vectors, counts));
    out.varint(encoded.prefixLength());
    out.varint(encoded.length());
    out.raw(encoded.bytes(), 0, encoded.length());
  }

  /** The same rows with every chunk but the last full. */
  private static List<DataChunk> refilled(List<LogicalType> types, List<DataChunk> chunks) {
    boolean isFull = true;
    for (int i = 0; i < chunks.size() - 1; i++) {
      isFull &= chunks.get(i).size() == Vector.CAPACITY;
    }
    if (isFull) {
      return chunks;
    }
    List<DataChunk> full = new ArrayList<>();
    DataChunk open = DataChunk.allocate(types, Vector.CAPACITY);
    for (DataChunk chunk : chunks) {
      int from = 0;
      while (from < chunk.size()) {
        if (open.size() == Vector.CAPACITY) {
          full.add(open);
          open = DataChunk.allocate(types, Vector.CAPACITY);
        }
        int take = Math.min(chunk.size() - from, Vector.CAPACITY - open.size());
        for (int c = 0; c < types.size(); c++) {
          open.flat(c).copyRange(chunk.flat(c), from, open.size(), take);
        }
        open.setSize(open.size() + take);
        from += take;
      }
    }
    if (open.size() > 0) {
      full.add(open);
    }
    return full;
  }

  /**
   * Reads rows, in flat vectors that belong to the caller.
   *
   * @throws dev.eider.storage.format.v1.DamagedPackException for bytes that are none of these
   */
  static List<DataChunk> read(List<LogicalType> types, PackInput in, DecodeContext context) {
    List<DataChunk> chunks = new ArrayList<>();
    int batches = in.count("batches of rows", 1 << 20);
    for (int b = 0; b < batches; b++) {
      int rows = in.count("rows of a batch", BATCH_VECTORS * Vector.CAPACITY);
      int columns = in.count("columns", 1 << 20);
      if (columns != types.size()) {
        throw in.damaged(types.size() + " columns", columns);
      }
      int vectors = (rows + Vector.CAPACITY - 1) / Vector.CAPACITY;
      Vector[][] made = new Vector[vectors][columns];
      for (int c = 0; c < columns; c++) {
        FlatVector[] column = readColumn(types.get(c), rows, in, context);
        for (int v = 0; v < vectors; v++) {
          made[v][c] = column[v];
        }
      }
      for (int v = 0; v < vectors; v++) {
        chunks.add(new DataChunk(made[v], Math.min(Vector.CAPACITY, rows - v * Vector.CAPACITY)));
      }
    }
    return chunks;
  }

  /** Writes the values of one column. */
  static void writeColumn(FlatVector values, int count, ColumnChunkWriter writer, PackOutput out) {
    column(values.type(), new FlatVector[] {values}, new int[] {count}, writer, out);
  }

  /** Reads the values of one column, a vector for each 2,048 of them. */
  static FlatVector[] readColumn(LogicalType type, int rows, PackInput in, DecodeContext context) {
    int prefix = in.count("bytes of a prefix", 1 << 30);
    int length = in.count("bytes of a chunk", 1 << 30);
    long at = in.skip(length);
    if (prefix > length) {
      throw in.damaged("a prefix within " + length + " bytes", prefix);
    }
    MemorySegment bytes = in.segment().asSlice(at, length);
    ColumnChunk chunk = ColumnChunk.open(type, rows, length, bytes.asSlice(0, prefix), context);
    int[] codes = new int[Vector.CAPACITY];
    FlatVector[] vectors = new FlatVector[chunk.vectors()];
    for (int v = 0; v < vectors.length; v++) {
      int count = chunk.rows(v);
      FlatVector target = FlatVector.allocate(type, Math.max(1, count));
      FlatVector read = chunk.read(v, bytes, 0, target, codes).flatten(count);
      FlatVector own = FlatVector.allocate(type, Math.max(1, count));
      own.copyRange(read, 0, 0, count);
      vectors[v] = own;
    }
    return vectors;
  }
}
