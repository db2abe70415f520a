// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Files of foreign formats as tables: CSV, Parquet, JSON, and lists of files.
 *
 * <p>Comes in: bytes from {@code dev.eider.io}. Goes out: the table seam of {@code base.table}. The
 * formats do not see one another. Who may depend on it: the wiring in {@code dev.eider} only.
 */
@NullMarked
package dev.eider.formats;

import org.jspecify.annotations.NullMarked;
