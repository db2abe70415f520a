// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.type;

/**
 * How a vector stores values. Few on purpose: every kernel exists once per physical type, so narrow
 * integers share {@link #INT32} and unsigned 64-bit ones share {@link #INT64} (the logical type
 * says which order and range apply).
 */
public enum PhysicalType {
  /** {@code byte[]}, 0 or 1. */
  BOOL,
  /** {@code int[]}: TINYINT, SMALLINT, INTEGER, UTINYINT, USMALLINT, DATE, ENUM codes, NULL. */
  INT32,
  /**
   * {@code long[]}: BIGINT, UINTEGER, UBIGINT (unsigned bits), times, timestamps, DECIMAL to 18.
   */
  INT64,
  /** Two longs a value, low then high: HUGEINT, UHUGEINT, UUID, DECIMAL from 19 digits. */
  INT128,
  /** {@code float[]}. */
  FLOAT,
  /** {@code double[]}. */
  DOUBLE,
  /** Two longs a value: microseconds, then months (high half) and days (low half). */
  INTERVAL,
  /** 16-byte views: VARCHAR (UTF-8), BLOB, BIT, BIGNUM, JSON. */
  STRING,
  /** Offset and length into a child vector: LIST and MAP. */
  LIST,
  /** A fixed number of child values a row. */
  ARRAY,
  /** One child vector a field: STRUCT, TUPLE, UNION (tag first). */
  STRUCT
}
