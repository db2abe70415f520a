// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.kernel.HashKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.storage.format.v1.DistinctSketch;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a chunk's values: bounds of the chunk and of its vectors, NULLs, different ones.
 */
public final class ChunkStatistics {
  /** Longer bounds of strings are cut. */
  static final int BOUND_BYTES = 24;

  final long[] vectorNulls;
  final long[] vectorMin;
  final long[] vectorMax;
  final boolean zones;
  private final @Nullable Value min;
  private final @Nullable Value max;
  private final long nulls;
  private final DistinctSketch sketch;
  private final boolean sketched;

  private ChunkStatistics(
      long[] vectorNulls,
      long[] vectorMin,
      long[] vectorMax,
      boolean zones,
      @Nullable Value min,
      @Nullable Value max,
      DistinctSketch sketch,
      boolean sketched) {
    this.vectorNulls = vectorNulls;
    this.vectorMin = vectorMin;
    this.vectorMax = vectorMax;
    this.zones = zones;
    this.min = min;
    this.max = max;
    this.sketch = sketch;
    this.sketched = sketched;
    nulls = Arrays.stream(vectorNulls).sum();
  }

  /** No value is below it; null: not known, or all are NULL. */
  public @Nullable Value min() {
    return min;
  }

  /** No value is above it; null: not known, or all are NULL. */
  public @Nullable Value max() {
    return max;
  }

  public long nulls() {
    return nulls;
  }

  /** The sketch of the values, for scalar types. */
  public DistinctSketch sketch() {
    return sketch;
  }

  /** About how many different values there are, -1: not known. */
  public long distinct() {
    return sketched ? sketch.estimate() : -1;
  }

  /**
   * Looks at all values of a chunk.
   *
   * @param entries all different values as one vector, where these are known, else null
   */
  static ChunkStatistics of(ColumnData data, @Nullable ColumnData entries) {
    int vectors = data.vectors();
    LogicalType type = data.type();
    boolean zones = Zones.has(type);
    long[] nulls = new long[vectors];
    long[] low = new long[vectors];
    long[] high = new long[vectors];
    boolean scalar = ColumnData.childTypes(type).isEmpty();
    DistinctSketch sketch = new DistinctSketch();
    long[] hashes = {};
    long[] keys = {};
    Bounds bounds = new Bounds(type);
    if (entries != null) {
      hashes = new long[entries.count(0)];
      addTo(sketch, entries.vector(0), entries.count(0), hashes);
      if (!zones) {
        bounds.add(entries.vector(0), entries.count(0));
      }
    }
    for (int vector = 0; vector < vectors; vector++) {
      int count = data.count(vector);
      FlatVector values = data.vector(vector);
      long[] mask = values.validity();
      nulls[vector] = mask == null ? 0 : ValidityEncoding.nulls(mask, count);
      if (keys.length < count) {
        hashes = new long[count];
        keys = new long[count];
      }
      if (scalar && entries == null) {
        addTo(sketch, values, count, hashes);
      }
      if (nulls[vector] == count) {
        low[vector] = vector == 0 ? 0 : low[vector - 1];
        high[vector] = vector == 0 ? 0 : high[vector - 1];
      } else if (zones) {
        keys(values, count, keys);
        int valid = nulls[vector] == 0 ? count : dropNulls(values, count, keys);
        low[vector] = min(keys, valid);
        high[vector] = max(keys, valid);
        bounds.add(low[vector], high[vector]);
      } else if (scalar && entries == null) {
        bounds.add(values, count);
      }
    }
    return new ChunkStatistics(nulls, low, high, zones, bounds.min(), bounds.max(), sketch, scalar);
  }

  private static void addTo(DistinctSketch sketch, FlatVector values, int count, long[] hashes) {
    HashKernels.hash(values, count, hashes);
    sketch.add(hashes, values.mayHaveNulls() ? dropNulls(values, count, hashes) : count);
  }

  private static int dropNulls(FlatVector values, int count, long[] numbers) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      numbers[kept] = numbers[i];
      kept += values.isNull(i) ? 0 : 1;
    }
    return kept;
  }

  private static long min(long[] keys, int count) {
    long min = keys[0];
    for (int i = 1; i < count; i++) {
      min = Math.min(min, keys[i]);
    }
    return min;
  }

  private static long max(long[] keys, int count) {
    long max = keys[0];
    for (int i = 1; i < count; i++) {
      max = Math.max(max, keys[i]);
    }
    return max;
  }

  private static void keys(FlatVector vector, int count, long[] keys) {
    switch (vector) {
      case IntVector v -> {
        int[] values = v.values();
        for (int i = 0; i < count; i++) {
          keys[i] = values[i];
        }
      }
      case LongVector v -> {
        long[] values = v.values();
        long flip = Zones.isUnsigned(v.type()) ? Long.MIN_VALUE : 0;
        for (int i = 0; i < count; i++) {
          keys[i] = values[i] ^ flip;
        }
      }
      case DoubleVector v -> {
        for (int i = 0; i < count; i++) {
          keys[i] = Zones.key(v.get(i));
        }
      }
      case FloatVector v -> {
        for (int i = 0; i < count; i++) {
          keys[i] = Zones.key(v.get(i));
        }
      }
      default -> throw new IllegalStateException("no zones of " + vector.type());
    }
  }

  /** The bounds of all values seen. */
  private static final class Bounds {
    private final LogicalType type;
    private final FlatVector low;
    private final FlatVector high;
    private boolean any;
    private long lowKey = Long.MAX_VALUE;
    private long highKey = Long.MIN_VALUE;

    Bounds(LogicalType type) {
      this.type = type;
      low = FlatVector.allocate(type, 1);
      high = FlatVector.allocate(type, 1);
    }

    void add(long min, long max) {
      any = true;
      lowKey = Math.min(lowKey, min);
      highKey = Math.max(highKey, max);
    }

    void add(FlatVector values, int count) {
      int min = -1;
      int max = -1;
      boolean nulls = values.mayHaveNulls();
      for (int i = 0; i < count; i++) {
        if (nulls && values.isNull(i)) {
          continue;
        }
        if (min < 0) {
          min = i;
          max = i;
        } else if (less(values, i, min)) {
          min = i;
        } else if (less(values, max, i)) {
          max = i;
        }
      }
      if (!any || CompareKernels.compare(values, min, low, 0) < 0) {
        low.reset();
        low.copyRow(values, min, 0);
      }
      if (!any || CompareKernels.compare(values, max, high, 0) > 0) {
        high.reset();
        high.copyRow(values, max, 0);
      }
      any = true;
    }

    private boolean less(FlatVector values, int i, int j) {
      if (values instanceof StringVector strings && type.id() != TypeId.BIGNUM) {
        int left = Integer.reverseBytes((int) (strings.views()[2 * i] >>> 32));
        int right = Integer.reverseBytes((int) (strings.views()[2 * j] >>> 32));
        if (left != right) {
          return Integer.compareUnsigned(left, right) < 0;
        }
      }
      return CompareKernels.compare(values, i, values, j) < 0;
    }

    @Nullable Value min() {
      if (!any) {
        return null;
      }
      if (Zones.has(type)) {
        return Zones.value(type, lowKey);
      }
      return low instanceof StringVector text ? cutLow(text) : low.getValue(0);
    }

    @Nullable Value max() {
      if (!any) {
        return null;
      }
      if (Zones.has(type)) {
        return Zones.value(type, highKey);
      }
      return high instanceof StringVector text ? cutHigh(text) : high.getValue(0);
    }

    private @Nullable Value cutLow(StringVector text) {
      if (text.length(0) <= BOUND_BYTES) {
        return text.getValue(0);
      }
      return switch (type.id()) {
        case BLOB -> new Value(type, Arrays.copyOf(text.getBytes(0), BOUND_BYTES));
        case VARCHAR, JSON -> new Value(type, prefix(text.getString(0)));
        default -> null;
      };
    }

    private @Nullable Value cutHigh(StringVector text) {
      if (text.length(0) <= BOUND_BYTES) {
        return text.getValue(0);
      }
      switch (type.id()) {
        case BLOB -> {
          byte[] bytes = Arrays.copyOf(text.getBytes(0), BOUND_BYTES);
          for (int i = BOUND_BYTES - 1; i >= 0; i--) {
            if (bytes[i] != -1) {
              bytes[i]++;
              return new Value(type, Arrays.copyOf(bytes, i + 1));
            }
          }
          return null;
        }
        case VARCHAR, JSON -> {
          String prefix = prefix(text.getString(0));
          int last = prefix.isEmpty() ? 0 : prefix.codePointBefore(prefix.length());
          // The next character, unless that is no character.
          return last == 0 || last >= 0xD7FF
              ? null
              : new Value(
                  type, prefix.substring(0, prefix.length() - 1) + Character.toString(last + 1));
        }
        default -> {
          return null;
        }
      }
    }

    /** Whole characters of at most {@link #BOUND_BYTES} bytes. */
    private static String prefix(String text) {
      int end = 0;
      int bytes = 0;
      while (end < text.length()) {
        int next = Character.charCount(text.codePointAt(end));
        bytes += text.substring(end, end + next).getBytes(StandardCharsets.UTF_8).length;
        if (bytes > BOUND_BYTES) {
          break;
        }
        end += next;
      }
      return text.substring(0, end);
    }
  }
}
