// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.output;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** An array of objects, or one object a line. */
final class JsonRenderer implements ResultRenderer {
  private final boolean array;

  JsonRenderer(OutputSettings settings) {
    array = settings.mode() == OutputMode.JSON;
  }

  @Override
  public void render(ResultRows rows, ByteOutput out) {
    List<String> names = rows.names();
    List<LogicalType> types = rows.types();
    byte[][] keys = new byte[names.size()][];
    JsonValues[] columns = new JsonValues[keys.length];
    for (int c = 0; c < keys.length; c++) {
      StringBuilder key = new StringBuilder(c == 0 ? "{" : ",");
      JsonValues.quote(names.get(c), key);
      keys[c] = key.append(':').toString().getBytes(StandardCharsets.UTF_8);
      columns[c] = JsonValues.of(types.get(c), rows);
    }
    if (array) {
      out.put('[');
    }
    boolean first = true;
    DataChunk chunk;
    while ((chunk = rows.next()) != null) {
      for (int c = 0; c < columns.length; c++) {
        columns[c].load(chunk.column(c), chunk.size());
      }
      for (int row = 0; row < chunk.size(); row++) {
        if (!first) {
          out.put(array ? ",\n" : "\n");
        }
        first = false;
        for (int c = 0; c < columns.length; c++) {
          out.put(keys[c]);
          columns[c].write(row, out);
        }
        out.put('}');
      }
    }
    if (array) {
      out.put("]\n");
    } else if (!first) {
      out.put('\n');
    }
  }
}
