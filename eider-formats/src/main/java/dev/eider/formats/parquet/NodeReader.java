// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.StructVector;
import dev.eider.base.vector.Vector;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Assembles the values of a nested column out of the levels of its leaves. What belongs to which
 * value of which node stands at {@link SchemaNode}.
 */
final class NodeReader {
  private final SchemaNode node;
  private final NodeReader[] children;
  private final @Nullable ColumnReader leaf;
  private final @Nullable LevelBatch batch;
  private final @Nullable FlatVector vector;
  private int slots;

  /**
   * @param leaves gives the reader of a leaf
   */
  NodeReader(SchemaNode node, Function<SchemaNode, ColumnReader> leaves) {
    this.node = node;
    children = new NodeReader[node.children().size()];
    for (int i = 0; i < children.length; i++) {
      children[i] = new NodeReader(node.children().get(i), leaves);
    }
    boolean isLeaf = node.kind() == SchemaNode.Kind.LEAF;
    leaf = isLeaf ? leaves.apply(node) : null;
    batch = isLeaf ? new LevelBatch(node.type()) : null;
    vector = isLeaf ? null : FlatVector.allocate(node.type(), Vector.CAPACITY);
  }

  /** The next rows of the column; valid until the next call. */
  FlatVector read(int rows) {
    load(rows);
    FlatVector built = build();
    if (slots != rows) {
      throw inconsistent(rows);
    }
    return built;
  }

  /** Passes over rows. */
  void skip(long rows) {
    if (leaf != null) {
      leaf.skip(rows);
    }
    for (NodeReader child : children) {
      child.skip(rows);
    }
  }

  private void load(int rows) {
    if (leaf != null && batch != null) {
      leaf.readLevels(rows, batch);
    }
    for (NodeReader child : children) {
      child.load(rows);
    }
  }

  /** The levels that tell of this node: those of its first leaf. */
  private LevelBatch levels() {
    return batch != null ? batch : children[0].levels();
  }

  private DamagedException inconsistent(int expected) {
    return new DamagedException(
        "the levels of nested column \""
            + node.name()
            + "\" contradict one another: "
            + slots
            + " values where "
            + expected
            + " are expected");
  }

  private FlatVector build() {
    if (batch != null) {
      return buildLeaf(batch);
    }
    return node.kind() == SchemaNode.Kind.STRUCT ? buildStruct() : buildList();
  }

  private FlatVector buildLeaf(LevelBatch levels) {
    int context = node.contextDefinition();
    int max = node.maxDefinition();
    FlatVector dense = levels.dense;
    int rows = 0;
    for (int i = 0; i < levels.count; i++) {
      rows += levels.definitions[i] >= context ? 1 : 0;
    }
    slots = rows;
    dense.ensureCapacity(rows);
    if (levels.present == rows) {
      return dense;
    }
    long[] mask = dense.ensureValidity();
    int row = 0;
    for (int i = 0; i < levels.count; i++) {
      int definition = levels.definitions[i];
      if (definition >= context) {
        if (definition < max) {
          mask[row >> 6] &= ~(1L << row);
        }
        row++;
      }
    }
    LeafConverter.spread(dense, 0, rows, levels.present, mask);
    return dense;
  }

  private FlatVector buildStruct() {
    StructVector struct = (StructVector) theVector();
    LevelBatch levels = levels();
    struct.setValidity(null);
    int context = node.contextDefinition();
    int repetition = node.contextRepetition();
    int row = 0;
    struct.ensureCapacity(count(levels));
    for (int i = 0; i < levels.count; i++) {
      int definition = levels.definitions[i];
      if (levels.repetitions[i] <= repetition && definition >= context) {
        if (definition < node.definition()) {
          struct.ensureValidity()[row >> 6] &= ~(1L << row);
        }
        row++;
      }
    }
    slots = row;
    for (int i = 0; i < children.length; i++) {
      FlatVector child = children[i].build();
      if (children[i].slots != row) {
        throw children[i].inconsistent(row);
      }
      struct.setChild(i, child);
    }
    return struct;
  }

  private int count(LevelBatch levels) {
    int context = node.contextDefinition();
    int repetition = node.contextRepetition();
    int rows = 0;
    for (int i = 0; i < levels.count; i++) {
      rows += levels.repetitions[i] <= repetition && levels.definitions[i] >= context ? 1 : 0;
    }
    return rows;
  }

  private FlatVector buildList() {
    ListVector list = (ListVector) theVector();
    LevelBatch levels = levels();
    list.setValidity(null);
    list.ensureCapacity(count(levels));
    int context = node.contextDefinition();
    int repetition = node.contextRepetition();
    int present = node.definition();
    int[] offsets = list.offsets();
    int[] lengths = list.lengths();
    int row = -1;
    int elements = 0;
    for (int i = 0; i < levels.count; i++) {
      int definition = levels.definitions[i];
      if (definition < context) {
        continue;
      }
      if (levels.repetitions[i] <= repetition) {
        row++;
        offsets[row] = elements;
        lengths[row] = 0;
        if (definition < present) {
          list.ensureValidity()[row >> 6] &= ~(1L << row);
        }
      }
      if (definition > present && levels.repetitions[i] <= repetition + 1) {
        if (row < 0) {
          throw new DamagedException("the first element of a list has no list");
        }
        lengths[row]++;
        elements++;
      }
    }
    slots = row + 1;
    FlatVector child = node.kind() == SchemaNode.Kind.MAP ? entries(list) : children[0].build();
    int built = children[0].slots;
    if (built != elements) {
      throw children[0].inconsistent(elements);
    }
    list.setChild(child, elements);
    return list;
  }

  private FlatVector entries(ListVector map) {
    StructVector entries = (StructVector) map.child();
    entries.setValidity(null);
    FlatVector keys = children[0].build();
    FlatVector mapped = children[1].build();
    if (children[0].slots != children[1].slots) {
      throw children[1].inconsistent(children[0].slots);
    }
    entries.ensureCapacity(children[0].slots);
    entries.setChild(0, keys);
    entries.setChild(1, mapped);
    return entries;
  }

  private FlatVector theVector() {
    FlatVector found = vector;
    if (found == null) {
      throw new IllegalStateException(node.name() + " is a leaf");
    }
    return found;
  }
}
