// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.TypeId;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.function.BoundScalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Collations, as far as they are here: NOCASE, NOACCENT, their combination, and BINARY. {@code x
 * COLLATE NOCASE} is the text itself with a mark; comparisons, sorting and grouping of marked
 * values use their collated form.
 */
final class Collations {
  private Collations() {}

  /** The text, marked so that comparisons and orders of it use its collated form. */
  static BoundExpr apply(ExpressionBinder binder, BoundExpr text, String collation, int at) {
    List<BoundScalar> steps = steps(binder, text, collation, at);
    // A column is shared by all who name it: the mark is this place's alone.
    BoundExpr own =
        text instanceof BoundExpr.ColumnRef column
            ? new BoundExpr.ColumnRef(column.id(), column.name(), column.type())
            : text;
    if (!steps.isEmpty()) {
      binder.context.markCollated(own, steps);
    }
    return own;
  }

  /** Marks a value itself: a column of a table that was declared with a collation. */
  static void mark(ExpressionBinder binder, BoundExpr value, String collation) {
    List<BoundScalar> steps = steps(binder, value, collation, -1);
    if (!steps.isEmpty()) {
      binder.context.markCollated(value, steps);
    }
  }

  /** The functions that bring a text in the form that is compared; none for binary. */
  private static List<BoundScalar> steps(
      ExpressionBinder binder, BoundExpr text, String collation, int at) {
    BoundExpr result = text;
    for (String part : collation.toLowerCase(Locale.ROOT).split("\\.", -1)) {
      result =
          switch (part) {
            case "binary", "c", "posix", "nfc" -> result;
            case "nocase" -> binder.functions().call("lower", List.of(result), at);
            case "noaccent" -> binder.functions().call("strip_accents", List.of(result), at);
            default -> throw unknown(part, at);
          };
    }
    List<BoundScalar> steps = new ArrayList<>();
    for (BoundExpr e = result; e != text; e = ((BoundExpr.Call) e).arguments().getFirst()) {
      steps.addFirst(((BoundExpr.Call) e).function());
    }
    return steps;
  }

  /** Says whether there is such a collation by an error when there is none. */
  static void check(String collation, int at) {
    for (String part : collation.toLowerCase(Locale.ROOT).split("\\.", -1)) {
      switch (part) {
        case "binary", "c", "posix", "nfc", "nocase", "noaccent" -> {}
        default -> throw unknown(part, at);
      }
    }
  }

  private static EiderException unknown(String part, int at) {
    return new EiderException(
        dev.eider.base.error.ErrorType.CATALOG,
        "Collation with name " + part + " does not exist!",
        at,
        null);
  }

  /** The form of a value that decides its place in an order: itself when it has no collation. */
  static BoundExpr sortForm(BoundExpr value, StatementContext context) {
    List<BoundScalar> steps = context.collationOf(value);
    return steps == null ? value : wrap(value, steps);
  }

  /** The same for all columns of a list. */
  static List<BoundExpr> sortForms(List<? extends BoundExpr> values, StatementContext context) {
    List<BoundExpr> forms = new ArrayList<>(values.size());
    values.forEach(value -> forms.add(sortForm(value, context)));
    return forms;
  }

  /** Lets a column that stands for a value keep the value's collation. */
  static void carry(BoundExpr value, BoundExpr column, StatementContext context) {
    List<BoundScalar> steps = context.collationOf(value);
    if (steps != null) {
      context.markCollated(column, steps);
    }
  }

  /**
   * Operands of one comparison: when one of them has a collation, all are compared in that form.
   */
  static List<BoundExpr> unify(
      List<BoundExpr> operands, List<BoundExpr> cast, StatementContext context) {
    for (BoundExpr operand : operands) {
      List<BoundScalar> steps = context.collationOf(operand);
      if (steps != null) {
        List<BoundExpr> collated = new ArrayList<>(cast.size());
        for (BoundExpr one : cast) {
          collated.add(one.type().id() == TypeId.VARCHAR ? wrap(one, steps) : one);
        }
        return collated;
      }
    }
    return cast;
  }

  private static BoundExpr wrap(BoundExpr text, List<BoundScalar> steps) {
    BoundExpr result = text;
    for (BoundScalar step : steps) {
      result = new BoundExpr.Call(step, List.of(result));
    }
    return result;
  }
}
