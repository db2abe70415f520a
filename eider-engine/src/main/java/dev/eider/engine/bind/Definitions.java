// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.engine.sql.SqlParser;
import dev.eider.engine.sql.ast.DataStatement;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.Statement;
import java.util.List;

/** Reads back the texts that the catalog keeps: views, macros, defaults, constraints. */
final class Definitions {
  private Definitions() {}

  /** The query of a view or table macro. */
  static Query query(String sql, String name) {
    List<Statement> statements = SqlParser.parse(sql);
    if (statements.size() == 1 && statements.getFirst() instanceof DataStatement.Select select) {
      return select.query();
    }
    throw EiderException.internal("the definition of " + name + " is not a query");
  }

  /** An expression. */
  static Expr expression(String sql) {
    return SqlParser.parseExpression(sql);
  }
}
