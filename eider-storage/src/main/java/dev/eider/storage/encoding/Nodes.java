// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.PhysicalType;
import dev.eider.storage.format.v1.PackFormat;
import dev.eider.storage.format.v1.PackInput;
import java.util.List;

/** Makes the readers of a chunk from its shared part. */
final class Nodes {
  /** Deeper types there are none. */
  private static final int DEPTH_MAX = 256;

  private Nodes() {}

  static NodeReader read(LogicalType type, PackInput in, DecodeContext context, int depth) {
    if (depth > DEPTH_MAX) {
      throw in.damaged("at most " + DEPTH_MAX + " levels of encodings", "more");
    }
    PhysicalType physical = type.physical();
    int tag = in.u8();
    boolean fits =
        switch (tag) {
          case PackFormat.CONSTANT -> true;
          case PackFormat.DICTIONARY -> !type.isNested() && physical != PhysicalType.STRUCT;
          case PackFormat.INTEGERS ->
              physical == PhysicalType.BOOL
                  || physical == PhysicalType.INT32
                  || physical == PhysicalType.INT64;
          case PackFormat.WIDE ->
              physical == PhysicalType.INT128 || physical == PhysicalType.INTERVAL;
          case PackFormat.PLAIN_FLOATS, PackFormat.ALP, PackFormat.ALP_RD ->
              physical == PhysicalType.FLOAT || physical == PhysicalType.DOUBLE;
          case PackFormat.PLAIN_STRINGS, PackFormat.FSST, PackFormat.ZSTD ->
              physical == PhysicalType.STRING;
          case PackFormat.LIST -> physical == PhysicalType.LIST;
          case PackFormat.ARRAY -> physical == PhysicalType.ARRAY;
          case PackFormat.STRUCT -> physical == PhysicalType.STRUCT;
          default -> false;
        };
    if (!fits) {
      throw in.damaged("an encoding of " + type, tag);
    }
    return switch (tag) {
      case PackFormat.CONSTANT -> ConstantEncoding.Reader.of(type, in, context, depth + 1);
      case PackFormat.DICTIONARY -> DictionaryEncoding.Reader.of(type, in, context, depth + 1);
      case PackFormat.INTEGERS -> new IntegerEncoding.Reader(type, context);
      case PackFormat.WIDE -> new WideEncoding.Reader(type, context);
      case PackFormat.PLAIN_FLOATS -> new PlainFloats.Reader(type, context);
      case PackFormat.ALP -> new AlpEncoding.Reader(type, context);
      case PackFormat.ALP_RD -> AlpRdEncoding.Reader.of(type, in, context);
      case PackFormat.PLAIN_STRINGS -> new PlainStrings.Reader(type, context);
      case PackFormat.FSST -> FsstEncoding.Reader.of(type, in, context);
      case PackFormat.ZSTD -> new ZstdEncoding.Reader(type, context);
      default -> {
        List<LogicalType> types = ColumnData.childTypes(type);
        NodeReader[] children = new NodeReader[types.size()];
        for (int i = 0; i < children.length; i++) {
          children[i] = read(types.get(i), in, context, depth + 1);
        }
        yield new NestedEncoding.Reader(type, children, context);
      }
    };
  }
}
