// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Values to bytes and back: the encodings of column chunks.
 *
 * <p>In: the vectors of one column of one row group, as {@link
 * dev.eider.storage.encoding.ColumnData}. Out: an {@link dev.eider.storage.encoding.EncodedChunk};
 * and back, vector by vector, through {@link dev.eider.storage.encoding.ColumnChunk}. Start at
 * {@link dev.eider.storage.encoding.ColumnChunkWriter} and {@code EncodingChooser}; each encoding
 * is one file with its writer and its reader. The bytes are specified in {@code format.v1}.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A chunk's vectors share what lies in its prefix; given that, each is decoded alone.
 *   <li>What is decoded is what was encoded to the bit, NaN and -0.0 included; values under a NULL
 *       are not kept.
 *   <li>Every number read that bounds a loop, an index or an allocation is checked first: wrong
 *       bytes are a {@link dev.eider.storage.format.v1.DamagedPackException} and nothing else.
 *   <li>The loops over values are static methods over arrays of primitives.
 * </ul>
 *
 * <p>Depends on {@code base}, {@code io.codec} and {@code format.v1}.
 */
@NullMarked
package dev.eider.storage.encoding;

import org.jspecify.annotations.NullMarked;
