// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.sort;

import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.StringVector;
import java.util.ArrayList;
import java.util.List;

/**
 * How the leading parts of some rows' keys are packed into the free bits of one long each. The
 * range of every part among these rows is known, so a part takes only the bits in which they can
 * differ: a date and a small number usually fit together.
 *
 * <p>The last part may fit only in part; then rows with equal words are still to be ordered from
 * {@link #nextKey}, {@link #nextPart} on.
 */
final class KeyPacking {
  private final List<Step> steps = new ArrayList<>();
  private int bits;
  private int nextKey;
  private int nextPart;

  /** What rows have of one part. */
  static final class Range {
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    boolean valid;
    boolean nulls;

    /** For text: the range of part values of seven bytes and the length, and of the lengths. */
    long minTail = Long.MAX_VALUE;

    long maxTail = Long.MIN_VALUE;
    int minLength = Integer.MAX_VALUE;
    int maxLength;

    void add(FlatVector column, int count, int part, long[] values) {
      boolean mayHaveNulls = column.mayHaveNulls();
      StringVector text = column instanceof StringVector strings ? strings : null;
      if (!mayHaveNulls && text == null) {
        addAll(values, count);
        return;
      }
      for (int i = 0; i < count; i++) {
        if (mayHaveNulls && column.isNull(i)) {
          nulls = true;
          continue;
        }
        valid = true;
        long value = values[i];
        min = Math.min(min, value);
        max = Math.max(max, value);
        if (text != null) {
          int length = text.length(i);
          minLength = Math.min(minLength, length);
          maxLength = Math.max(maxLength, length);
          long tail = tail(value, length - part);
          minTail = Math.min(minTail, tail);
          maxTail = Math.max(maxTail, tail);
        }
      }
    }

    private void addAll(long[] values, int count) {
      long least = min;
      long greatest = max;
      for (int i = 0; i < count; i++) {
        least = Math.min(least, values[i]);
        greatest = Math.max(greatest, values[i]);
      }
      min = least;
      max = greatest;
      valid |= count > 0;
    }

    void add(Range other) {
      min = Math.min(min, other.min);
      max = Math.max(max, other.max);
      valid |= other.valid;
      nulls |= other.nulls;
      minTail = Math.min(minTail, other.minTail);
      maxTail = Math.max(maxTail, other.maxTail);
      minLength = Math.min(minLength, other.minLength);
      maxLength = Math.max(maxLength, other.maxLength);
    }
  }

  /**
   * The last bytes of text and their number, which orders a text before itself with zeros after.
   */
  private static long tail(long value, int left) {
    return (value & ~0xFFL) | Math.max(0, Math.min(left, 0xFF));
  }

  /** One part and how it becomes bits. */
  private record Step(
      int key,
      int part,
      boolean tail,
      long min,
      long max,
      boolean nulls,
      boolean descending,
      boolean nullsFirst,
      int bits,
      int shift,
      boolean cut) {}

  /** Measures one part of the rows to be packed. */
  interface Meter {
    Range measure(int key, int part);
  }

  int bits() {
    return bits;
  }

  /** The key from which rows with equal words still differ; the number of keys when they do not. */
  int nextKey() {
    return nextKey;
  }

  /** The part of that key, or -1 when rows have to be compared as values. */
  int nextPart() {
    return nextPart;
  }

  /**
   * Packs from a key's part on.
   *
   * @param room bits of a word that are free
   * @param enough bits after which no costly part is added
   * @param columns any rows' key columns, for their types
   */
  static KeyPacking plan(
      RowOrdering order,
      FlatVector[] columns,
      int key,
      int part,
      int room,
      int enough,
      Meter meter) {
    KeyPacking packing = new KeyPacking();
    int k = key;
    int p = part;
    boolean more = true;
    while (more && k < order.keys()) {
      FlatVector column = columns[order.columns[k]];
      boolean text = column instanceof StringVector;
      if (packing.bits >= room || (packing.bits >= enough && (text || p > 0))) {
        break;
      }
      if (KeyParts.needsComparison(column, p)) {
        p = -1;
        break;
      }
      Range range = meter.measure(k, p);
      boolean last = KeyParts.isLast(column, p);
      boolean tail = false;
      if (text && range.valid) {
        if (p > range.minLength) {
          if (range.minLength != range.maxLength) {
            // Texts that agree so far but end before: with bytes of zero among them. A smaller
            // group may have none.
            p = k == key && p == part ? -1 : p;
            break;
          }
          k++;
          p = 0;
          continue;
        }
        tail = range.maxLength - p < KeyParts.TEXT_BYTES;
        last = tail;
      }
      more = packing.add(order, k, p, tail, range, room);
      if (more) {
        if (last || !range.valid) {
          k++;
          p = 0;
        } else {
          p += text ? KeyParts.TEXT_BYTES : 1;
        }
      }
    }
    packing.nextKey = k;
    packing.nextPart = p;
    return packing;
  }

  /** Adds a part; false when only some of its bits fit. */
  private boolean add(RowOrdering order, int key, int part, boolean tail, Range range, int room) {
    if (!range.valid) {
      return true;
    }
    long min = tail ? range.minTail : range.min;
    long max = tail ? range.maxTail : range.max;
    long span = max - min;
    // NULLs were told apart with part 0.
    boolean nulls = range.nulls && part == 0;
    boolean fits = !nulls || span != -1;
    int width = 64 - Long.numberOfLeadingZeros(nulls && fits ? span + 1 : span);
    int free = room - bits;
    if (fits && width <= free) {
      if (width > 0) {
        steps.add(
            new Step(
                key,
                part,
                tail,
                min,
                max,
                nulls,
                order.descending[key],
                order.nullsFirst[key],
                width,
                0,
                false));
      }
      bits += width;
      return true;
    }
    int valueBits = 64 - Long.numberOfLeadingZeros(span);
    int kept = nulls ? free - 1 : free;
    steps.add(
        new Step(
            key,
            part,
            tail,
            min,
            max,
            nulls,
            order.descending[key],
            order.nullsFirst[key],
            free,
            valueBits - kept,
            true));
    bits += free;
    return false;
  }

  /** Number of parts packed. */
  int steps() {
    return steps.size();
  }

  int key(int step) {
    return steps.get(step).key;
  }

  int part(int step) {
    return steps.get(step).part;
  }

  /** Appends a part's bits to {@code words}; {@code values} are the part's values. */
  void append(int index, FlatVector column, int count, long[] values, long[] words) {
    Step step = steps.get(index);
    if (step.tail) {
      StringVector text = (StringVector) column;
      for (int i = 0; i < count; i++) {
        values[i] = tail(values[i], text.length(i) - step.part);
      }
    }
    boolean nulls = column.mayHaveNulls();
    if (step.cut) {
      appendCut(step, column, nulls, count, values, words);
      return;
    }
    long first = step.nulls && step.nullsFirst ? 1 : 0;
    int width = step.bits;
    if (nulls) {
      // NULLs of later parts were told apart with part 0.
      long nullCode = !step.nulls || step.nullsFirst ? 0 : step.max - step.min + 1;
      for (int i = 0; i < count; i++) {
        long value = values[i];
        long code = (step.descending ? step.max - value : value - step.min) + first;
        words[i] = words[i] << width | (column.isNull(i) ? nullCode : code);
      }
    } else if (step.descending) {
      long max = step.max + first;
      for (int i = 0; i < count; i++) {
        words[i] = words[i] << width | (max - values[i]);
      }
    } else {
      long min = step.min - first;
      for (int i = 0; i < count; i++) {
        words[i] = words[i] << width | (values[i] - min);
      }
    }
  }

  private static void appendCut(
      Step step, FlatVector column, boolean nulls, int count, long[] values, long[] words) {
    int kept = step.nulls ? step.bits - 1 : step.bits;
    for (int i = 0; i < count; i++) {
      long code = 0;
      boolean isNull = nulls && column.isNull(i);
      if (!isNull && kept > 0) {
        code = (step.descending ? step.max - values[i] : values[i] - step.min) >>> step.shift;
      }
      if (step.nulls && isNull != step.nullsFirst) {
        code |= 1L << kept;
      }
      words[i] = words[i] << step.bits | code;
    }
  }
}
