// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import java.util.List;

/** A row group that is ready to be written. */
record EncodedRowGroup(long rows, List<EncodedChunk> chunks) {
  /** Bytes of all pages. */
  long bytes() {
    long bytes = 0;
    for (EncodedChunk chunk : chunks) {
      bytes += chunk.pages().length;
    }
    return bytes;
  }
}
