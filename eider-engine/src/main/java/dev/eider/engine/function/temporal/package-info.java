// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Functions over dates, times, timestamps and intervals, one family a file.
 *
 * <p>In: vectors of temporal types. Out: kernels for parts, truncation, differences, construction,
 * formatting and time zones. {@link dev.eider.engine.function.temporal.TemporalFunctions} registers
 * all families: start there. Calendar arithmetic lives in {@code base.kernel.CalendarKernels};
 * {@link dev.eider.engine.function.temporal.TemporalReader} turns every type into local
 * microseconds.
 *
 * <p>Depends on {@code base}, {@code engine.function} and {@code engine.function.cast}.
 */
@NullMarked
package dev.eider.engine.function.temporal;

import org.jspecify.annotations.NullMarked;
