// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import java.util.Arrays;

/** Levels of some rows of a nested leaf, and its values that are not NULL, without gaps. */
final class LevelBatch {
  int[] definitions = new int[Vector.CAPACITY];
  int[] repetitions = new int[Vector.CAPACITY];
  int count;
  final FlatVector dense;
  int present;

  LevelBatch(LogicalType type) {
    dense = FlatVector.allocate(type, Vector.CAPACITY);
  }

  void clear() {
    count = 0;
    present = 0;
    dense.reset();
  }

  void append(int[] definitionLevels, int[] repetitionLevels, int from, int to) {
    int more = to - from;
    if (count + more > definitions.length) {
      int size = Math.max(count + more, 2 * definitions.length);
      definitions = Arrays.copyOf(definitions, size);
      repetitions = Arrays.copyOf(repetitions, size);
    }
    System.arraycopy(definitionLevels, from, definitions, count, more);
    System.arraycopy(repetitionLevels, from, repetitions, count, more);
    count += more;
  }
}
