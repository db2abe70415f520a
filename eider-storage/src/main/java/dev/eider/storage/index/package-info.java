// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * The index of a stored table, in memory: keys as bytes in SQL order, and a tree over them.
 *
 * <p>In: key columns of rows as vectors, row ids, a memory reservation. Out: row ids by key or in
 * the order of the keys. Start at {@link dev.eider.storage.index.KeyEncoder}, which makes the
 * bytes, then {@link dev.eider.storage.index.ArtIndex}, an adaptive radix tree (Leis and others,
 * "The Adaptive Radix Tree", ICDE 2013), and {@link dev.eider.storage.index.ArtBuilder}, which
 * makes a whole one at once.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Keys of one index are prefix-free: none is the beginning of another.
 *   <li>A node belongs to the edit generation that made it. Only that generation changes it in
 *       place; whoever comes later copies it first. {@link dev.eider.storage.index.ArtSnapshot}
 *       ends a generation, so what a snapshot reaches never changes again.
 *   <li>Leaves never change.
 *   <li>One thread at a time changes an index (its owner holds a lock); any number reads snapshots.
 * </ul>
 *
 * <p>Depends on {@code base} only. Who may depend on it: the rooms of {@code storage} above it.
 */
@NullMarked
package dev.eider.storage.index;

import org.jspecify.annotations.NullMarked;
