// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0

/**
 * The macro benchmark: makes its data, asks every engine the same questions, and reports times only
 * where all answers agree.
 *
 * <p>In: a command line ({@code taxi}, {@code csv}, {@code tpch}, ...). Out: a table on standard
 * output, a JSON and a Markdown page. Start here: {@link dev.eider.bench.Bench}. The engines run in
 * processes of their own and are reached through JDBC and the command line only; nothing here links
 * to the engine's classes; benchmarks of single parts ({@code index}, {@code encodings}) link to
 * those of the parts.
 *
 * <p>Development only: no other module depends on this one.
 */
@NullMarked
package dev.eider.bench;

import org.jspecify.annotations.NullMarked;
