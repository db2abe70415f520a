// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0

/**
 * Benchmark data: seeded generators that stream text files to disk, and the directory that keeps
 * them.
 *
 * <p>In: a row count (or a scale factor) and a seed. Out: files whose bytes depend on nothing else,
 * whatever the number of threads. Start here: {@link dev.eider.bench.data.DataDirectory}; a
 * generator is a {@link dev.eider.bench.data.BlockSource} driven by {@link
 * dev.eider.bench.data.OrderedFileWriter}.
 *
 * <p>Invariant: block {@code i} of a file is a pure function of (seed, i), so blocks may be made in
 * parallel and are written in order.
 *
 * <p>Used by: {@code dev.eider.bench.suite} and {@code dev.eider.bench}. Depends on the JDK and on
 * {@code io.trino.tpch}.
 */
@NullMarked
package dev.eider.bench.data;

import org.jspecify.annotations.NullMarked;
