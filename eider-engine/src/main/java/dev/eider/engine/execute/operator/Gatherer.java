// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.DictionaryVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.SequenceVector;
import dev.eider.base.vector.Vector;
import org.jspecify.annotations.Nullable;

/**
 * Makes chunks of selected rows in vectors that it reuses. Text is shared with the source: the
 * result lives no longer than the source's chunk. One thread.
 */
final class Gatherer {
  /** A chunk without rows. */
  static final DataChunk NOTHING = new DataChunk(new Vector[0], 0);

  private @Nullable FlatVector[] scratch = new @Nullable FlatVector[0];
  private DataChunk result = new DataChunk(new Vector[0], 0);

  /** The rows {@code selection[0, count)} of all columns. */
  DataChunk gather(DataChunk source, int[] selection, int count) {
    int columns = source.columnCount();
    if (scratch.length != columns) {
      scratch = new @Nullable FlatVector[columns];
      result = new DataChunk(new Vector[columns], 0);
    }
    for (int i = 0; i < columns; i++) {
      result.setColumn(i, column(i, source.column(i), selection, count));
    }
    result.setSize(count);
    return result;
  }

  private Vector column(int index, Vector source, int[] selection, int count) {
    return switch (source) {
      case FlatVector flat -> {
        FlatVector target = target(index, flat);
        target.gather(flat, selection, count);
        yield target;
      }
      case ConstantVector constant -> constant;
      case DictionaryVector codes -> {
        int[] from = codes.codes();
        int[] to = new int[count];
        for (int i = 0; i < count; i++) {
          to[i] = from[selection[i]];
        }
        yield new DictionaryVector(codes.dictionary(), codes.dictionarySize(), to);
      }
      case SequenceVector sequence -> {
        FlatVector flat = sequence.flatten(selection[count - 1] + 1);
        FlatVector target = target(index, flat);
        target.gather(flat, selection, count);
        yield target;
      }
    };
  }

  private FlatVector target(int index, FlatVector like) {
    FlatVector target = scratch[index];
    if (target == null || target.type() != like.type()) {
      target = FlatVector.allocate(like.type(), Vector.CAPACITY);
      scratch[index] = target;
    }
    return target;
  }
}
