// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.output;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.StringVector;
import java.util.List;

/** INSERT statements. Line breaks in values are written as {@code chr(10)}: a statement a line. */
final class InsertRenderer implements ResultRenderer {
  private final OutputSettings settings;

  InsertRenderer(OutputSettings settings) {
    this.settings = settings;
  }

  @Override
  public void render(ResultRows rows, ByteOutput out) {
    StringBuilder start = new StringBuilder("INSERT INTO ").append(settings.insertTable());
    if (settings.headers()) {
      start.append('(');
      List<String> names = rows.names();
      for (int c = 0; c < names.size(); c++) {
        start.append(c == 0 ? "" : ",").append(Identifiers.quote(names.get(c)));
      }
      start.append(')');
    }
    String prefix = start.append(" VALUES(").toString();
    List<LogicalType> types = rows.types();
    RowTexts texts = new RowTexts(rows);
    DataChunk chunk;
    while ((chunk = rows.next()) != null) {
      StringVector[] columns = texts.of(chunk);
      for (int row = 0; row < chunk.size(); row++) {
        out.put(prefix);
        for (int c = 0; c < columns.length; c++) {
          if (c > 0) {
            out.put(',');
          }
          if (columns[c].isNull(row)) {
            out.put("NULL");
          } else if (types.get(c).isNumeric()) {
            out.put(columns[c], row);
          } else {
            literal(columns[c].getBytes(row), out);
          }
        }
        out.put(");\n");
      }
    }
  }

  private static void literal(byte[] bytes, ByteOutput out) {
    boolean breaks = false;
    for (byte b : bytes) {
      breaks |= b == '\n' || b == '\r' || b == 0;
    }
    if (!breaks) {
      SeparatedRenderer.doubled(bytes, 0, bytes.length, '\'', out);
      return;
    }
    out.put("concat(");
    int from = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n' || bytes[i] == '\r' || bytes[i] == 0) {
        SeparatedRenderer.doubled(bytes, from, i - from, '\'', out);
        out.put(", chr(" + bytes[i] + "), ");
        from = i + 1;
      }
    }
    SeparatedRenderer.doubled(bytes, from, bytes.length - from, '\'', out);
    out.put(")");
  }
}
