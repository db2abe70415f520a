// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Vector API twins of the scalar kernels of {@code formats.csv}: static methods on arrays, the only
 * classes of the module that need {@code jdk.incubator.vector}. In: text and row positions. Out:
 * the same arrays the scalar twin fills. Only {@code formats.csv.Kernels} depends on this package,
 * and only when the module is there.
 */
@NullMarked
package dev.eider.formats.csv.simd;

import org.jspecify.annotations.NullMarked;
