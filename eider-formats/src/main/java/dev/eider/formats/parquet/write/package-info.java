// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Tables as Parquet files: COPY TO.
 *
 * <p>In: chunks and the options of COPY TO. Out: files. Start at {@link
 * dev.eider.formats.parquet.write.ParquetFormat}; the life of a row is vectors, levels and stored
 * values ({@link dev.eider.formats.parquet.write.Shredder} into a {@link
 * dev.eider.formats.parquet.write.RowBuffer}), a row group in its place ({@link
 * dev.eider.formats.parquet.write.ParquetFileWriter}), pages ({@link
 * dev.eider.formats.parquet.write.ChunkEncoder}), bytes and what describes them ({@link
 * dev.eider.formats.parquet.write.FooterWriter}).
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Row groups are encoded by the workers side by side; only the writing of their bytes is one
 *       after the other.
 *   <li>The rows of a file are in the order of their batches, unless order is not asked for.
 *   <li>The file has its name only when it is whole.
 *   <li>What a file says of its values (bounds, counts, indexes, filters) is true of all of them:
 *       where NaN has no place in the order there are no bounds.
 * </ul>
 *
 * <p>Depends on {@code base}, {@code io}, {@code formats.write} and what {@code formats.parquet}
 * shows of the format itself; the library's wiring may depend on it.
 */
@NullMarked
package dev.eider.formats.parquet.write;

import org.jspecify.annotations.NullMarked;
