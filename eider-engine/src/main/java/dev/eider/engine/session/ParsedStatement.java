// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.engine.sql.ast.Statement;

/** A statement with the text it was read from (of which its positions are offsets). */
public record ParsedStatement(Statement statement, String sql) {
  /** The statement's own part of the text. */
  public String text() {
    int start = Math.max(0, statement.span().start());
    int end = Math.min(sql.length(), Math.max(start, statement.span().end()));
    return sql.substring(start, end);
  }
}
