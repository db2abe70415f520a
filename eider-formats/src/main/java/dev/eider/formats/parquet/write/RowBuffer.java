// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import java.util.List;

/** Rows that wait to be encoded, column by column. Filled by one thread, then only read. */
final class RowBuffer {
  final LeafBuffer[] leaves;
  int rows;

  /** How many row groups will still read it; guarded by the file's monitor. */
  int readers;

  /** Bytes that are charged for it. */
  long charged;

  private final WriteSchema schema;

  RowBuffer(WriteSchema schema) {
    this.schema = schema;
    List<WriteLeaf> all = schema.leaves();
    leaves = new LeafBuffer[all.size()];
    for (int i = 0; i < leaves.length; i++) {
      leaves[i] = LeafBuffer.of(all.get(i));
    }
  }

  /** Appends all rows of a chunk. */
  void append(DataChunk chunk, Shredder shredder) {
    int count = chunk.size();
    for (int i = 0; i < schema.columns().size(); i++) {
      FlatVector vector = chunk.flat(i);
      shredder.column(schema.columns().get(i), vector, count, leaves);
    }
    rows += count;
  }

  /** Bytes of the values themselves. */
  long usedBytes() {
    long bytes = 0;
    for (LeafBuffer leaf : leaves) {
      bytes += leaf.usedBytes();
    }
    return bytes;
  }

  /** Heap bytes held. */
  long sizeInBytes() {
    long bytes = 0;
    for (LeafBuffer leaf : leaves) {
      bytes += leaf.sizeInBytes();
    }
    return bytes;
  }
}
