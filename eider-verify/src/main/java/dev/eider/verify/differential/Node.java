// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

import java.util.ArrayList;
import java.util.List;

/**
 * A generated piece of SQL, as a tree so that it can be shrunk.
 *
 * @param category what it yields
 * @param pieces the text around the children; one more than there are children
 */
record Node(Category category, List<String> pieces, List<Node> children) {
  Node {
    if (pieces.size() != children.size() + 1) {
      throw new IllegalArgumentException("pieces must surround the children");
    }
  }

  /** A piece without parts. */
  static Node leaf(Category category, String sql) {
    return new Node(category, List.of(sql), List.of());
  }

  /** The text. */
  String sql() {
    if (children.isEmpty()) {
      return pieces.getFirst();
    }
    StringBuilder sql = new StringBuilder(pieces.getFirst());
    for (int i = 0; i < children.size(); i++) {
      sql.append(children.get(i).sql()).append(pieces.get(i + 1));
    }
    return sql.toString();
  }

  /** Simpler trees of the same category, the simplest first. */
  List<Node> simpler() {
    List<Node> candidates = new ArrayList<>();
    for (Node child : children) {
      child.collect(category, candidates);
    }
    for (int i = 0; i < children.size(); i++) {
      for (Node replacement : children.get(i).simpler()) {
        List<Node> replaced = new ArrayList<>(children);
        replaced.set(i, replacement);
        candidates.add(new Node(category, pieces, replaced));
      }
    }
    return candidates;
  }

  private void collect(Category wanted, List<Node> into) {
    if (category == wanted) {
      into.add(this);
    }
    for (Node child : children) {
      child.collect(wanted, into);
    }
  }
}
