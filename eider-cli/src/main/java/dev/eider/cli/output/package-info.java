// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Writes results as people and programs read them: boxes, CSV, JSON, and so on.
 *
 * <p>Comes in: a {@link dev.eider.cli.output.ResultRows} (names, types, chunks) and {@link
 * dev.eider.cli.output.OutputSettings}. Goes out: bytes on a {@link
 * dev.eider.cli.output.ByteOutput}. Start at {@link dev.eider.cli.output.OutputMode}, which names
 * the modes and makes the {@link dev.eider.cli.output.ResultRenderer} of each. The row-wise modes
 * (CSV, JSON, ...) stream: bytes go from string views to the output's buffer without a {@code
 * String} a cell. The modes with aligned columns hold the rows until they know the widths; {@code
 * duckbox} only holds those it shows.
 *
 * <p>Knows nothing of databases: only vectors and types. The shell depends on it.
 */
@NullMarked
package dev.eider.cli.output;

import org.jspecify.annotations.NullMarked;
