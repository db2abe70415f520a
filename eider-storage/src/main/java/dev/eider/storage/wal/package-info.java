// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * The log of a database: one totally ordered sequence of slots, each created once and never
 * changed.
 *
 * <p>In: records to append, a place to read from. Out: acknowledged slot numbers, and the records
 * of all slots in order. Start at {@link dev.eider.storage.wal.LogWriter} and {@link
 * dev.eider.storage.wal.LogReader}; the protocol is docs/design/0006-log.md. Sees {@code format.v1}
 * and the port of stores; is seen by {@code manifest} and above.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A slot is acknowledged only when it is durable, holds exactly what this writer sent, and
 *       has certainly not been deleted and created again ({@link
 *       dev.eider.storage.wal.ProtocolRule#WRITER_GUARD}).
 *   <li>No argument for safety uses a clock of a client: only times that the store tells are
 *       compared with one another. Clients' clocks measure how long to wait.
 *   <li>No monitor is held across a store call or a wait; all waits go through {@link
 *       dev.eider.base.env.Env#await}.
 * </ul>
 */
@NullMarked
package dev.eider.storage.wal;

import org.jspecify.annotations.NullMarked;
