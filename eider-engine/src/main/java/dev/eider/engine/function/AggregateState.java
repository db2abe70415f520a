// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function;

import dev.eider.base.vector.FlatVector;

/**
 * The states of one aggregate for many groups, held by column: group {@code g} is entry {@code g}
 * of plain arrays. One hash table (or worker) owns it; one thread at a time.
 */
public interface AggregateState {
  /** Makes room for groups {@code [0, groups)}; new ones start empty. */
  void ensureGroups(int groups);

  /**
   * Empties all groups and keeps the memory for new ones; false (and nothing done) where a new
   * state is as good.
   */
  default boolean clear() {
    return false;
  }

  /**
   * Shows what another state holds, now and later, if that is all it needs: then only the other is
   * updated and merged. False (and nothing done) where the two hold different things. Both are
   * empty, and will be of the same rows and groups.
   */
  default boolean adopt(AggregateState other) {
    return false;
  }

  /**
   * Adds rows: row {@code i} goes to group {@code groups[i]}. NULL arguments are the function's
   * business (most skip them).
   */
  void update(Operand[] arguments, int[] groups, int count);

  /** Adds rows that all belong to one group; worth overriding with a tight loop. */
  default void updateOne(Operand[] arguments, int group, int count) {
    int[] groups = new int[count];
    java.util.Arrays.fill(groups, group);
    update(arguments, groups, count);
  }

  /**
   * Merges group {@code from[i]} of another state of the same class (rows that come after ours)
   * into group {@code to[i]}.
   */
  void combine(AggregateState other, int[] from, int[] to, int count);

  /** Writes the results of groups {@code [first, first + count)} to rows {@code [0, count)}. */
  void finish(int first, int count, FlatVector result);

  /** Heap bytes held now; asked for after each chunk. Should be cheap. */
  long memoryBytes();

  /** Writes one group's state so that {@link #readGroup} of a fresh state restores it. */
  void writeGroup(int group, StateWriter out);

  /** Restores one group's state into an empty group. */
  void readGroup(int group, StateReader in);
}
