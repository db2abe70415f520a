// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Benchmarks of the native storage below SQL: how fast and how small columns are encoded, how fast
 * they are decoded. Start at {@link dev.eider.bench.storage.EncodingBench}.
 */
@NullMarked
package dev.eider.bench.storage;

import org.jspecify.annotations.NullMarked;
