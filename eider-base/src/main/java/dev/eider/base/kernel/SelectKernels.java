// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.kernel;

import org.jspecify.annotations.Nullable;

/**
 * Selections: which rows qualify, written branch-free as ascending row numbers.
 *
 * <p>Each kernel has a dense shape over rows {@code [0, count)} and a {@code ...Of} shape over the
 * rows listed in {@code rows[0..count)}; there {@code out} may be {@code rows} itself. The answer
 * is the number of rows written. NULLs are not looked at: {@link #retainValid} drops them after.
 *
 * <p>All six comparisons with a constant of an integer type are one kernel: membership in a closed
 * range, by one unsigned comparison; {@code keep} 1 keeps rows inside, 0 rows outside.
 */
public final class SelectKernels {
  private SelectKernels() {}

  /** Keeps of {@code out[0..count)} the rows whose bit is set. */
  public static int retainValid(int[] out, int count, long @Nullable [] validity) {
    if (validity == null) {
      return count;
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = out[i];
      out[kept] = row;
      kept += (int) (validity[row >> 6] >>> row & 1);
    }
    return kept;
  }

  /** Writes the rows whose validity bit equals {@code valid}. */
  public static int selectValidity(long[] validity, int valid, int count, int[] out) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      out[kept] = i;
      kept += (int) (validity[i >> 6] >>> i & 1) == valid ? 1 : 0;
    }
    return kept;
  }

  /** Writes all rows. */
  public static int selectAll(int count, int[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = i;
    }
    return count;
  }

  /** Writes the rows of which {@code values} is 1. */
  public static int selectTrue(byte[] values, int count, int[] out) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      out[kept] = i;
      kept += values[i];
    }
    return kept;
  }

  /** Writes the rows whose code is marked 1 in {@code matches}. */
  public static int selectCode(int[] codes, byte[] matches, int count, int[] out) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      out[kept] = i;
      kept += matches[codes[i]];
    }
    return kept;
  }

  /** {@link #selectCode} over listed rows. */
  public static int selectCodeOf(int[] codes, byte[] matches, int[] rows, int count, int[] out) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      out[kept] = row;
      kept += matches[codes[row]];
    }
    return kept;
  }

  /** Writes the rows in or not in {@code [low, low + span]} (unsigned span). */
  public static int selectRangeInt(
      int[] values, int low, int span, int keep, int count, int[] out) {
    int limit = span + Integer.MIN_VALUE;
    int outside = 1 - keep;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      out[kept] = i;
      kept += ((values[i] - low) + Integer.MIN_VALUE <= limit ? 1 : 0) ^ outside;
    }
    return kept;
  }

  /** {@link #selectRangeInt} over listed rows. */
  public static int selectRangeIntOf(
      int[] values, int low, int span, int keep, int[] rows, int count, int[] out) {
    int limit = span + Integer.MIN_VALUE;
    int outside = 1 - keep;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      out[kept] = row;
      kept += ((values[row] - low) + Integer.MIN_VALUE <= limit ? 1 : 0) ^ outside;
    }
    return kept;
  }

  /** Writes the rows in or not in {@code [low, low + span]} (unsigned span). */
  public static int selectRangeLong(
      long[] values, long low, long span, int keep, int count, int[] out) {
    long limit = span + Long.MIN_VALUE;
    int outside = 1 - keep;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      out[kept] = i;
      kept += ((values[i] - low) + Long.MIN_VALUE <= limit ? 1 : 0) ^ outside;
    }
    return kept;
  }

  /** {@link #selectRangeLong} over listed rows. */
  public static int selectRangeLongOf(
      long[] values, long low, long span, int keep, int[] rows, int count, int[] out) {
    long limit = span + Long.MIN_VALUE;
    int outside = 1 - keep;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      out[kept] = row;
      kept += ((values[row] - low) + Long.MIN_VALUE <= limit ? 1 : 0) ^ outside;
    }
    return kept;
  }

  /** Writes the rows less than the constant (which is not NaN), or with keep 0 all others. */
  public static int selectLtDoubleConst(
      double[] values, double constant, int keep, int count, int[] out) {
    int outside = 1 - keep;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      out[kept] = i;
      kept += (values[i] < constant ? 1 : 0) ^ outside;
    }
    return kept;
  }

  /** {@link #selectLtDoubleConst} over listed rows. */
  public static int selectLtDoubleConstOf(
      double[] values, double constant, int keep, int[] rows, int count, int[] out) {
    int outside = 1 - keep;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      out[kept] = row;
      kept += (values[row] < constant ? 1 : 0) ^ outside;
    }
    return kept;
  }

  /** Writes the rows at most the constant (which is not NaN), or with keep 0 all others. */
  public static int selectLeDoubleConst(
      double[] values, double constant, int keep, int count, int[] out) {
    int outside = 1 - keep;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      out[kept] = i;
      kept += (values[i] <= constant ? 1 : 0) ^ outside;
    }
    return kept;
  }

  /** {@link #selectLeDoubleConst} over listed rows. */
  public static int selectLeDoubleConstOf(
      double[] values, double constant, int keep, int[] rows, int count, int[] out) {
    int outside = 1 - keep;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      out[kept] = row;
      kept += (values[row] <= constant ? 1 : 0) ^ outside;
    }
    return kept;
  }

  /** Writes the rows equal to the constant (which is not NaN), or with keep 0 all others. */
  public static int selectEqDoubleConst(
      double[] values, double constant, int keep, int count, int[] out) {
    int outside = 1 - keep;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      out[kept] = i;
      kept += (values[i] == constant ? 1 : 0) ^ outside;
    }
    return kept;
  }

  /** {@link #selectEqDoubleConst} over listed rows. */
  public static int selectEqDoubleConstOf(
      double[] values, double constant, int keep, int[] rows, int count, int[] out) {
    int outside = 1 - keep;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      out[kept] = row;
      kept += (values[row] == constant ? 1 : 0) ^ outside;
    }
    return kept;
  }

  /** Writes the rows less than the constant (which is not NaN), or with keep 0 all others. */
  public static int selectLtFloatConst(
      float[] values, float constant, int keep, int count, int[] out) {
    int outside = 1 - keep;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      out[kept] = i;
      kept += (values[i] < constant ? 1 : 0) ^ outside;
    }
    return kept;
  }

  /** {@link #selectLtFloatConst} over listed rows. */
  public static int selectLtFloatConstOf(
      float[] values, float constant, int keep, int[] rows, int count, int[] out) {
    int outside = 1 - keep;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      out[kept] = row;
      kept += (values[row] < constant ? 1 : 0) ^ outside;
    }
    return kept;
  }

  /** Writes the rows at most the constant (which is not NaN), or with keep 0 all others. */
  public static int selectLeFloatConst(
      float[] values, float constant, int keep, int count, int[] out) {
    int outside = 1 - keep;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      out[kept] = i;
      kept += (values[i] <= constant ? 1 : 0) ^ outside;
    }
    return kept;
  }

  /** {@link #selectLeFloatConst} over listed rows. */
  public static int selectLeFloatConstOf(
      float[] values, float constant, int keep, int[] rows, int count, int[] out) {
    int outside = 1 - keep;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      out[kept] = row;
      kept += (values[row] <= constant ? 1 : 0) ^ outside;
    }
    return kept;
  }

  /** Writes the rows equal to the constant (which is not NaN), or with keep 0 all others. */
  public static int selectEqFloatConst(
      float[] values, float constant, int keep, int count, int[] out) {
    int outside = 1 - keep;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      out[kept] = i;
      kept += (values[i] == constant ? 1 : 0) ^ outside;
    }
    return kept;
  }

  /** {@link #selectEqFloatConst} over listed rows. */
  public static int selectEqFloatConstOf(
      float[] values, float constant, int keep, int[] rows, int count, int[] out) {
    int outside = 1 - keep;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      out[kept] = row;
      kept += (values[row] == constant ? 1 : 0) ^ outside;
    }
    return kept;
  }

  /**
   * Writes the rows whose short string equals the constant's view words, or with keep 0 those that
   * differ. The constant is at most 12 bytes long, so both words decide.
   */
  public static int selectEqStringShort(
      long[] views, long word0, long word1, int keep, int count, int[] out) {
    int outside = 1 - keep;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      out[kept] = i;
      kept += (((views[2 * i] ^ word0) | (views[2 * i + 1] ^ word1)) == 0 ? 1 : 0) ^ outside;
    }
    return kept;
  }

  /** {@link #selectEqStringShort} over listed rows. */
  public static int selectEqStringShortOf(
      long[] views, long word0, long word1, int keep, int[] rows, int count, int[] out) {
    int outside = 1 - keep;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      out[kept] = row;
      kept += (((views[2 * row] ^ word0) | (views[2 * row + 1] ^ word1)) == 0 ? 1 : 0) ^ outside;
    }
    return kept;
  }
}
