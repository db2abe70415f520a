// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Transactions: who sees which version of names and rows, who wins, and what becomes of old
 * versions.
 *
 * <p>In: the engine's calls through {@code base.catalog}. Out: catalogs and tables as a transaction
 * sees them. Start at {@link dev.eider.storage.txn.StoredDatabase}, then {@link
 * dev.eider.storage.txn.DatabaseTransaction}. Snapshot isolation: a transaction sees the version
 * that was the last one when it began and its own changes; the first to change a row or a name wins
 * and the other gets an error at once; commits take their effect one after the other, in the order
 * of their versions.
 *
 * <p>A commit is durable when its {@link dev.eider.storage.txn.CommitLog} says so; {@link
 * dev.eider.storage.txn.CommitPayload} is its bytes.
 *
 * <p>Depends on {@code base}, {@code storage.table}, {@code storage.encoding} and {@code
 * storage.format.v1}.
 */
@NullMarked
package dev.eider.storage.txn;

import org.jspecify.annotations.NullMarked;
