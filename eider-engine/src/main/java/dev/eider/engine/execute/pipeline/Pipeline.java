// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.pipeline;

/**
 * One pipeline of an execution: a chain of chunks that ends in a sink. {@code sinkNumber} is the
 * sink's number in {@link OperatorProfile}, -1: not counted.
 */
public record Pipeline(String name, Chain chain, Sink sink, int sinkNumber) {}
