// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.type;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One value of a type, boxed; {@code object == null} is SQL NULL. For the control plane: constants,
 * statistics, settings, results of a few rows. Objects by physical type: {@link Boolean}; {@link
 * Integer} for INT32; {@link Long} for INT64 (UBIGINT: its bits); {@link java.math.BigInteger} for
 * INT128 (UUID: the unsigned 128 bits; DECIMAL: unscaled); {@link Float}; {@link Double}; {@link
 * Interval}; {@link String} for VARCHAR, JSON, BIT and BIGNUM text, {@code byte[]} for BLOB; {@code
 * List<Value>} for LIST, ARRAY and STRUCT (fields in order), MAP (entries as STRUCT values) and
 * UNION (tag value of type INTEGER, then one value a member, the others NULL).
 */
public record Value(LogicalType type, @Nullable Object object) {
  public static final Value NULL = new Value(LogicalType.SQLNULL, null);
  public static final Value TRUE = new Value(LogicalType.BOOLEAN, true);
  public static final Value FALSE = new Value(LogicalType.BOOLEAN, false);

  public static Value nullOf(LogicalType type) {
    return new Value(type, null);
  }

  public static Value of(boolean value) {
    return value ? TRUE : FALSE;
  }

  public static Value of(int value) {
    return new Value(LogicalType.INTEGER, value);
  }

  public static Value of(long value) {
    return new Value(LogicalType.BIGINT, value);
  }

  public static Value of(double value) {
    return new Value(LogicalType.DOUBLE, value);
  }

  public static Value of(String value) {
    return new Value(LogicalType.VARCHAR, value);
  }

  public boolean isNull() {
    return object == null;
  }

  /** The object of a value known not to be NULL. */
  public Object get() {
    if (object == null) {
      throw new IllegalStateException("NULL has no object");
    }
    return object;
  }

  public boolean asBoolean() {
    return (Boolean) get();
  }

  /** Any INT32 or INT64 value widened. */
  public long asLong() {
    return ((Number) get()).longValue();
  }

  public double asDouble() {
    return ((Number) get()).doubleValue();
  }

  public String asString() {
    return (String) get();
  }

  @SuppressWarnings("unchecked")
  public List<Value> asList() {
    return (List<Value>) get();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof Value that) || !type.equals(that.type)) {
      return false;
    }
    if (object instanceof byte[] mine && that.object instanceof byte[] theirs) {
      return Arrays.equals(mine, theirs);
    }
    return object == null ? that.object == null : object.equals(that.object);
  }

  @Override
  public int hashCode() {
    return object instanceof byte[] bytes
        ? Arrays.hashCode(bytes)
        : object == null ? 0 : object.hashCode();
  }
}
