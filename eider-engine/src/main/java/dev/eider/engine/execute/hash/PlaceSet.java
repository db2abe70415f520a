// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.hash;

import java.util.Arrays;

/**
 * A set of places below a limit: a bitmap, and a bitmap of its words that are not zero, so that
 * sparse stretches are skipped 4096 places at a time. One thread.
 */
public final class PlaceSet {
  private final long[] words;
  private final long[] summary;
  private final int limit;

  public PlaceSet(int limit) {
    this.limit = limit;
    words = new long[(limit + 63) >>> 6];
    summary = new long[(words.length + 63) >>> 6];
  }

  /** Bytes that a set of this limit takes. */
  public static long bytes(int limit) {
    return (limit >>> 3) + (limit >>> 9) + 2L * Long.BYTES;
  }

  public void clear() {
    Arrays.fill(words, 0);
    Arrays.fill(summary, 0);
  }

  public void add(int place) {
    int word = place >>> 6;
    words[word] |= 1L << place;
    summary[word >>> 6] |= 1L << word;
  }

  /** The first place from {@code from} on, or the limit when there is none. */
  public int next(int from) {
    if (from >= limit) {
      return limit;
    }
    int word = from >>> 6;
    long bits = words[word] & (-1L << from);
    if (bits != 0) {
      return (word << 6) + Long.numberOfTrailingZeros(bits);
    }
    word++;
    int group = word >>> 6;
    if (group >= summary.length) {
      return limit;
    }
    long groups = summary[group] & (-1L << word);
    while (groups == 0) {
      if (++group == summary.length) {
        return limit;
      }
      groups = summary[group];
    }
    word = (group << 6) + Long.numberOfTrailingZeros(groups);
    return (word << 6) + Long.numberOfTrailingZeros(words[word]);
  }
}
