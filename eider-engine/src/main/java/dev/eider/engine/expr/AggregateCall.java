// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.expr;

import dev.eider.base.type.LogicalType;
import dev.eider.engine.function.BoundAggregate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A bound call of an aggregate function. */
public record AggregateCall(
    BoundAggregate function,
    List<BoundExpr> arguments,
    boolean distinct,
    @Nullable BoundExpr filter,
    List<SortKey> orderBy) {
  public AggregateCall {
    arguments = List.copyOf(arguments);
    orderBy = List.copyOf(orderBy);
  }

  public LogicalType type() {
    return function.returnType();
  }
}
