// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DictionaryVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.storage.format.v1.PackFormat;
import dev.eider.storage.format.v1.PackInput;
import dev.eider.storage.format.v1.PackOutput;

/**
 * Codes into a dictionary that the chunk's vectors share. NULL is an entry of it, so that codes
 * have no validity. The entries are one vector in an encoding of their own.
 */
final class DictionaryEncoding {
  /** The most entries of a dictionary: one for each row of the largest row group. */
  static final int ENTRIES_MAX = PackFormat.CHILD_ROWS_MAX;

  private DictionaryEncoding() {}

  static final class Writer extends NodeWriter {
    private final NodeWriter entries;
    private final int[][] codes;
    private final EncodeContext context;

    /**
     * A writer.
     *
     * @param entries writes a chunk of one vector, the entries
     * @param codes by vector
     */
    Writer(ColumnData data, NodeWriter entries, int[][] codes, EncodeContext context) {
      super(data);
      this.entries = entries;
      this.codes = codes;
      this.context = context;
    }

    /** All different values, NULL among them if there is one, as one vector. */
    ColumnData entries() {
      return entries.data;
    }

    @Override
    int tag() {
      return PackFormat.DICTIONARY;
    }

    @Override
    void writeShared(PackOutput out) {
      out.varint(entries.data.count(0));
      entries.writeNode(out);
      entries.write(0, out);
    }

    @Override
    void write(int vector, PackOutput out) {
      int count = data.count(vector);
      long[] longs = context.longs(count);
      int[] from = codes[vector];
      for (int i = 0; i < count; i++) {
        longs[i] = from[i];
      }
      context.integers.write(longs, 0, count, out);
    }
  }

  static final class Reader extends NodeReader {
    private final FlatVector dictionary;
    private final int size;

    private Reader(LogicalType type, FlatVector dictionary, int size, DecodeContext context) {
      super(type, context);
      this.dictionary = dictionary;
      this.size = size;
    }

    static Reader of(LogicalType type, PackInput in, DecodeContext context, int depth) {
      int size = in.count("a number of entries", ENTRIES_MAX);
      if (size == 0) {
        throw in.damaged("a dictionary with entries", 0);
      }
      NodeReader entries = Nodes.read(type, in, context, depth);
      FlatVector dictionary = FlatVector.allocate(type, 4);
      entries.read(in, size, dictionary);
      return new Reader(type, dictionary, size, context);
    }

    private void codes(PackInput in, int count, int[] codes) {
      context.integers.read(in, count, codes);
      int most = 0;
      int least = 0;
      for (int i = 0; i < count; i++) {
        most = Math.max(most, codes[i]);
        least = Math.min(least, codes[i]);
      }
      if (least < 0 || most >= size) {
        throw in.damaged("codes below " + size, least < 0 ? least : most);
      }
    }

    @Override
    void read(PackInput in, int count, FlatVector target) {
      int[] codes = context.ints(count);
      codes(in, count, codes);
      target.reset();
      target.gather(dictionary, codes, count);
    }

    @Override
    Vector readVector(PackInput in, int count, FlatVector target, int[] codes) {
      codes(in, count, codes);
      return new DictionaryVector(dictionary, size, codes);
    }
  }
}
