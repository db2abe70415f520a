// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.sched;

import dev.eider.base.table.FetchPlan;
import dev.eider.base.table.FetchPlan.ByteRange;
import dev.eider.io.sched.Extent.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns a fetch plan into requests. Small gaps are read over, because a request costs more than
 * they do; large extents are cut, because one stream is slower than the link. Pure.
 *
 * <p>The smallest gaps go first. A gap is read over while it is no larger than {@code gapMax} and
 * all gaps together stay within a tenth of the bytes wanted, so that no plan fetches more than 1.1
 * times what it asked for.
 *
 * @param gapMax the largest gap that costs less than a request: latency times bytes per second
 * @param splitAbove extents longer than this are cut
 * @param partSize into parts of about this size
 */
record RequestPlanner(long gapMax, long splitAbove, long partSize) {
  /** Extents longer than this are cut. */
  static final long SPLIT_ABOVE = 16L << 20;

  /** The size of parts at which a stream has reached its speed and memory is still well used. */
  static final long PART_SIZE = 8L << 20;

  /**
   * The size of parts where several workers wait for one plan: its last byte counts, not the rate
   * over many plans.
   */
  static final long SHARED_PART_SIZE = 4L << 20;

  /** Wanted bytes for each byte of gap. */
  private static final long WASTE_DIVISOR = 10;

  /** One that cuts plans that several workers wait for. */
  RequestPlanner forSlices() {
    long size = Math.min(partSize, SHARED_PART_SIZE);
    return new RequestPlanner(gapMax, Math.min(splitAbove, size), size);
  }

  /** The extents, ordered by the place in the plan of the first range they hold. */
  List<Extent> plan(FetchPlan plan) {
    Map<Object, List<Integer>> byObject = new LinkedHashMap<>();
    List<ByteRange> ranges = plan.ranges();
    for (int i = 0; i < ranges.size(); i++) {
      byObject.computeIfAbsent(ranges.get(i).object(), o -> new ArrayList<>()).add(i);
    }
    List<Ordered> extents = new ArrayList<>();
    for (List<Integer> places : byObject.values()) {
      places.sort(
          Comparator.comparingLong((Integer i) -> ranges.get(i).offset())
              .thenComparingLong(i -> ranges.get(i).length()));
      merge(ranges, places, extents);
    }
    extents.sort(Comparator.comparingInt(Ordered::place));
    return extents.stream().map(Ordered::extent).toList();
  }

  private record Ordered(int place, Extent extent) {}

  private void merge(List<ByteRange> ranges, List<Integer> places, List<Ordered> extents) {
    int count = places.size();
    long[] gaps = new long[count];
    long wanted = 0;
    long end = ranges.get(places.getFirst()).offset();
    for (int i = 0; i < count; i++) {
      ByteRange range = ranges.get(places.get(i));
      gaps[i] = range.offset() - end;
      long newEnd = Math.max(end, range.offset() + range.length());
      wanted += newEnd - Math.max(end, range.offset());
      end = newEnd;
    }
    boolean[] joined = joined(gaps, wanted / WASTE_DIVISOR);
    int first = 0;
    for (int i = 1; i <= count; i++) {
      if (i == count || !joined[i]) {
        extents.add(extent(ranges, places.subList(first, i)));
        first = i;
      }
    }
  }

  /** Which ranges are joined to those before them. */
  private boolean[] joined(long[] gaps, long waste) {
    boolean[] joined = new boolean[gaps.length];
    Integer[] order = new Integer[gaps.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingLong(i -> gaps[i]));
    long left = waste;
    for (int i : order) {
      if (i == 0) {
        continue;
      }
      long gap = Math.max(0, gaps[i]);
      if (gap > gapMax || gap > left) {
        continue;
      }
      joined[i] = true;
      left -= gap;
    }
    return joined;
  }

  private Ordered extent(List<ByteRange> ranges, List<Integer> places) {
    List<ByteRange> held = new ArrayList<>();
    int first = Integer.MAX_VALUE;
    long offset = ranges.get(places.getFirst()).offset();
    long end = offset;
    for (int place : places) {
      ByteRange range = ranges.get(place);
      held.add(range);
      end = Math.max(end, range.offset() + range.length());
      first = Math.min(first, place);
    }
    return new Ordered(
        first, new Extent(held.getFirst().object(), offset, end - offset, held, cut(end - offset)));
  }

  private List<Part> cut(long length) {
    if (length <= splitAbove) {
      return List.of(new Part(0, length));
    }
    long count = (length + partSize - 1) / partSize;
    long size = (length + count - 1) / count;
    List<Part> parts = new ArrayList<>();
    for (long start = 0; start < length; start += size) {
      parts.add(new Part(start, Math.min(size, length - start)));
    }
    return parts;
  }
}
