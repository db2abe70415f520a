// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

/**
 * The values of one page in one encoding, front to back. An encoding offers the forms that it is
 * defined for; the others are refused by name. NULLs have no value here.
 */
abstract class PageValues {
  private final String name;

  PageValues(String name) {
    this.name = name;
  }

  void readInts(int[] out, int from, int count) {
    throw undefined("INT32");
  }

  void readLongs(long[] out, int from, int count) {
    throw undefined("INT64");
  }

  void readFloats(float[] out, int from, int count) {
    throw undefined("FLOAT");
  }

  void readDoubles(double[] out, int from, int count) {
    throw undefined("DOUBLE");
  }

  void readBooleans(byte[] out, int from, int count) {
    throw undefined("BOOLEAN");
  }

  /** The next {@code count} byte strings; {@code out} holds them until the next chunk. */
  void readBinary(BinaryBatch out, int count) {
    throw undefined("BYTE_ARRAY");
  }

  /** Passes over values. */
  abstract void skip(int count);

  private DamagedException undefined(String type) {
    return new DamagedException("a page of type " + type + " has the encoding " + name);
  }
}
