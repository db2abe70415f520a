// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.formats.csv.simd.VectorRows;

/**
 * The row kernels in use, chosen once at start: the Vector API twins when the module is there, the
 * machine's vectors are wide enough and {@code -Deider.simd=off} is not set; else the scalar ones.
 */
public final class Kernels {
  private static final boolean VECTOR =
      !"off".equals(System.getProperty("eider.simd")) && isVectorApiThere() && VectorRows.USEFUL;

  private Kernels() {}

  /** By its class: the module may have been added after start, in a layer of its own. */
  private static boolean isVectorApiThere() {
    try {
      Class.forName("jdk.incubator.vector.ByteVector", false, Kernels.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Which kernels are in use: {@code scalar}, {@code vector256} or {@code vector512}. */
  public static String describe() {
    return VECTOR ? VectorRows.describe() : "scalar";
  }

  /** How many numbers of scratch {@link #scanRows} wants. */
  static int scratch() {
    return VECTOR ? VectorRows.scratch() : 0;
  }

  /** See {@link ScalarRows#scan}; {@code scratch} holds nothing between calls. */
  static int scanRows(
      byte[] text,
      int limit,
      int last,
      byte delimiter,
      byte quote,
      int mode,
      int columns,
      int[] need,
      int[] off,
      int stride,
      int rows,
      int maxRows,
      int[] state,
      int[] scratch) {
    return VECTOR
        ? VectorRows.scan(
            text, limit, last, delimiter, quote, mode, columns, need, off, stride, rows, maxRows,
            state, scratch)
        : ScalarRows.scan(
            text, limit, last, delimiter, quote, mode, columns, need, off, stride, rows, maxRows,
            state);
  }
}
