// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Casts of single boxed values, for constants, settings and the faces; never for rows. */
public final class ValueCasts {
  private ValueCasts() {}

  /** The value as another type; throws a conversion error. Instants and local times meet in UTC. */
  public static Value cast(Value value, LogicalType type) {
    return cast(value, type, ZoneOffset.UTC);
  }

  /** The value as another type, with the session's zone. */
  public static Value cast(Value value, LogicalType type, ZoneId zone) {
    return cast(value, type, new CastContext(false, zone));
  }

  /** The value as another type, NULL when it does not convert. */
  public static Value tryCast(Value value, LogicalType type, ZoneId zone) {
    return cast(value, type, new CastContext(true, zone));
  }

  private static Value cast(Value value, LogicalType type, CastContext context) {
    if (value.isNull()) {
      return Value.nullOf(type);
    }
    if (value.type().equals(type)) {
      return new Value(type, value.object());
    }
    FlatVector source = FlatVector.allocate(value.type(), 1);
    source.setValue(0, value);
    FlatVector result = FlatVector.allocate(type, 1);
    Casts.find(value.type(), type).cast(source, 1, result, context);
    return result.getValue(0);
  }
}
