// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.kernel.NumberText;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.WideVector;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;

/** Casts from any type to text. */
final class TextCasts {
  private TextCasts() {}

  static CastKernel find(LogicalType from) {
    if (from.isIntegral()
        && from.id() != TypeId.HUGEINT
        && from.id() != TypeId.UHUGEINT
        && from.id() != TypeId.UBIGINT) {
      return TextCasts::integer;
    }
    if (from.physical() == dev.eider.base.type.PhysicalType.STRING && from.id() != TypeId.BLOB) {
      return TextCasts::same;
    }
    return TextCasts::any;
  }

  private static void same(FlatVector source, int count, FlatVector result, CastContext context) {
    StringVector from = (StringVector) source;
    StringVector to = (StringVector) result;
    to.shareBuffers(from);
    System.arraycopy(from.views(), 0, to.views(), 0, 2 * count);
  }

  private static void integer(
      FlatVector source, int count, FlatVector result, CastContext context) {
    StringVector out = (StringVector) result;
    byte[] digits = new byte[20];
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)) {
        long value = source instanceof IntVector v ? v.get(i) : ((LongVector) source).get(i);
        int at = digits(value, digits);
        out.set(i, digits, at, digits.length - at);
      }
    }
  }

  /** Writes the digits at the end of the array; answers where they start. */
  private static int digits(long value, byte[] out) {
    int at = out.length;
    long rest = value > 0 ? -value : value;
    do {
      out[--at] = (byte) ('0' - rest % 10);
      rest /= 10;
    } while (rest != 0);
    if (value < 0) {
      out[--at] = '-';
    }
    return at;
  }

  private static void any(FlatVector source, int count, FlatVector result, CastContext context) {
    StringVector out = (StringVector) result;
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)) {
        byte[] bytes = text(source, i, context.zone()).getBytes(StandardCharsets.UTF_8);
        out.set(i, bytes, 0, bytes.length);
      }
    }
  }

  /** The text of one valid row of any type. */
  static String text(FlatVector source, int row, ZoneId zone) {
    LogicalType type = source.type();
    return switch (source) {
      case BoolVector v -> v.get(row) != 0 ? "true" : "false";
      case DoubleVector v -> NumberText.of(v.get(row));
      case FloatVector v -> NumberText.of(v.get(row));
      case IntVector v ->
          switch (type.id()) {
            case DATE -> TemporalText.date(v.get(row));
            case ENUM -> ((LogicalType.EnumOf) type).values().get(v.get(row));
            default -> Integer.toString(v.get(row));
          };
      case LongVector v -> longText(type, v.get(row), zone);
      case WideVector v -> wideText(type, v, row);
      case StringVector v ->
          type.id() == TypeId.BLOB ? BlobText.text(v.getBytes(row)) : v.getString(row);
      default -> NestedText.text(source, row, zone);
    };
  }

  private static String longText(LogicalType type, long value, ZoneId zone) {
    return switch (type.id()) {
      case UBIGINT -> Long.toUnsignedString(value);
      case TIME -> TemporalText.time(value);
      case TIME_NS -> TemporalText.timeNs(value);
      case TIME_TZ -> TemporalText.timeTz(value);
      case TIMESTAMP -> TemporalText.timestamp(value);
      case TIMESTAMP_S -> TemporalText.timestampS(value);
      case TIMESTAMP_MS -> TemporalText.timestampMs(value);
      case TIMESTAMP_NS -> TemporalText.timestampNs(value);
      case TIMESTAMP_TZ -> TemporalText.timestampTz(value, zone);
      case DECIMAL -> {
        LogicalType.Decimal decimal = (LogicalType.Decimal) type;
        yield DecimalText.of(value, decimal.width(), decimal.scale());
      }
      default -> Long.toString(value);
    };
  }

  private static String wideText(LogicalType type, WideVector v, int row) {
    return switch (type.id()) {
      case INTERVAL -> {
        long monthsDays = v.high(row);
        yield TemporalText.interval((int) (monthsDays >> 32), (int) monthsDays, v.low(row));
      }
      case UUID -> new java.util.UUID(v.high(row), v.low(row)).toString();
      case DECIMAL -> {
        LogicalType.Decimal decimal = (LogicalType.Decimal) type;
        BigInteger unscaled = v.getBig(row);
        yield DecimalText.of(unscaled, decimal.width(), decimal.scale());
      }
      default -> v.getBig(row).toString();
    };
  }
}
