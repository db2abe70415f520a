// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.output;

import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.StringVector;
import java.nio.charset.StandardCharsets;

/** Rows of an HTML table, without the table element. */
final class HtmlRenderer implements ResultRenderer {
  private final OutputSettings settings;

  HtmlRenderer(OutputSettings settings) {
    this.settings = settings;
  }

  @Override
  public void render(ResultRows rows, ByteOutput out) {
    if (settings.headers()) {
      out.put("<tr>");
      for (String name : rows.names()) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        out.put("<th>");
        escaped(bytes, 0, bytes.length, out);
        out.put("</th>\n");
      }
      out.put("</tr>\n");
    }
    byte[] nullText = settings.nullValue().getBytes(StandardCharsets.UTF_8);
    RowTexts texts = new RowTexts(rows);
    DataChunk chunk;
    while ((chunk = rows.next()) != null) {
      StringVector[] columns = texts.of(chunk);
      for (int row = 0; row < chunk.size(); row++) {
        out.put("<tr>");
        for (StringVector column : columns) {
          out.put("<td>");
          if (column.isNull(row)) {
            escaped(nullText, 0, nullText.length, out);
          } else if (column.length(row) > StringVector.INLINE) {
            escaped(column.buffer(row), column.offset(row), column.length(row), out);
          } else {
            escaped(column.getBytes(row), 0, column.length(row), out);
          }
          out.put("</td>\n");
        }
        out.put("</tr>\n");
      }
    }
  }

  private static void escaped(byte[] bytes, int offset, int length, ByteOutput out) {
    for (int i = offset; i < offset + length; i++) {
      switch (bytes[i]) {
        case '<' -> out.put("&lt;");
        case '>' -> out.put("&gt;");
        case '&' -> out.put("&amp;");
        case '"' -> out.put("&quot;");
        case '\'' -> out.put("&#39;");
        default -> out.put(bytes[i]);
      }
    }
  }
}
