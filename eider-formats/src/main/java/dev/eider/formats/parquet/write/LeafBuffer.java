// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import dev.eider.base.vector.FlatVector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Levels and stored values of a leaf column, of rows that are waiting to be encoded. One thread's
 * at a time.
 *
 * <p>Invariant: there is one value for each entry whose definition level is the highest. While all
 * entries are such, and while all entries start a row, the levels are not kept.
 */
abstract sealed class LeafBuffer permits IntLeaf, LongLeaf, BytesLeaf {
  private static final int FIRST = 2048;

  final WriteLeaf leaf;

  /** Null: all are the highest. */
  byte @Nullable [] definitions;

  /** Null: all are 0. */
  byte @Nullable [] repetitions;

  int entries;
  int values;

  LeafBuffer(WriteLeaf leaf) {
    this.leaf = leaf;
    if (leaf.maxRepetition() > 0) {
      repetitions = new byte[FIRST];
    }
  }

  static LeafBuffer of(WriteLeaf leaf) {
    return switch (leaf.form()) {
      case NONE, BOOLEAN, INT, LONG_AS_INT, FLOAT, ENUM -> new IntLeaf(leaf);
      case LONG, SECONDS, TIME_TZ, DOUBLE, HUGEINT_AS_DOUBLE -> new LongLeaf(leaf);
      case TEXT,
          BYTES,
          WIDE,
          UUID,
          INTERVAL,
          INT96_SECONDS,
          INT96_MILLIS,
          INT96_MICROS,
          INT96_NANOS ->
          new BytesLeaf(leaf);
    };
  }

  /** Appends entries that all have a value, each a row. */
  final void appendEntries(int count) {
    assert leaf.maxRepetition() == 0;
    if (definitions != null) {
      definitions = room(definitions, entries, count);
      Arrays.fill(definitions, entries, entries + count, (byte) leaf.maxDefinition());
    }
    entries += count;
  }

  /** Appends entries with levels; {@code repetition} is read for leaves in lists only. */
  final void appendEntries(byte[] definition, byte[] repetition, int count) {
    byte[] mine = definitions;
    if (mine == null) {
      byte highest = (byte) leaf.maxDefinition();
      boolean all = true;
      for (int i = 0; i < count && all; i++) {
        all = definition[i] == highest;
      }
      if (!all) {
        mine = new byte[Math.max(FIRST, entries + count)];
        Arrays.fill(mine, 0, entries, highest);
      }
    }
    if (mine != null) {
      mine = room(mine, entries, count);
      System.arraycopy(definition, 0, mine, entries, count);
      definitions = mine;
    }
    byte[] levels = repetitions;
    if (levels != null) {
      levels = room(levels, entries, count);
      System.arraycopy(repetition, 0, levels, entries, count);
      repetitions = levels;
    }
    entries += count;
  }

  static byte[] room(byte[] array, int used, int more) {
    int size = Math.addExact(used, more);
    return size <= array.length
        ? array
        : Arrays.copyOf(array, (int) Math.max(size, Math.min(Integer.MAX_VALUE - 64L, 2L * used)));
  }

  /**
   * Appends the values of rows of a vector that are not NULL.
   *
   * @param rows their numbers, or null for the first {@code count}
   */
  abstract void appendValues(FlatVector vector, int @Nullable [] rows, int count);

  /** Appends rows {@code [from, to)} of another buffer of the same leaf. */
  final void append(LeafBuffer other, int from, int to) {
    int first = other.entryOfRow(from);
    int end = other.entryOfRow(to);
    int firstValue = other.valuesBefore(first);
    int endValue = firstValue + other.valuesIn(first, end);
    byte[] definition = other.definitions;
    byte[] repetition = other.repetitions;
    int count = end - first;
    if (definition == null && repetition == null) {
      appendEntries(count);
    } else {
      byte[] levels = new byte[count];
      if (definition == null) {
        Arrays.fill(levels, (byte) leaf.maxDefinition());
      } else {
        System.arraycopy(definition, first, levels, 0, count);
      }
      appendEntries(
          levels, repetition == null ? levels : Arrays.copyOfRange(repetition, first, end), count);
    }
    appendStored(other, firstValue, endValue);
  }

  /** The first entry of a row; of the number of rows, the number of entries. */
  final int entryOfRow(int row) {
    byte[] levels = repetitions;
    if (levels == null) {
      return row;
    }
    int seen = -1;
    for (int i = 0; i < entries; i++) {
      if (levels[i] == 0 && ++seen == row) {
        return i;
      }
    }
    return entries;
  }

  private int valuesBefore(int entry) {
    return valuesIn(0, entry);
  }

  /** How many of the entries {@code [from, to)} have a value. */
  final int valuesIn(int from, int to) {
    byte[] levels = definitions;
    if (levels == null) {
      return to - from;
    }
    int count = 0;
    byte highest = (byte) leaf.maxDefinition();
    for (int i = from; i < to; i++) {
      count += levels[i] == highest ? 1 : 0;
    }
    return count;
  }

  /** Appends stored values {@code [from, to)} of another buffer of the same class. */
  abstract void appendStored(LeafBuffer other, int from, int to);

  /** Heap bytes held. */
  final long sizeInBytes() {
    byte[] definition = definitions;
    byte[] repetition = repetitions;
    return valueBytes()
        + (definition == null ? 0 : definition.length)
        + (repetition == null ? 0 : repetition.length);
  }

  abstract long valueBytes();

  /** Bytes of the values themselves. */
  abstract long usedBytes();
}
