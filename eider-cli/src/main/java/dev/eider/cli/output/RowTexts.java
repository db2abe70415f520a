// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.output;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.StringVector;
import java.util.List;

/** The texts of all columns of the chunk at hand. */
final class RowTexts {
  private final ResultRows.TextCast[] casts;
  private final StringVector[] texts;

  RowTexts(ResultRows rows) {
    List<LogicalType> types = rows.types();
    casts = new ResultRows.TextCast[types.size()];
    texts = new StringVector[casts.length];
    for (int c = 0; c < casts.length; c++) {
      casts[c] = rows.newTextCast(types.get(c));
    }
  }

  /** Casts a chunk; the answer is valid until the next call. */
  StringVector[] of(DataChunk chunk) {
    for (int c = 0; c < casts.length; c++) {
      texts[c] = casts[c].cast(chunk.column(c), chunk.size());
    }
    return texts;
  }
}
