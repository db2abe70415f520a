// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.hash;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import java.util.ArrayList;
import java.util.List;

/**
 * Which columns of a payload are kept when its rows must wait: the keys, and each column that an
 * aggregate takes row by row, once.
 */
final class BatchLayout {
  private final List<LogicalType> types = new ArrayList<>();
  private final List<AggregateInput> inputs = new ArrayList<>();
  private final List<Integer> kept = new ArrayList<>();
  private final int[] columns;

  /**
   * The layout.
   *
   * @param payloadTypes types of a payload row: {@code keys} keys first
   * @param payloadInputs aggregates over columns of a payload
   */
  BatchLayout(int keys, List<LogicalType> payloadTypes, List<AggregateInput> payloadInputs) {
    for (int i = 0; i < keys; i++) {
      kept.add(i);
    }
    for (AggregateInput input : payloadInputs) {
      int[] places = new int[input.columns().length];
      int filter = -1;
      if (!input.deferred()) {
        for (int i = 0; i < places.length; i++) {
          places[i] = place(input.columns()[i]);
        }
        filter = input.filter() < 0 ? -1 : place(input.filter());
      }
      inputs.add(new AggregateInput(input.function(), places, filter, input.deferred()));
    }
    columns = new int[kept.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = kept.get(i);
      types.add(payloadTypes.get(columns[i]));
    }
  }

  private int place(int column) {
    int known = kept.indexOf(column);
    if (known >= 0) {
      return known;
    }
    kept.add(column);
    return kept.size() - 1;
  }

  /** The aggregates over columns of a batch. */
  List<AggregateInput> inputs() {
    return inputs;
  }

  /** The column of the payload that is column {@code index} of a batch. */
  int column(int index) {
    return columns[index];
  }

  /** Empty vectors for a batch. */
  FlatVector[] allocate(int rows) {
    FlatVector[] batch = new FlatVector[columns.length];
    for (int i = 0; i < batch.length; i++) {
      batch[i] = FlatVector.allocate(types.get(i), rows);
    }
    return batch;
  }
}
