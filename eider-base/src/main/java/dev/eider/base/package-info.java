// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Root of the shared vocabulary; the rooms are the packages below it.
 *
 * <p>Purpose: errors, environment, types, memory, vectors, kernels, catalog records and the table
 * seam. Opens no file, starts no thread outside {@code base.env}, parses nothing. Start here:
 * {@code base.table}. Who may depend on it: everybody; it depends on nobody.
 */
@NullMarked
package dev.eider.base;

import org.jspecify.annotations.NullMarked;
