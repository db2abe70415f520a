// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.sql.ast.Expr;

/** Reads the options of UNNEST: {@code recursive := true} and {@code max_depth := n}. */
final class UnnestDepth {
  private UnnestDepth() {}

  /** How many levels of lists a call opens. */
  static int of(ExpressionBinder binder, Expr.FunctionCall call) {
    int depth = 1;
    for (int i = 1; i < call.arguments().size(); i++) {
      Expr.Argument argument = call.arguments().get(i);
      String name = argument.name();
      if (name == null) {
        throw EiderException.binder(
            "UNNEST() for correlated expressions is not supported yet", call.span().start());
      }
      if (!(binder.bind(argument.value()) instanceof BoundExpr.Constant constant)
          || constant.value().isNull()) {
        throw EiderException.binder(
            "The argument \"" + name + "\" of UNNEST must be a constant",
            argument.value().span().start());
      }
      Value value = constant.value();
      if (name.equalsIgnoreCase("recursive")) {
        if (value.get() instanceof Boolean recursive && recursive) {
          depth = Integer.MAX_VALUE;
        }
      } else if (name.equalsIgnoreCase("max_depth")) {
        depth = (int) Math.min(Integer.MAX_VALUE, value.asLong());
        if (depth < 1) {
          throw EiderException.binder(
              "UNNEST() max_depth has to be greater than 0", call.span().start());
        }
      } else {
        throw EiderException.binder(
            "Unsupported parameter \"" + name + "\" for unnest", call.span().start());
      }
    }
    return depth;
  }
}
