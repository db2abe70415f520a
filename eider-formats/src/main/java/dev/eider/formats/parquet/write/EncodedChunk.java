// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import org.jspecify.annotations.Nullable;

/**
 * A column chunk that is ready to be written.
 *
 * @param pages the pages with their headers, one behind the other
 * @param uncompressedSize their bytes if they were not packed
 * @param entries values, NULLs and empty lists
 * @param encoding of the data pages
 * @param dataPages how many data pages there are
 * @param dictionaryBytes bytes of the dictionary page with its header, 0 for none
 * @param bloom the Bloom filter's bits, or null
 */
record EncodedChunk(
    WriteLeaf leaf,
    ByteSink pages,
    long uncompressedSize,
    long entries,
    int encoding,
    int dataPages,
    int dictionaryBytes,
    ChunkStatistics statistics,
    byte @Nullable [] bloom,
    PageIndex index) {
  /** What is kept of it once its pages are written. */
  EncodedChunk withoutPages() {
    return new EncodedChunk(
        leaf,
        new ByteSink(0),
        uncompressedSize,
        entries,
        encoding,
        dataPages,
        dictionaryBytes,
        statistics,
        bloom,
        index);
  }
}
