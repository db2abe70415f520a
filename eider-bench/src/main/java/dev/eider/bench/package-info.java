// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Development only: benchmarks of kernels and of whole queries.
 *
 * <p>Nobody depends on it.
 */
@NullMarked
package dev.eider.bench;

import org.jspecify.annotations.NullMarked;
