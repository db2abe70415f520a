// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Owned copies of rows: what an operator keeps of the chunks it is given.
 *
 * <p>In: chunks that are valid until the next call. Out: {@link
 * dev.eider.engine.execute.row.ChunkCollection} (chunks in order, charged to a reservation,
 * spillable, read back by many workers), {@link dev.eider.engine.execute.row.ColumnStore} (all rows
 * of a column in one array, for access by row number) and the copy loops of {@link
 * dev.eider.engine.execute.row.Columns}. Start at {@code ChunkCollection}. May be used by all of
 * {@code execute}; sees {@code spill} and {@code base} only.
 */
@NullMarked
package dev.eider.engine.execute.row;

import org.jspecify.annotations.NullMarked;
