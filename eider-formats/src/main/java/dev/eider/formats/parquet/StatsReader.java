// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.table.ColumnStats;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.formats.parquet.Footer.Statistics;
import dev.eider.formats.scan.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Bounds as files write them to {@link ColumnStats}; what may be wrong is unknown. */
final class StatsReader {
  private StatsReader() {}

  /** The statistics of a leaf. */
  static ColumnStats read(
      SchemaNode node, @Nullable Statistics written, Footer footer, boolean mayHaveNan) {
    if (written == null) {
      return ColumnStats.UNKNOWN;
    }
    LeafType leaf = node.theLeafType();
    byte[] low = written.minValue();
    byte[] high = written.maxValue();
    if (low == null && high == null && hasSignedOrder(leaf)) {
      low = written.min();
      high = written.max();
    }
    Value min = low == null ? null : bound(leaf, low, false);
    Value max = high == null ? null : bound(leaf, high, true);
    byte[] one = oneValue(leaf, written);
    if (one != null) {
      min = plain(leaf, one);
      max = min;
    }
    if (isFloating(leaf)) {
      if (isNan(min) || isNan(max)) {
        min = null;
        max = null;
      }
      // Writers leave NaN out of the bounds, and it is the greatest value.
      boolean noNan =
          written.nanCount() == 0 || !mayHaveNan || writesNoBoundsWithNan(footer.createdBy());
      if (!noNan) {
        max = null;
      }
    }
    if (min != null && max != null && compare(min, max) > 0) {
      min = null;
      max = null;
    }
    return new ColumnStats(min, max, written.nullCount(), -1);
  }

  /** The bounds of an INT96 where they are equal: they hold in whatever order the writer knew. */
  private static byte @Nullable [] oneValue(LeafType leaf, Statistics written) {
    byte[] low = written.min();
    return leaf.physical() == PhysicalKind.INT96 && Arrays.equals(low, written.max()) ? low : null;
  }

  /** Writers that leave the bounds out when there is a NaN. */
  private static boolean writesNoBoundsWithNan(@Nullable String writer) {
    return writer != null && (writer.startsWith("DuckDB") || writer.equals("eider"));
  }

  private static boolean isFloating(LeafType leaf) {
    return leaf.type().id() == TypeId.DOUBLE || leaf.type().id() == TypeId.FLOAT;
  }

  private static boolean isNan(@Nullable Value value) {
    return value != null && Double.isNaN(value.asDouble());
  }

  /** Whether the deprecated bounds, which compare as signed, are right for the type. */
  private static boolean hasSignedOrder(LeafType leaf) {
    if (leaf.type().isUnsigned()) {
      return false;
    }
    return switch (leaf.physical()) {
      case BOOLEAN, INT32, INT64, FLOAT, DOUBLE -> true;
      case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> false;
    };
  }

  /**
   * The value of a bound, or null when it is of no use.
   *
   * @param upper whether it is the greatest value
   */
  static @Nullable Value bound(LeafType leaf, byte[] bytes, boolean upper) {
    return switch (leaf.form()) {
      case NONE, INT96, INTERVAL, TIME_TZ, DECIMAL_AS_DOUBLE -> null;
      case TEXT -> text(leaf, bytes, upper);
      case BYTES -> new Value(leaf.type(), bytes);
      default -> plain(leaf, bytes);
    };
  }

  /** The value of a bound to be shown, whatever it is worth; null when there is none. */
  static @Nullable Value shown(LeafType leaf, byte[] bytes) {
    return switch (leaf.form()) {
      case NONE -> null;
      case BYTES -> new Value(leaf.type(), bytes);
      case TEXT ->
          Utf8.valid(bytes, 0, bytes.length)
              ? Value.of(new String(bytes, StandardCharsets.UTF_8))
              : new Value(dev.eider.base.type.LogicalType.BLOB, bytes);
      default -> plain(leaf, bytes);
    };
  }

  private static @Nullable Value text(LeafType leaf, byte[] bytes, boolean upper) {
    int length = bytes.length;
    if (!Utf8.valid(bytes, 0, length)) {
      if (upper) {
        return null;
      }
      // Cut in the middle of a character: less is a bound as well.
      while (length > 0 && !Utf8.valid(bytes, 0, length)) {
        length--;
      }
    }
    return new Value(leaf.type(), new String(bytes, 0, length, StandardCharsets.UTF_8));
  }

  private static @Nullable Value plain(LeafType leaf, byte[] bytes) {
    int width =
        switch (leaf.physical()) {
          case BOOLEAN -> 1;
          case INT32, FLOAT -> 4;
          case INT64, DOUBLE -> 8;
          case INT96 -> 12;
          case FIXED_LEN_BYTE_ARRAY -> leaf.fixedLength();
          case BYTE_ARRAY -> bytes.length;
        };
    if (bytes.length != width) {
      return null;
    }
    boolean prefixed = leaf.physical() == PhysicalKind.BYTE_ARRAY;
    byte[] page = new byte[4 + width + Bits.SLACK];
    Bits.INT.set(page, 0, width);
    System.arraycopy(bytes, 0, page, 4, width);
    PlainValues values = new PlainValues(leaf.physical(), leaf.fixedLength());
    values.start(page, prefixed ? 0 : 4, 4 + width);
    FlatVector one = FlatVector.allocate(leaf.type(), 1);
    try {
      new LeafConverter(leaf).read(values, one, 0, 1);
    } catch (DamagedException | dev.eider.base.error.EiderException e) {
      // A bound that is no value of the type bounds nothing.
      return null;
    }
    Value value = one.getValue(0);
    return inRange(leaf, value) ? value : null;
  }

  private static boolean inRange(LeafType leaf, Value value) {
    return switch (leaf.type().id()) {
      case TINYINT -> value.asLong() == (byte) value.asLong();
      case SMALLINT -> value.asLong() == (short) value.asLong();
      default -> true;
    };
  }

  static int compare(Value a, Value b) {
    FlatVector left = ConstantVector.of(a).value();
    FlatVector right = ConstantVector.of(b).value();
    return CompareKernels.compare(left, 0, right, 0);
  }

  /** What holds for the rows of both. */
  static ColumnStats union(ColumnStats a, ColumnStats b) {
    Value min = a.min();
    Value max = a.max();
    if (min != null) {
      min = b.min() == null ? null : compare(b.min(), min) < 0 ? b.min() : min;
    }
    if (max != null) {
      max = b.max() == null ? null : compare(b.max(), max) > 0 ? b.max() : max;
    }
    long nulls = a.nullCount() < 0 || b.nullCount() < 0 ? -1 : a.nullCount() + b.nullCount();
    return new ColumnStats(min, max, nulls, -1);
  }
}
