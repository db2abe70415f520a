// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.SourceSpan;
import java.util.List;

/**
 * {@code text ~ ANY(list)}: the match with each pattern of a list, joined as OR (ANY) or AND (ALL)
 * would join them, so that an unknown match leaves the result unknown unless another one decides.
 */
final class RegexOverList {
  private RegexOverList() {}

  static boolean isRegexOperator(String operator) {
    return switch (operator) {
      case "~", "~*", "!~", "!~*" -> true;
      default -> false;
    };
  }

  static Expr rewrite(Expr text, String operator, Expr list, boolean any, SourceSpan span) {
    Expr pattern = new Expr.ColumnRef(List.of("__regex_pattern"), span);
    List<Expr> arguments =
        operator.endsWith("*")
            ? List.of(text, pattern, new Expr.StringLiteral("i", span))
            : List.of(text, pattern);
    Expr match = Expr.FunctionCall.of("regexp_matches", arguments, span);
    if (operator.startsWith("!")) {
      match = new Expr.Not(match, span);
    }
    Expr lambda = new Expr.Lambda(List.of("__regex_pattern"), match, span);
    Expr matches = Expr.FunctionCall.of("list_transform", List.of(list, lambda), span);
    Expr decisive = new Expr.BooleanLiteral(any, span);
    Expr decided = Expr.FunctionCall.of("list_contains", List.of(matches, decisive), span);
    return new Expr.Case(
        List.of(
            new Expr.When(decided, decisive),
            new Expr.When(hasNull(matches, span), new Expr.NullLiteral(span))),
        new Expr.BooleanLiteral(!any, span),
        span);
  }

  private static Expr hasNull(Expr matches, SourceSpan span) {
    Expr element = new Expr.ColumnRef(List.of("__regex_match"), span);
    Expr isNull =
        new Expr.Lambda(List.of("__regex_match"), new Expr.IsNull(element, false, span), span);
    Expr nulls = Expr.FunctionCall.of("list_filter", List.of(matches, isNull), span);
    Expr count = Expr.FunctionCall.of("len", List.of(nulls), span);
    return new Expr.Binary(">", count, new Expr.NumberLiteral("0", span), span, span);
  }
}
