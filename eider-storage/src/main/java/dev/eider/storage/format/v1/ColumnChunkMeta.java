// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import dev.eider.base.table.ColumnStats;
import dev.eider.base.type.Value;
import org.jspecify.annotations.Nullable;

/**
 * Where the chunk of one column of one row group lies, and what is known of its values.
 *
 * @param pack the number of the pack among those of the page that names it; 0 in a pack itself
 * @param offset where it begins in the pack
 * @param length its bytes
 * @param prefixLength the first of them, without which no vector can be read
 * @param encoding the number of its encoding, for people
 * @param min no value is below it; null: not known, or all are NULL
 * @param max no value is above it; null: not known, or all are NULL
 * @param nulls rows that are NULL
 * @param distinct about how many different values there are, -1: not known
 */
public record ColumnChunkMeta(
    int pack,
    long offset,
    int length,
    int prefixLength,
    int encoding,
    @Nullable Value min,
    @Nullable Value max,
    long nulls,
    long distinct) {
  /** The same chunk, in a pack of another number. */
  public ColumnChunkMeta inPack(int number) {
    return new ColumnChunkMeta(
        number, offset, length, prefixLength, encoding, min, max, nulls, distinct);
  }

  /** What is known, as scans and planners take it. */
  public ColumnStats stats() {
    return new ColumnStats(min, max, nulls, distinct);
  }
}
