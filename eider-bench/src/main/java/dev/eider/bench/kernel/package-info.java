// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0

/**
 * JMH benchmarks of single loops: one class per kernel family, scalar and SIMD twin side by side.
 *
 * <p>In: kernels of {@code dev.eider.base.kernel} and decoders of the formats. Out: JMH's own
 * report; {@code bin/bench kernels REGEX} runs those whose name matches. A claim about a kernel's
 * speed names the class here that shows it. Nobody depends on this package.
 */
@NullMarked
package dev.eider.bench.kernel;

import org.jspecify.annotations.NullMarked;
