// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.engine.sql.SqlText;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.SelectItem;

/** The names that columns without alias get. */
final class ExprNames {
  private ExprNames() {}

  /** The name of a select item. */
  static String of(SelectItem item) {
    String alias = item.alias();
    return alias != null ? alias : of(item.value());
  }

  /** The name of an expression: the column's name, else its text. */
  static String of(Expr expr) {
    return switch (expr) {
      case Expr.ColumnRef ref -> ref.name();
      case Expr.FieldAccess field -> field.field();
      case Expr.Collate collate -> of(collate.operand());
      default -> SqlText.render(expr);
    };
  }
}
