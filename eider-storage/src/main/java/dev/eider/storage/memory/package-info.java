// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Rows that live in memory for a while, without versions: those of an appender on their way into a
 * table, and small tables of facts.
 *
 * <p>In: chunks through {@code TableWriter}, row ids through {@code MutableTable}. Out: scans of
 * the rows that were there when the scan began. Start at {@link
 * dev.eider.storage.memory.MemoryTable}. Tables of databases are those of {@code storage.table}.
 *
 * <p>Depends on {@code base} only.
 */
@NullMarked
package dev.eider.storage.memory;

import org.jspecify.annotations.NullMarked;
