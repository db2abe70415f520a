// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.StringVector;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Casts between BIT (kept as text of zeros and ones) and integers or blobs. */
final class BitCasts {
  private BitCasts() {}

  static @Nullable CastKernel find(LogicalType from, LogicalType to) {
    if (to.id() == TypeId.BIT) {
      if (from.id() == TypeId.BLOB) {
        return BitCasts::fromBlob;
      }
      return isNumber(from) ? BitCasts::fromNumber : null;
    }
    if (to.id() == TypeId.BLOB) {
      return BitCasts::toBlob;
    }
    return isNumber(to) ? BitCasts::toNumber : null;
  }

  private static boolean isNumber(LogicalType type) {
    return type.isIntegral()
        || type.id() == TypeId.BOOLEAN
        || type.id() == TypeId.FLOAT
        || type.id() == TypeId.DOUBLE;
  }

  /** The number of bits of a number's type. */
  static int width(LogicalType type) {
    return switch (type.id()) {
      case BOOLEAN, TINYINT, UTINYINT -> 8;
      case SMALLINT, USMALLINT -> 16;
      case INTEGER, UINTEGER, FLOAT -> 32;
      case BIGINT, UBIGINT, DOUBLE -> 64;
      default -> 128;
    };
  }

  private static BigInteger bitsOf(FlatVector source, int row) {
    return switch (source) {
      case FloatVector v -> BigInteger.valueOf(Float.floatToRawIntBits(v.get(row)));
      case DoubleVector v -> BigInteger.valueOf(Double.doubleToRawLongBits(v.get(row)));
      default -> NumericCasts.big(source, row);
    };
  }

  private static void fromNumber(
      FlatVector source, int count, FlatVector result, CastContext context) {
    int width = width(source.type());
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)) {
        BigInteger value = bitsOf(source, i);
        StringBuilder bits = new StringBuilder(width);
        for (int bit = width - 1; bit >= 0; bit--) {
          bits.append(value.testBit(bit) ? '1' : '0');
        }
        ((StringVector) result).set(i, bits.toString());
      }
    }
  }

  private static void toNumber(
      FlatVector source, int count, FlatVector result, CastContext context) {
    StringVector strings = (StringVector) source;
    int width = width(result.type());
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      String bits = strings.getString(i);
      if (bits.length() > width) {
        if (!context.nullInstead(result, i)) {
          throw EiderException.conversion(
              "Bitstring doesn't fit inside of "
                  + (result.type().equals(LogicalType.BOOLEAN)
                      ? "UINT8"
                      : InternalNames.of(result.type())));
        }
        continue;
      }
      BigInteger value = new BigInteger(bits, 2);
      if (!result.type().isUnsigned() && value.testBit(width - 1)) {
        value = value.subtract(BigInteger.ONE.shiftLeft(width));
      }
      switch (result) {
        case BoolVector v -> v.set(i, (byte) (value.signum() == 0 ? 0 : 1));
        case FloatVector v -> v.set(i, Float.intBitsToFloat(value.intValue()));
        case DoubleVector v -> v.set(i, Double.longBitsToDouble(value.longValue()));
        default -> NumericCasts.put(result, i, value);
      }
    }
  }

  private static void fromBlob(
      FlatVector source, int count, FlatVector result, CastContext context) {
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)) {
        StringBuilder bits = new StringBuilder();
        if (((StringVector) source).length(i) == 0) {
          if (context.nullInstead(result, i)) {
            continue;
          }
          throw EiderException.conversion("Cannot cast empty BLOB to BIT");
        }
        for (byte b : ((StringVector) source).getBytes(i)) {
          for (int bit = 7; bit >= 0; bit--) {
            bits.append((b >> bit & 1) == 1 ? '1' : '0');
          }
        }
        ((StringVector) result).set(i, bits.toString());
      }
    }
  }

  private static void toBlob(FlatVector source, int count, FlatVector result, CastContext context) {
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)) {
        String bits = ((StringVector) source).getString(i);
        String padded = "0".repeat((8 - bits.length() % 8) % 8) + bits;
        byte[] bytes = new byte[padded.length() / 8];
        for (int b = 0; b < bytes.length; b++) {
          bytes[b] = (byte) Integer.parseInt(padded.substring(8 * b, 8 * b + 8), 2);
        }
        ((StringVector) result).set(i, bytes, 0, bytes.length);
      }
    }
  }
}
