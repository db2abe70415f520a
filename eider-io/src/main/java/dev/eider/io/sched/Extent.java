// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.sched;

import dev.eider.base.table.FetchPlan.ByteRange;
import dev.eider.base.table.ObjectVersion;
import java.util.List;

/**
 * A run of bytes that is fetched into one buffer: ranges of a plan that lie close together, with
 * the gaps between them, cut into parts that are requested at the same time.
 *
 * @param offset of its first byte within the object
 * @param ranges those of the plan that lie within it
 * @param parts in the order of their offsets; without gaps and overlaps they make up the extent
 */
record Extent(
    ObjectVersion object, long offset, long length, List<ByteRange> ranges, List<Part> parts) {
  Extent {
    ranges = List.copyOf(ranges);
    parts = List.copyOf(parts);
  }

  /** One request: {@code length} bytes at {@code start} within the extent. */
  record Part(long start, long length) {}
}
