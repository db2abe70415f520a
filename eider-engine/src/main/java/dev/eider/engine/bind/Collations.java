// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.function.BoundScalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Collations, as far as they are here: NOCASE, NOACCENT, their combination, and BINARY. {@code x
 * COLLATE NOCASE} is the text in its collated form, so that comparisons and sorting need nothing
 * special.
 */
final class Collations {
  private Collations() {}

  /** The text in its collated form. */
  static BoundExpr apply(ExpressionBinder binder, BoundExpr text, String collation, int at) {
    BoundExpr result = text;
    for (String part : collation.toLowerCase(Locale.ROOT).split("\\.", -1)) {
      result =
          switch (part) {
            case "binary", "c", "posix", "nfc" -> result;
            case "nocase" -> binder.functions().call("lower", List.of(result), at);
            case "noaccent" -> binder.functions().call("strip_accents", List.of(result), at);
            default ->
                throw new EiderException(
                    dev.eider.base.error.ErrorType.CATALOG,
                    "Collation with name " + part + " does not exist!",
                    at,
                    null);
          };
    }
    List<BoundScalar> steps = new ArrayList<>();
    for (BoundExpr e = result; e != text; e = ((BoundExpr.Call) e).arguments().getFirst()) {
      steps.addFirst(((BoundExpr.Call) e).function());
    }
    binder.context.markCollated(result, steps);
    return result;
  }

  /**
   * Operands of one comparison: when one of them was collated by {@code COLLATE}, the same is done to
   * the others.
   */
  static List<BoundExpr> unify(List<BoundExpr> operands, StatementContext context) {
    for (BoundExpr operand : operands) {
      List<BoundScalar> steps = context.collationOf(operand);
      if (steps != null) {
        List<BoundExpr> collated = new ArrayList<>(operands.size());
        for (BoundExpr other : operands) {
          collated.add(context.collationOf(other) != null ? other : wrap(other, steps));
        }
        return collated;
      }
    }
    return operands;
  }

  private static BoundExpr wrap(BoundExpr text, List<BoundScalar> steps) {
    BoundExpr result = text;
    for (BoundScalar step : steps) {
      result = new BoundExpr.Call(step, List.of(result));
    }
    return result;
  }
}
