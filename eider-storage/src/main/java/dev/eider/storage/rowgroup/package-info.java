// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Rows to packs and back: row groups of a table, written by the pack, scanned by the vector.
 *
 * <p>In: chunks of one table, and for scans the metadata of row groups with the bytes that their
 * fetch plans name. Out: packs with the metadata of their row groups; chunks of the rows that pass
 * the filters of a scan and are visible. Start at {@link dev.eider.storage.rowgroup.PackWriter} and
 * {@link dev.eider.storage.rowgroup.RowGroupScan}.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A pack's chunks lie column by column, so that what a scan needs of a column is one range.
 *   <li>Rows keep their order: a row's id is that of the first row of its row group and its
 *       position.
 *   <li>Which rows are visible is told by the caller; nothing here knows of transactions.
 * </ul>
 *
 * <p>Depends on {@code base}, {@code encoding} and {@code format.v1}. Who may depend on it: the
 * rooms of storage above.
 */
@NullMarked
package dev.eider.storage.rowgroup;

import org.jspecify.annotations.NullMarked;
