// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.table.TableFunction.TextCast;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.engine.function.cast.ValueCasts;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;

/**
 * Casts texts of a file to a type that only the engine knows, as {@code TRY_CAST} of a text does.
 * One value at a time: such columns are read much slower than those a format decodes itself.
 *
 * @param type the type wanted
 * @param zone the session's time zone
 */
record SessionTextCast(LogicalType type, ZoneId zone) implements TextCast {
  @Override
  public boolean cast(byte[] text, int from, int to, FlatVector target, int row) {
    String value = new String(text, from, to - from, StandardCharsets.UTF_8);
    Value result = ValueCasts.tryCast(Value.of(value), type, zone);
    if (result.isNull()) {
      return false;
    }
    target.setValue(row, result);
    return true;
  }
}
