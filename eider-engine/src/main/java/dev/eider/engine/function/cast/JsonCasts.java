// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.StringVector;
import org.jspecify.annotations.Nullable;

/** Casts to JSON: text is checked, not changed. */
final class JsonCasts {
  private JsonCasts() {}

  static @Nullable CastKernel find(LogicalType from) {
    return from.id() == TypeId.VARCHAR ? JsonCasts::check : null;
  }

  private static void check(FlatVector source, int count, FlatVector result, CastContext context) {
    StringVector strings = (StringVector) source;
    StringVector out = (StringVector) result;
    out.shareBuffers(strings);
    System.arraycopy(strings.views(), 0, out.views(), 0, 2 * count);
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      String text = strings.getString(i);
      JsonCheck json = new JsonCheck(text);
      if (!json.isValid() && !context.nullInstead(result, i)) {
        throw EiderException.conversion(
            "Malformed JSON at byte "
                + json.position()
                + " of input: "
                + json.problem()
                + ".  Input: \""
                + text
                + '"');
      }
    }
  }
}
