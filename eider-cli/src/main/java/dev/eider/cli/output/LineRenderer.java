// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.output;

import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.StringVector;
import java.util.List;

/** One value a line, its name before it. */
final class LineRenderer implements ResultRenderer {
  private static final int LEAST_WIDTH = 5;

  private final OutputSettings settings;

  LineRenderer(OutputSettings settings) {
    this.settings = settings;
  }

  @Override
  public void render(ResultRows rows, ByteOutput out) {
    List<String> names = rows.names();
    int width = LEAST_WIDTH;
    for (String name : names) {
      width = Math.max(width, DisplayWidth.of(name));
    }
    RowTexts texts = new RowTexts(rows);
    boolean first = true;
    DataChunk chunk;
    while ((chunk = rows.next()) != null) {
      StringVector[] columns = texts.of(chunk);
      for (int row = 0; row < chunk.size(); row++) {
        if (!first) {
          out.put(settings.rowSeparator());
        }
        first = false;
        for (int c = 0; c < columns.length; c++) {
          out.repeat(' ', width - DisplayWidth.of(names.get(c)));
          out.put(names.get(c));
          out.put(" = ");
          if (columns[c].isNull(row)) {
            out.put(settings.nullValue());
          } else {
            out.put(columns[c], row);
          }
          out.put(settings.rowSeparator());
        }
      }
    }
  }
}
