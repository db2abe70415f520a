// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.pipeline;

import dev.eider.engine.function.EvalContext;

/**
 * What one worker has: the query's context and its own evaluation context. One thread at a time.
 */
public record WorkerContext(QueryContext query, EvalContext eval, OperatorProfile profile) {}
