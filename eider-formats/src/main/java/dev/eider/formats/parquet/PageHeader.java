// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

/**
 * The header of a page.
 *
 * @param type 0 data, 1 index, 2 dictionary, 3 data of the second version
 * @param values values with NULLs (and ends of empty lists)
 * @param rows -1 when not known (first version)
 * @param headerBytes bytes of the header itself
 * @param crc of the bytes that follow, when {@code hasCrc}
 */
record PageHeader(
    int type,
    int uncompressedSize,
    int compressedSize,
    int values,
    int rows,
    int encoding,
    int definitionEncoding,
    int repetitionEncoding,
    int definitionBytes,
    int repetitionBytes,
    boolean compressed,
    boolean hasCrc,
    int crc,
    int headerBytes) {
  static final int DATA = 0;
  static final int INDEX = 1;
  static final int DICTIONARY = 2;
  static final int DATA_V2 = 3;

  /** Whether it is a page of values. */
  boolean isData() {
    return type == DATA || type == DATA_V2;
  }

  /** Reads the header at {@code from}. */
  static PageHeader read(byte[] bytes, int from, int end) {
    ThriftReader in = new ThriftReader(bytes, from, end);
    int type = -1;
    int uncompressed = -1;
    int size = -1;
    int values = -1;
    int rows = -1;
    int encoding = -1;
    int definitionEncoding = Encodings.RLE;
    int repetitionEncoding = Encodings.RLE;
    int definitionBytes = 0;
    int repetitionBytes = 0;
    boolean compressed = true;
    boolean hasCrc = false;
    int crc = 0;
    int outer = in.enter();
    while (in.next()) {
      switch (in.id()) {
        case 1 -> type = in.i32();
        case 2 -> uncompressed = in.i32();
        case 3 -> size = in.i32();
        case 4 -> {
          crc = in.i32();
          hasCrc = true;
        }
        case 5, 7, 8 -> {
          int kind = in.id();
          int inner = in.struct();
          while (in.next()) {
            if (in.id() == 1) {
              values = in.i32();
            } else if (kind == 8) {
              switch (in.id()) {
                case 3 -> rows = in.i32();
                case 4 -> encoding = in.i32();
                case 5 -> definitionBytes = in.i32();
                case 6 -> repetitionBytes = in.i32();
                case 7 -> compressed = in.bool();
                default -> in.skip();
              }
            } else if (in.id() == 2) {
              encoding = in.i32();
            } else if (kind == 5 && in.id() == 3) {
              definitionEncoding = in.i32();
            } else if (kind == 5 && in.id() == 4) {
              repetitionEncoding = in.i32();
            } else {
              in.skip();
            }
          }
          in.leave(inner);
        }
        default -> in.skip();
      }
    }
    in.leave(outer);
    if (size < 0 || uncompressed < 0) {
      throw new DamagedException("a page claims " + size + " bytes that unpack to " + uncompressed);
    }
    if ((type == DATA || type == DATA_V2 || type == DICTIONARY) && (values < 0 || encoding < 0)) {
      throw new DamagedException(
          type == DICTIONARY
              ? "Invalid dictionary page header"
              : "a page of type " + type + " has no header of that type");
    }
    if (definitionBytes < 0) {
      throw new DamagedException(
          "definition_levels_byte_length must be >= 0 but is " + definitionBytes);
    }
    if (repetitionBytes < 0) {
      throw new DamagedException(
          "repetition_levels_byte_length must be >= 0 but is " + repetitionBytes);
    }
    return new PageHeader(
        type,
        uncompressed,
        size,
        values,
        rows,
        encoding,
        definitionEncoding,
        repetitionEncoding,
        definitionBytes,
        repetitionBytes,
        compressed,
        hasCrc,
        crc,
        in.position() - from);
  }
}
