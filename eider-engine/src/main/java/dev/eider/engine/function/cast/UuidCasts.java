// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.WideVector;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Casts between UUID and its 128 bits as UHUGEINT or BLOB. */
final class UuidCasts {
  private static final int BYTES = 16;

  private UuidCasts() {}

  static @Nullable CastKernel find(LogicalType from, LogicalType to) {
    LogicalType other = from.id() == TypeId.UUID ? to : from;
    return switch (other.id()) {
      case UHUGEINT -> (source, count, result, context) -> result.copyRange(source, 0, 0, count);
      case BLOB -> from.id() == TypeId.UUID ? UuidCasts::toBlob : UuidCasts::fromBlob;
      default -> null;
    };
  }

  private static void toBlob(FlatVector source, int count, FlatVector result, CastContext context) {
    WideVector uuids = (WideVector) source;
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)) {
        byte[] bytes =
            ByteBuffer.allocate(BYTES).putLong(uuids.high(i)).putLong(uuids.low(i)).array();
        ((StringVector) result).set(i, bytes, 0, BYTES);
      }
    }
  }

  private static void fromBlob(
      FlatVector source, int count, FlatVector result, CastContext context) {
    StringVector blobs = (StringVector) source;
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      if (blobs.length(i) == BYTES) {
        ByteBuffer bytes = ByteBuffer.wrap(blobs.getBytes(i));
        long high = bytes.getLong();
        ((WideVector) result).set(i, bytes.getLong(), high);
      } else if (!context.nullInstead(result, i)) {
        throw EiderException.conversion(
            "Could not convert string '" + BlobText.text(blobs.getBytes(i)) + "' to INT128");
      }
    }
  }
}
