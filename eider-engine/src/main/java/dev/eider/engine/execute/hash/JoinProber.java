// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.hash;

import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import org.jspecify.annotations.Nullable;

/**
 * One worker's search of the rows of a {@link JoinTable} that match a chunk's keys. In rounds: each
 * compares the current chain row of every active probe row, hands out the pairs that match, and
 * moves on along the chains.
 */
public final class JoinProber {
  private final boolean[] nullSafe;
  private @Nullable JoinTable table;
  private FlatVector[] keys = new FlatVector[0];
  private final long[] hashes = new long[Vector.CAPACITY];
  private final long[] scratch = new long[Vector.CAPACITY];

  /** The current chain row by probe row. */
  private final int[] current = new int[Vector.CAPACITY];

  private final int[] active = new int[Vector.CAPACITY];
  private final int[] candidates = new int[Vector.CAPACITY + 1];
  private final int[] misses = new int[Vector.CAPACITY + 1];
  private int activeCount;

  public JoinProber(boolean[] nullSafe) {
    this.nullSafe = nullSafe;
  }

  /** Begins with the keys of a chunk of {@code count} rows. */
  public void begin(JoinTable joined, FlatVector[] probeKeys, int count) {
    table = joined;
    keys = probeKeys;
    activeCount = 0;
    if (joined.rows() == 0) {
      return;
    }
    if (joined.isDirect()) {
      joined.findDirect(probeKeys[0], count, current);
    } else {
      JoinTable.hash(probeKeys, count, hashes, scratch);
      joined.findChains(hashes, count, current, scratch);
    }
    for (int i = 0; i < count; i++) {
      active[activeCount] = i;
      activeCount += current[i] >= 0 ? 1 : 0;
    }
    for (int k = 0; k < nullSafe.length; k++) {
      if (!nullSafe[k] && probeKeys[k].mayHaveNulls()) {
        dropNulls(probeKeys[k]);
      }
    }
  }

  private void dropNulls(FlatVector key) {
    int kept = 0;
    for (int i = 0; i < activeCount; i++) {
      if (!key.isNull(active[i])) {
        active[kept++] = active[i];
      }
    }
    activeCount = kept;
  }

  /** Whether chains are left to look at. */
  public boolean hasMore() {
    return activeCount > 0;
  }

  /** Stops looking for matches of rows that are marked. */
  public void drop(boolean[] done) {
    int kept = 0;
    for (int i = 0; i < activeCount; i++) {
      if (!done[active[i]]) {
        active[kept++] = active[i];
      }
    }
    activeCount = kept;
  }

  /**
   * Writes pairs from index {@code at} on, as long as a whole round has room before {@code limit};
   * answers the index after the last.
   */
  public int pairs(int[] probeRows, int[] buildRows, int at, int limit) {
    JoinTable joined = table;
    if (joined == null) {
      return at;
    }
    int out = at;
    while (activeCount > 0 && out + activeCount <= limit) {
      System.arraycopy(active, 0, candidates, 0, activeCount);
      int kept = activeCount;
      for (int k = 0; k < keys.length && kept > 0 && !joined.isDirect(); k++) {
        kept = KeyMatch.match(keys[k], joined.key(k), candidates, kept, current, misses, 0);
      }
      for (int i = 0; i < kept; i++) {
        probeRows[out] = candidates[i];
        buildRows[out++] = current[candidates[i]];
      }
      int left = 0;
      for (int i = 0; i < activeCount; i++) {
        int row = active[i];
        int following = joined.following(current[row]);
        if (following >= 0) {
          current[row] = following;
          active[left++] = row;
        }
      }
      activeCount = left;
    }
    return out;
  }
}
