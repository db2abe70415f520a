// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.type;

/** The kinds of SQL types; parameters (width, fields, ...) live in {@link LogicalType}. */
public enum TypeId {
  SQLNULL,
  BOOLEAN,
  TINYINT,
  SMALLINT,
  INTEGER,
  BIGINT,
  HUGEINT,
  UTINYINT,
  USMALLINT,
  UINTEGER,
  UBIGINT,
  UHUGEINT,
  BIGNUM,
  DECIMAL,
  FLOAT,
  DOUBLE,
  VARCHAR,
  JSON,
  BLOB,
  BIT,
  UUID,
  DATE,
  TIME,
  TIME_NS,
  TIME_TZ,
  TIMESTAMP_S,
  TIMESTAMP_MS,
  TIMESTAMP,
  TIMESTAMP_NS,
  TIMESTAMP_TZ,
  INTERVAL,
  ENUM,
  LIST,
  ARRAY,
  STRUCT,
  MAP,
  UNION,
  /** The state of an aggregate function that left its aggregation. */
  AGGREGATE_STATE,
  /** Binder only: accepts any type in a function signature, or a parameter not resolved yet. */
  ANY,
  /** Binder only: an integer literal that still takes any integer type it fits. */
  INTEGER_LITERAL,
  /** Binder only: a string literal that still takes any type it can be cast to. */
  STRING_LITERAL,
  /** Binder only: a lambda argument. */
  LAMBDA
}
