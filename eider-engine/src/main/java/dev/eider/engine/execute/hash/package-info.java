// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Hash tables on plain arrays: groups of an aggregation and rows of a join's build side.
 *
 * <p>In: flat key columns and their hashes. Out: a group number for each row ({@link
 * dev.eider.engine.execute.hash.GroupTable}, with the short cut of {@link
 * dev.eider.engine.execute.hash.DirectGroups} for few groups), or matching build rows ({@link
 * dev.eider.engine.execute.hash.JoinTable}). Start at {@code GroupTable}. Keys are compared a
 * column at a time by {@link dev.eider.engine.execute.hash.KeyMatch}. Sees {@code row}, {@code
 * spill}, {@code function} and {@code base}.
 */
@NullMarked
package dev.eider.engine.execute.hash;

import org.jspecify.annotations.NullMarked;
