// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * The built-in aggregate functions, one family a file.
 *
 * <p>In: argument vectors and group numbers. Out: {@link dev.eider.engine.function.AggregateState}s
 * whose groups are entries of plain arrays. Each family has a static {@code register}; {@link
 * dev.eider.engine.function.aggregate.AggregateFunctions} calls them all: start there.
 *
 * <p>Depends on {@code base} and {@code engine.function}.
 */
@NullMarked
package dev.eider.engine.function.aggregate;

import org.jspecify.annotations.NullMarked;
