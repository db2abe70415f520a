// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Columns of up to {@link dev.eider.base.vector.Vector#CAPACITY} values and chunks of them.
 *
 * <p>What comes in: values from scans and kernels. What goes out: {@link
 * dev.eider.base.vector.DataChunk}s that operators exchange. Start at {@link
 * dev.eider.base.vector.Vector}; the hot loops live in {@code base.kernel} and work on the plain
 * arrays these classes hand out.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A vector belongs to whoever made it and is reused: what an operator hands on is valid until
 *       it is asked for the next chunk. Whoever keeps values copies them.
 *   <li>A {@link dev.eider.base.vector.FlatVector} whose {@code validity} is null has no NULLs;
 *       else bit {@code i} of the mask is set when row {@code i} is valid. The value under a NULL
 *       is unspecified, but reading it never fails.
 *   <li>Strings are 16-byte views (Arrow's Utf8View layout): short ones (up to 12 bytes) lie inside
 *       the view, padded with zeros, so two short strings are equal when both words are.
 *   <li>Vectors are used by one thread at a time.
 * </ul>
 *
 * <p>Depends on {@code base.type} and {@code base.error}.
 */
@NullMarked
package dev.eider.base.vector;

import org.jspecify.annotations.NullMarked;
