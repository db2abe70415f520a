// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.OrderItem;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.QueryNode;
import dev.eider.engine.sql.ast.SelectItem;
import dev.eider.engine.sql.ast.SourceSpan;
import dev.eider.engine.sql.ast.TableAlias;
import dev.eider.engine.sql.ast.TableRef;
import java.util.List;

/**
 * {@code q JOIN t NEAREST n BY DISTANCE e}: for each row of q the n rows of t with the least e
 * (with SIMILARITY: the greatest), as {@code q JOIN LATERAL (SELECT * FROM t WHERE e IS NOT NULL
 * ORDER BY e LIMIT n) t ON true}. APPROX and EXACT are taken: the result is exact.
 */
final class NearestJoin {
  private final Cursor c;
  private final Parsers p;

  NearestJoin(Cursor c, Parsers p) {
    this.c = c;
    this.p = p;
  }

  TableRef join(TableRef.JoinKind kind, TableRef left, TableRef right, int first) {
    if (kind != TableRef.JoinKind.INNER && kind != TableRef.JoinKind.LEFT) {
      throw c.error("NEAREST BY only supports INNER and LEFT OUTER joins, not " + kind);
    }
    int at = c.position();
    if (!c.acceptEither(Keyword.APPROX, Keyword.EXACT)) {
      at = c.position();
    }
    c.expect(Keyword.NEAREST);
    Expr count = c.at(Keyword.BY) ? one(c.span(at)) : count();
    c.expect(Keyword.BY);
    boolean largest = c.accept(Keyword.SIMILARITY);
    if (!largest) {
      c.expect(Keyword.DISTANCE);
    }
    Expr rank = p.expressions.expression();
    SourceSpan span = c.span(first);
    OrderItem order =
        new OrderItem(
            rank,
            largest ? OrderItem.Direction.DESCENDING : OrderItem.Direction.ASCENDING,
            OrderItem.Nulls.DEFAULT);
    QueryNode body =
        new QueryNode.SelectNode(
            false,
            List.of(),
            List.of(new SelectItem(Expr.Star.plain(span), null, span)),
            List.of(right),
            new Expr.IsNull(rank, true, span),
            null,
            null,
            null,
            null,
            span);
    Query nearest =
        new Query(
            List.of(), false, body, List.of(order), new Query.Limit(count, false, null), span);
    TableRef joined = new TableRef.Subquery(nearest, true, alias(right), null, span);
    return new TableRef.Join(
        kind,
        TableRef.JoinFlavor.REGULAR,
        left,
        joined,
        new Expr.BooleanLiteral(true, span),
        List.of(),
        span);
  }

  private static TableAlias alias(TableRef right) {
    TableAlias alias = right.alias();
    if (alias != null) {
      return new TableAlias(alias.name(), List.of());
    }
    return switch (right) {
      case TableRef.NamedTable table -> new TableAlias(table.name().name(), List.of());
      case TableRef.TableFunction function -> new TableAlias(function.name().name(), List.of());
      default -> new TableAlias("unnamed_subquery", List.of());
    };
  }

  private Expr count() {
    String text = c.text();
    int at = c.position();
    Expr number = p.expressions.expression();
    boolean positive =
        number instanceof Expr.NumberLiteral literal
            && literal.kind() == Expr.NumberLiteral.Kind.INTEGER
            && !literal.text().chars().allMatch(digit -> digit == '0');
    if (!positive) {
      throw c.error("NEAREST expects a positive integer literal, got \"" + text + "\"")
          .at(c.span(at).start());
    }
    return number;
  }

  private static Expr one(SourceSpan span) {
    return new Expr.NumberLiteral("1", span);
  }
}
