// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Static loops over primitive arrays: hashing, comparing, selecting, copying.
 *
 * <p>In: arrays of vectors, a row count, a selection. Out: arrays that the caller owns. A kernel is
 * named verb + operation + type + shape; where the Vector API pays, {@code kernel.simd} has a twin
 * that is chosen once at start when the module is there. Start at {@link
 * dev.eider.base.kernel.HashKernels}. Nothing here allocates, locks or calls through an interface
 * per value.
 */
@NullMarked
package dev.eider.base.kernel;

import org.jspecify.annotations.NullMarked;
