// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.engine.sql.ast.Expr;

/** placeholder */
public final class SqlText {
  private SqlText() {}

  public static String render(Expr e) {
    return e.toString();
  }

  public static String quote(String s) {
    return s;
  }
}
