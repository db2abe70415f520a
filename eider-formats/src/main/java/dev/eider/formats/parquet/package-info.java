// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Parquet files as tables.
 *
 * <p>In: paths and reader options; the bytes of column chunks, as fetched by the queue of the scan.
 * Out: {@link dev.eider.formats.parquet.ParquetTable}s whose scans yield chunks. A task is one row
 * group of one file, or a slice of a large one: slices share what is unpacked of their row group
 * ({@link dev.eider.formats.parquet.SlicedGroup}, {@link dev.eider.formats.parquet.SharedChunk}).
 * Start at {@link dev.eider.formats.parquet.ParquetReader}; the life of a column is bytes ({@link
 * dev.eider.formats.parquet.PageSource}), levels and ids ({@link
 * dev.eider.formats.parquet.HybridDecoder}), stored values ({@link
 * dev.eider.formats.parquet.PageValues}), values of vectors ({@link
 * dev.eider.formats.parquet.LeafConverter}), rows ({@link dev.eider.formats.parquet.ColumnReader},
 * {@link dev.eider.formats.parquet.NodeReader}).
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Files are opened when a table is made, for their footers; after that only fetched bytes are
 *       read, of the version of the file that was seen then.
 *   <li>No array is made for a size that is only claimed: claims are bounded by the bytes there
 *       are, by what a codec can make of them, and by the memory limit.
 *   <li>A file that is damaged gives one error that names it ({@link
 *       dev.eider.formats.parquet.DamagedException} never leaves the package).
 *   <li>A reader's memory is one page for each column, the dictionaries of its row group and one
 *       chunk of vectors. Readers of slices of one row group have the former in common: pages that
 *       the slices under way and to come have rows in.
 * </ul>
 *
 * <p>Depends on {@code base}, {@code io}, {@code formats.glob} and {@code formats.scan}; the
 * library's wiring may depend on it.
 */
@NullMarked
package dev.eider.formats.parquet;

import org.jspecify.annotations.NullMarked;
