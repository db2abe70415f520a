// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * The head of a database and what hangs on it: who may write, which checkpoint is the newest, what
 * may be deleted.
 *
 * <p>In: a store, the settings of the protocol, the state that replays the log. Out: an open
 * database for writing ({@link dev.eider.storage.manifest.WriteSession}) or reading ({@link
 * dev.eider.storage.manifest.ReadSession}). Start at {@link
 * dev.eider.storage.manifest.DatabaseOpener}; the protocol is docs/design/0006-log.md. Sees {@code
 * wal} and {@code format.v1}; is seen by {@code txn} and {@code checkpoint}.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>The lease keeps honest processes from starting; the fence in the log keeps all others from
 *       acknowledging. No data depends on the lease.
 *   <li>Head is replaced only by compare and swap, by one thread of a process at a time; a write
 *       whose reply was lost is recognised by the id in it.
 *   <li>Nothing is deleted that a head of the last R, a named snapshot or a valid pin needs.
 * </ul>
 */
@NullMarked
package dev.eider.storage.manifest;

import org.jspecify.annotations.NullMarked;
