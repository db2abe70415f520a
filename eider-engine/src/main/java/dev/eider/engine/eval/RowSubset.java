// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.DictionaryVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.SequenceVector;
import dev.eider.base.vector.Vector;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of a chunk as a chunk of their own, for the expressions that only those rows reach.
 * Only the columns that the expression reads are gathered; the others are a NULL constant.
 */
final class RowSubset {
  private static final Vector UNUSED =
      ConstantVector.of(Value.nullOf(new LogicalType.Simple(TypeId.BOOLEAN)));

  private final int[] positions;
  private final @Nullable FlatVector[] gathered;
  private final int[][] codes;
  private @Nullable DataChunk chunk;

  /** A subset that gathers the columns at these positions. */
  RowSubset(int[] positions) {
    this.positions = positions;
    gathered = new FlatVector[positions.length];
    codes = new int[positions.length][];
  }

  /** The rows {@code rows[0..count)}; valid until the next call. */
  DataChunk gather(DataChunk input, int[] rows, int count) {
    DataChunk target = chunk;
    if (target == null || target.columnCount() != input.columnCount()) {
      Vector[] columns = new Vector[input.columnCount()];
      java.util.Arrays.fill(columns, UNUSED);
      target = new DataChunk(columns, 0);
      chunk = target;
    }
    for (int i = 0; i < positions.length; i++) {
      target.setColumn(positions[i], gatherColumn(i, input.column(positions[i]), rows, count));
    }
    target.setSize(count);
    return target;
  }

  private Vector gatherColumn(int slot, Vector column, int[] rows, int count) {
    return switch (column) {
      case ConstantVector constant -> constant;
      case DictionaryVector dictionary -> {
        int[] to = codes[slot];
        if (to == null || to.length < count) {
          to = new int[Math.max(count, Vector.CAPACITY)];
          codes[slot] = to;
        }
        int[] from = dictionary.codes();
        for (int i = 0; i < count; i++) {
          to[i] = from[rows[i]];
        }
        yield new DictionaryVector(dictionary.dictionary(), dictionary.dictionarySize(), to);
      }
      case FlatVector flat -> {
        FlatVector to = target(slot, flat.type(), count);
        to.gather(flat, rows, count);
        yield to;
      }
      case SequenceVector sequence -> {
        FlatVector all = sequence.flatten(count == 0 ? 0 : rows[count - 1] + 1);
        FlatVector to = target(slot, sequence.type(), count);
        to.gather(all, rows, count);
        yield to;
      }
    };
  }

  private FlatVector target(int slot, LogicalType type, int count) {
    FlatVector to = gathered[slot];
    if (to == null) {
      to = FlatVector.allocate(type, Math.max(count, 1));
      gathered[slot] = to;
    }
    return to;
  }
}
