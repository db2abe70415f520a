// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.StringVector;
import dev.eider.storage.format.v1.PackFormat;
import dev.eider.storage.format.v1.PackInput;
import dev.eider.storage.format.v1.PackOutput;

/** Strings as they are. */
final class PlainStrings {
  private PlainStrings() {}

  static final class Writer extends NodeWriter {
    private final EncodeContext context;

    Writer(ColumnData data, EncodeContext context) {
      super(data);
      this.context = context;
    }

    @Override
    int tag() {
      return PackFormat.PLAIN_STRINGS;
    }

    @Override
    void writeShared(PackOutput out) {}

    @Override
    void write(int vector, PackOutput out) {
      int count = data.count(vector);
      StringVector strings = (StringVector) data.vector(vector);
      int length = StringText.writeLengths(strings, count, context, out);
      int at = out.reserve(length + StringText.SLACK);
      StringText.copy(strings, count, out.bytes(), at);
      out.truncate(at + length);
    }
  }

  static final class Reader extends NodeReader {
    private byte[] text = {};

    Reader(LogicalType type, DecodeContext context) {
      super(type, context);
    }

    @Override
    void read(PackInput in, int count, FlatVector target) {
      begin(in, count, target);
      int[] lengths = context.ints(count);
      int length = StringText.readLengths(in, count, lengths, context);
      if (length > in.remaining()) {
        throw in.damaged(length + " bytes of text", in.remaining());
      }
      if (text.length < length + StringText.SLACK) {
        text = new byte[length + length / 4 + StringText.SLACK];
      }
      in.raw(text, 0, length);
      StringText.views((StringVector) target, count, lengths, text);
    }
  }
}
