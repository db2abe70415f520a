// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Who fetches: fetch plans of scan tasks become reads of stores.
 *
 * <p>Comes in: {@link dev.eider.base.table.FetchPlan}s, from readers or through the read-ahead
 * queue of a scan. Goes out: {@link dev.eider.base.table.FetchedBytes} in pooled, accounted
 * buffers. {@link dev.eider.io.sched.LocalFetches} reads files and is what databases use today;
 * {@link dev.eider.io.sched.Fetches} reads from stores, ahead of the decoders, and is not wired
 * into SQL yet. Start at {@link dev.eider.io.sched.ReadAheadQueue}, which tells the order of
 * events. Depends on {@code base.table}, {@code base.memory} and the stores.
 */
@NullMarked
package dev.eider.io.sched;

import org.jspecify.annotations.NullMarked;
