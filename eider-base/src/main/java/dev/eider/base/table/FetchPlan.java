// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

import java.util.List;

/**
 * Byte ranges to be fetched before a task can be decoded, in the order the decoder would like them.
 * The scheduler may merge, split and reorder them.
 */
public record FetchPlan(List<ByteRange> ranges) {
  /** Nothing to fetch: the reader reads local bytes itself, without waiting on a network. */
  public static final FetchPlan NONE = new FetchPlan(List.of());

  public FetchPlan {
    ranges = List.copyOf(ranges);
  }

  /** Bytes in all. */
  public long bytes() {
    long sum = 0;
    for (ByteRange range : ranges) {
      sum += range.length();
    }
    return sum;
  }

  /** {@code length} bytes at {@code offset} of an object, all of them within its size. */
  public record ByteRange(ObjectVersion object, long offset, long length) {}
}
