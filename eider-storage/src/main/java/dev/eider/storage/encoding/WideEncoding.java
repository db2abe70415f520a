// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.WideVector;
import dev.eider.storage.format.v1.PackFormat;
import dev.eider.storage.format.v1.PackInput;
import dev.eider.storage.format.v1.PackOutput;

/** Values of two words: validity, then a run of all first words, then one of all second words. */
final class WideEncoding {
  private WideEncoding() {}

  static final class Writer extends NodeWriter {
    private final EncodeContext context;

    Writer(ColumnData data, EncodeContext context) {
      super(data);
      this.context = context;
    }

    @Override
    int tag() {
      return PackFormat.WIDE;
    }

    @Override
    void writeShared(PackOutput out) {}

    @Override
    void write(int vector, PackOutput out) {
      int count = data.count(vector);
      WideVector values = (WideVector) data.vector(vector);
      ValidityEncoding.write(values, count, context.integers, out);
      long[] words = values.words();
      long[] longs = context.longs(count);
      for (int word = 0; word < 2; word++) {
        for (int i = 0; i < count; i++) {
          longs[i] = words[2 * i + word];
        }
        if (values.mayHaveNulls()) {
          ColumnData.fillNulls(values, count, longs);
        }
        context.integers.write(longs, 0, count, out);
      }
    }
  }

  static final class Reader extends NodeReader {
    Reader(LogicalType type, DecodeContext context) {
      super(type, context);
    }

    @Override
    void read(PackInput in, int count, FlatVector target) {
      begin(in, count, target);
      long[] words = ((WideVector) target).words();
      long[] longs = context.longs(count);
      for (int word = 0; word < 2; word++) {
        context.integers.read(in, count, longs);
        for (int i = 0; i < count; i++) {
          words[2 * i + word] = longs[i];
        }
      }
    }
  }
}
