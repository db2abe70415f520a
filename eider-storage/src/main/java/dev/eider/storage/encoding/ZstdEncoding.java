// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.StringVector;
import dev.eider.storage.format.v1.PackFormat;
import dev.eider.storage.format.v1.PackInput;
import dev.eider.storage.format.v1.PackOutput;
import java.io.IOException;

/** Strings whose text is a frame of Zstandard, one a vector: slow to read, for long text only. */
final class ZstdEncoding {
  /** No frame unpacks to more for each of its bytes than a block of one repeated byte. */
  private static final int EXPANSION_MAX = 1 << 16;

  private ZstdEncoding() {}

  static final class Writer extends NodeWriter {
    private final EncodeContext context;

    Writer(ColumnData data, EncodeContext context) {
      super(data);
      this.context = context;
    }

    @Override
    int tag() {
      return PackFormat.ZSTD;
    }

    @Override
    void writeShared(PackOutput out) {}

    @Override
    void write(int vector, PackOutput out) {
      int count = data.count(vector);
      StringVector strings = (StringVector) data.vector(vector);
      int length = StringText.writeLengths(strings, count, context, out);
      byte[] text = context.bytes(length + StringText.SLACK);
      StringText.copy(strings, count, text, 0);
      int packed = length == 0 ? 0 : context.packer.zstd(text, length);
      out.varint(packed);
      out.raw(context.packer.packed(), 0, packed);
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
      int packed = in.count("a packed length", in.remaining());
      StringText.checkExpansion(in, length, packed, EXPANSION_MAX);
      if (text.length < length + StringText.SLACK) {
        text = new byte[length + StringText.SLACK];
      }
      if (length > 0) {
        try {
          long at = in.skip(packed);
          context.unpacker.zstd(in.segment().asSlice(at, packed), text, 0, length);
        } catch (IOException e) {
          throw in.damaged(
              "a frame of Zstandard of " + length + " bytes", String.valueOf(e.getMessage()));
        }
      }
      StringText.views((StringVector) target, count, lengths, text);
    }
  }
}
