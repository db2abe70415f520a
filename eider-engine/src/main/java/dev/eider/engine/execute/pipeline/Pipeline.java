// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.pipeline;

import java.util.List;

/** One pipeline of an execution. */
public record Pipeline(String name, Source source, List<Operator> operators, Sink sink) {
  public Pipeline {
    operators = List.copyOf(operators);
  }
}
