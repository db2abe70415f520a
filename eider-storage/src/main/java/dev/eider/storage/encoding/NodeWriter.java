// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.storage.format.v1.PackOutput;

/**
 * Writes the vectors of one column chunk in one encoding. A node of a tree: encodings of nested
 * types and dictionaries have nodes below them.
 */
abstract class NodeWriter {
  final ColumnData data;

  NodeWriter(ColumnData data) {
    this.data = data;
  }

  /** The number of the encoding, see {@code PackFormat}. */
  abstract int tag();

  /** Writes what all vectors share, behind the tag. */
  abstract void writeShared(PackOutput out);

  /** Writes one vector so that it can be read alone, given what is shared. */
  abstract void write(int vector, PackOutput out);

  /** Writes tag and shared part. */
  final void writeNode(PackOutput out) {
    out.u8(tag());
    writeShared(out);
  }
}
