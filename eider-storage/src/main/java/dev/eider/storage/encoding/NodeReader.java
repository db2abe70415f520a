// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.storage.format.v1.PackInput;

/** Reads the vectors of one column chunk in one encoding; made from the chunk's shared part. */
abstract class NodeReader {
  final LogicalType type;
  final DecodeContext context;

  NodeReader(LogicalType type, DecodeContext context) {
    this.type = type;
    this.context = context;
  }

  /**
   * Reads a vector of {@code count} rows.
   *
   * @param target of this type; it is reset and given room
   */
  abstract void read(PackInput in, int count, FlatVector target);

  /**
   * As {@link #read}, but may answer a constant or a dictionary instead of filling the target.
   *
   * @param codes room for as many codes of a dictionary
   */
  Vector readVector(PackInput in, int count, FlatVector target, int[] codes) {
    read(in, count, target);
    return target;
  }

  /** Resets a vector and reads its validity. */
  final void begin(PackInput in, int count, FlatVector target) {
    target.reset();
    target.ensureCapacity(count);
    ValidityEncoding.read(in, count, target, context.integers);
  }
}
