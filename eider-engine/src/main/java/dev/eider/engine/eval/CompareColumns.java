// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.kernel.ComparisonKernels;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;

/** Dispatches a comparison of two columns, or of a column and a constant, to its kernel. */
final class CompareColumns {
  private CompareColumns() {}

  /** Writes 0 or 1 for each row, whatever the NULLs. */
  static void columns(CompareOp op, FlatVector a, FlatVector b, int count, byte[] out) {
    switch (op) {
      case GT -> columns(CompareOp.LT, b, a, count, out);
      case LE -> less(b, a, 1, count, out);
      case LT -> less(a, b, 0, count, out);
      case GE -> less(a, b, 1, count, out);
      case EQ -> equal(a, b, 0, count, out);
      case NE -> equal(a, b, 1, count, out);
    }
  }

  private static void less(FlatVector a, FlatVector b, int flip, int count, byte[] out) {
    switch (a) {
      case IntVector v ->
          ComparisonKernels.ltInt(v.values(), ((IntVector) b).values(), flip, count, out);
      case LongVector v -> {
        if (v.type().id() == TypeId.UBIGINT) {
          ComparisonKernels.ltUnsigned(v.values(), ((LongVector) b).values(), flip, count, out);
        } else {
          ComparisonKernels.ltLong(v.values(), ((LongVector) b).values(), flip, count, out);
        }
      }
      case DoubleVector v ->
          ComparisonKernels.ltDouble(v.values(), ((DoubleVector) b).values(), flip, count, out);
      case FloatVector v ->
          ComparisonKernels.ltFloat(v.values(), ((FloatVector) b).values(), flip, count, out);
      case BoolVector v ->
          ComparisonKernels.ltBool(v.values(), ((BoolVector) b).values(), flip, count, out);
      case StringVector v when isText(v) -> lessString(v, (StringVector) b, 1, flip, count, out);
      default -> lessAny(a, b, 1, flip, count, out);
    }
  }

  private static void equal(FlatVector a, FlatVector b, int flip, int count, byte[] out) {
    switch (a) {
      case IntVector v ->
          ComparisonKernels.eqInt(v.values(), ((IntVector) b).values(), flip, count, out);
      case LongVector v ->
          ComparisonKernels.eqLong(v.values(), ((LongVector) b).values(), flip, count, out);
      case DoubleVector v ->
          ComparisonKernels.eqDouble(v.values(), ((DoubleVector) b).values(), flip, count, out);
      case FloatVector v ->
          ComparisonKernels.eqFloat(v.values(), ((FloatVector) b).values(), flip, count, out);
      case BoolVector v ->
          ComparisonKernels.eqBool(v.values(), ((BoolVector) b).values(), flip, count, out);
      case StringVector v -> equalString(v, (StringVector) b, 1, flip, count, out);
      default -> equalAny(a, b, 1, flip, count, out);
    }
  }

  /** Whether order is that of the bytes; a BIGNUM's text is ordered by its value. */
  private static boolean isText(StringVector strings) {
    return strings.type().id() != TypeId.BIGNUM;
  }

  /** Compares a column with the constant at row 0 of {@code b}, which is not NULL. */
  static void constant(CompareOp op, FlatVector a, FlatVector b, int count, byte[] out) {
    switch (op) {
      case LT -> order(a, b, true, 0, count, out);
      case GE -> order(a, b, true, 1, count, out);
      case GT -> order(a, b, false, 0, count, out);
      case LE -> order(a, b, false, 1, count, out);
      case EQ -> equalConstant(a, b, 0, count, out);
      case NE -> equalConstant(a, b, 1, count, out);
    }
  }

  private static void order(
      FlatVector a, FlatVector b, boolean less, int flip, int count, byte[] out) {
    switch (a) {
      case IntVector v -> {
        int c = ((IntVector) b).get(0);
        if (less) {
          ComparisonKernels.ltIntConst(v.values(), c, flip, count, out);
        } else {
          ComparisonKernels.gtIntConst(v.values(), c, flip, count, out);
        }
      }
      case LongVector v -> orderLong(v, ((LongVector) b).get(0), less, flip, count, out);
      case DoubleVector v when !Double.isNaN(((DoubleVector) b).get(0)) -> {
        double c = ((DoubleVector) b).get(0);
        if (less) {
          ComparisonKernels.ltDoubleConst(v.values(), c, flip, count, out);
        } else {
          ComparisonKernels.gtDoubleConst(v.values(), c, flip, count, out);
        }
      }
      case FloatVector v when !Float.isNaN(((FloatVector) b).get(0)) -> {
        float c = ((FloatVector) b).get(0);
        if (less) {
          ComparisonKernels.ltFloatConst(v.values(), c, flip, count, out);
        } else {
          ComparisonKernels.gtFloatConst(v.values(), c, flip, count, out);
        }
      }
      case StringVector v when isText(v) -> {
        if (less) {
          lessString(v, (StringVector) b, 0, flip, count, out);
        } else {
          greaterString(v, (StringVector) b, flip, count, out);
        }
      }
      default -> {
        if (less) {
          lessAny(a, b, 0, flip, count, out);
        } else {
          greaterAny(a, b, flip, count, out);
        }
      }
    }
  }

  private static void orderLong(
      LongVector v, long c, boolean less, int flip, int count, byte[] out) {
    if (v.type().id() == TypeId.UBIGINT) {
      if (less) {
        ComparisonKernels.ltUnsignedConst(v.values(), c, flip, count, out);
      } else {
        ComparisonKernels.gtUnsignedConst(v.values(), c, flip, count, out);
      }
    } else if (less) {
      ComparisonKernels.ltLongConst(v.values(), c, flip, count, out);
    } else {
      ComparisonKernels.gtLongConst(v.values(), c, flip, count, out);
    }
  }

  private static void equalConstant(FlatVector a, FlatVector b, int flip, int count, byte[] out) {
    switch (a) {
      case IntVector v ->
          ComparisonKernels.eqIntConst(v.values(), ((IntVector) b).get(0), flip, count, out);
      case LongVector v ->
          ComparisonKernels.eqLongConst(v.values(), ((LongVector) b).get(0), flip, count, out);
      case DoubleVector v when !Double.isNaN(((DoubleVector) b).get(0)) ->
          ComparisonKernels.eqDoubleConst(v.values(), ((DoubleVector) b).get(0), flip, count, out);
      case FloatVector v when !Float.isNaN(((FloatVector) b).get(0)) ->
          ComparisonKernels.eqFloatConst(v.values(), ((FloatVector) b).get(0), flip, count, out);
      case StringVector v -> equalString(v, (StringVector) b, 0, flip, count, out);
      default -> equalAny(a, b, 0, flip, count, out);
    }
  }

  private static void lessString(
      StringVector a, StringVector b, int step, int flip, int count, byte[] out) {
    boolean nulls = a.mayHaveNulls() || b.mayHaveNulls();
    for (int i = 0; i < count; i++) {
      if (!nulls || !(a.isNull(i) || b.isNull(i * step))) {
        out[i] = (byte) ((CompareKernels.compareString(a, i, b, i * step) < 0 ? 1 : 0) ^ flip);
      }
    }
  }

  private static void greaterString(
      StringVector a, StringVector b, int flip, int count, byte[] out) {
    boolean nulls = a.mayHaveNulls();
    for (int i = 0; i < count; i++) {
      if (!nulls || !a.isNull(i)) {
        out[i] = (byte) ((CompareKernels.compareString(a, i, b, 0) > 0 ? 1 : 0) ^ flip);
      }
    }
  }

  private static void equalString(
      StringVector a, StringVector b, int step, int flip, int count, byte[] out) {
    boolean nulls = a.mayHaveNulls() || b.mayHaveNulls();
    for (int i = 0; i < count; i++) {
      if (!nulls || !(a.isNull(i) || b.isNull(i * step))) {
        out[i] = (byte) ((CompareKernels.equalString(a, i, b, i * step) ? 1 : 0) ^ flip);
      }
    }
  }

  private static void lessAny(
      FlatVector a, FlatVector b, int step, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      if (!a.isNull(i) && !b.isNull(i * step)) {
        out[i] = (byte) ((CompareKernels.compare(a, i, b, i * step) < 0 ? 1 : 0) ^ flip);
      }
    }
  }

  private static void greaterAny(FlatVector a, FlatVector b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      if (!a.isNull(i)) {
        out[i] = (byte) ((CompareKernels.compare(a, i, b, 0) > 0 ? 1 : 0) ^ flip);
      }
    }
  }

  private static void equalAny(
      FlatVector a, FlatVector b, int step, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      if (!a.isNull(i) && !b.isNull(i * step)) {
        out[i] = (byte) ((CompareKernels.compare(a, i, b, i * step) == 0 ? 1 : 0) ^ flip);
      }
    }
  }
}
