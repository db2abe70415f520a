// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.function.EvalContext;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Evaluation contexts for predicates that are made before their query runs. Set once when the scan
 * is prepared, read by workers that start after.
 */
public final class LateContext implements Supplier<EvalContext> {
  private volatile @Nullable QueryContext query;

  void set(QueryContext context) {
    query = context;
  }

  @Override
  public EvalContext get() {
    return Objects.requireNonNull(query).newWorkerContext().eval();
  }
}
