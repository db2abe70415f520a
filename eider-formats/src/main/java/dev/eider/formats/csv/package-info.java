// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * CSV files as tables, and tables as CSV files.
 *
 * <p>In: paths and reader options; chunks for COPY TO. Out: {@link dev.eider.formats.csv.CsvTable}s
 * whose scans yield chunks. Start at {@link dev.eider.formats.csv.CsvReader}, which is the life of
 * one block: bytes ({@link dev.eider.formats.csv.TextSource}), rows ({@link
 * dev.eider.formats.csv.RowScanner}), values ({@link dev.eider.formats.csv.ColumnDecoder}).
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>The text of a file is cut into blocks. A block's rows are those that start in {@code (0,
 *       length]} of it (the first block: {@code [0, length]}). No row is handed on before the place
 *       where the block's first row starts is proved: it is where the row before ended ({@link
 *       dev.eider.formats.csv.RowStarts}). So the rows are the same at every number of threads and
 *       every block size.
 *   <li>A reader's memory is its window (one block and the rest of its last row), the offsets of
 *       its rows, and one chunk of vectors; never a whole file.
 *   <li>String vectors point into the window; it stays as it is until the next task starts.
 * </ul>
 *
 * <p>Depends on {@code base}, {@code io}, {@code formats.glob} and {@code formats.write}; the
 * engine's wiring and the command line may depend on it.
 */
@NullMarked
package dev.eider.formats.csv;

import org.jspecify.annotations.NullMarked;
