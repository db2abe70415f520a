// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Tables that live in memory, behind the same seam as stored ones.
 *
 * <p>In: chunks through {@code TableWriter}, row ids through {@code MutableTable}. Out: scans of
 * the rows that were there when the scan began. Start at {@link
 * dev.eider.storage.memory.MemoryCatalog}, then {@link dev.eider.storage.memory.MemoryTable}. No
 * transactions, no log, no indexes: a statement's changes become visible at once when it ends.
 *
 * <p>Depends on {@code base} only.
 */
@NullMarked
package dev.eider.storage.memory;

import org.jspecify.annotations.NullMarked;
