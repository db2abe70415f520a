// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import dev.eider.io.codec.BlockPacker;
import java.util.ArrayList;
import java.util.List;

/**
 * A row group that is to be encoded.
 *
 * @param number its place in the series of files
 */
record RowGroupJob(long number, long rows, List<Slice> slices) {
  /** Rows {@code [from, to)} of a buffer. */
  record Slice(RowBuffer buffer, int from, int to) {
    boolean isWhole() {
      return from == 0 && to == buffer.rows;
    }
  }

  /** Encodes all column chunks. */
  EncodedRowGroup encode(WriteSchema schema, WriteOptions options, BlockPacker packer) {
    List<EncodedChunk> chunks = new ArrayList<>();
    for (int i = 0; i < schema.leaves().size(); i++) {
      chunks.add(
          new ChunkEncoder(joined(schema, i), Math.toIntExact(rows), options, packer).encode());
    }
    return new EncodedRowGroup(rows, chunks);
  }

  private LeafBuffer joined(WriteSchema schema, int leaf) {
    if (slices.size() == 1 && slices.getFirst().isWhole()) {
      return slices.getFirst().buffer().leaves[leaf];
    }
    LeafBuffer joined = LeafBuffer.of(schema.leaves().get(leaf));
    for (Slice slice : slices) {
      joined.append(slice.buffer().leaves[leaf], slice.from(), slice.to());
    }
    return joined;
  }
}
