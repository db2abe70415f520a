// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * All values a group was given, in order: rows appended to one vector and chained by group. What
 * {@code list}, {@code string_agg}, {@code mode} and quantiles of unusual types keep.
 */
final class RowChains {
  private final FlatVector rows;
  private int size;
  private int[] next = new int[16];
  private int[] head = new int[4];
  private int[] tail = new int[4];
  private int[] length = new int[4];

  RowChains(LogicalType type) {
    rows = FlatVector.allocate(type, 16);
    Arrays.fill(head, -1);
  }

  void ensureGroups(int groups) {
    int old = head.length;
    if (groups > old) {
      int grown = Math.max(groups, old * 2);
      head = Arrays.copyOf(head, grown);
      Arrays.fill(head, old, grown, -1);
      tail = Arrays.copyOf(tail, grown);
      length = Arrays.copyOf(length, grown);
    }
  }

  void append(int group, FlatVector source, int row) {
    int at = newRow(group);
    rows.copyRow(source, row, at);
  }

  private int newRow(int group) {
    if (size == next.length) {
      next = Arrays.copyOf(next, Math.multiplyExact(size, 2));
    }
    int at = size++;
    rows.ensureCapacity(size);
    next[at] = -1;
    if (head[group] < 0) {
      head[group] = at;
    } else {
      next[tail[group]] = at;
    }
    tail[group] = at;
    length[group]++;
    return at;
  }

  /** Appends all of another's group. */
  void appendAll(int group, RowChains other, int otherGroup) {
    for (int row = other.head[otherGroup]; row >= 0; row = other.next[row]) {
      append(group, other.rows, row);
    }
  }

  /** The rows of all groups; a group's are {@link #first} and then {@link #following}. */
  FlatVector rows() {
    return rows;
  }

  /** First row of a group, or -1. */
  int first(int group) {
    return head[group];
  }

  /** The row after {@code row} in its group, or -1. */
  int following(int row) {
    return next[row];
  }

  int length(int group) {
    return length[group];
  }

  /** The values of a group in order. */
  List<Value> values(int group) {
    List<Value> values = new ArrayList<>(length[group]);
    for (int row = head[group]; row >= 0; row = next[row]) {
      values.add(rows.getValue(row));
    }
    return values;
  }

  /** The row numbers of a group in order. */
  int[] rowNumbers(int group) {
    int[] numbers = new int[length[group]];
    int n = 0;
    for (int row = head[group]; row >= 0; row = next[row]) {
      numbers[n++] = row;
    }
    return numbers;
  }

  long memoryBytes() {
    return rows.sizeInBytes() + 4L * next.length + 12L * head.length;
  }

  void write(int group, StateWriter out) {
    out.putInt(length[group]);
    for (int row = head[group]; row >= 0; row = next[row]) {
      ValueBytes.write(rows, row, out);
    }
  }

  void read(int group, StateReader in) {
    int count = in.getInt();
    for (int i = 0; i < count; i++) {
      ValueBytes.read(rows, newRow(group), in);
    }
  }
}
