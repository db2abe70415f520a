// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.sort;

import java.util.Arrays;

/** Ranges of rows, growing. One thread. */
final class GroupList {
  private int[] bounds = new int[32];
  private int size;

  void add(int from, int to) {
    if (2 * size == bounds.length) {
      bounds = Arrays.copyOf(bounds, 4 * size);
    }
    bounds[2 * size] = from;
    bounds[2 * size + 1] = to;
    size++;
  }

  int size() {
    return size;
  }

  int from(int index) {
    return bounds[2 * index];
  }

  int to(int index) {
    return bounds[2 * index + 1];
  }
}
