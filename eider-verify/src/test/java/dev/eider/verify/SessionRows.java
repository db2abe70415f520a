// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify;

import dev.eider.base.vector.DataChunk;
import dev.eider.engine.session.QueryResult;
import dev.eider.engine.session.Session;
import java.util.ArrayList;
import java.util.List;

/** Rows of a session as texts. */
public final class SessionRows {
  private SessionRows() {}

  /** Runs a statement; its rows as lines of columns joined by {@code |}. */
  public static List<String> of(Session session, String sql) {
    List<String> lines = new ArrayList<>();
    try (QueryResult result = session.execute(sql)) {
      for (DataChunk chunk = result.next(); chunk != null; chunk = result.next()) {
        for (int r = 0; r < chunk.size(); r++) {
          StringBuilder line = new StringBuilder();
          for (int c = 0; c < chunk.columnCount(); c++) {
            line.append(c == 0 ? "" : "|").append(chunk.column(c).getValue(r).object());
          }
          lines.add(line.toString());
        }
      }
    }
    return lines;
  }
}
