// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.StringVector;
import dev.eider.storage.format.v1.PackFormat;
import dev.eider.storage.format.v1.PackInput;
import dev.eider.storage.format.v1.PackOutput;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Strings whose text is coded through a {@link SymbolTable} that the chunk's vectors share. */
final class FsstEncoding {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Bytes of text that the table is made from. */
  private static final int SAMPLE = 32 << 10;

  private FsstEncoding() {}

  static final class Writer extends NodeWriter {
    private final EncodeContext context;
    private final SymbolTable table;

    Writer(ColumnData data, EncodeContext context) {
      super(data);
      this.context = context;
      table = train(data, context);
    }

    private static SymbolTable train(ColumnData data, EncodeContext context) {
      byte[] text = new byte[SAMPLE + StringText.SLACK];
      byte[] one = {};
      int used = 0;
      int most = Math.max(64, SAMPLE / Math.max(1, data.vectors()));
      for (int vector = 0; vector < data.vectors(); vector++) {
        StringVector strings = (StringVector) data.vector(vector);
        int end = Math.min(SAMPLE, used + most);
        for (int i = 0; i < data.count(vector) && used < end; i++) {
          int length = ColumnData.length(strings, i);
          int taken = Math.min(length, SAMPLE - used);
          if (one.length < Math.max(length, StringVector.INLINE)) {
            one = new byte[2 * length + StringVector.INLINE];
          }
          if (length > 0) {
            strings.copyBytes(i, one, 0);
            System.arraycopy(one, 0, text, used, taken);
          }
          used += taken;
        }
      }
      return SymbolTable.build(text, used, context.workspace());
    }

    @Override
    int tag() {
      return PackFormat.FSST;
    }

    @Override
    void writeShared(PackOutput out) {
      out.u8(table.size());
      for (int code = 0; code < table.size(); code++) {
        out.u8(table.length(code));
      }
      for (int code = 0; code < table.size(); code++) {
        long symbol = table.symbol(code);
        for (int i = 0; i < table.length(code); i++) {
          out.u8((int) (symbol >>> 8 * i));
        }
      }
    }

    @Override
    void write(int vector, PackOutput out) {
      int count = data.count(vector);
      StringVector strings = (StringVector) data.vector(vector);
      int length = StringText.writeLengths(strings, count, context, out);
      byte[] text = context.bytes(length + StringText.SLACK);
      StringText.copy(strings, count, text, 0);
      int mark = out.size();
      // The longest form of a number that is written later.
      int at = out.reserve(Math.addExact(Math.multiplyExact(2, length), 12 + StringText.SLACK));
      int packed = table.encode(text, length, out.bytes(), at + 10);
      out.truncate(mark);
      out.varint(packed);
      int to = out.reserve(packed);
      System.arraycopy(out.bytes(), at + 10, out.bytes(), to, packed);
    }
  }

  static final class Reader extends NodeReader {
    private final long[] symbols;
    private final byte[] lengths;
    private byte[] text = {};
    private byte[] packed = {};

    private Reader(LogicalType type, long[] symbols, byte[] lengths, DecodeContext context) {
      super(type, context);
      this.symbols = symbols;
      this.lengths = lengths;
    }

    static Reader of(LogicalType type, PackInput in, DecodeContext context) {
      int size = in.u8();
      // Codes that do not occur are symbols of no bytes.
      byte[] lengths = new byte[256];
      long[] symbols = new long[256];
      if (size > SymbolTable.SYMBOLS_MAX) {
        throw in.damaged("at most 255 symbols", size);
      }
      for (int code = 0; code < size; code++) {
        lengths[code] = (byte) in.u8();
        if (lengths[code] < 1 || lengths[code] > SymbolTable.LENGTH_MAX) {
          throw in.damaged("a symbol of 1 to 8 bytes", lengths[code]);
        }
      }
      for (int code = 0; code < size; code++) {
        for (int i = 0; i < lengths[code]; i++) {
          symbols[code] |= (long) in.u8() << 8 * i;
        }
      }
      return new Reader(type, symbols, lengths, context);
    }

    @Override
    void read(PackInput in, int count, FlatVector target) {
      begin(in, count, target);
      int[] sizes = context.ints(count);
      int length = StringText.readLengths(in, count, sizes, context);
      int coded = in.count("a packed length", in.remaining());
      StringText.checkExpansion(in, length, coded, SymbolTable.LENGTH_MAX);
      if (text.length < length + StringText.SLACK) {
        text = new byte[length + length / 4 + StringText.SLACK];
      }
      if (packed.length < coded + 1) {
        packed = new byte[coded + coded / 4 + 1];
      }
      in.raw(packed, 0, coded);
      int made = decode(packed, coded, symbols, lengths, text, length);
      if (made != length) {
        throw in.damaged("symbols that make " + length + " bytes", made);
      }
      StringText.views((StringVector) target, count, sizes, text);
    }

    /** Answers the bytes made; stops when they are more than there should be. */
    private static int decode(
        byte[] packed, int coded, long[] symbols, byte[] lengths, byte[] text, int length) {
      int to = 0;
      int at = 0;
      while (at < coded && to <= length) {
        int code = packed[at++] & 0xFF;
        if (code != SymbolTable.ESCAPE) {
          LONG.set(text, to, symbols[code]);
          to += lengths[code];
        } else {
          text[to++] = at < coded ? packed[at] : 0;
          at++;
        }
      }
      return at == coded ? to : -1;
    }
  }
}
