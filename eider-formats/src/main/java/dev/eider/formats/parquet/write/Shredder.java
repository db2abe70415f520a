// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.ArrayVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.StructVector;
import java.util.Arrays;

/**
 * Takes rows apart into the leaves of a schema: for each leaf the definition and repetition levels
 * and the values, as the Dremel paper tells. Keeps its arrays; one thread's.
 */
final class Shredder {
  /**
   * Entries of a node: each is either alive, with a row of the node's vector, or ended further up
   * by a NULL or an empty list.
   */
  private static final class Entries {
    byte[] definition = new byte[2048];
    byte[] repetition = new byte[2048];

    /** Rows of the vector, -1 for ended entries. */
    int[] rows = new int[2048];

    int count;

    void add(int definitionLevel, int repetitionLevel, int row) {
      if (count == rows.length) {
        int size = Math.multiplyExact(count, 2);
        definition = Arrays.copyOf(definition, size);
        repetition = Arrays.copyOf(repetition, size);
        rows = Arrays.copyOf(rows, size);
      }
      definition[count] = (byte) definitionLevel;
      repetition[count] = (byte) repetitionLevel;
      rows[count++] = row;
    }
  }

  private int[] alive = new int[2048];

  /** Appends the first {@code count} rows of a column. */
  void column(WriteNode node, FlatVector vector, int count, LeafBuffer[] leaves) {
    if (node.kind() == WriteNode.Kind.LEAF) {
      flat(leaves[node.leaf()], vector, count);
      return;
    }
    Entries entries = new Entries();
    for (int i = 0; i < count; i++) {
      entries.add(0, 0, i);
    }
    node(node, vector, entries, leaves);
  }

  /** A column that is not nested. */
  private void flat(LeafBuffer leaf, FlatVector vector, int count) {
    if (leaf.leaf.form() == StoredForm.NONE) {
      leaf.appendEntries(new byte[count], new byte[count], count);
      return;
    }
    if (!vector.mayHaveNulls()) {
      leaf.appendEntries(count);
      leaf.appendValues(vector, null, count);
      return;
    }
    aliveRoom(count);
    byte[] levels = new byte[count];
    int found = 0;
    for (int i = 0; i < count; i++) {
      boolean there = !vector.isNull(i);
      alive[found] = i;
      found += there ? 1 : 0;
      levels[i] = (byte) (there ? 1 : 0);
    }
    leaf.appendEntries(levels, levels, count);
    leaf.appendValues(vector, alive, found);
  }

  private void aliveRoom(int count) {
    if (alive.length < count) {
      alive = new int[Math.max(count, 2 * alive.length)];
    }
  }

  private void node(WriteNode node, FlatVector vector, Entries entries, LeafBuffer[] leaves) {
    switch (node.kind()) {
      case LEAF -> leaf(node, vector, entries, leaves[node.leaf()]);
      case STRUCT -> {
        Entries own = present(node, vector, entries);
        StructVector struct = (StructVector) vector;
        for (int i = 0; i < node.children().size(); i++) {
          node(node.children().get(i), struct.child(i), own, leaves);
        }
      }
      case LIST -> {
        ListVector list = (ListVector) vector;
        Entries elements = elements(node, list, entries);
        node(node.children().getFirst(), list.child(), elements, leaves);
      }
      case MAP -> {
        ListVector list = (ListVector) vector;
        Entries elements = elements(node, list, entries);
        StructVector pairs = (StructVector) list.child();
        node(node.children().get(0), pairs.child(0), elements, leaves);
        node(node.children().get(1), pairs.child(1), elements, leaves);
      }
      case ARRAY -> {
        ArrayVector array = (ArrayVector) vector;
        int size = ((LogicalType.ArrayOf) node.type()).size();
        Entries elements = new Entries();
        for (int i = 0; i < entries.count; i++) {
          int row = entries.rows[i];
          if (row < 0 || isNull(node, vector, row)) {
            elements.add(entries.definition[i], entries.repetition[i], -1);
            continue;
          }
          element(node, entries, i, row * size, size, elements);
        }
        node(node.children().getFirst(), array.child(), elements, leaves);
      }
    }
  }

  private static boolean isNull(WriteNode node, FlatVector vector, int row) {
    if (!vector.isNull(row)) {
      return false;
    }
    if (!node.optional()) {
      throw EiderException.io(
          "Parquet writer: map key column is not allowed to contain NULL values", null);
    }
    return true;
  }

  private static Entries present(WriteNode node, FlatVector vector, Entries entries) {
    Entries own = new Entries();
    for (int i = 0; i < entries.count; i++) {
      int row = entries.rows[i];
      if (row < 0 || isNull(node, vector, row)) {
        own.add(entries.definition[i], entries.repetition[i], -1);
      } else {
        own.add(node.present(), entries.repetition[i], row);
      }
    }
    return own;
  }

  private static Entries elements(WriteNode node, ListVector list, Entries entries) {
    Entries elements = new Entries();
    int[] offsets = list.offsets();
    int[] lengths = list.lengths();
    for (int i = 0; i < entries.count; i++) {
      int row = entries.rows[i];
      if (row < 0 || isNull(node, list, row)) {
        elements.add(entries.definition[i], entries.repetition[i], -1);
      } else if (lengths[row] == 0) {
        elements.add(node.present(), entries.repetition[i], -1);
      } else {
        element(node, entries, i, offsets[row], lengths[row], elements);
      }
    }
    return elements;
  }

  /** The elements of one list. */
  private static void element(
      WriteNode node, Entries entries, int entry, int from, int length, Entries elements) {
    int definition = node.present() + 1;
    elements.add(definition, entries.repetition[entry], from);
    for (int k = 1; k < length; k++) {
      elements.add(definition, node.repetition() + 1, from + k);
    }
  }

  private void leaf(WriteNode node, FlatVector vector, Entries entries, LeafBuffer leaf) {
    aliveRoom(entries.count);
    boolean none = leaf.leaf.form() == StoredForm.NONE;
    byte[] levels = new byte[entries.count];
    int found = 0;
    for (int i = 0; i < entries.count; i++) {
      int row = entries.rows[i];
      if (row < 0 || none || isNull(node, vector, row)) {
        levels[i] = entries.definition[i];
      } else {
        levels[i] = (byte) node.present();
        alive[found++] = row;
      }
    }
    leaf.appendEntries(levels, entries.repetition, entries.count);
    leaf.appendValues(vector, alive, found);
  }
}
