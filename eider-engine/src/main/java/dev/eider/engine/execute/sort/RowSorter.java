// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.sort;

import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.StringVector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sorts the rows of segments by address: stable with respect to their input order.
 *
 * <p>Every row is one long: its address in the low bits, and above it as much of its key as fits
 * ({@link KeyPacking}). The rows start in input order; a stable radix sort of the longs moves them:
 * first into ranges that fit a cache (all workers together), then each range by itself. Rows with
 * equal words whose keys have more to say are a group, sorted the same way by what comes next: the
 * second key, or the next bytes of a text. Small groups, deep ones and nested values are compared
 * as values.
 *
 * <p>So the common sort never calls a comparison, and the longs (16 bytes a row with their scratch
 * space) are all it moves; other columns are read once, at the end, in the final order.
 */
public final class RowSorter {
  /** Heap bytes a row that sorting takes besides the rows: the longs and their scratch space. */
  static final long BYTES_PER_ROW = 16;

  /** Groups up to this size are compared as values. */
  private static final int SMALL_GROUP = 8;

  /** Groups nested deeper are compared as values, which bounds the stack. */
  private static final int MAX_DEPTH = 200;

  /** Rows from which all workers sort a range together. */
  private static final int PARALLEL_ROWS = 1 << 16;

  /** Bits of the size of ranges that the first pass aims at: their longs fit a level 1 cache. */
  private static final int RANGE_BITS = 12;

  private static final int MAX_FIRST_DIGIT = 10;

  /** The size of the blocks in which keys are read. */
  static final int BLOCK = 1 << 11;

  private final SegmentColumns columns;
  private final FlatVector[] anyRow;
  private final RowOrdering order;
  private final Tasks tasks;
  private final int addressBits;
  private final long addressMask;
  private final long[] words;
  private final long[] scratch;
  private final ArrayDeque<Work> free = new ArrayDeque<>();

  private RowSorter(RowSegments rows, RowOrdering order, Tasks tasks) {
    this.columns = rows.columns();
    this.anyRow = rows.segment(0);
    this.order = order;
    this.tasks = tasks;
    addressBits = rows.addressBits();
    addressMask = (1L << addressBits) - 1;
    int count = Math.toIntExact(rows.rows());
    words = new long[count];
    scratch = new long[order.keys() == 0 ? 0 : count];
    rows.addresses(words);
  }

  /**
   * Sorts. The segments account for {@link #BYTES_PER_ROW}; the caller keeps the segments as they
   * are while it uses the result.
   */
  public static SortedRows sort(RowSegments rows, RowOrdering order, Tasks tasks) {
    if (rows.rows() == 0) {
      return new SortedRows(rows.columns(), new long[0], 0, 1);
    }
    RowSorter sorter = new RowSorter(rows, order, tasks);
    int count = sorter.words.length;
    if (order.keys() > 0 && count > 1) {
      sorter.sortAll(count);
    }
    return new SortedRows(sorter.columns, sorter.words, count, sorter.addressBits);
  }

  /** What one thread needs to read keys. */
  final class Work {
    final int[] addresses = new int[BLOCK];
    final long[] values = new long[BLOCK];
    final long[] packed = new long[BLOCK];
    final @Nullable FlatVector[] keys = new @Nullable FlatVector[order.keys()];
    final RadixSort radix = new RadixSort();
    final SmallGroups small = new SmallGroups(RowSorter.this, words);

    FlatVector key(int key, int count) {
      FlatVector target = keys[key];
      if (target == null) {
        target = FlatVector.allocate(anyRow[order.columns[key]].type(), BLOCK);
        keys[key] = target;
      }
      columns.gather(order.columns[key], addresses, count, target);
      return target;
    }

    void addresses(int from, int count) {
      addresses(from, from + count, 0);
    }

    /** Writes the addresses of rows {@code [from, to)}; answers the place after them. */
    int addresses(int from, int to, int at) {
      int next = at;
      for (int i = from; i < to; i++) {
        addresses[next++] = (int) (words[i] & addressMask);
      }
      return next;
    }
  }

  private Work take() {
    synchronized (free) {
      Work work = free.poll();
      return work == null ? new Work() : work;
    }
  }

  private void give(Work work) {
    synchronized (free) {
      free.push(work);
    }
  }

  /** Rows {@code [from, to)} that agree in all keys before this key's part (-1: compare values). */
  private record Group(int from, int to, int key, int part) {
    int size() {
      return to - from;
    }
  }

  private void sortAll(int count) {
    ArrayDeque<Group> large = new ArrayDeque<>();
    List<Group> rest = new ArrayList<>();
    large.push(new Group(0, count, 0, 0));
    while (!large.isEmpty()) {
      Group group = large.pop();
      if (group.part < 0 || tasks.threads() == 1 || group.size() < PARALLEL_ROWS) {
        rest.add(group);
      } else {
        split(group, large, rest);
      }
    }
    // Largest first, so that the last tasks are small.
    rest.sort((a, b) -> Integer.compare(b.size(), a.size()));
    List<List<Group>> bundles = bundle(rest);
    tasks.run(
        bundles.size(),
        index -> {
          Work work = take();
          for (Group group : bundles.get(index)) {
            tasks.checkInterrupted();
            sort(group, work, 0);
          }
          give(work);
        });
  }

  private static List<List<Group>> bundle(List<Group> groups) {
    List<List<Group>> bundles = new ArrayList<>();
    List<Group> open = new ArrayList<>();
    int rows = 0;
    for (Group group : groups) {
      open.add(group);
      rows += group.size();
      if (rows >= PARALLEL_ROWS / 2) {
        bundles.add(open);
        open = new ArrayList<>();
        rows = 0;
      }
    }
    if (!open.isEmpty()) {
      bundles.add(open);
    }
    return bundles;
  }

  // A group by all workers.

  /** Packs a group's keys and moves its rows to ranges, which are groups of the same key. */
  private void split(Group group, ArrayDeque<Group> large, List<Group> rest) {
    int pieces = Math.min(4 * tasks.threads(), group.size() / (PARALLEL_ROWS / 16));
    KeyPacking packing =
        KeyPacking.plan(
            order,
            anyRow,
            group.key,
            group.part,
            64 - addressBits,
            enough(group.size()),
            (key, part) -> measure(group, key, part, pieces));
    if (packing.bits() == 0) {
      if (packing.nextKey() < order.keys()) {
        rest.add(new Group(group.from, group.to, packing.nextKey(), packing.nextPart()));
      }
      return;
    }
    inPieces(group, pieces, (work, piece, from, to) -> pack(packing, from, to, work));
    int digit =
        Math.min(
            packing.bits(),
            Math.max(4, Math.min(MAX_FIRST_DIGIT, log2(group.size()) - RANGE_BITS)));
    int shift = addressBits + packing.bits() - digit;
    int[][] next = new int[pieces][1 << digit];
    inPieces(
        group,
        pieces,
        (work, piece, from, to) ->
            RadixSort.count(words, from, to, shift, (1 << digit) - 1, next[piece]));
    int[] starts = starts(group.from, next);
    inPieces(
        group,
        pieces,
        (work, piece, from, to) ->
            RadixSort.scatter(words, scratch, from, to, shift, (1 << digit) - 1, next[piece]));
    inPieces(
        group,
        pieces,
        (work, piece, from, to) -> System.arraycopy(scratch, from, words, from, to - from));
    sortRanges(group, packing, starts, large, rest);
  }

  private static int[] starts(int from, int[][] next) {
    int buckets = next[0].length;
    int[] starts = new int[buckets + 1];
    int at = from;
    for (int b = 0; b < buckets; b++) {
      starts[b] = at;
      for (int[] piece : next) {
        int size = piece[b];
        piece[b] = at;
        at += size;
      }
    }
    starts[buckets] = at;
    return starts;
  }

  /** Sorts the ranges by their packed words and collects groups of equal words. */
  private void sortRanges(
      Group group, KeyPacking packing, int[] starts, ArrayDeque<Group> large, List<Group> rest) {
    List<int[]> ranges = new ArrayList<>();
    int from = group.from;
    for (int b = 0; b + 1 < starts.length; b++) {
      int end = starts[b + 1];
      // Small neighbours are sorted together: the digit by which they were split is in their words.
      boolean nextIsLarge = b + 2 < starts.length && starts[b + 2] - end >= PARALLEL_ROWS / 4;
      if (end > from && (end - from >= PARALLEL_ROWS / 4 || nextIsLarge || end == group.to)) {
        ranges.add(new int[] {from, end});
        from = end;
      }
    }
    ranges.sort((a, b) -> Integer.compare(b[1] - b[0], a[1] - a[0]));
    boolean complete = packing.nextKey() == order.keys();
    tasks.run(
        ranges.size(),
        index -> {
          tasks.checkInterrupted();
          int[] range = ranges.get(index);
          Work work = take();
          work.radix.sort(words, scratch, range[0], range[1], addressBits);
          if (!complete) {
            resolve(range[0], range[1], packing, work, 0, large);
          }
          give(work);
        });
  }

  /** Work on a piece of a group. */
  private interface PieceTask {
    void run(Work work, int piece, int from, int to);
  }

  private void inPieces(Group group, int pieces, PieceTask task) {
    tasks.run(
        pieces,
        piece -> {
          tasks.checkInterrupted();
          long size = group.size();
          Work work = take();
          task.run(
              work,
              piece,
              group.from + (int) (size * piece / pieces),
              group.from + (int) (size * (piece + 1) / pieces));
          give(work);
        });
  }

  private KeyPacking.Range measure(Group group, int key, int part, int pieces) {
    KeyPacking.Range[] ranges = new KeyPacking.Range[pieces];
    inPieces(
        group,
        pieces,
        (work, piece, from, to) -> ranges[piece] = measure(from, to, key, part, work));
    KeyPacking.Range all = ranges[0];
    for (int i = 1; i < pieces; i++) {
      all.add(ranges[i]);
    }
    return all;
  }

  // A group by one thread.

  private void sort(Group group, Work work, int depth) {
    if (group.part < 0 || depth > MAX_DEPTH || group.size() <= SMALL_GROUP) {
      mergeSort(group.from, group.to, group.key);
      return;
    }
    KeyPacking packing =
        KeyPacking.plan(
            order,
            anyRow,
            group.key,
            group.part,
            64 - addressBits,
            enough(group.size()),
            (key, part) -> measure(group.from, group.to, key, part, work));
    if (packing.bits() > 0) {
      pack(packing, group.from, group.to, work);
      work.radix.sort(words, scratch, group.from, group.to, addressBits);
    }
    if (packing.nextKey() < order.keys()) {
      if (packing.bits() == 0) {
        sort(
            new Group(group.from, group.to, packing.nextKey(), packing.nextPart()),
            work,
            depth + 1);
      } else {
        resolve(group.from, group.to, packing, work, depth, null);
      }
    }
  }

  /** Sorts the groups of equal words further; those for all workers are put aside. */
  private void resolve(
      int from,
      int to,
      KeyPacking packing,
      Work work,
      int depth,
      @Nullable ArrayDeque<Group> aside) {
    GroupList small = new GroupList();
    int start = from;
    while (start < to) {
      long word = words[start] >>> addressBits;
      int end = start + 1;
      while (end < to && words[end] >>> addressBits == word) {
        end++;
      }
      if (end - start > 1 && end - start <= SmallGroups.MAX_ROWS) {
        small.add(start, end);
      } else if (end - start > 1) {
        Group group = new Group(start, end, packing.nextKey(), packing.nextPart());
        if (aside != null && group.size() >= PARALLEL_ROWS) {
          synchronized (aside) {
            aside.push(group);
          }
        } else {
          sort(group, work, depth + 1);
        }
      }
      start = end;
    }
    work.small.sort(small, packing.nextKey(), packing.nextPart(), work, depth);
  }

  RowOrdering ordering() {
    return order;
  }

  boolean needsComparison(int key, int part) {
    return KeyParts.needsComparison(anyRow[order.columns[key]], part);
  }

  boolean isText(int key) {
    return anyRow[order.columns[key]] instanceof StringVector;
  }

  private KeyPacking.Range measure(int from, int to, int key, int part, Work work) {
    KeyPacking.Range range = new KeyPacking.Range();
    for (int at = from; at < to; at += BLOCK) {
      int count = Math.min(BLOCK, to - at);
      work.addresses(at, count);
      FlatVector column = work.key(key, count);
      KeyParts.values(column, count, part, work.values);
      range.add(column, count, part, work.values);
    }
    return range;
  }

  private void pack(KeyPacking packing, int from, int to, Work work) {
    for (int at = from; at < to; at += BLOCK) {
      int count = Math.min(BLOCK, to - at);
      work.addresses(at, count);
      long[] packed = work.packed;
      java.util.Arrays.fill(packed, 0, count, 0);
      for (int s = 0; s < packing.steps(); s++) {
        FlatVector column = work.key(packing.key(s), count);
        KeyParts.values(column, count, packing.part(s), work.values);
        packing.append(s, column, count, work.values, packed);
      }
      for (int i = 0; i < count; i++) {
        words[at + i] = packed[i] << addressBits | (words[at + i] & addressMask);
      }
    }
  }

  /** Bits that tell most rows apart when values are spread evenly. */
  private static int enough(int rows) {
    return log2(rows) + 8;
  }

  private static int log2(int value) {
    return 31 - Integer.numberOfLeadingZeros(Math.max(1, value));
  }

  // By comparison.

  private int compare(long a, long b, int fromKey) {
    int left = (int) (a & addressMask);
    int right = (int) (b & addressMask);
    return order.compare(
        columns.segmentOf(left),
        SegmentColumns.rowOf(left),
        columns.segmentOf(right),
        SegmentColumns.rowOf(right),
        fromKey);
  }

  /** Sorts rows by comparing values from a key on. */
  void mergeSort(int from, int to, int key) {
    if (to - from <= SMALL_GROUP) {
      for (int i = from + 1; i < to; i++) {
        long value = words[i];
        int j = i;
        while (j > from && compare(words[j - 1], value, key) > 0) {
          words[j] = words[j - 1];
          j--;
        }
        words[j] = value;
      }
      return;
    }
    tasks.checkInterrupted();
    int middle = (from + to) >>> 1;
    mergeSort(from, middle, key);
    mergeSort(middle, to, key);
    if (compare(words[middle - 1], words[middle], key) <= 0) {
      return;
    }
    System.arraycopy(words, from, scratch, from, middle - from);
    int left = from;
    int right = middle;
    for (int i = from; left < middle; i++) {
      if (right < to && compare(words[right], scratch[left], key) < 0) {
        words[i] = words[right++];
      } else {
        words[i] = scratch[left++];
      }
    }
  }
}
