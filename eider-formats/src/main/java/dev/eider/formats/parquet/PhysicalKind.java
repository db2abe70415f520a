// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

/** The physical types of a column chunk, in the order of their numbers. */
public enum PhysicalKind {
  BOOLEAN,
  INT32,
  INT64,
  INT96,
  FLOAT,
  DOUBLE,
  BYTE_ARRAY,
  FIXED_LEN_BYTE_ARRAY;

  private static final PhysicalKind[] ALL = values();

  static PhysicalKind of(int number) {
    if (number < 0 || number >= ALL.length) {
      throw new DamagedException("it has a column of unknown physical type " + number);
    }
    return ALL[number];
  }
}
