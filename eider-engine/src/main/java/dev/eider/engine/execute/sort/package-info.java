// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Sorting of rows, in memory and with spilled runs.
 *
 * <p>In: chunks with a batch index, kept in {@link dev.eider.engine.execute.sort.RowSegments}. Out:
 * {@link dev.eider.engine.execute.sort.SortedRows} (row addresses in order, and the gather loops
 * that read any column by address) or {@link dev.eider.engine.execute.sort.RunMerge} (a stream
 * merged from runs on disk). Start at {@link dev.eider.engine.execute.sort.RowSorter}, which
 * explains the algorithm. May be used by {@code window} and {@code operator}; sees {@code row},
 * {@code spill}, {@code pipeline} and {@code base}.
 */
@NullMarked
package dev.eider.engine.execute.sort;

import org.jspecify.annotations.NullMarked;
