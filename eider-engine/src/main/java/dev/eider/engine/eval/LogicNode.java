// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import java.util.Arrays;

/**
 * AND and OR in three-valued logic. A part is evaluated only for rows that the parts before left
 * open; a part that can neither fail nor differ is evaluated for all rows when most are open.
 *
 * <p>While parts are added, a row's byte is the deciding value (0 for AND, 1 for OR) once decided,
 * else the other one; {@code nulls} marks rows of which some part was NULL.
 */
final class LogicNode extends EvalNode {
  private final boolean and;
  private final EvalNode[] parts;
  private final RowSubset[] subsets;
  private final boolean[] lazy;
  private final BoolVector result = new BoolVector(LogicalType.BOOLEAN, Vector.CAPACITY);
  private int[] open = new int[Vector.CAPACITY];
  private long[] nulls = new long[FlatVector.words(Vector.CAPACITY)];
  private boolean anyNull;

  LogicNode(boolean and, EvalNode[] parts, RowSubset[] subsets, boolean[] lazy) {
    super(LogicalType.BOOLEAN);
    this.and = and;
    this.parts = parts;
    this.subsets = subsets;
    this.lazy = lazy;
  }

  @Override
  Vector evaluate(DataChunk input) {
    int count = input.size();
    result.reset();
    result.ensureCapacity(count);
    if (open.length < count) {
      open = new int[count];
      nulls = new long[FlatVector.words(count)];
    }
    byte[] values = result.values();
    Arrays.fill(values, 0, count, (byte) (and ? 1 : 0));
    anyNull = false;
    int left = count;
    for (int p = 0; p < parts.length && left > 0; p++) {
      if (left == count || !lazy[p] && left * 2 > count) {
        addAll(parts[p].evaluate(input), parts[p], values, count);
      } else {
        DataChunk rows = subsets[p].gather(input, open, left);
        addOpen(parts[p].evaluate(rows), parts[p], values, left);
      }
      left = p + 1 < parts.length ? findOpen(values, count) : 0;
    }
    if (anyNull) {
      finishNulls(values, count);
    }
    return result;
  }

  private int findOpen(byte[] values, int count) {
    int flip = and ? 0 : 1;
    int found = 0;
    for (int i = 0; i < count; i++) {
      open[found] = i;
      found += values[i] ^ flip;
    }
    return found;
  }

  private void addAll(Vector part, EvalNode node, byte[] values, int count) {
    if (part instanceof ConstantVector one) {
      if (one.isNullConstant()) {
        markNulls();
        Arrays.fill(nulls, 0, FlatVector.words(count), -1L);
      } else if (((BoolVector) one.value()).get(0) == (and ? 0 : 1)) {
        Arrays.fill(values, 0, count, (byte) (and ? 0 : 1));
      }
      return;
    }
    BoolVector flat = (BoolVector) node.evaluateFlat(part, count);
    byte[] from = flat.values();
    if (flat.validity() == null) {
      if (and) {
        for (int i = 0; i < count; i++) {
          values[i] &= from[i];
        }
      } else {
        for (int i = 0; i < count; i++) {
          values[i] |= from[i];
        }
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      addOne(flat, i, i, values);
    }
  }

  private void addOpen(Vector part, EvalNode node, byte[] values, int left) {
    BoolVector flat = (BoolVector) node.evaluateFlat(part, left);
    for (int i = 0; i < left; i++) {
      addOne(flat, i, open[i], values);
    }
  }

  private void addOne(BoolVector part, int i, int row, byte[] values) {
    if (part.isNull(i)) {
      markNulls();
      nulls[row >> 6] |= 1L << row;
    } else if (and) {
      values[row] &= part.get(i);
    } else {
      values[row] |= part.get(i);
    }
  }

  private void markNulls() {
    if (!anyNull) {
      anyNull = true;
      Arrays.fill(nulls, 0L);
    }
  }

  private void finishNulls(byte[] values, int count) {
    byte decided = (byte) (and ? 0 : 1);
    for (int i = 0; i < count; i++) {
      if ((nulls[i >> 6] >>> i & 1) != 0 && values[i] != decided) {
        result.setNull(i);
      }
    }
  }
}
