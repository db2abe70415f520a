// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.memory.MemoryReservation;
import org.jspecify.annotations.Nullable;

/** The decoders of a column's pages, one for each encoding it has, used from page to page. */
final class PageDecoders {
  private final SchemaNode node;
  private final LeafType leaf;
  private final MemoryReservation memory;
  private final @Nullable PageValues[] decoders = new PageValues[10];

  PageDecoders(SchemaNode node, MemoryReservation memory) {
    this.node = node;
    this.memory = memory;
    leaf = node.theLeafType();
  }

  /** The decoder of a page whose values are in {@code bytes[at, length)}. */
  PageValues start(int encoding, byte[] bytes, int at, int length) {
    PageValues decoder = encoding >= 0 && encoding < decoders.length ? decoders[encoding] : null;
    if (decoder == null) {
      decoder = newDecoder(encoding);
      decoders[encoding] = decoder;
    }
    boolean none = at >= length;
    switch (decoder) {
      case PlainValues plain -> plain.start(bytes, at, length);
      case DeltaValues delta -> {
        if (!none) {
          delta.start(bytes, at, length);
        }
      }
      case DeltaStrings delta -> {
        if (!none) {
          delta.start(bytes, at, length);
        }
      }
      case SplitValues split -> split.start(bytes, at, length);
      case RleBooleans runs -> {
        if (!none) {
          runs.start(bytes, at, length);
        }
      }
      default -> throw new IllegalStateException(decoder.toString());
    }
    return decoder;
  }

  private PageValues newDecoder(int encoding) {
    return switch (encoding) {
      case Encodings.PLAIN -> new PlainValues(leaf.physical(), leaf.fixedLength());
      case Encodings.DELTA_BINARY_PACKED -> new DeltaValues();
      case Encodings.DELTA_LENGTH_BYTE_ARRAY -> new DeltaStrings(false, memory);
      case Encodings.DELTA_BYTE_ARRAY -> new DeltaStrings(true, memory);
      case Encodings.BYTE_STREAM_SPLIT -> new SplitValues(storedWidth());
      case Encodings.RLE -> new RleBooleans();
      default ->
          throw new DamagedException(
              "column \""
                  + node.name()
                  + "\" has the encoding "
                  + Encodings.encoding(encoding)
                  + ", which is not supported");
    };
  }

  private int storedWidth() {
    return switch (leaf.physical()) {
      case INT32, FLOAT -> 4;
      case INT64, DOUBLE -> 8;
      case FIXED_LEN_BYTE_ARRAY -> leaf.fixedLength();
      default ->
          throw new DamagedException(
              "a page of type " + leaf.physical() + " has the encoding BYTE_STREAM_SPLIT");
    };
  }

  /** Gives all memory back. */
  void free() {
    for (PageValues decoder : decoders) {
      if (decoder instanceof DeltaStrings delta) {
        delta.free();
      }
    }
  }
}
