// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.hash;

import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.Vector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The short cut for few groups: each key column is mapped to a small code (an integer less the
 * least one seen, an integral double likewise, a short string by a small table), the codes make one
 * number, and a direct table gives the group. Rows whose cell is empty go through the {@link
 * GroupTable} once.
 *
 * <p>It gives up for good when the codes of all keys would need more than {@link #MAX_CELLS} cells.
 * Code 0 is NULL. One thread at a time; belongs to one group table.
 */
final class DirectGroups {
  private static final int MAX_CELLS = 1 << 17;
  private static final int MAX_STRINGS = 1 << 10;

  private final int keyCount;
  private final long[] base;
  private final int[] range;
  private final boolean[] seen;
  private final @Nullable StringCodes[] strings;
  private int[] cells = new int[0];
  private int[] index = new int[0];
  private int[] missing = new int[0];
  private int[] missingGroups = new int[0];
  private FlatVector[] missingKeys = new FlatVector[0];
  private final long[] bounds = new long[2];
  private boolean off;

  DirectGroups(int keyCount) {
    this.keyCount = keyCount;
    base = new long[keyCount];
    range = new int[keyCount];
    seen = new boolean[keyCount];
    strings = new StringCodes[keyCount];
    off = keyCount == 0 || keyCount > 8;
  }

  /** Finds the groups of rows {@code [0, count)}; false when this way does not work. */
  boolean assign(FlatVector[] keys, int count, GroupTable groups, int[] groupOf) {
    if (off) {
      return false;
    }
    if (!fit(keys, count)) {
      off = true;
      cells = new int[0];
      return false;
    }
    if (index.length < count) {
      index = new int[count];
    }
    int stride = 1;
    for (int k = 0; k < keyCount; k++) {
      encode(keys[k], k, stride, count);
      stride *= range[k];
    }
    int empty = lookUp(cells, index, count, groupOf);
    if (empty > 0) {
      resolve(keys, count, groups, groupOf);
    }
    return true;
  }

  private static int lookUp(int[] cells, int[] index, int count, int[] groupOf) {
    int empty = 0;
    for (int i = 0; i < count; i++) {
      int group = cells[index[i]] - 1;
      groupOf[i] = group;
      empty += group >>> 31;
    }
    return empty;
  }

  /** Looks up the rows with empty cells in the group table and fills their cells. */
  private void resolve(FlatVector[] keys, int count, GroupTable groups, int[] groupOf) {
    if (missing.length < count) {
      missing = new int[count];
      missingGroups = new int[count];
    }
    int n = selectMissing(groupOf, count, missing);
    if (missingKeys.length == 0) {
      missingKeys = new FlatVector[keyCount];
      for (int k = 0; k < keyCount; k++) {
        missingKeys[k] = FlatVector.allocate(keys[k].type(), Vector.CAPACITY);
      }
    }
    for (int k = 0; k < keyCount; k++) {
      missingKeys[k].gather(keys[k], missing, n);
    }
    groups.findGroups(missingKeys, n, missingGroups);
    store(missing, missingGroups, n, groupOf, index, cells);
  }

  // The loops stand alone, so that each is compiled quickly; together they took C2 ten times as
  // long.

  private static int selectMissing(int[] groupOf, int count, int[] missing) {
    int n = 0;
    for (int i = 0; i < count; i++) {
      if (groupOf[i] < 0) {
        missing[n++] = i;
      }
    }
    return n;
  }

  private static void store(
      int[] rows, int[] groups, int count, int[] groupOf, int[] index, int[] cells) {
    for (int i = 0; i < count; i++) {
      groupOf[rows[i]] = groups[i];
      cells[index[rows[i]]] = groups[i] + 1;
    }
  }

  /** Makes the ranges cover this chunk's keys; false when they cannot. */
  private boolean fit(FlatVector[] keys, int count) {
    boolean changed = cells.length == 0;
    for (int k = 0; k < keyCount; k++) {
      int wanted;
      if (keys[k] instanceof StringVector text) {
        StringCodes codes = strings[k];
        if (codes == null) {
          codes = new StringCodes();
          strings[k] = codes;
        }
        if (!codes.encode(text, count)) {
          return false;
        }
        wanted = codes.size() + 1;
        if (wanted > range[k]) {
          range[k] = Math.max(4, Integer.highestOneBit(wanted) * 2);
          changed = true;
        }
      } else if (keys[k] instanceof BoolVector) {
        changed |= range[k] == 0;
        range[k] = 3;
      } else {
        if (!bounds(keys[k], count)) {
          return false;
        }
        if (bounds[0] <= bounds[1]) {
          boolean first = !seen[k];
          long min = first ? bounds[0] : Math.min(bounds[0], base[k]);
          long max = first ? bounds[1] : Math.max(bounds[1], base[k] + range[k] - 2);
          long width = max - min + 2;
          if (width > MAX_CELLS || width <= 0) {
            return false;
          }
          if (first || min < base[k] || width > range[k]) {
            base[k] = min;
            range[k] = (int) width;
            seen[k] = true;
            changed = true;
          }
        } else if (range[k] == 0) {
          range[k] = 2;
          changed = true;
        }
      }
    }
    if (!changed) {
      return true;
    }
    long size = 1;
    for (int k = 0; k < keyCount; k++) {
      size *= range[k];
      if (size > MAX_CELLS) {
        return false;
      }
    }
    if (cells.length < size) {
      cells = new int[(int) size];
    } else {
      Arrays.fill(cells, 0);
    }
    return true;
  }

  /** Least and greatest integer of the column; false when it has no small integers. */
  private boolean bounds(FlatVector key, int count) {
    switch (key) {
      case IntVector v -> {
        if (v.mayHaveNulls()) {
          boundsNullable(v, count);
        } else {
          boundsInt(v.values(), count, bounds);
        }
        return true;
      }
      case LongVector v -> {
        if (v.mayHaveNulls()) {
          boundsNullable(v, count);
        } else {
          boundsLong(v.values(), count, bounds);
        }
        return bounds[0] > Long.MIN_VALUE / 4 && bounds[1] < Long.MAX_VALUE / 4;
      }
      case DoubleVector v -> {
        return boundsDouble(v, count);
      }
      default -> {
        return false;
      }
    }
  }

  private static void boundsInt(int[] values, int count, long[] bounds) {
    int min = Integer.MAX_VALUE;
    int max = Integer.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      min = Math.min(min, values[i]);
      max = Math.max(max, values[i]);
    }
    bounds[0] = min;
    bounds[1] = max;
  }

  private static void boundsLong(long[] values, int count, long[] bounds) {
    long min = Long.MAX_VALUE / 2;
    long max = Long.MIN_VALUE / 2;
    for (int i = 0; i < count; i++) {
      min = Math.min(min, values[i]);
      max = Math.max(max, values[i]);
    }
    bounds[0] = min;
    bounds[1] = max;
  }

  private void boundsNullable(FlatVector key, int count) {
    long min = Long.MAX_VALUE / 8;
    long max = Long.MIN_VALUE / 8;
    int[] ints = key instanceof IntVector v ? v.values() : null;
    long[] longs = key instanceof LongVector v ? v.values() : null;
    long[] mask = key.ensureValidity();
    for (int i = 0; i < count; i++) {
      if ((mask[i >> 6] >>> i & 1) != 0) {
        long value = ints != null ? ints[i] : longs != null ? longs[i] : 0;
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
    }
    bounds[0] = min;
    bounds[1] = max;
  }

  private boolean boundsDouble(DoubleVector key, int count) {
    double[] values = key.values();
    boolean nulls = key.mayHaveNulls();
    double min = MAX_CELLS * 16.0;
    double max = -min;
    boolean integral = true;
    for (int i = 0; i < count; i++) {
      double value = values[i];
      if (nulls && key.isNull(i)) {
        continue;
      }
      integral &= value == (long) value;
      min = value < min ? value : min;
      max = value > max ? value : max;
    }
    // NaN is not integral, so the comparisons above need not care.
    bounds[0] = (long) min;
    bounds[1] = (long) max;
    return integral && (min > max || (min > -MAX_CELLS * 16.0 && max < MAX_CELLS * 16.0));
  }

  private void encode(FlatVector key, int k, int stride, int count) {
    int[] out = index;
    boolean first = k == 0;
    switch (key) {
      case IntVector v -> {
        if (v.mayHaveNulls()) {
          encodeNullable(v, k, stride, count);
        } else {
          encodeInt(v.values(), (int) base[k] - 1, stride, count, first, out);
        }
      }
      case LongVector v -> {
        if (v.mayHaveNulls()) {
          encodeNullable(v, k, stride, count);
        } else {
          encodeLong(v.values(), base[k] - 1, stride, count, first, out);
        }
      }
      case DoubleVector v -> {
        if (v.mayHaveNulls()) {
          encodeNullable(v, k, stride, count);
        } else {
          encodeDouble(v.values(), base[k] - 1, stride, count, first, out);
        }
      }
      case BoolVector v -> {
        byte[] values = v.values();
        for (int i = 0; i < count; i++) {
          int code = v.isNull(i) ? 0 : values[i] + 1;
          out[i] = (first ? 0 : out[i]) + code * stride;
        }
      }
      default -> {
        StringCodes codes = strings[k];
        if (codes != null) {
          encodeCodes(codes.codes(), stride, count, first, out);
        }
      }
    }
  }

  private static void encodeInt(
      int[] values, int least, int stride, int count, boolean first, int[] out) {
    if (first) {
      for (int i = 0; i < count; i++) {
        out[i] = values[i] - least;
      }
    } else {
      for (int i = 0; i < count; i++) {
        out[i] += (values[i] - least) * stride;
      }
    }
  }

  private static void encodeLong(
      long[] values, long least, int stride, int count, boolean first, int[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = (first ? 0 : out[i]) + (int) (values[i] - least) * stride;
    }
  }

  private static void encodeDouble(
      double[] values, long least, int stride, int count, boolean first, int[] out) {
    int from = (int) least;
    for (int i = 0; i < count; i++) {
      out[i] = (first ? 0 : out[i]) + ((int) values[i] - from) * stride;
    }
  }

  private static void encodeCodes(int[] codes, int stride, int count, boolean first, int[] out) {
    if (first) {
      System.arraycopy(codes, 0, out, 0, count);
    } else {
      for (int i = 0; i < count; i++) {
        out[i] += codes[i] * stride;
      }
    }
  }

  private void encodeNullable(FlatVector key, int k, int stride, int count) {
    long least = base[k] - 1;
    int[] out = index;
    int[] ints = key instanceof IntVector v ? v.values() : null;
    long[] longs = key instanceof LongVector v ? v.values() : null;
    double[] doubles = key instanceof DoubleVector v ? v.values() : null;
    long[] mask = key.ensureValidity();
    for (int i = 0; i < count; i++) {
      int code = 0;
      if ((mask[i >> 6] >>> i & 1) != 0) {
        long value =
            ints != null
                ? ints[i]
                : longs != null ? longs[i] : doubles != null ? (long) doubles[i] : 0;
        code = (int) (value - least);
      }
      out[i] = (k == 0 ? 0 : out[i]) + code * stride;
    }
  }

  /** Codes of the short strings of one key column: 1, 2, ... in order of appearance; 0 is NULL. */
  private static final class StringCodes {
    private static final int SLOTS = MAX_STRINGS * 4;
    private final long[] words = new long[2 * SLOTS];
    private final int[] codeAt = new int[SLOTS];
    private int size;
    private int[] codes = new int[Vector.CAPACITY];

    int size() {
      return size;
    }

    int[] codes() {
      return codes;
    }

    /** Writes the codes of the column; false when a string is long or there are too many. */
    boolean encode(StringVector column, int count) {
      if (codes.length < count) {
        codes = new int[count];
      }
      long[] views = column.views();
      boolean nulls = column.mayHaveNulls();
      int row = nulls ? 0 : encodeKnown(views, 0, count, words, codeAt, codes);
      while (row < count) {
        int code = nulls && column.isNull(row) ? 0 : code(views[2 * row], views[2 * row + 1]);
        if (code < 0) {
          return false;
        }
        codes[row++] = code;
        if (!nulls) {
          row = encodeKnown(views, row, count, words, codeAt, codes);
        }
      }
      return true;
    }

    private static int slot(long word0, long word1) {
      long mixed = (word0 ^ word1 * 31) * 0x9E3779B97F4A7C15L;
      return (int) (mixed >>> 52) & SLOTS - 1;
    }

    /**
     * Writes codes of rows from {@code from} on, as far as each lies where its hash says; answers
     * the first that does not. Looks at no row before it: what rows have in common with the ones
     * before is often a matter of chance, which costs a branch more than the search.
     */
    private static int encodeKnown(
        long[] views, int from, int count, long[] words, int[] codeAt, int[] codes) {
      for (int i = from; i < count; i++) {
        long word0 = views[2 * i];
        long word1 = views[2 * i + 1];
        int slot = slot(word0, word1);
        int code = codeAt[slot];
        if (code == 0 | words[2 * slot] != word0 | words[2 * slot + 1] != word1) {
          return i;
        }
        codes[i] = code;
      }
      return count;
    }

    /** The code of a string, a new one if need be; -1 when it cannot have one. */
    private int code(long word0, long word1) {
      if ((int) word0 > StringVector.INLINE) {
        return -1;
      }
      int slot = slot(word0, word1);
      int code;
      while ((code = codeAt[slot]) != 0
          && (words[2 * slot] != word0 || words[2 * slot + 1] != word1)) {
        slot = slot + 1 & SLOTS - 1;
      }
      if (code == 0) {
        if (size == MAX_STRINGS) {
          return -1;
        }
        code = ++size;
        codeAt[slot] = code;
        words[2 * slot] = word0;
        words[2 * slot + 1] = word1;
      }
      return code;
    }
  }
}
