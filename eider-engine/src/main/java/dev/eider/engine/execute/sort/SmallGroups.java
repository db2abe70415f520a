// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.sort;

import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.StringVector;

/**
 * Sorts many small groups of rows by the next part of their key, together: the part's values of a
 * block of groups are read at once, then each group is sorted by them. What is still equal goes on
 * with the part after. One thread uses an instance.
 */
final class SmallGroups {
  /** The most rows of a group: an insertion sort is quadratic. */
  static final int MAX_ROWS = 32;

  /** Parts deeper than this are compared as values, which bounds the stack. */
  private static final int MAX_DEPTH = 200;

  private final RowSorter sorter;
  private final long[] words;
  private final int[] order = new int[MAX_ROWS];
  private final long[] moved = new long[MAX_ROWS];

  SmallGroups(RowSorter sorter, long[] words) {
    this.sorter = sorter;
    this.words = words;
  }

  void sort(GroupList groups, int key, int part, RowSorter.Work work, int depth) {
    RowOrdering ordering = sorter.ordering();
    if (key == ordering.keys() || groups.size() == 0) {
      return;
    }
    if (part < 0 || depth > MAX_DEPTH || sorter.needsComparison(key, part)) {
      for (int g = 0; g < groups.size(); g++) {
        sorter.mergeSort(groups.from(g), groups.to(g), key);
      }
      return;
    }
    GroupList samePart = new GroupList();
    GroupList nextKey = new GroupList();
    int first = 0;
    while (first < groups.size()) {
      int rows = 0;
      int end = first;
      while (end < groups.size() && rows + groups.to(end) - groups.from(end) <= RowSorter.BLOCK) {
        rows = work.addresses(groups.from(end), groups.to(end), rows);
        end++;
      }
      FlatVector column = work.key(key, rows);
      KeyParts.values(column, rows, part, work.values);
      int at = 0;
      for (int g = first; g < end; g++) {
        int from = groups.from(g);
        int count = groups.to(g) - from;
        sortGroup(column, work.values, at, count, key, part);
        apply(from, at, count);
        collect(column, work.values, from, at, count, key, part, samePart, nextKey);
        at += count;
      }
      first = end;
    }
    int step = sorter.isText(key) ? KeyParts.TEXT_BYTES : 1;
    sort(samePart, key, part + step, work, depth + 1);
    sort(nextKey, key + 1, 0, work, depth + 1);
  }

  /** Orders the rows {@code [at, at + count)} of a block. */
  private void sortGroup(FlatVector column, long[] values, int at, int count, int key, int part) {
    RowOrdering ordering = sorter.ordering();
    boolean descending = ordering.descending[key];
    boolean nulls = part == 0 && column.mayHaveNulls();
    boolean nullsFirst = ordering.nullsFirst[key];
    for (int i = 0; i < count; i++) {
      int row = at + i;
      long value = values[row];
      int j = i;
      if (nulls) {
        boolean isNull = column.isNull(row);
        while (j > 0) {
          int other = order[j - 1];
          boolean otherNull = column.isNull(other);
          boolean before =
              isNull != otherNull
                  ? isNull == nullsFirst
                  : !isNull && (descending ? value > values[other] : value < values[other]);
          if (!before) {
            break;
          }
          order[j] = other;
          j--;
        }
      } else if (descending) {
        while (j > 0 && value > values[order[j - 1]]) {
          order[j] = order[j - 1];
          j--;
        }
      } else {
        while (j > 0 && value < values[order[j - 1]]) {
          order[j] = order[j - 1];
          j--;
        }
      }
      order[j] = row;
    }
  }

  private void apply(int from, int at, int count) {
    for (int i = 0; i < count; i++) {
      moved[i] = words[from + order[i] - at];
    }
    System.arraycopy(moved, 0, words, from, count);
  }

  /** Finds rows that are still equal. */
  private void collect(
      FlatVector column,
      long[] values,
      int from,
      int at,
      int count,
      int key,
      int part,
      GroupList samePart,
      GroupList nextKey) {
    int start = 0;
    while (start < count) {
      int row = order[start];
      boolean isNull = column.isNull(row);
      int end = start + 1;
      while (end < count
          && column.isNull(order[end]) == isNull
          && (isNull || values[order[end]] == values[row])) {
        end++;
      }
      if (end - start > 1) {
        if (isNull) {
          nextKey.add(from + start, from + end);
        } else if (column instanceof StringVector text) {
          collectText(text, from, start, end, key, part, samePart, nextKey);
        } else if (KeyParts.isLast(column, part)) {
          nextKey.add(from + start, from + end);
        } else {
          samePart.add(from + start, from + end);
        }
      }
      start = end;
    }
  }

  private void collectText(
      StringVector text,
      int from,
      int start,
      int end,
      int key,
      int part,
      GroupList samePart,
      GroupList nextKey) {
    int least = Integer.MAX_VALUE;
    int greatest = 0;
    for (int i = start; i < end; i++) {
      least = Math.min(least, text.length(order[i]));
      greatest = Math.max(greatest, text.length(order[i]));
    }
    if (least == greatest && greatest <= part + KeyParts.TEXT_BYTES) {
      nextKey.add(from + start, from + end);
    } else if (least >= part + KeyParts.TEXT_BYTES) {
      samePart.add(from + start, from + end);
    } else {
      // Some end here and differ in zeros only.
      sorter.mergeSort(from + start, from + end, key);
    }
  }
}
