// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.eval.ConstantFolder;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.FunctionResolver;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.cast.Casts;
import dev.eider.engine.function.cast.TypeUnifier;
import dev.eider.engine.function.cast.ValueCasts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The binder's door to the rules of types and to the evaluation of constants. */
final class TypeRules {
  private TypeRules() {}

  /** The type both can be cast to without asking, or null. */
  static @Nullable LogicalType unify(LogicalType a, LogicalType b) {
    return TypeUnifier.unify(a, b);
  }

  /** Whether values go from one type to the other without a written cast. */
  static boolean isImplicit(LogicalType from, LogicalType to) {
    return from.equals(to) || Casts.implicitCost(from, to) >= 0;
  }

  /** Whether there is a cast at all. */
  static boolean castExists(LogicalType from, LogicalType to) {
    return Casts.exists(from, to);
  }

  /** The constant in another type, or null when it does not convert. */
  static @Nullable Value castConstant(Value value, LogicalType type, BindEnvironment env) {
    try {
      return ValueCasts.cast(value, type, env.evalContext().timeZone());
    } catch (EiderException e) {
      return null;
    }
  }

  /** The value of an expression that needs no row; errors of the data are thrown. */
  static Value evaluate(BoundExpr expr, BindEnvironment env) {
    return expr instanceof BoundExpr.Constant constant
        ? constant.value()
        : ConstantFolder.evaluate(expr, env.evalContext());
  }

  /** The value of an expression that is the same for the whole statement, or null. */
  static @Nullable Value foldToConstant(BoundExpr expr, BindEnvironment env) {
    if (expr instanceof BoundExpr.Constant constant) {
      return constant.value();
    }
    if (!isFoldable(expr)) {
      return null;
    }
    try {
      return ConstantFolder.evaluate(expr, env.evalContext());
    } catch (EiderException e) {
      return null;
    }
  }

  private static boolean isFoldable(BoundExpr expr) {
    return Expressions.columns(expr).isEmpty()
        && !Expressions.contains(
            expr,
            e ->
                e instanceof BoundExpr.Parameter
                    || e instanceof BoundExpr.InputRef
                    || e instanceof BoundExpr.Subquery)
        && !Expressions.isVolatile(expr);
  }

  /** The overload that fits the arguments best. */
  static ScalarFunction choose(
      String name, List<ScalarFunction> overloads, List<Argument> arguments) {
    return FunctionResolver.resolveScalar(name, overloads, arguments);
  }

  /** The overload that fits the arguments best. */
  static AggregateFunction chooseAggregate(
      String name, List<AggregateFunction> overloads, List<Argument> arguments) {
    return FunctionResolver.resolveAggregate(name, overloads, arguments);
  }
}
