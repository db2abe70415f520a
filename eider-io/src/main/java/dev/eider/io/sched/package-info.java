// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Who fetches: fetch plans of scan tasks become reads of stores.
 *
 * <p>Comes in: {@link dev.eider.base.table.FetchPlan}s, from readers or through the read-ahead
 * queue of a scan. Goes out: {@link dev.eider.base.table.FetchedBytes} in pooled, accounted
 * buffers. {@link dev.eider.io.sched.Fetches} is what databases use: stores are read ahead of the
 * decoders, local files ({@link dev.eider.io.sched.LocalFetches}) when they are needed. What is no
 * scan task (footers, listings, writes) goes through {@link dev.eider.base.table.ObjectAccess}.
 * Start at {@link dev.eider.io.sched.ReadAheadQueue}, which tells the order of events. Depends on
 * {@code base.table}, {@code base.memory} and the stores.
 */
@NullMarked
package dev.eider.io.sched;

import org.jspecify.annotations.NullMarked;
