// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.row;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import java.util.List;

/**
 * Complete rows in a fixed order, in memory or on disk, reached chunk by chunk. Any number of
 * threads may read, each with a {@link Reader} of its own.
 */
public interface StoredRows {
  List<LogicalType> types();

  long rows();

  int chunkCount();

  Reader newReader();

  /** Reads chunks by number. One thread. */
  interface Reader {
    /** A chunk of flat columns; valid until the next call, not to be changed. */
    DataChunk read(int index);
  }
}
