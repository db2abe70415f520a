// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * The seam: where the engine and everything that holds rows meet.
 *
 * <p>From the engine come {@link dev.eider.base.table.ScanRequest}s (columns, filters, limit); from
 * formats and storage come {@link dev.eider.base.table.Table}s that answer with {@link
 * dev.eider.base.table.ScanTask}s and chunks. The engine never sees a file or a format; formats
 * never see SQL. Start at {@link dev.eider.base.table.Table}, then {@link
 * dev.eider.base.table.TableScan}. What every scan does with filters is here too: {@link
 * dev.eider.base.table.FilterEvaluator} on decoded columns, {@link dev.eider.base.table.Pruner} on
 * statistics.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A task says which bytes it needs ({@link dev.eider.base.table.FetchPlan}) apart from how it
 *       decodes them ({@link dev.eider.base.table.ChunkReader#start}), so that one read-ahead queue
 *       can serve every format.
 *   <li>Tasks are handed out in row order and numbered by {@link
 *       dev.eider.base.table.ScanTask#index()}: rows of task n come before rows of task n + 1.
 *   <li>A task may fall into {@link dev.eider.base.table.ScanTask#slices()}, which share its bytes:
 *       the read-ahead queue hands these out in its stead.
 *   <li>A {@link dev.eider.base.table.ChunkReader} belongs to one worker and is reused for many
 *       tasks; its chunk is valid until its next call.
 * </ul>
 *
 * <p>Depends on {@code base.type}, {@code base.vector}, {@code base.kernel}, {@code base.memory},
 * {@code base.env}.
 */
@NullMarked
package dev.eider.base.table;

import org.jspecify.annotations.NullMarked;
