// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Texts of single boxed values: what a cast to VARCHAR gives. */
public final class ValueText {
  private ValueText() {}

  /** The text of a value, {@code NULL} for NULL; instants in UTC. */
  public static String toText(Value value) {
    return toText(value, ZoneOffset.UTC);
  }

  /** The text of a value, {@code NULL} for NULL; instants as a zone's clock shows them. */
  public static String toText(Value value, ZoneId zone) {
    if (value.isNull()) {
      return "NULL";
    }
    FlatVector vector = FlatVector.allocate(value.type(), 1);
    vector.setValue(0, value);
    return TextCasts.text(vector, 0, zone);
  }

  /** The text of a valid row of a vector. */
  public static String toText(FlatVector vector, int row, ZoneId zone) {
    return vector.isNull(row) ? "NULL" : TextCasts.text(vector, row, zone);
  }
}
