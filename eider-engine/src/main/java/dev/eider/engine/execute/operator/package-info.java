// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Sources, operators and sinks: one algorithm a file.
 *
 * <p>In: lowered expressions (positions instead of column ids) and the contracts of {@code
 * execute.pipeline}. Out: objects for one execution of one query. Start at {@link
 * dev.eider.engine.execute.operator.TableScanSource}, then {@link
 * dev.eider.engine.execute.operator.AggregateSink} or {@link
 * dev.eider.engine.execute.operator.JoinBuildSink}. Used by lowering.
 */
@NullMarked
package dev.eider.engine.execute.operator;

import org.jspecify.annotations.NullMarked;
