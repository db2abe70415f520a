// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;

/**
 * Bounds of vectors as integers whose order is that of the values: numbers of up to 64 bits as they
 * are (UBIGINT with its highest bit turned over), floats as their bits turned so that the order is
 * that of the dialect, in which NaN is greatest and -0.0 equals 0.0.
 */
final class Zones {
  private Zones() {}

  static boolean has(LogicalType type) {
    return switch (type.physical()) {
      case INT32, INT64, FLOAT, DOUBLE -> true;
      case BOOL, INT128, INTERVAL, STRING, LIST, ARRAY, STRUCT -> false;
    };
  }

  static boolean isUnsigned(LogicalType type) {
    return type.id() == TypeId.UBIGINT;
  }

  static long key(double value) {
    long bits = Double.doubleToLongBits(value + 0.0);
    return bits ^ bits >> 63 & Long.MAX_VALUE;
  }

  static long key(float value) {
    int bits = Float.floatToIntBits(value + 0.0f);
    return bits ^ bits >> 31 & Integer.MAX_VALUE;
  }

  static Value value(LogicalType type, long key) {
    return switch (type.physical()) {
      case INT32 -> new Value(type, (int) key);
      case INT64 -> new Value(type, isUnsigned(type) ? key ^ Long.MIN_VALUE : key);
      case DOUBLE -> new Value(type, Double.longBitsToDouble(key ^ key >> 63 & Long.MAX_VALUE));
      case FLOAT ->
          new Value(type, Float.intBitsToFloat((int) key ^ (int) key >> 31 & Integer.MAX_VALUE));
      case BOOL, INT128, INTERVAL, STRING, LIST, ARRAY, STRUCT ->
          throw new IllegalStateException("no zones of " + type);
    };
  }
}
