// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.sql.ast.Sample;
import java.util.Locale;

/** Binds USING SAMPLE and TABLESAMPLE. */
final class Samples {
  private static final long MAX_ROWS = 1_000_000_000L;

  private Samples() {}

  static LogicalOperator bind(StatementContext context, LogicalOperator input, Sample sample) {
    ExpressionBinder binder = new ExpressionBinder(context, new Scope(), null, CteScope.EMPTY);
    int at = sample.span().start();
    BoundExpr bound =
        context.coercion.cast(binder.bind(sample.count(), Clause.CONSTANT), LogicalType.DOUBLE);
    Value value = TypeRules.foldToConstant(bound, context.env);
    if (value == null || value.isNull()) {
      throw EiderException.binder("The size of a sample must be a number", at);
    }
    double amount = value.asDouble();
    String written = sample.method();
    String method =
        written == null
            ? (sample.isPercent() ? "system" : "reservoir")
            : written.toLowerCase(Locale.ROOT);
    if (sample.isPercent() && !(amount >= 0 && amount <= 100)) {
      throw new EiderException(
          dev.eider.base.error.ErrorType.PARSER,
          "Sample sample_size " + amount + " out of range, must be between 0 and 100",
          at,
          null);
    }
    if (!sample.isPercent() && (amount < 0 || amount > MAX_ROWS)) {
      throw new EiderException(
          dev.eider.base.error.ErrorType.PARSER,
          "Sample rows " + (long) amount + " out of range, must be between 0 and " + MAX_ROWS,
          at,
          null);
    }
    LogicalOperator.SampleMethod chosen =
        switch (method) {
          case "system" -> LogicalOperator.SampleMethod.SYSTEM;
          case "bernoulli" -> LogicalOperator.SampleMethod.BERNOULLI;
          case "reservoir" -> LogicalOperator.SampleMethod.RESERVOIR;
          default ->
              throw EiderException.parser(
                  "Unrecognized sampling method \""
                      + method
                      + "\", expected system, bernoulli or reservoir",
                  at);
        };
    if (!sample.isPercent() && chosen != LogicalOperator.SampleMethod.RESERVOIR) {
      throw EiderException.parser(
          "Sample method "
              + method
              + " cannot be used with a discrete sample count, either switch"
              + " to reservoir sampling or use a sample_size",
          at);
    }
    Long seed = sample.seed();
    return new LogicalOperator.Sample(
        input, chosen, sample.isPercent(), amount, seed == null ? -1 : seed);
  }
}
