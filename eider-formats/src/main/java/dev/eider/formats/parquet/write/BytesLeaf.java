// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.Interval;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.WideVector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Values that are bytes, of one or of different lengths, one behind the other. */
final class BytesLeaf extends LeafBuffer {
  private static final long NANOS_PER_DAY = 86_400_000_000_000L;
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final int JULIAN_EPOCH = 2_440_588;
  private static final int INTERVAL = 12;

  /** Readers of short values may read a word: there is room behind the last. */
  private static final int SLACK = 16;

  byte[] heap = new byte[SLACK];

  /** Where each value starts, and where the last ends. */
  int[] starts = new int[1];

  BytesLeaf(WriteLeaf leaf) {
    super(leaf);
  }

  private void room(int more) {
    if (starts.length - 1 - values < more) {
      starts = Arrays.copyOf(starts, Math.max(values + more + 1, 2 * starts.length));
    }
  }

  private int heapRoom(int more) {
    int used = starts[values];
    heap = room(heap, used, Math.addExact(more, SLACK));
    return used;
  }

  @Override
  void appendValues(FlatVector vector, int @Nullable [] rows, int count) {
    room(count);
    switch (vector) {
      case StringVector v -> strings(v, rows, count);
      case WideVector v -> {
        for (int i = 0; i < count; i++) {
          wide(v, rows == null ? i : rows[i]);
        }
      }
      case LongVector v -> {
        for (int i = 0; i < count; i++) {
          int96(v.get(rows == null ? i : rows[i]));
        }
      }
      default -> throw new IllegalStateException("not stored in bytes: " + vector.type());
    }
  }

  private void strings(StringVector v, int @Nullable [] rows, int count) {
    int at = starts[values];
    for (int i = 0; i < count; i++) {
      int row = rows == null ? i : rows[i];
      int length = v.length(row);
      if (heap.length - at - SLACK < length) {
        heapRoom(length);
      }
      v.copyBytes(row, heap, at);
      at += length;
      starts[++values] = at;
    }
  }

  private void wide(WideVector v, int row) {
    int width = leaf.form().fixedWidth();
    int at = heapRoom(width);
    if (leaf.form() == StoredForm.INTERVAL) {
      Interval interval = Interval.ofWords(v.low(row), v.high(row));
      if (interval.months() < 0 || interval.days() < 0 || interval.micros() < 0) {
        throw EiderException.io("Parquet files do not support negative intervals", null);
      }
      ByteSink.INT.set(heap, at, interval.months());
      // There are 32 bits for the milliseconds: whole days go to the days.
      long days = interval.days() + interval.micros() / MICROS_PER_DAY;
      if (days > 0xFFFF_FFFFL) {
        throw EiderException.outOfRange(
            "an interval of " + days + " days does not fit into a Parquet file");
      }
      ByteSink.INT.set(heap, at + 4, (int) days);
      ByteSink.INT.set(heap, at + 8, (int) (interval.micros() % MICROS_PER_DAY / 1000));
      assert width == INTERVAL;
    } else {
      ByteSink.LONG.set(heap, at, Long.reverseBytes(v.high(row)));
      ByteSink.LONG.set(heap, at + 8, Long.reverseBytes(v.low(row)));
    }
    starts[++values] = at + width;
  }

  private void int96(long value) {
    long perDay =
        switch (leaf.form()) {
          case INT96_SECONDS -> 86_400L;
          case INT96_MILLIS -> 86_400_000L;
          case INT96_MICROS -> 86_400_000_000L;
          default -> NANOS_PER_DAY;
        };
    int at = heapRoom(leaf.form().fixedWidth());
    ByteSink.LONG.set(heap, at, Math.floorMod(value, perDay) * (NANOS_PER_DAY / perDay));
    ByteSink.INT.set(heap, at + 8, (int) (Math.floorDiv(value, perDay) + JULIAN_EPOCH));
    starts[++values] = at + leaf.form().fixedWidth();
  }

  @Override
  void appendStored(LeafBuffer other, int from, int to) {
    BytesLeaf source = (BytesLeaf) other;
    room(to - from);
    int first = source.starts[from];
    int length = source.starts[to] - first;
    int at = heapRoom(length);
    System.arraycopy(source.heap, first, heap, at, length);
    int shift = at - first;
    for (int i = from; i < to; i++) {
      starts[++values] = source.starts[i + 1] + shift;
    }
  }

  @Override
  long valueBytes() {
    return heap.length + 4L * starts.length;
  }

  @Override
  long usedBytes() {
    return starts[values] + 4L * values;
  }

  /** Length of a value. */
  int length(int value) {
    return starts[value + 1] - starts[value];
  }

  /** Compares two values as unsigned bytes. */
  int compare(int one, int other) {
    return Arrays.compareUnsigned(
        heap, starts[one], starts[one + 1], heap, starts[other], starts[other + 1]);
  }

  /** The bytes of a value. */
  byte[] bytes(int value) {
    return Arrays.copyOfRange(heap, starts[value], starts[value + 1]);
  }
}
