// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of a query. {@code TABLE t} arrives as {@code SELECT * FROM t}; the statements PIVOT and
 * UNPIVOT, DESCRIBE, SUMMARIZE and SHOW used as a query arrive as {@code SELECT *} from the table
 * reference of that kind.
 */
public sealed interface QueryNode extends Node {

  /**
   * SELECT. {@code FROM t} without SELECT has the single item {@code *}. There is no WINDOW clause:
   * its windows stand where they were named.
   *
   * @param distinct DISTINCT was written
   * @param distinctOn expressions of DISTINCT ON, empty when absent
   * @param items the select list; empty only for {@code SELECT} with no list, which the binder
   *     refuses
   * @param from the FROM list in order; several are a cross product; empty when absent
   */
  record SelectNode(
      boolean distinct,
      List<Expr> distinctOn,
      List<SelectItem> items,
      List<TableRef> from,
      @Nullable Expr where,
      @Nullable GroupBy groupBy,
      @Nullable Expr having,
      @Nullable Expr qualify,
      @Nullable Sample sample,
      SourceSpan span)
      implements QueryNode {
    public SelectNode {
      distinctOn = List.copyOf(distinctOn);
      items = List.copyOf(items);
      from = List.copyOf(from);
    }

    /** {@code SELECT * FROM ref}. */
    public static SelectNode starFrom(TableRef ref) {
      return new SelectNode(
          false,
          List.of(),
          List.of(new SelectItem(Expr.Star.plain(ref.span()), null, ref.span())),
          List.of(ref),
          null,
          null,
          null,
          null,
          null,
          ref.span());
    }
  }

  /** Kind of a set operation. */
  enum SetOp {
    UNION,
    EXCEPT,
    INTERSECT
  }

  /**
   * UNION, EXCEPT or INTERSECT. A chain of the same UNION stands flat in one node: {@code a UNION
   * ALL b UNION ALL c} has three inputs. EXCEPT has two.
   *
   * @param all ALL was written
   * @param byName BY NAME was written (UNION only)
   */
  record SetOpNode(SetOp op, boolean all, boolean byName, List<Query> inputs, SourceSpan span)
      implements QueryNode {
    public SetOpNode {
      inputs = List.copyOf(inputs);
      if (inputs.size() < 2) {
        throw new IllegalArgumentException("a set operation has two inputs or more");
      }
    }
  }

  /**
   * {@code VALUES (1, 2), (3, 4)}: one row or more; the binder checks that they are of one length.
   */
  record ValuesNode(List<List<Expr>> rows, SourceSpan span) implements QueryNode {
    public ValuesNode {
      rows = rows.stream().map(List::copyOf).toList();
    }
  }
}
