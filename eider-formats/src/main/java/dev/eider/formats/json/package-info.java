// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * JSON files as tables, and tables as JSON files.
 *
 * <p>In: paths and reader options; chunks for COPY TO. Out: {@link
 * dev.eider.formats.json.JsonTable}s whose scans yield chunks. Start at {@link
 * dev.eider.formats.json.ReadJson}, which finds layout and schema, then {@link
 * dev.eider.formats.json.JsonReader}, which is the life of a piece of a file: bytes ({@link
 * dev.eider.formats.json.JsonWindow}), records ({@link dev.eider.formats.json.RecordCursor}),
 * values ({@code base.json}).
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A file of lines is cut into blocks that are read in parallel. A block's records are those
 *       whose line starts in {@code (0, length]} of it (the first block: {@code [0, length]}): a
 *       line end in JSON text is never part of a value, so no block needs another one. Every other
 *       file is one task.
 *   <li>A reader's memory is its window and one chunk of vectors; a record is never longer than
 *       {@code maximum_object_size}.
 *   <li>String vectors point into the window; it stays as it is until the next chunk is asked for.
 * </ul>
 *
 * <p>Depends on {@code base}, {@code io}, {@code formats.glob}, {@code formats.scan} and {@code
 * formats.write}; the engine's wiring may depend on it.
 */
@NullMarked
package dev.eider.formats.json;

import org.jspecify.annotations.NullMarked;
