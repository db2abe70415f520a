// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import dev.eider.base.type.LogicalType;

/** In which order the bounds of a leaf's values are kept. */
enum ValueOrder {
  SIGNED,
  UNSIGNED,
  FLOAT,
  DOUBLE,
  /** Bytes, compared as unsigned ones. */
  BYTES,
  /** Bytes of a signed number, most significant first. */
  BYTES_SIGNED,
  ENUM,
  /** No bounds. */
  NONE;

  static ValueOrder of(WriteLeaf leaf) {
    return switch (leaf.form()) {
      case BOOLEAN, SECONDS, TIME_TZ -> SIGNED;
      case INT, LONG_AS_INT, LONG -> leaf.type().isUnsigned() ? UNSIGNED : SIGNED;
      case FLOAT -> FLOAT;
      case DOUBLE -> DOUBLE;
      case TEXT, BYTES, UUID -> BYTES;
      case WIDE -> BYTES_SIGNED;
      case ENUM -> ENUM;
      case NONE,
          HUGEINT_AS_DOUBLE,
          INTERVAL,
          INT96_SECONDS,
          INT96_MILLIS,
          INT96_MICROS,
          INT96_NANOS ->
          NONE;
    };
  }

  /** Whether the deprecated bounds, whose order is not told, are written too. */
  boolean isSigned(LogicalType type) {
    return this != NONE && !type.isUnsigned();
  }
}
