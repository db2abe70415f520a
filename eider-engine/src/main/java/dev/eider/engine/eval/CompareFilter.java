// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.kernel.SelectKernels;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.DictionaryVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.SequenceVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.Vector;
import org.jspecify.annotations.Nullable;

/**
 * {@code column op constant}. Integer comparisons become one test for membership in a closed range:
 * {@code [low, low + span]}, kept or excluded.
 */
final class CompareFilter extends FilterNode {
  private final int position;
  private final CompareOp op;
  private final FlatVector constant;
  private long low;
  private long span;
  private int keep;
  private boolean none;
  private byte[] bytes = new byte[Vector.CAPACITY];
  private @Nullable FlatVector lastDictionary;
  private int lastDictionarySize;
  private byte[] matches = new byte[0];

  CompareFilter(int position, CompareOp op, Value value) {
    this.position = position;
    this.op = op;
    constant = FlatVector.allocate(value.type(), 1);
    constant.setValue(0, value);
    if (constant instanceof IntVector ints) {
      range(ints.get(0), Integer.MIN_VALUE, Integer.MAX_VALUE);
    } else if (constant instanceof LongVector longs) {
      // Unsigned order is signed order with the top bit flipped; the bias is undone below.
      long bias = value.type().id() == TypeId.UBIGINT ? Long.MIN_VALUE : 0;
      range(longs.get(0) ^ bias, Long.MIN_VALUE, Long.MAX_VALUE);
      low ^= bias;
    }
  }

  private void range(long c, long min, long max) {
    keep = op == CompareOp.NE ? 0 : 1;
    switch (op) {
      case EQ, NE -> {
        low = c;
        span = 0;
      }
      case LT -> {
        none = c == min;
        low = min;
        span = c - 1 - min;
      }
      case LE -> {
        low = min;
        span = c - min;
      }
      case GT -> {
        none = c == max;
        low = c + 1;
        span = max - (c + 1);
      }
      case GE -> {
        low = c;
        span = max - c;
      }
    }
  }

  @Override
  int select(DataChunk input, int[] out) {
    int count = input.size();
    if (none) {
      return 0;
    }
    return switch (input.column(position)) {
      case FlatVector flat ->
          SelectKernels.retainValid(out, selectFlat(flat, count, out), flat.validity());
      case ConstantVector one -> constantMatches(one) ? SelectKernels.selectAll(count, out) : 0;
      case DictionaryVector dictionary ->
          SelectKernels.selectCode(dictionary.codes(), matchesOf(dictionary), count, out);
      case SequenceVector sequence -> selectFlat(sequence.flatten(count), count, out);
    };
  }

  private int selectFlat(FlatVector column, int count, int[] out) {
    return switch (column) {
      case IntVector v ->
          SelectKernels.selectRangeInt(v.values(), (int) low, (int) span, keep, count, out);
      case LongVector v -> SelectKernels.selectRangeLong(v.values(), low, span, keep, count, out);
      case DoubleVector v when !Double.isNaN(((DoubleVector) constant).get(0)) ->
          selectDouble(v.values(), ((DoubleVector) constant).get(0), count, out);
      case FloatVector v when !Float.isNaN(((FloatVector) constant).get(0)) ->
          selectFloat(v.values(), ((FloatVector) constant).get(0), count, out);
      case StringVector v when isShortEquality() -> {
        long[] word = ((StringVector) constant).views();
        int inside = op == CompareOp.EQ ? 1 : 0;
        yield SelectKernels.selectEqStringShort(v.views(), word[0], word[1], inside, count, out);
      }
      default -> {
        CompareColumns.constant(op, column, constant, count, bytes(count));
        yield SelectKernels.selectTrue(bytes, count, out);
      }
    };
  }

  private boolean isShortEquality() {
    return (op == CompareOp.EQ || op == CompareOp.NE)
        && ((StringVector) constant).length(0) <= StringVector.INLINE;
  }

  private int selectDouble(double[] values, double c, int count, int[] out) {
    return switch (op) {
      case LT -> SelectKernels.selectLtDoubleConst(values, c, 1, count, out);
      case GE -> SelectKernels.selectLtDoubleConst(values, c, 0, count, out);
      case LE -> SelectKernels.selectLeDoubleConst(values, c, 1, count, out);
      case GT -> SelectKernels.selectLeDoubleConst(values, c, 0, count, out);
      case EQ -> SelectKernels.selectEqDoubleConst(values, c, 1, count, out);
      case NE -> SelectKernels.selectEqDoubleConst(values, c, 0, count, out);
    };
  }

  private int selectFloat(float[] values, float c, int count, int[] out) {
    return switch (op) {
      case LT -> SelectKernels.selectLtFloatConst(values, c, 1, count, out);
      case GE -> SelectKernels.selectLtFloatConst(values, c, 0, count, out);
      case LE -> SelectKernels.selectLeFloatConst(values, c, 1, count, out);
      case GT -> SelectKernels.selectLeFloatConst(values, c, 0, count, out);
      case EQ -> SelectKernels.selectEqFloatConst(values, c, 1, count, out);
      case NE -> SelectKernels.selectEqFloatConst(values, c, 0, count, out);
    };
  }

  @Override
  int refine(DataChunk input, int[] rows, int count) {
    if (none) {
      return 0;
    }
    return switch (input.column(position)) {
      case FlatVector flat ->
          SelectKernels.retainValid(
              rows, refineFlat(flat, input.size(), rows, count), flat.validity());
      case ConstantVector one -> constantMatches(one) ? count : 0;
      case DictionaryVector dictionary ->
          SelectKernels.selectCodeOf(dictionary.codes(), matchesOf(dictionary), rows, count, rows);
      case SequenceVector sequence ->
          refineFlat(sequence.flatten(input.size()), input.size(), rows, count);
    };
  }

  private int refineFlat(FlatVector column, int size, int[] rows, int count) {
    return switch (column) {
      case IntVector v ->
          SelectKernels.selectRangeIntOf(
              v.values(), (int) low, (int) span, keep, rows, count, rows);
      case LongVector v ->
          SelectKernels.selectRangeLongOf(v.values(), low, span, keep, rows, count, rows);
      case DoubleVector v when !Double.isNaN(((DoubleVector) constant).get(0)) ->
          refineDouble(v.values(), ((DoubleVector) constant).get(0), rows, count);
      case StringVector v when isShortEquality() -> {
        long[] word = ((StringVector) constant).views();
        int inside = op == CompareOp.EQ ? 1 : 0;
        yield SelectKernels.selectEqStringShortOf(
            v.views(), word[0], word[1], inside, rows, count, rows);
      }
      default -> {
        CompareColumns.constant(op, column, constant, size, bytes(size));
        int kept = 0;
        for (int i = 0; i < count; i++) {
          int row = rows[i];
          rows[kept] = row;
          kept += bytes[row];
        }
        yield kept;
      }
    };
  }

  private int refineDouble(double[] values, double c, int[] rows, int count) {
    return switch (op) {
      case LT -> SelectKernels.selectLtDoubleConstOf(values, c, 1, rows, count, rows);
      case GE -> SelectKernels.selectLtDoubleConstOf(values, c, 0, rows, count, rows);
      case LE -> SelectKernels.selectLeDoubleConstOf(values, c, 1, rows, count, rows);
      case GT -> SelectKernels.selectLeDoubleConstOf(values, c, 0, rows, count, rows);
      case EQ -> SelectKernels.selectEqDoubleConstOf(values, c, 1, rows, count, rows);
      case NE -> SelectKernels.selectEqDoubleConstOf(values, c, 0, rows, count, rows);
    };
  }

  private boolean constantMatches(ConstantVector one) {
    if (one.isNullConstant()) {
      return false;
    }
    CompareColumns.constant(op, one.value(), constant, 1, bytes(1));
    return bytes[0] == 1;
  }

  /** One byte a dictionary entry: whether it qualifies. */
  private byte[] matchesOf(DictionaryVector dictionary) {
    FlatVector entries = dictionary.dictionary();
    int size = dictionary.dictionarySize();
    if (entries != lastDictionary || size != lastDictionarySize) {
      byte[] marks = new byte[Math.max(1, size)];
      CompareColumns.constant(op, entries, constant, size, marks);
      for (int i = 0; i < size; i++) {
        if (entries.isNull(i)) {
          marks[i] = 0;
        }
      }
      matches = marks;
      lastDictionary = entries;
      lastDictionarySize = size;
    }
    return matches;
  }

  private byte[] bytes(int count) {
    if (bytes.length < count) {
      bytes = new byte[count];
    }
    return bytes;
  }
}
