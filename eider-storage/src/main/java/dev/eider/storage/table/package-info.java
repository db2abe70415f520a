// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Tables whose rows have versions, in memory: what transactions read and write.
 *
 * <p>In: chunks, row ids, stamps of transactions. Out: scans of what a {@link
 * dev.eider.storage.table.Snapshot} sees. Start at {@link dev.eider.storage.table.VersionedTable},
 * the rows that are committed or waiting for it; {@link dev.eider.storage.table.TableChanges} is
 * what one transaction did to one table; {@link dev.eider.storage.table.TransactionTable} is both
 * together behind the seam. Who begins, commits and cleans up is the business of {@code
 * storage.txn}.
 *
 * <p>Depends on {@code base} only.
 */
@NullMarked
package dev.eider.storage.table;

import org.jspecify.annotations.NullMarked;
