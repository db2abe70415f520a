// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.window;

import dev.eider.base.vector.FlatVector;

/** Evaluates window calls over a block. */
public final class WindowEvaluator {
  private WindowEvaluator() {}

  /** The call's result for every row of the block, in the block's order. */
  public static FlatVector evaluate(WindowBlock block, WindowInput input) {
    FlatVector result = FlatVector.allocate(input.call().type(), Math.max(1, block.rows()));
    switch (input.call().kind()) {
      case null -> WindowAggregation.evaluate(block, input, result);
      case ROW_NUMBER, RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST, NTILE ->
          RankFunctions.evaluate(block, input, result);
      case LEAD, LAG, FIRST_VALUE, LAST_VALUE, NTH_VALUE ->
          ValueFunctions.evaluate(block, input, result);
      case FILL -> FillFunction.evaluate(block, input, result);
    }
    return result;
  }
}
