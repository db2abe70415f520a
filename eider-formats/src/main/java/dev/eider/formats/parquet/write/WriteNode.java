// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import dev.eider.base.type.LogicalType;
import java.util.List;

/**
 * A column of the file that is written, or a part of one.
 *
 * @param optional whether a value may be NULL (keys of maps may not)
 * @param definition the definition level of a value's parent being there
 * @param repetition the repetition level of the innermost list around
 * @param leaf of a leaf, its number; else -1
 */
record WriteNode(
    String name,
    Kind kind,
    LogicalType type,
    boolean optional,
    int definition,
    int repetition,
    List<WriteNode> children,
    int leaf) {
  /** What a node is. */
  enum Kind {
    LEAF,
    STRUCT,
    LIST,
    ARRAY,
    MAP
  }

  /** The definition level of a value that is there. */
  int present() {
    return definition + (optional ? 1 : 0);
  }
}
