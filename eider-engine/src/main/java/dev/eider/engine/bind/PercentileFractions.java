// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** The fractions of ordered-set aggregates: a descending order makes them negative. */
final class PercentileFractions {
  private PercentileFractions() {}

  /** One fraction or a list of them, checked, negative when the order is descending. */
  static Value inDirection(Value fractions, boolean descending) {
    if (fractions.type().id() != TypeId.LIST || fractions.isNull()) {
      return one(fractions, descending);
    }
    List<Value> values = new ArrayList<>();
    for (Value value : fractions.asList()) {
      values.add(one(value, descending));
    }
    if (values.isEmpty()) {
      throw EiderException.binder("Empty list in percentile not allowed");
    }
    return descending ? new Value(LogicalType.list(LogicalType.DOUBLE), values) : fractions;
  }

  private static Value one(Value value, boolean descending) {
    if (value.isNull() || !(value.get() instanceof Number number)) {
      return value;
    }
    double fraction =
        value.type() instanceof LogicalType.Decimal decimal
            ? unscaled(number) / Math.pow(10, decimal.scale())
            : number.doubleValue();
    if (fraction < 0 || fraction > 1) {
      throw EiderException.binder("PERCENTILEs can only take parameters in the range [0, 1]");
    }
    // The sign of zero counts too.
    return descending ? Value.of(-fraction) : value;
  }

  private static double unscaled(Number number) {
    return number instanceof BigInteger big ? big.doubleValue() : number.doubleValue();
  }
}
