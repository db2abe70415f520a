// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import java.util.ArrayList;
import java.util.List;

/** {@code child [NOT] IN (items)}: by a hash table when all items are constants. */
final class InNode extends EvalNode {
  private final EvalNode child;
  private final ValueSet set;
  private final boolean negated;
  private final BoolVector result = new BoolVector(LogicalType.BOOLEAN, Vector.CAPACITY);

  private InNode(EvalNode child, ValueSet set, boolean negated) {
    super(LogicalType.BOOLEAN);
    this.child = child;
    this.set = set;
    this.negated = negated;
  }

  static EvalNode of(EvalNode child, EvalNode[] items, boolean negated) {
    List<Value> values = new ArrayList<>();
    for (EvalNode item : items) {
      if (!(item instanceof LeafNodes.ConstantNode constant)) {
        return new ItemsNode(child, items, negated);
      }
      values.add(constant.vector().getValue(0));
    }
    return new InNode(child, new ValueSet(child.type(), values), negated);
  }

  @Override
  Vector evaluate(DataChunk input) {
    int count = input.size();
    FlatVector column = child.evaluateFlat(input);
    result.reset();
    result.ensureCapacity(count);
    byte[] out = result.values();
    set.contains(column, count, out);
    if (set.hasNull()) {
      for (int i = 0; i < count; i++) {
        if (out[i] == 0) {
          result.setNull(i);
        }
      }
    } else {
      Validity.and(result, column, count);
    }
    negate(negated, out, count);
    return result;
  }

  private static void negate(boolean negated, byte[] out, int count) {
    if (negated) {
      for (int i = 0; i < count; i++) {
        out[i] ^= 1;
      }
    }
  }

  /** The general form: one comparison an item. */
  private static final class ItemsNode extends EvalNode {
    private final EvalNode child;
    private final EvalNode[] items;
    private final boolean negated;
    private final BoolVector result = new BoolVector(LogicalType.BOOLEAN, Vector.CAPACITY);
    private byte[] equal = new byte[Vector.CAPACITY];

    ItemsNode(EvalNode child, EvalNode[] items, boolean negated) {
      super(LogicalType.BOOLEAN);
      this.child = child;
      this.items = items;
      this.negated = negated;
    }

    @Override
    Vector evaluate(DataChunk input) {
      int count = input.size();
      FlatVector column = child.evaluateFlat(input);
      result.reset();
      result.ensureCapacity(count);
      if (equal.length < count) {
        equal = new byte[count];
      }
      byte[] out = result.values();
      java.util.Arrays.fill(out, 0, count, (byte) 0);
      boolean[] unknown = new boolean[count];
      for (EvalNode item : items) {
        FlatVector value = item.evaluateFlat(input);
        CompareColumns.columns(CompareOp.EQ, column, value, count, equal);
        for (int i = 0; i < count; i++) {
          if (column.isNull(i) || value.isNull(i)) {
            unknown[i] = true;
          } else {
            out[i] |= equal[i];
          }
        }
      }
      for (int i = 0; i < count; i++) {
        if (unknown[i] && out[i] == 0) {
          result.setNull(i);
        }
      }
      negate(negated, out, count);
      return result;
    }
  }
}
