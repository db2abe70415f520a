// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import dev.eider.formats.parquet.PhysicalKind;

/** How the values of a leaf go from a vector into a file. */
enum StoredForm {
  /** No values at all. */
  NONE(PhysicalKind.INT32, 0),
  BOOLEAN(PhysicalKind.BOOLEAN, 0),
  INT(PhysicalKind.INT32, 0),
  /** Kept in 64 bits, stored in 32: UINTEGER, DECIMAL to 9 digits. */
  LONG_AS_INT(PhysicalKind.INT32, 0),
  LONG(PhysicalKind.INT64, 0),
  /** Seconds, stored as microseconds. */
  SECONDS(PhysicalKind.INT64, 0),
  /** A time with an offset, stored as UTC. */
  TIME_TZ(PhysicalKind.INT64, 0),
  FLOAT(PhysicalKind.FLOAT, 0),
  DOUBLE(PhysicalKind.DOUBLE, 0),
  HUGEINT_AS_DOUBLE(PhysicalKind.DOUBLE, 0),
  TEXT(PhysicalKind.BYTE_ARRAY, 0),
  BYTES(PhysicalKind.BYTE_ARRAY, 0),
  ENUM(PhysicalKind.BYTE_ARRAY, 0),
  /** Two words, most significant byte first. */
  WIDE(PhysicalKind.FIXED_LEN_BYTE_ARRAY, 16),
  UUID(PhysicalKind.FIXED_LEN_BYTE_ARRAY, 16),
  INTERVAL(PhysicalKind.FIXED_LEN_BYTE_ARRAY, 12),
  /** Nanoseconds of the day and the Julian day, of a timestamp in some unit. */
  INT96_SECONDS(PhysicalKind.INT96, 12),
  INT96_MILLIS(PhysicalKind.INT96, 12),
  INT96_MICROS(PhysicalKind.INT96, 12),
  INT96_NANOS(PhysicalKind.INT96, 12);

  private final PhysicalKind physical;
  private final int fixedWidth;

  StoredForm(PhysicalKind physical, int fixedWidth) {
    this.physical = physical;
    this.fixedWidth = fixedWidth;
  }

  PhysicalKind physical() {
    return physical;
  }

  /** Bytes of a value that is stored as bytes of one length; else 0. */
  int fixedWidth() {
    return fixedWidth;
  }
}
